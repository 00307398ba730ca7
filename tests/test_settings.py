"""Settings: what the environment and `.env` may say, all faults at once, and no secret in any of them."""

from __future__ import annotations

import logging
import re
import traceback
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import CHECKOUT, SETTINGS, Settings, home_folder, load_settings

SECRET = "AAE-canary_canary_canary_canary_can"
TOKEN = f"123456789:{SECRET}"
WRONG = {
    "BOT_TOKEN": f"bot{TOKEN}",
    "DATABASE_URL": f"mysql//root:{SECRET}@server/x",
    "DEFAULT_ZONE": f"Asia/{SECRET}",
    "DATA_DIR": f"~{SECRET}/data",
    "DECKS_DIR": f"~{SECRET}/decks",
    "LOG_LEVEL": SECRET,
}
"""One wrong value for every setting, each with the canary in it."""


def good(environ: dict[str, str], home: Path) -> Settings:
    """The settings that must be without fault."""
    settings = load_settings(environ, home)
    assert isinstance(settings, Settings), settings
    return settings


def faults(environ: dict[str, str], home: Path) -> list[str]:
    """The faults that must be there."""
    found = load_settings(environ, home)
    assert isinstance(found, list), found
    return found


def test_nothing_set_is_enough(tmp_path: Path) -> None:
    """A fresh machine needs no setting: SQLite and decks stand in the home folder, the zone is Kolkata's."""
    settings = good({}, tmp_path)
    assert settings.bot_token is None
    assert settings.database_url == f"sqlite:///{tmp_path}/data/dohrao.sqlite3"
    assert settings.data_dir == tmp_path / "data"
    assert settings.decks_dir == tmp_path / "decks"
    assert settings.default_zone == "Asia/Kolkata"
    assert settings.log_level == "INFO"


def test_every_setting_is_read(tmp_path: Path) -> None:
    """What the environment says is what the settings hold."""
    settings = good(
        {
            "BOT_TOKEN": f" {TOKEN}\n",
            "DATABASE_URL": "postgresql://asha:pw@server/dohrao",
            "DEFAULT_ZONE": "Europe/Berlin",
            "DATA_DIR": "/var/dohrao",
            "DECKS_DIR": "my decks",
            "LOG_LEVEL": "debug",
        },
        tmp_path,
    )
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.database_url == "postgresql://asha:pw@server/dohrao"
    assert settings.default_zone == "Europe/Berlin"
    assert settings.data_dir == Path("/var/dohrao")
    assert settings.decks_dir == tmp_path / "my decks"
    assert settings.log_level == "DEBUG"


def test_the_database_follows_the_data_folder(tmp_path: Path) -> None:
    """Who moves the data folder moves the default database with it."""
    assert good({"DATA_DIR": "/var/dohrao"}, tmp_path).database_url == "sqlite:////var/dohrao/dohrao.sqlite3"


def test_a_relative_database_begins_at_home(tmp_path: Path) -> None:
    """The same setting means the same file from whichever folder the program is called."""
    assert good({"DATABASE_URL": "sqlite:///x.sqlite3"}, tmp_path).database_url == (
        f"sqlite:///{tmp_path}/x.sqlite3"
    )
    absolute = "sqlite:////srv/x.sqlite3"
    assert good({"DATABASE_URL": absolute}, tmp_path).database_url == absolute


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    """Every wrong setting is named, each with what to write, so that one correction is enough."""
    said = faults(WRONG, tmp_path)
    assert sorted(line.partition(":")[0] for line in said) == sorted(WRONG)
    assert set(WRONG) == {name.upper() for name in SETTINGS}
    assert all(re.search(r"; write |; ask ", line) for line in said)


