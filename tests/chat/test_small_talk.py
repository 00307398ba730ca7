"""What is no answer costs nothing, and whoever says hello is welcomed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db import models

if TYPE_CHECKING:
    from tests.chat.story import Story


@pytest.mark.parametrize("text", [".", "hello", "🙂", "???"])
async def test_a_text_without_an_answer_is_no_try(story: Story, text: str) -> None:
    """ "hello" leaves the question open, counts as no try and costs no quality."""
    asha = story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Start")
    await asha.sends(text)
    asha.sees("I found no answer in that", "1 / 4")
    assert story.rows(models.Attempt, models.Event) == {"attempt": [], "event": []}
    await asha.sends("prefill")
    asha.sees("Right: prefill", "2 / 4")


async def test_a_strangers_first_word_is_answered_by_the_welcome(story: Story) -> None:
    """Somebody who says "hi" instead of /start sees what they would see then."""
    asha = story.someone("Asha")
    await asha.sends("hi")
    asha.sees("Hello Asha!", "Inference")


async def test_a_double_tap_on_a_nudge_time_keeps_its_question(story: Story) -> None:
    """The second tap on "8 pm" changes nothing: a typed yes still answers whose clock it is."""
    asha = story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Start")
    for answer in ("prefill", "decode", "ttft", "kv cache"):
        await asha.sends(answer)
    await asha.taps("8 pm")
    await asha.taps("8 pm")
    asha.sees("Is it")
    await asha.sends("yes")
    asha.sees("First reminder")


async def test_a_near_miss_of_a_long_answer_is_told_its_sentence(blank_story: Story) -> None:
    """The verdict's word, the instructor's sentence for this very slip, then the model answer."""
    blank_story.publishes(
        "Q: Which phase gives the first token, and why does a long prompt delay it?\n"
        "A: The prefill phase; the longer the input, the longer prefill takes, so the first token comes later.\n"
        "Not: decode — Decode makes the tokens after the first.\n"
    )
    await blank_story.begins()
    asha = blank_story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Start")
    await asha.sends("decode")
    asha.sees("No. Decode makes the tokens after the first.", "The prefill phase; the longer the input")
