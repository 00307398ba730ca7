"""Turns the environment into settings: all faults at once, in our own words, and never a secret in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECKOUT = Path(__file__).resolve().parents[1]
"""The folder that the program was installed in."""
ENV_FILE = ".env"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
TOKEN_SHAPE = re.compile(r"[0-9]{5,16}:[A-Za-z0-9_-]{30,64}")
URL_SHAPE = re.compile(r"sqlite:///.+|postgres(?:ql)?(?:\+psycopg)?://.+")


class Settings(BaseSettings):
    """What can be set about the program. Relative paths are meant from `home`."""

    model_config = SettingsConfigDict(frozen=True, extra="forbid", validate_default=False)

    home: Path
    """The folder of the `.env` file, or the checkout."""
    bot_token: SecretStr | None = None
    """None is enough for whatever does not talk to Telegram."""
    default_zone: str = "Asia/Kolkata"
    """The IANA zone of a learner who has not said theirs."""
    data_dir: Path = Field(default_factory=lambda data: data["home"] / "data")
    decks_dir: Path = Field(default_factory=lambda data: data["home"] / "decks")
    database_url: str = Field(
        default_factory=lambda data: f"sqlite:///{data['data_dir'] / 'dohrao.sqlite3'}", repr=False
    )
    """May hold a password: it is kept out of repr."""
    log_level: str = "INFO"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003  # pydantic-settings gives this method its signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # as above
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # as above
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  # as above
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what `load_settings` hands in: the environment is an argument."""
        return (init_settings,)

    @field_validator("bot_token", mode="before")
    @classmethod
    def _token(cls, value: str) -> str:
        if not TOKEN_SHAPE.fullmatch(value):
            raise _fault(
                "this is not a bot token; write the one from @BotFather: digits, a colon and 35 letters or digits, "
                "like 123456789:AAE... without quotes or spaces inside"
            )
        return value

    @field_validator("database_url", mode="before")
    @classmethod
    def _url(cls, value: str, info: ValidationInfo) -> str:
        if not URL_SHAPE.fullmatch(value):
            raise _fault(
                "this is not a database address; write sqlite:///folder/file.sqlite3 "
                "or postgresql://user:password@host/name"
            )
        path = value.removeprefix("sqlite:///")
        is_relative = path != value and not path.startswith(("/", ":"))
        return f"sqlite:///{info.data['home'] / path}" if is_relative else value

    @field_validator("default_zone", mode="before")
    @classmethod
    def _zone(cls, value: str) -> str:
        try:
            return ZoneInfo(value).key
        except (LookupError, ValueError, OSError):
            # LookupError: unknown; ValueError: a path outside the zones; OSError: a folder of zones.
            raise _fault(
                "this is not a time zone; write an IANA name, like Asia/Kolkata or Europe/Berlin"
            ) from None

    @field_validator("data_dir", "decks_dir", mode="before")
    @classmethod
    def _folder(cls, value: str, info: ValidationInfo) -> Path:
        if value.startswith("~"):
            raise _fault("~ is not understood here; write the whole path, like /home/asha/dohrao")
        path: Path = info.data["home"] / value
        return path

    @field_validator("log_level", mode="before")
    @classmethod
    def _level(cls, value: str) -> str:
        if value.upper() not in LOG_LEVELS:
            raise _fault(f"this is not a log level; write one of {', '.join(LOG_LEVELS)}")
        return value.upper()


SETTINGS = tuple(name for name in Settings.model_fields if name != "home")


def home_folder(working: Path) -> Path:
    """Where `.env` is read and relative paths begin: the working folder if it has one, else the checkout."""
    return working if (working / ENV_FILE).is_file() else CHECKOUT


def load_settings(environ: Mapping[str, str], home: Path = CHECKOUT) -> Settings | list[str]:
    """The settings from the environment and, where that says nothing, from `.env` in `home`; or all that is wrong.

    A variable that is empty counts as not set; one that is not ours is not looked at. Each fault is a sentence
    that begins with the setting's name and says what to write; none shows a value.
    """
    written, faults = _read_env_file(home / ENV_FILE)
    values: dict[str, Any] = {}
    for name in SETTINGS:
        value = environ.get(name.upper(), "").strip() or written.get(name.upper(), "").strip()
        if value and not value.isprintable():
            faults.append(f"{name.upper()}: it holds a character that can't be seen; write it anew")
        elif value:
            values[name] = value
    try:
        settings = Settings(home=home, **values)
    except ValidationError as error:
        # Never str(error): it prints the values, the token's too.
        found = error.errors(include_input=False, include_context=False, include_url=False)
        return faults + [
            f"{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in found if fault["type"] == "setting"
        ]
    return faults or settings


def _fault(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("setting", "{sentence}", {"sentence": sentence})


def _read_env_file(path: Path) -> tuple[dict[str, str], list[str]]:
    """What a `.env` file sets, and the faults of its lines; a file that is not there sets nothing."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            bindings = list(parse_stream(file))
    except FileNotFoundError:
        return {}, []
    except OSError as error:
        return {}, [
            f"{ENV_FILE}: the file {path} can't be read ({error.strerror}); give this user the right to read it"
        ]
    except UnicodeDecodeError:
        return {}, [f"{ENV_FILE}: the file {path} is not text in UTF-8; save it as such"]
    faults = [
        f"{ENV_FILE}: line {binding.original.line} of {path} can't be read; write NAME=value"
        for binding in bindings
        if binding.error or (binding.key and binding.value is None)
    ]
    return {binding.key: binding.value for binding in bindings if binding.key and binding.value}, faults
