"""Overruling and Undo in the chat: what a learner sees after overruling a verdict or taking something back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.texts import plain
from db import models

if TYPE_CHECKING:
    from tests.chat.story import Someone, Story


def memory_of(story: Story, person: Someone) -> list[tuple[object, ...]]:
    """What the bot remembers of a person's cards: all but whose and which."""
    learners = {row[1]: row[0] for row in story.rows(models.Learner)["learner"]}
    rows = story.rows(models.Memory)["memory"]
    return [row[2:] for row in rows if row[0] == learners[person.person.id]]


def qualities(story: Story) -> list[tuple[str, int]]:
    """The log: what happened, at which quality."""
    names = [column.name for column in models.Event.__table__.columns]
    kind, quality = names.index("type"), names.index("quality")
    return [(row[kind], row[quality]) for row in story.rows(models.Event)["event"]]


async def test_i_was_right(story: Story) -> None:
    """A slip marked wrong and overruled leaves ease, interval and streak as if it had been right; the log keeps both."""
    asha, ravi = story.someone("Asha"), story.someone("Ravi")
    await asha.begins()
    await ravi.begins()
    await asha.sends("first phase")
    asha.sees("❌")
    await asha.taps("I was right")
    asha.sees("counted as right", "prefill", "tomorrow", "2 / 4", "Token ek-ek")
    ravi.story.clock.to("10:05")
    await ravi.sends("prefill")
    assert memory_of(story, asha) == memory_of(story, ravi)
    assert qualities(story) == [("answer", 1), ("overrule", 4), ("answer", 4)]
    await asha.finishes()
    asha.sees("4 questions", "all right first time")


async def test_a_second_tap_on_i_was_right_changes_nothing(story: Story) -> None:
    """The button tapped again, at once or much later, is a toast."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("first phase")
    button = asha.data("I was right")
    await asha.taps("I was right")
    before = story.progress()
    await asha.taps(data=button)
    assert asha.toast == plain("en", "toast-already")
    story.clock.to("10:30")
    await asha.taps(data=button)
    assert story.progress() == before


async def test_a_ruling_is_taken_back_alone(story: Story) -> None:
    """Undo after "I was right": the verdict is as it was, the open question stays and is answered next."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("encode")
    before = memory_of(story, asha)
    await asha.taps("I was right")
    await asha.taps("Undo")
    asha.sees("Taken back", "prefill", "2 / 4", "Token ek-ek")
    assert memory_of(story, asha) == before
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_undo_asks_the_card_again(story: Story) -> None:
    """An answer sent by mistake is taken back: the same question stands, and what follows is graded as its answer."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("hm")
    await asha.taps("Undo")
    asha.sees("Taken back", "1 / 4", "Input ko")
    assert memory_of(story, asha) == []
    await asha.sends("prefill")
    asha.sees("Right: prefill", "2 / 4")
    assert qualities(story) == [("answer", 1), ("undo", 0), ("answer", 5)]


async def test_undo_is_repeatable(story: Story) -> None:
    """Undo after Undo walks back through the day, by button and by /undo alike."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "decode", "ttft")
    await asha.taps("Undo")
    asha.sees("3 / 4", "Pehle token")
    await asha.taps("Undo")
    asha.sees("2 / 4", "Token ek-ek")
    await asha.sends("/undo")
    asha.sees("1 / 4", "Input ko")
    assert memory_of(story, asha) == []
    assert "Undo" not in " ".join(asha.buttons)
    assert await asha.finishes() == 4


async def test_undo_of_a_first_try(story: Story) -> None:
    """A close first try taken back: its question again, whole, with both tries before it."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "decode", "ttft", "cache")
    await asha.taps("Undo")
    asha.sees("Taken back", "4 / 4", "Purane keys")
    await asha.sends("kv cache")
    asha.sees("Right: KV cache", "all right first time")


async def test_undo_at_the_end(story: Story) -> None:
    """The last answer of a session can be taken back like any other; the summary comes again, whole, with its offer."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill", "decode", "ttft", "kv cache")
    asha.sees("Done!")
    await asha.taps("Undo")
    asha.sees("4 / 4", "Purane keys")
    await asha.sends("kv cache")
    asha.sees("Done!", "4 questions", "all right first time", plain("en", "offer-nudge"))


async def test_behind_the_dots(story: Story) -> None:
    """The dots unfold into the rarer acts, on the same message; "I was wrong" brings the card back today."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("prefill")
    messages = len(asha.chat)
    await asha.taps("⋯")
    assert len(asha.chat) == messages
    assert "I was wrong" in asha.buttons
    assert "I don't know" in asha.buttons
    await asha.taps("I was wrong")
    asha.sees("counted as wrong", "once more today", "2 / 4")
    await asha.sends("decode", "ttft", "kv cache")
    asha.sees(plain("en", "header-drill"), "Input ko")


async def test_too_easy(story: Story) -> None:
    """A right answer that took its time can be called too easy: the ease rises as for a prompt one."""
    asha = story.someone("Asha")
    await asha.begins()
    story.clock.to("10:05")
    await asha.sends("prefill")
    await asha.taps("⋯")
    await asha.taps("Too easy")
    asha.sees("counted as easy")
    assert [memory[0] for memory in memory_of(story, asha)] == [260]


async def test_undo_with_nothing_to_undo(story: Story) -> None:
    """/undo before any answer shows where things stand and changes nothing."""
    asha = story.someone("Asha")
    await asha.begins()
    before = story.progress()
    await asha.sends("/undo")
    asha.sees("1 / 4", "Input ko")
    assert story.progress() == before
