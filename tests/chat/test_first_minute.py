"""From /start to the first question, in the learner's own language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.texts import plain
from tests.chat.story import LESSON, deck

if TYPE_CHECKING:
    from tests.chat.story import Story

CAPITALS = {"Capital of France?": "Paris", "Capital of Japan?": "Tokyo"}


def written_in(language: str) -> str:
    """The lesson with its language declared, "" for not."""
    return f"---\nlanguage: {language}\n---\n{LESSON}" if language else LESSON


@pytest.mark.parametrize(
    ("written", "phone", "spoken"),
    [
        ("en", "en", "en"),
        ("hi", "en", "hi"),
        ("hi-Latn", "en", "hi-Latn"),
        ("hi-Latn", None, "hi-Latn"),
        ("hi-Latn", "ta", "hi-Latn"),
        ("hi-Latn", "hi", "hi"),
        ("en", "hi-IN", "hi"),
        ("en", "HI", "hi"),
        ("", "en", "en"),
        ("", "de", "en"),
        ("", "hi", "hi"),
    ],
)
async def test_the_first_question_stands_after_two_taps(
    blank_story: Story, written: str, phone: str | None, spoken: str
) -> None:
    """Start, then "▶", and the first question is there: in Hindi if the phone is, else in the deck's language."""
    blank_story.publishes(written_in(written))
    asha = blank_story.someone("Asha", phone)
    await asha.sends("/start")
    asha.sees("Asha", plain(spoken, "welcome-how"))
    await asha.taps(plain(spoken, "button-start"))
    asha.sees("1 / 4", "Input ko ek saath padhne wala phase?")
    assert asha.buttons == [plain(spoken, "button-hint"), plain(spoken, "button-give-up")]


async def test_another_language_is_one_tap_away(story: Story) -> None:
    """The welcome has the other languages' buttons, and what follows a tap is said in that one."""
    asha = story.someone("Asha", "en")
    await asha.sends("/start")
    await asha.taps("हिन्दी")
    asha.sees(plain("hi", "welcome-how"))
    await asha.taps(plain("hi", "button-start"))
    await asha.sends("prefill")
    asha.sees("सही: prefill")


async def test_there_is_no_deck_yet(blank_story: Story) -> None:
    """Before any deck is published every command still answers."""
    asha = blank_story.someone("Asha")
    for command in (
        "/start",
        "/review",
        "/decks",
        "/stats",
        "/settings",
        "/help",
        "/hint",
        "/skip",
        "/undo",
        "hm",
    ):
        before = len(asha.chat)
        await asha.sends(command)
        assert len(asha.chat) > before, command


async def test_who_starts_again_is_known(story: Story) -> None:
    """A second /start greets a learner who has begun as one who returns, and goes on where they stopped."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "/start")
    asha.sees("again, Asha")
    await asha.taps("Start")
    asha.sees("2 / 4")


async def test_several_decks_can_be_chosen_from(story: Story) -> None:
    """The first deck is offered, the others are one tap away, and joining one leads straight to its questions."""
    story.publishes(deck(CAPITALS, deck="capitals", title="Capitals"), "capitals.md")
    asha = story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Other decks")
    await asha.taps("Capitals")
    await asha.taps("Start")
    asha.sees("1 / 2", "Capital of France?")


async def test_a_deck_is_left_and_taken_back(story: Story) -> None:
    """Leaving a deck withdraws its question; joining it again goes on with the progress kept."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "/decks")
    await asha.taps("Leave")
    before = story.progress()["memory"]
    await asha.sends("decode")
    assert story.progress()["memory"] == before
    await asha.sends("/decks")
    await asha.taps("+")
    await asha.taps("Start")
    asha.sees("Token ek-ek banane wala phase?")
