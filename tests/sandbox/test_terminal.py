"""The chat in the terminal: the whole bot behind typed lines."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import pytest

from bot.sandbox.screen import Look
from bot.sandbox.state import Standing
from bot.sandbox.telegram import LocalTelegram
from bot.sandbox.terminal import DATABASE, LOCK, STATE, YOUR_ID, chat, try_out
from bot.sandbox.terminal_clock import TravelClock
from bot.sandbox.terminal_sitting import Sitting
from bot.sandbox.terminal_state import alone
from db import Database, DatabaseUnreachable, open_database, outbox
from db.lock import exclusive
from db.models import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

DECK = """---
title: Inference
language: en
---
Q: Which phase reads the whole input? — prefill
Q: Which phase builds tokens one by one? — decode
"""
KOLKATA = "Asia/Kolkata"


@dataclass(slots=True)
class Terminal:
    """A terminal over a folder of its own; `now` is the machine's clock."""

    folder: Path
    now: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    seen: list[str] = field(default_factory=list)

    async def types(self, *lines: str) -> str:
        """One run: what the terminal showed from its beginning to its end."""
        return await self.reads(iter(lines))

    async def reads(self, lines: Iterator[str]) -> str:
        """One run with lines that are made as they are asked for."""
        self.seen = []

        async def read_line(prompt: str) -> str | None:
            line = next(lines, None)
            if line is not None:
                self.seen.append(prompt + line)
            return line

        decks = self.folder / "decks"
        await chat(self.folder / "data", decks, KOLKATA, lambda: self.now, read_line, self.seen.append)
        return "\n".join(self.seen)

    @property
    def state(self) -> Path:
        """The state file."""
        return self.folder / "data" / STATE

    def database(self) -> Database:
        """The database of the chat."""
        return open_database(f"sqlite:///{self.folder / 'data' / DATABASE}")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A terminal where nobody has been yet."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "inference.md").write_text(DECK, encoding="utf-8")
    return Terminal(tmp_path)


def after(shown: str, line: str) -> str:
    """What the terminal showed between a typed line and the next one."""
    assert f"> {line}\n" in shown, shown
    return shown.split(f"> {line}\n", 1)[1].split("\n> ", 1)[0]


async def test_a_newcomer_is_greeted_and_answers_a_question(terminal: Terminal) -> None:
    """The first run sends /start by itself; a tap by number and a typed answer go through the whole bot."""
    shown = await terminal.types("/1", "prefill")
    assert "[1] ▶ Start" in after(shown, "/start")
    assert "Which phase reads the whole input?" in after(shown, "/1")
    assert after(shown, "prefill").strip().startswith("✅ Right: prefill")
    assert "Which phase builds tokens one by one?" in after(shown, "prefill")


async def test_a_second_run_goes_on_where_the_first_stopped(terminal: Terminal) -> None:
    """After a restart nobody is greeted again, the open question stands, and its answer counts."""
    await terminal.types("/1", "prefill")
    terminal.now += timedelta(minutes=1)
    shown = await terminal.types("/review", "decode")
    assert "/start" not in shown
    assert "You have been here before: /review" in shown
    assert "builds tokens" in after(shown, "/review")
    assert "✅ Right: decode" in after(shown, "decode")


async def test_an_answer_right_after_a_restart_counts(terminal: Terminal) -> None:
    """Message numbers go on growing, so a text is above the question of the run before."""
    await terminal.types("/1")
    assert "✅ Right: prefill" in after(await terminal.types("prefill"), "prefill")


async def test_numbers_do_not_fall_back_with_the_machines_clock(terminal: Terminal) -> None:
    """On a machine whose clock was put back, which is said, an answer is still a new update above its question."""
    await terminal.types("/1")
    terminal.now -= timedelta(hours=3)
    shown = await terminal.types("prefill")
    assert "clock went back: it is 3 h earlier" in shown
    assert "✅ Right: prefill" in after(shown, "prefill")


