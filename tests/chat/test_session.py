"""Whole sessions: what is asked, what comes back the same day, how it ends, and the days after."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.texts import plain
from tests.chat.story import deck

if TYPE_CHECKING:
    from tests.chat.story import Someone, Story

CITIES = (
    "Lima",
    "Oslo",
    "Cairo",
    "Quito",
    "Hanoi",
    "Dakar",
    "Minsk",
    "Accra",
    "Sofia",
    "Tunis",
    "Kabul",
    "Doha",
)
PLACES = {f"Which city has number {n}?": city for n, city in enumerate(CITIES, 11)}
LATER = timedelta(days=1)


async def learner_of_places(story: Story, cards: int) -> Someone:
    """A learner at the first question of a deck of so many cards."""
    known = dict(list(PLACES.items())[:cards])
    story.publishes(deck(known, deck="places", title="Places"), "places.md")
    asha = story.someone("Asha")
    await asha.begins()
    return asha


async def test_a_session_with_every_kind_of_answer(story: Story) -> None:
    """Right, wrong, hinted and close answers; each of the last three is repeated until it is known, then the sum."""
    asha = story.someone("Asha")
    await asha.begins()
    asha.sees("1 / 4", "Input ko")
    await asha.sends("pre fill")
    asha.sees("✅", "Right: prefill", "tomorrow", "2 / 4")
    await asha.sends("encode")
    asha.sees("❌", "It's decode", "3 / 4")
    await asha.taps("Hint")
    asha.sees("char letters", "3 / 4", "Pehle token")
    await asha.sends("ttft")
    asha.sees("✅", "ttft = time to first token", "4 / 4")
    await asha.sends("cache")
    asha.sees("🟡", "4 / 4", "Purane keys")
    await asha.sends("kv wala")
    asha.sees("✅", "KV cache", plain("en", "header-drill"), "Token ek-ek")
    await asha.sends("encode")
    asha.sees("❌", plain("en", "header-drill"), "Pehle token")
    await asha.sends("time to first token")
    asha.sees("✅", "Purane keys")
    await asha.sends("kv cache")
    asha.sees("✅", "Token ek-ek")
    await asha.taps("I don't know")
    asha.sees("decode", "Token ek-ek")
    await asha.sends("decode")
    asha.sees("✅", "Done!", "4 questions", "1 right first time", "Tomorrow: 4 questions")
    assert "8 pm" in asha.buttons


async def test_a_repetition_comes_after_three_others(blank_story: Story) -> None:
    """A card that was not known comes back after three other cards, before the new ones that are left."""
    asha = await learner_of_places(blank_story, 6)
    await asha.sends("no such town")
    for city in ("Oslo", "Cairo", "Quito"):
        asha.does_not_see("number 11")
        await asha.sends(city)
    asha.sees(plain("en", "header-drill"), "number 11")
    await asha.sends("Lima")
    asha.sees("5 / 6", "number 15")
    assert await asha.finishes(PLACES) == 2
    asha.sees("6 questions", "5 right first time")


async def test_the_nudge_is_offered_once(story: Story) -> None:
    """After the first session the bot asks when to remind; after the second it does not."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    asha.sees(plain("en", "offer-nudge"))
    story.clock.passes(LATER)
    await asha.sends("/review")
    assert await asha.finishes() == 4
    asha.sees("Done!")
    asha.does_not_see(plain("en", "offer-nudge"))


async def test_the_nudge_is_set_from_the_first_summary(story: Story) -> None:
    """A tap on a time, "yes" to the clock, and the first reminder is announced."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    await asha.taps("8 pm")
    asha.sees("8 pm", "10:00 am")
    await asha.sends("yes")
    asha.sees("First reminder")
    await asha.sends("/settings")
    asha.sees("8 pm")


async def test_days_follow_each_other_by_sm2(story: Story) -> None:
    """Known at once: next day, six days later, then sixteen; in between nothing is due."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    for wait, announced in ((1, "In 6 days"), (6, "In 17 days")):
        if wait > 1:
            story.clock.passes(timedelta(days=wait - 1))
            await asha.sends("/review")
            asha.sees("Nothing is due")
        story.clock.passes(LATER)
        await asha.sends("/review")
        assert await asha.finishes() == 4
        asha.sees(announced)


async def test_no_more_new_cards_than_wanted(blank_story: Story) -> None:
    """Ten new cards on the first day, the other two beside the reviews on the second."""
    asha = await learner_of_places(blank_story, 12)
    assert await asha.finishes(PLACES) == 10
    asha.sees("10 questions", "Tomorrow: 12 questions")
    await asha.sends("/review")
    asha.sees("Nothing is due", "2 new questions are left")
    blank_story.clock.passes(LATER)
    await asha.sends("/review")
    asha.sees("1 / 12")
    assert await asha.finishes(PLACES) == 12


async def test_the_limit_of_new_cards_can_be_raised_in_the_middle(blank_story: Story) -> None:
    """More new cards a day means more of them today."""
    asha = await learner_of_places(blank_story, 12)
    await asha.finishes(PLACES)
    await asha.sends("/settings")
    await asha.taps("New a day")
    await asha.sends("20", "/review")
    asha.sees("1 / 2", "number 21")


async def test_the_streak_counts_days_in_a_row(story: Story) -> None:
    """Three days in a row are told; a day without an answer begins anew."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill")
    story.clock.passes(LATER)
    await asha.sends("/review")
    await asha.answers()
    story.clock.passes(LATER)
    await asha.sends("/review")
    await asha.finishes()
    asha.sees("3 days in a row")
    story.clock.passes(2 * LATER)
    await asha.sends("/stats")
    asha.does_not_see("in a row")


async def test_a_question_left_open_overnight_is_todays_first(story: Story) -> None:
    """Who answers in the morning what was asked in the evening has begun the day's session."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.answers()
    story.clock.passes(LATER)
    await asha.answers()
    asha.sees("2 / 4")
    assert await asha.finishes() == 3
    asha.sees("4 questions", "all right first time")


async def test_progress_is_told_at_any_time(story: Story) -> None:
    """/stats says how much was answered today and what is left, and leaves the question open."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "/stats")
    asha.sees("1 answer today", "1 of 4 seen")
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_repeats_are_skipped_in_one_tap(story: Story) -> None:
    """No more repeats today: the session ends, and tomorrow the cards come as planned."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("hm", "hm", "ttft", "kv cache")
    asha.sees(plain("en", "header-drill"))
    await asha.taps("No repeats today")
    asha.sees("2 repeats skipped", "4 questions", "2 right first time", "Tomorrow: 4 questions")
