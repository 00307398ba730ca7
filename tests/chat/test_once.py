"""Whatever is sent twice, at once or too early has its effect once, on the question that stood in the chat."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.texts import plain
from db import models

if TYPE_CHECKING:
    from tests.chat.story import Someone, Story


def log(story: Story) -> list[tuple[Any, ...]]:
    """The answer log."""
    return story.rows(models.Event)["event"]


def open_turn(story: Story) -> Any:
    """The open question's row."""
    with story.database.read() as session:
        return session.query(models.Turn).filter_by(state="open").one()


async def twice(story: Story, person: Someone, button: str) -> None:
    """Tap a button twice within 30 ms: both taps are there before anything was sent."""
    data = person.data(button)
    person.person.taps(data=data)
    story.clock.passes(timedelta(milliseconds=30))
    person.person.taps(data=data)
    await story.takes_in()
    await story.sends_out()


@pytest.mark.parametrize(
    ("before", "button"),
    [
        ([], "▶"),
        (["▶"], "Hint"),
        (["▶"], "I don't know"),
        (["▶", "hm"], "I was right"),
        (["▶", "hm"], "Undo"),
        (["▶", "hm", "I was right"], "Undo"),
    ],
)
async def test_a_double_tap_is_one_step(story: Story, before: list[str], button: str) -> None:
    """A8: the same button twice within 30 ms: one message, one step; the second tap is a toast."""
    asha, ravi = story.someone("Asha"), story.someone("Ravi")
    for person in (asha, ravi):
        await person.sends("/start")
        for step in before:
            await (person.sends(step) if step == "hm" else person.taps(data=person.data(step)))
    await ravi.taps(data=ravi.data(button))
    await twice(story, asha, button)
    assert [posted.text for posted in asha.chat[1:]] == [posted.text for posted in ravi.chat[1:]]
    assert asha.toast == plain("en", "toast-already")


async def test_an_update_delivered_again_has_no_effect(story: Story) -> None:
    """A8: Telegram delivers an update again when it misses our acknowledgement: nothing happens, nothing is said."""
    asha = story.someone("Asha")
    await asha.begins()
    text = asha.person.sends("prefill")
    await story.settles()
    tap = asha.person.taps("I don't know")
    await story.settles()
    before, messages = story.progress(), len(asha.chat)
    for update in (text, tap, text):
        await story.handles(update)
        await story.sends_out()
    assert story.progress() == before
    assert len(asha.chat) == messages


async def test_phone_and_desktop_at_once(story: Story) -> None:
    """A8: two texts before the next question is sent: the first is graded, the second is "not counted", once."""
    asha = story.someone("Asha")
    await asha.begins()
    asha.person.sends("prefill")
    asha.person.sends("prefil")
    await story.takes_in()
    await story.sends_out()
    assert len(log(story)) == 1
    asha.sees("Not counted", "2 / 4", "Token ek-ek")
    await asha.sends("decode")
    asha.sees("Right: decode")


async def test_three_texts_typed_in_an_outage(story: Story) -> None:
    """While nothing can be sent only the first of several texts is graded: no other question had been seen."""
    asha = story.someone("Asha")
    await asha.begins()
    for text in ("prefill", "decode", "ttft"):
        asha.person.sends(text)
        story.clock.passes(timedelta(seconds=20))
        await story.takes_in()
    assert len(log(story)) == 1
    await story.sends_out()
    asha.sees("2 / 4")
    await asha.sends("decode")
    assert len(log(story)) == 2


async def test_skips_typed_in_an_outage(story: Story) -> None:
    """/skip typed three times gives up one question, the one that was seen."""
    asha = story.someone("Asha")
    await asha.begins()
    for text in ("/skip", "/skip", "/hint", "/skip"):
        asha.person.sends(text)
        story.clock.passes(timedelta(seconds=20))
    await story.takes_in()
    await story.sends_out()
    assert len(log(story)) == 1
    assert open_turn(story).hints == 0
    asha.sees("2 / 4")


async def test_a_tap_and_a_text_at_once(story: Story) -> None:
    """ "I don't know" and a typed answer at the same instant, on two workers: one grade."""
    asha = story.someone("Asha")
    await asha.begins()
    text = asha.person.sends("prefill")
    tap = asha.person.taps("I don't know")
    await asyncio.gather(story.handles(text), story.handles(tap))
    await story.sends_out()
    assert len(log(story)) == 1
    assert open_turn(story).id == 2


async def test_the_same_update_on_two_workers(story: Story) -> None:
    """An update that two workers get at once has one effect."""
    asha = story.someone("Asha")
    await asha.begins()
    text = asha.person.sends("prefill")
    await asyncio.gather(story.handles(text), story.handles(text))
    await story.sends_out()
    assert len(log(story)) == 1
    assert [posted.text for posted in asha.chat if "Right" in posted.text] == [asha.last.text]


async def test_many_first_messages_at_once(story: Story) -> None:
    """A newcomer whose first messages arrive together becomes one learner."""
    asha = story.someone("Asha")
    updates = [asha.person.sends(text) for text in ("/start", "/start", "hello", "/help")]
    await asyncio.gather(*map(story.handles, updates))
    await story.sends_out()
    assert len(story.rows(models.Learner)["learner"]) == 1
    assert len(asha.chat) == 4


async def test_a_text_above_the_latest_prompt_is_not_its_answer(story: Story) -> None:
    """A text typed before the question was shown again is compared with the place where it stands now."""
    asha = story.someone("Asha")
    await asha.begins()
    late = asha.person.sends("prefill")
    story.telegram.take_updates()
    await asha.sends("/review")
    await story.handles(late)
    await story.sends_out()
    asha.sees("Not counted")
    assert log(story) == []


async def test_the_books_of_a_prompt(story: Story) -> None:
    """The sender writes down where a question stands, when it was first tried and sent, and keeps the first sending."""
    asha = story.someone("Asha")
    await asha.sends("/start")
    await asha.taps("Start")
    first = open_turn(story)
    assert first.prompt_message_id == asha.last.message_id
    assert first.sent_at == asha.last.date
    assert first.prompt_chars == len(asha.last.text)
    await asha.taps("Hint")
    second = open_turn(story)
    assert second.prompt_message_id == asha.last.message_id > first.prompt_message_id
    assert (second.sent_at, second.prompt_chars) == (first.sent_at, first.prompt_chars)
    assert second.first_tried_at > first.first_tried_at


async def test_a_prompt_on_its_way_is_not_known_yet(story: Story) -> None:
    """From the moment a question is to be shown anew until it was sent, its old place counts no more."""
    asha = story.someone("Asha")
    await asha.begins()
    asha.person.taps("Hint")
    await story.takes_in()
    row = open_turn(story)
    assert (row.prompt_message_id, row.first_tried_at) == (None, None)


async def test_the_last_of_two_prompts_is_where_a_question_stands(story: Story) -> None:
    """Two prompts of one question on their way: the earlier one's arrival does not settle the place."""
    asha = story.someone("Asha")
    await asha.begins()
    asha.person.sends("/review")
    asha.person.sends("/review")
    await story.takes_in()
    await story.sends_out()
    assert open_turn(story).prompt_message_id == asha.last.message_id