@pytest.mark.parametrize("content", [None, "{", "[]"])
async def test_a_lost_state_file_loses_no_answer(terminal: Terminal, content: str | None) -> None:
    """Without its state the chat goes on: no update is taken for one that came before."""
    await terminal.types("/1")
    terminal.now += timedelta(minutes=1)
    terminal.state.unlink()
    if content is not None:
        terminal.state.write_text(content)
    shown = await terminal.types("/review", "prefill")
    assert ("can't be read" in shown) == (content is not None)
    assert "✅ Right: prefill" in after(shown, "prefill")


async def test_a_day_later_by_the_travelled_clock_the_card_is_due(terminal: Terminal) -> None:
    """/clock +1d makes tomorrow of today, and the next run stays there."""
    shown = await terminal.types("/1", "prefill", "decode", "/review", "/clock +1d", "/review")
    assert "Nothing is due" in after(shown, "/review")
    assert "(it is Tue 06 Jan 2026, 14:30 in Asia/Kolkata, 1 d ahead of this machine)" in shown.replace(
        "\n", " "
    )
    assert "1 / 2" in shown.rsplit("> /review", 1)[1]
    assert "Tue 06 Jan 2026, 14:30" in await terminal.types("/clock")


async def test_the_time_of_day_is_that_of_the_learners_zone(terminal: Terminal) -> None:
    """/clock 20:00 means 20:00 where the learner has told the bot that they live."""
    shown = await terminal.types("/clock 20:00", "/settings", "/2", "Berlin", "/clock 21:00")
    assert "Mon 05 Jan 2026, 20:00 in Asia/Kolkata" in after(shown, "/clock 20:00")
    assert "Mon 05 Jan 2026, 21:00 in Europe/Berlin" in shown


async def test_going_back_is_said(terminal: Terminal) -> None:
    """/clock real says how far the clock went back; a second one has nothing to say."""
    shown = await terminal.types("/clock +2h", "/clock real", "/clock")
    assert after(shown, "/clock real").startswith("(the clock went back by 2 h; what you did meanwhile stays")
    assert "14:30 in Asia/Kolkata)" in shown.rsplit("> /clock\n", 1)[1]


async def test_a_clock_that_can_not_be_set_is_answered_by_what_to_write(terminal: Terminal) -> None:
    """A wrong time changes nothing and is told what would be right."""
    shown = await terminal.types("/clock -1d", "/clock")
    assert "can't go to “-1d”: write +1d, +2h, +90m, 20:00 or real" in after(shown, "/clock -1d").replace(
        "\n", " "
    )
    assert "14:30 in Asia/Kolkata)" in shown.rsplit("> /clock\n", 1)[1]


async def test_who_you_are_to_telegram_can_be_set(terminal: Terminal) -> None:
    """/name is what the bot greets, literally, now and in the next run."""
    shown = await terminal.types("/name <3 & Co", "/start", "/lang hi")
    assert "<3 & Co!" in shown.split("> /name <3 & Co", 1)[1].split("> /start", 1)[1]
    assert json.loads(terminal.state.read_text())["language_code"] == "hi"
    assert "<3 & Co!" in after(await terminal.types("/start"), "/start")


@pytest.mark.parametrize("line", ["/name", "/name " + "x" * 65, "/lang", "/lang not-a-language!"])
async def test_what_can_not_be_set_is_answered_by_what_to_write(terminal: Terminal, line: str) -> None:
    """A name or language that Telegram could not have is refused, and the run goes on."""
    shown = await terminal.types(line, "/quit")
    assert "behind it" in after(shown, line)


async def test_two_slashes_send_one(terminal: Terminal) -> None:
    """A command that the terminal keeps for itself can be sent to the bot."""
    shown = await terminal.types("//clock")
    assert "I don't have that command" in after(shown, "//clock")


async def test_a_tap_on_nothing_is_answered(terminal: Terminal) -> None:
    """A number without a button says which there are; after a restart there are none."""
    shown = await terminal.types("/9", "/0")
    assert "there is no button 9: they go from 1 to" in after(shown, "/9")
    assert "there is no button 0" in after(shown, "/0")
    assert "no message has buttons" in after(await terminal.types("/1"), "/1")


