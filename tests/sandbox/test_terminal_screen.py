"""How messages look in a terminal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.screen import Look, button_lines, message_lines, wrap
from bot.sandbox.state import Posted
from bot.sandbox.telegram import LocalTelegram

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)
PLAIN = Look()
STYLED = Look(styled=True)


def posted(html: str) -> Posted:
    """The message as Telegram keeps it."""
    local = LocalTelegram(AT)
    person = local.person("Asha")
    person.sends("/start")
    status, _ = local.call("sendMessage", {"chat_id": person.id, "text": html, "parse_mode": "HTML"})
    assert status == 200
    return local.chat(person.id)[-1]


def test_bold_is_bold_only_where_the_terminal_understands_it() -> None:
    """Bold text gets its codes on a styled terminal and none elsewhere."""
    message = posted("<b>Sahi</b>: prefill")
    assert message_lines(message, STYLED) == ["\x1b[1mSahi\x1b[0m: prefill"]
    assert message_lines(message, PLAIN) == ["Sahi: prefill"]


def test_styles_stand_where_telegram_has_them_behind_emoji() -> None:
    """Entities count UTF-16 units, so an emoji before them moves nothing."""
    message = posted("👩‍👩‍👧 <b>ab</b> <code>c</code>")
    assert message_lines(message, STYLED) == ["👩‍👩‍👧 \x1b[1mab\x1b[0m \x1b[36mc\x1b[0m"]


def test_a_style_that_spans_lines_is_closed_at_each_end() -> None:
    """No style runs over a line's end, where a prompt would take it on."""
    assert message_lines(posted("<b>a\nb</b>"), STYLED) == ["\x1b[1ma\x1b[0m", "\x1b[1mb\x1b[0m"]


def test_a_quote_is_indented_by_its_mark() -> None:
    """Each line of a quote begins with the mark, its continuation is indented, what follows is not."""
    message = posted("Aadha hua.\n<blockquote expandable>aaa bbb\nccc</blockquote>ddd")
    assert message_lines(message, Look(width=7)) == [
        "Aadha",
        "hua.",
        "▸ aaa",
        "  bbb",
        "▸ ccc",
        "ddd",
    ]


def test_a_terminal_gets_nothing_to_obey() -> None:
    """A control character in a text, in a button or in a line of ours never reaches the terminal."""
    message = Posted(1, from_bot=True, date=AT, text="a\x9b31mb\x1b[2Jc\x07")
    seen = [
        *message_lines(message, STYLED),
        *button_lines([[("x\x1b]0;y\x07", "d")]], STYLED, numbered=True),
        *wrap("z\x1b[2J", STYLED),
    ]
    assert seen == ["a\ufffd31mb\ufffd[2Jc\ufffd", "[1] x\ufffd]0;y\ufffd", "z\ufffd[2J"]


def test_wide_and_marked_characters_are_measured_as_they_are_shown() -> None:
    """An emoji takes two columns, a vowel sign that stands above its letter none, and stays with it."""
    assert wrap("✅✅✅", Look(width=4)) == ["✅✅", "✅"]
    assert wrap("कु" * 5, Look(width=4)) == ["कु" * 4, "कु"]


def test_code_keeps_its_indentation() -> None:
    """The blanks that a line of code begins with stay."""
    assert message_lines(posted("<pre>if x:\n    return y</pre>"), PLAIN) == ["if x:", "    return y"]


def test_a_file_is_named() -> None:
    """A message that is no text says what it is."""
    message = Posted(1, from_bot=True, date=AT, text="", kind="document", file_name="log.csv")
    assert message_lines(message, PLAIN) == ["(document log.csv)"]


def test_buttons_are_numbered_through_their_rows() -> None:
    """The number of a button counts over all rows; a row too wide goes on below."""
    rows = [[("Hint", "a"), ("Pata nahi", "b")], [("↩ Undo", "c")]]
    assert button_lines(rows, PLAIN, numbered=True) == ["[1] Hint  [2] Pata nahi", "[3] ↩ Undo"]
    assert button_lines(rows, Look(width=12), numbered=True) == ["[1] Hint", "[2] Pata nahi", "[3] ↩ Undo"]
    assert button_lines(rows, PLAIN, numbered=False) == ["[Hint]  [Pata nahi]", "[↩ Undo]"]


@pytest.mark.parametrize("width", [2, 5, 20])
@given(text=st.text(alphabet=st.sampled_from("ab  क्षा✅"), max_size=40))
def test_wrapping_loses_nothing_but_the_blanks_it_cuts_at(width: int, text: str) -> None:
    """Every character but the blanks at cuts stands in the lines, in order."""
    lines = wrap(text, Look(width=width))
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert len(" ".join(lines)) >= len(text)
