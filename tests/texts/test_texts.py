"""The three languages say the same things, every text is used, and values come out as they went in."""

from __future__ import annotations

import ast
from datetime import date, time
from pathlib import Path

import pytest

from bot.sandbox.markup import parse_html
from bot.texts import LANGUAGES, NAMES, Html, _speech, escape, plain, say
from bot.texts.when import clock, day, hour

ROOT = Path(__file__).resolve().parents[2]
CODE = [*sorted((ROOT / "bot").rglob("*.py"))]
PLAIN = ("button-", "toast-", "command-", "clock-small", "clock-morning", "clock-n", "clock-evening", "hour-")
SPEAKING = ("say", "plain", "button")
HOSTILE = (
    "List<int> && a<b",
    "&amp;",
    "_*[",
    "<3 & Co",
    '"><b>',
    "{$answer}",
    "&lt;",
    "\U0001f468‍\U0001f469",
)


def is_plain(key: str) -> bool:
    return key.startswith(PLAIN)


def constants() -> set[str]:
    """All strings that stand in the program."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in CODE)
    return {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def keys_said() -> set[str]:
    """The keys that stand literally in a call of say, plain or button."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "bot" / "chat").rglob("*.py"))
    return {
        constant.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SPEAKING
        for argument in node.args[1:2]
        for constant in ast.walk(argument)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_languages_have_the_same_messages_and_values() -> None:
    """What can be said in one language can be said in each, about the same things."""
    english = _speech("en").variables
    for language in LANGUAGES:
        assert _speech(language).variables == english


def test_every_message_is_used_and_every_used_one_is_there() -> None:
    """No text is dead, and no key is wanted that nobody wrote."""
    keys = _speech("en").variables.keys()
    assert keys - constants() == set()
    assert keys_said() - keys == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_html_and_plain_ones_have_none(language: str) -> None:
    """A message parses as Telegram's HTML; a button's or toast's text has neither tags nor entities."""
    speech = _speech(language)
    for key, names in speech.variables.items():
        for number in (0, 1, 2, 5):
            values: dict[str, str | int] = {
                name: number if f"{{ ${name} ->" in _source(language, key) else "x" for name in names
            }
            if is_plain(key):
                text = plain(language, key, **values)
                assert not set(text) & set("<>&"), key
            else:
                assert parse_html(say(language, key, **values))[0].strip(), key


def _source(language: str, key: str) -> str:
    text = (ROOT / "bot" / "texts" / f"{language}.ftl").read_text(encoding="utf-8")
    return text.split(f"\n{key} =", maxsplit=1)[1].split("\n\n", maxsplit=1)[0]


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_is_shown_as_it_is(language: str, value: str) -> None:
    """Whatever somebody typed stands literally in the message, and in a button."""
    assert value in parse_html(say(language, "welcome", name=value))[0]
    assert value in plain(language, "button-deck-start", title=value)


def test_html_values_pass_unescaped() -> None:
    """Markup that our builder made is not escaped a second time."""
    assert "<code>x</code>" in say("en", "right", answer=Html("<code>x</code>"))


def test_control_characters_and_broken_unicode_are_cleaned() -> None:
    """What no message can hold doesn't reach one, nor can it pass for a slot of the text."""
    assert escape("a\0b\x07c\r\nd\re\ttab") == "abc\nd\ne\ttab"
    assert escape("\ud800x") == "\N{REPLACEMENT CHARACTER}x"
    assert "\0" not in say("en", "wrong-rival", answer="\0rival\0", rival="encode")
    assert say("en", "wrong-rival", answer="\0rival\0", rival="encode").count("encode") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_values_pass(language: str) -> None:
    """An answer of any length can be said, beyond what Fluent itself takes."""
    assert "x" * 9000 in say(language, "hint", hint="x" * 9000)


def test_missing_unused_and_unknown_raise() -> None:
    """A slip in a value, a key or a language is an error, never a gap in a message."""
    with pytest.raises(TypeError, match="answer"):
        say("en", "right")
    with pytest.raises(TypeError, match="other"):
        say("en", "right", answer="a", other="b")
    with pytest.raises(KeyError):
        say("en", "no-such-key")
    with pytest.raises(KeyError):
        say("fr", "right", answer="a")
    with pytest.raises(TypeError, match="title"):
        plain("en", "button-deck-start", title=Html("a&amp;b"))


def test_plural_forms() -> None:
    """One question is not "1 questions", and Hindi counts one of what is new as one."""
    assert "1 question," in say("en", "coming", days=1, cards=1, minutes=1)
    assert "8 questions," in say("en", "coming", days=6, cards=8, minutes=4)
    assert "नया सवाल और है" in say("hi", "new-left", cards=1)
    assert "naye sawaal aur hain" in say("hi-Latn", "new-left", cards=12)


def test_languages_are_named() -> None:
    """Each language can be offered under its own name."""
    assert set(NAMES) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("at", "language", "shown", "said"),
    [
        (time(21, 14), "en", "9:14 pm", "9:14 pm"),
        (time(20), "hi-Latn", "8:00 pm", "raat 8 baje"),
        (time(8), "hi", "सुबह 8:00", "सुबह 8 बजे"),
        (time(0, 5), "en", "12:05 am", "12:05 am"),
        (time(0, 5), "hi-Latn", "12:05 am", "raat 12:05 baje"),
        (time(12), "en", "12:00 pm", "12 pm"),
        (time(13), "hi-Latn", "1:00 pm", "dopahar 1 baje"),
        (time(17, 30), "hi", "शाम 5:30", "शाम 5:30 बजे"),
    ],
)
def test_times_of_day(at: time, language: str, shown: str, said: str) -> None:
    """A time is said as people say it, noon and midnight included."""
    assert clock(at, language) == shown
    assert hour(at, language) == said


def test_dates() -> None:
    """A date has its weekday and month in the learner's language."""
    on = date(2026, 12, 2)
    assert [day(on, language) for language in LANGUAGES] == [
        "Wednesday, 2 December",
        "बुधवार, 2 दिसंबर",
        "Budhwaar, 2 December",
    ]