@pytest.mark.parametrize("text", ["x" * 4097, "\u200b", "\ud800"])
async def test_what_no_app_would_send_is_not_sent(terminal: Terminal, text: str) -> None:
    """A text that Telegram refuses says so and leaves the question open."""
    shown = await terminal.types("/1", text, "prefill")
    assert "(not sent:" in shown
    assert "✅ Right: prefill" in after(shown, "prefill")


async def test_the_bot_is_left_by_a_word_or_by_the_end_of_lines(terminal: Terminal) -> None:
    """/quit ends a run, and so does a line that never comes; both say goodbye."""
    assert "> after" not in await terminal.types("/quit", "after")
    assert terminal.seen[-1].startswith("Bye.")
    await terminal.types()
    assert terminal.seen[-1].startswith("Bye.")


async def test_two_terminals_do_not_share_a_chat(terminal: Terminal) -> None:
    """While somebody sits there, a second one is sent away before it can use a number twice."""
    await terminal.types()
    with alone(terminal.folder / "data" / LOCK):
        shown = await terminal.types("/1")
    assert "close that terminal first" in shown
    assert "> " not in shown


async def test_a_message_of_a_killed_run_is_sent_at_the_next(terminal: Terminal) -> None:
    """A letter that a killed run had claimed does not hold up the chat until its lease ends."""
    await terminal.types()
    database = terminal.database()
    with database.write() as session:
        outbox.post(
            session, [outbox.Letter(YOUR_ID, "sendMessage", {"text": "Anybody there?"})], terminal.now
        )
        assert outbox.claim(session, terminal.now, timedelta(seconds=60), 9)
    database.close()
    shown = await terminal.types("/review")
    assert "Anybody there?" in shown.split("> /review")[0]
    assert after(shown, "/review").strip()