@pytest.mark.parametrize("name", WRONG)
def test_no_fault_shows_what_was_written(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong value is never repeated, in the sentence, the log or on the screen: it may hold a secret."""
    caplog.set_level(logging.DEBUG)
    said = faults({"BOT_TOKEN": TOKEN, name: WRONG[name]}, tmp_path)
    assert len(said) == 1
    assert "canary" not in f"{said}{caplog.text}{capsys.readouterr()}"


def test_settings_never_show_their_secrets(tmp_path: Path) -> None:
    """Neither the token nor a database password is in what is printed of the settings."""
    settings = good({"BOT_TOKEN": TOKEN, "DATABASE_URL": f"postgresql://a:{SECRET}@server/x"}, tmp_path)
    shown = f"{settings!r} {settings} {[settings]} {settings.bot_token!r} {settings.bot_token}"
    with pytest.raises(ValidationError) as caught:
        settings.bot_token = None
    shown += "".join(traceback.format_exception(caught.value))
    assert "canary" not in shown


@pytest.mark.parametrize(
    "token",
    ["123456789", "123456789:", f"{TOKEN} x", f"'{TOKEN}", "१२३४५६७८९:" + SECRET, f"{TOKEN}é", "x" * 45],
)
def test_a_token_has_the_shape_of_a_token(token: str, tmp_path: Path) -> None:
    """What can't be a token is refused at the start and not by Telegram later."""
    assert [line.partition(":")[0] for line in faults({"BOT_TOKEN": token}, tmp_path)] == ["BOT_TOKEN"]


@pytest.mark.parametrize("zone", ["Kolkata", "Asia", "../../etc/passwd", "/etc/localtime", "IST+5"])
def test_a_zone_is_an_iana_name(zone: str, tmp_path: Path) -> None:
    """A city alone, a folder or a path is no zone."""
    assert [line.partition(":")[0] for line in faults({"DEFAULT_ZONE": zone}, tmp_path)] == ["DEFAULT_ZONE"]


def test_an_empty_setting_is_not_set(tmp_path: Path) -> None:
    """`BOT_TOKEN=` is how a setting is left out: it takes the default, or what `.env` says."""
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\n")
    settings = good(dict.fromkeys(WRONG, " "), tmp_path)
    assert settings == good({}, tmp_path)
    assert settings.log_level == "ERROR"


def test_env_file_is_read_behind_the_environment(tmp_path: Path) -> None:
    """`.env` sets what the environment does not; quotes, comments, CRLF and a byte order mark are understood."""
    text = f'# ours\r\nexport BOT_TOKEN="{TOKEN}"  # from BotFather\r\nLOG_LEVEL=ERROR\r\nOTHER={{x}}\r\nEMPTY=\r\n'
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbf" + text.encode())
    settings = good({"LOG_LEVEL": "WARNING"}, tmp_path)
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert settings.log_level == "WARNING"


def test_env_file_is_taken_literally(tmp_path: Path) -> None:
    """A password with a dollar sign is what it is: nothing in `.env` is filled in from elsewhere."""
    (tmp_path / ".env").write_text("DATABASE_URL='postgresql://a:${HOME}@server/x'\n")
    assert good({}, tmp_path).database_url == "postgresql://a:${HOME}@server/x"


@pytest.mark.parametrize(
    "line", [f"BOT_TOKEN {TOKEN}", f'BOT_TOKEN="{TOKEN}', f"= {TOKEN}", f"BOT_TOKEN: {TOKEN}"]
)
def test_a_broken_line_of_the_env_file_is_named_by_number(
    line: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A line that sets nothing is a fault with its number, not a token that is silently missing."""
    caplog.set_level(logging.DEBUG)
    (tmp_path / ".env").write_text(f"# ours\n{line}\n")
    said = faults({}, tmp_path)
    assert "line 2 of" in said[0]
    assert "canary" not in f"{said}{caplog.text}"


def test_an_env_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    """A folder of that name or text in another encoding is named as such."""
    (tmp_path / ".env").write_bytes(b"BOT_TOKEN=\xff\xfe")
    assert "not text in UTF-8" in faults({}, tmp_path)[0]
    (tmp_path / ".env").unlink()
    (tmp_path / ".env").mkdir()
    assert "can't be read" in faults({}, tmp_path)[0]


def test_a_character_that_cannot_be_seen_is_a_fault(tmp_path: Path) -> None:
    """A zero-width space pasted along, or a NUL, is told, since nobody would find it."""
    assert "can't be seen" in faults({"DECKS_DIR": "de\u200bcks"}, tmp_path)[0]
    assert "can't be seen" in faults({"DATA_DIR": "da\0ta"}, tmp_path)[0]


def test_home_is_where_the_env_file_is(tmp_path: Path) -> None:
    """A working folder with a `.env` is home; any other falls back to the checkout."""
    assert home_folder(tmp_path) == CHECKOUT
    (tmp_path / ".env").touch()
    assert home_folder(tmp_path) == tmp_path


def test_the_example_explains_every_setting_and_changes_nothing(tmp_path: Path) -> None:
    """`.env.example` names each setting with a comment above it, and copied as it is it sets the defaults."""
    text = (CHECKOUT / ".env.example").read_text()
    assert re.findall(r"(?m)(?<=#).*\n([A-Z_]+)=", text) == re.findall(r"(?m)^([A-Z_]+)=", text)
    assert {name.lower() for name in re.findall(r"(?m)^([A-Z_]+)=", text)} == set(SETTINGS)
    plain = good({}, tmp_path)
    (tmp_path / ".env").write_text(text)
    assert good({}, tmp_path) == plain