async def test_a_database_that_is_busy_ends_nothing(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When another program holds the database the terminal says so, and the next line works again."""
    monkeypatch.setattr("db.lock.PATIENCE", 0.05)
    file = (terminal.folder / "data" / DATABASE).resolve()

    def lines() -> Iterator[str]:
        yield "/1"
        with exclusive(file):
            yield "prefill"
        yield "/review"

    shown = await terminal.reads(lines())
    assert "Another program has been writing" in after(shown, "prefill").replace("\n", " ")
    assert "Which phase reads" in after(shown, "/review")


async def test_a_folder_that_can_not_be_made_is_a_database_that_can_not_be_reached(
    terminal: Terminal,
) -> None:
    """The fault is a sentence that names the setting, for the command line to show."""
    (terminal.folder / "data").write_text("a file")
    with pytest.raises(DatabaseUnreachable, match="DATA_DIR"):
        await terminal.types()


def test_without_a_terminal_one_line_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody can type the program ends with 2 at once and makes nothing."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert try_out(tmp_path / "data", tmp_path, KOLKATA, lambda: datetime(2026, 1, 5, tzinfo=UTC)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "--plain" in shown.err
    assert "BOT_TOKEN" in shown.err
    assert not (tmp_path / "data").exists()


@dataclass(slots=True)
class Screen:
    """A sitting with nobody on the other side: what Telegram does is done by hand."""

    local: LocalTelegram
    sitting: Sitting
    lines: list[str]

    def call(self, method: str, **parameters: Any) -> None:
        """What the bot does, accepted by Telegram."""
        status, body = self.local.call(method, parameters)
        assert status == 200, body

    def posts(self, text: str, **parameters: Any) -> None:
        """A message of the bot."""
        self.call("sendMessage", chat_id=YOUR_ID, text=text, **parameters)

    def edits(self, how: str, back: int = 1, **parameters: Any) -> None:
        """The bot edits its newest message, or the one so many back."""
        message_id = self.local.chat(YOUR_ID)[-back].message_id
        self.call(f"editMessage{how}", chat_id=YOUR_ID, message_id=message_id, **parameters)

    def shows(self) -> Iterable[str]:
        """What the terminal adds now."""
        self.lines.clear()
        self.sitting._show()
        return list(self.lines)


@pytest.fixture
def screen(database: Database) -> Screen:
    """A sitting at which the bot has said nothing."""
    now = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    local = LocalTelegram(now)
    lines: list[str] = []
    you = local.person("you", user_id=YOUR_ID)
    you.contact.standing = Standing.OPEN
    clock = TravelClock(lambda: now)
    nobody = cast("Any", None)
    return Screen(local, Sitting(local, you, nobody, database, clock, KOLKATA, lines.append, Look()), lines)


def keyboard(*labels: str, url: str = "") -> Any:
    """One row of buttons."""
    return {
        "inline_keyboard": [[{"text": x, **({"url": url} if url else {"callback_data": x})} for x in labels]]
    }


def test_a_keyboard_that_changes_is_listed_anew(screen: Screen) -> None:
    """When the bot edits the newest keyboard its buttons are shown again; when nothing changes nothing is."""
    screen.posts("Which?", reply_markup=keyboard("Hint", "More"))
    assert screen.shows() == ["", "Which?", "[1] Hint  [2] More"]
    assert screen.shows() == []
    screen.edits("ReplyMarkup", reply_markup=keyboard("Undo"))
    assert screen.shows() == ["[1] Undo"]


def test_only_the_newest_buttons_have_numbers(screen: Screen) -> None:
    """Of two messages with buttons the later can be tapped; without its keyboard the earlier one can."""
    screen.posts("One", reply_markup=keyboard("A"))
    screen.posts("Two", reply_markup=keyboard("B"))
    screen.posts("Three")
    assert screen.shows() == ["", "One", "[A]", "", "Two", "[1] B", "", "Three"]
    screen.edits("ReplyMarkup", back=2)
    assert screen.shows() == ["[1] A"]


def test_an_edited_text_is_shown_as_edited(screen: Screen) -> None:
    """A text that the bot changes is shown once more and says what happened."""
    screen.posts("reading it...")
    screen.shows()
    screen.edits("Text", text="8 cards")
    assert screen.shows() == ["(edited)", "8 cards"]


async def test_a_toast_is_shown_and_a_link_is_not_tapped(screen: Screen) -> None:
    """The answer to a tap appears if it says something; a button with a link sends nothing to the bot."""
    screen.posts("One", reply_markup=keyboard("A"))
    for text in ("", "Already done."):
        screen.sitting.you.taps("A")
        number = screen.local.take_updates()[-1]["callback_query"]["id"]
        screen.call("answerCallbackQuery", callback_query_id=number, text=text)
    assert [line for line in screen.shows() if "toast" in line] == ["(toast) Already done."]
    screen.posts("Two", reply_markup=keyboard("Docs", url="https://example.com"))
    await screen.sitting.take("/1")
    assert screen.local.take_updates() == []
    assert "opens a link" in screen.lines[-1]


async def test_a_reply_is_marked_sent_before_the_next_line(terminal: Terminal) -> None:
    """The sender has done its work when the prompt comes back, so that a text always meets a known question."""
    await terminal.types("/1")
    database = terminal.database()
    with database.read() as session:
        assert outbox.next_try(session) is None
        turn = session.query(Turn).one()
        assert turn.prompt_message_id is not None
    database.close()


async def test_no_number_is_used_twice_whenever_a_run_is_killed(terminal: Terminal) -> None:
    """A run that ends in the middle of a line, before anything was saved, costs the next one no answer."""
    kept = []

    def lines() -> Iterator[str]:
        yield "/1"
        kept.append(terminal.state.read_bytes())
        yield "prefill"

    await terminal.reads(lines())
    terminal.state.write_bytes(kept[0])
    shown = await terminal.types("/review", "decode")
    assert "builds tokens" in after(shown, "/review")
    assert "✅ Right: decode" in after(shown, "decode")
