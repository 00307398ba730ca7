"""A button stays valid for ever; where it no longer acts it is a toast and the current card, never an error."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.app import BUTTONS
from bot.chat.keyboards import ACTIONS
from bot.services.outcomes import Act
from bot.texts import plain
from db import models
from tests.chat.story import MORNING

if TYPE_CHECKING:
    from tests.chat.story import Someone, Story

FORGED = (
    *(
        "undo:0",
        "undo:-1",
        "undo:99",
        "undo:9223372036854775807",
        "undo:9223372036854775808",
        "undo:1 ",
        "undo",
    ),
    *("set:99", "nudge:99999", "nudge:-3", "new:99999", "lang:9", "clock:7", "zone:999", "zone:-1"),
    *("go:-1", "go:01", "go:१", "hint:١", "review:7", "GO:1", "go:1\n", "\n", " ", "x" * 64, "д" * 32),
    *("answer:1", "nothing:1", "right:1;drop table turn", "{}", "undo:1e3", "undo:+1"),
)


async def at_the_third_question(story: Story, name: str = "Asha") -> Someone:
    """Somebody whose first answer was right and whose second was wrong, some minutes ago."""
    person = story.someone(name)
    await person.begins()
    await person.sends("prefill", "hm")
    story.clock.passes(timedelta(minutes=5))
    return person


async def is_only_a_toast(story: Story, person: Someone, data: str, message: int | None = None) -> None:
    """The tap changes nothing, is answered by a toast, and shows the open question."""
    before, opened = story.progress(), story.rows(models.Turn)["turn"][-1][0]
    await person.taps(data=data, message_id=message)
    assert story.progress() == before, data
    assert story.rows(models.Turn)["turn"][-1][0] == opened, data
    assert person.toast in (plain("en", "toast-old"), plain("en", "toast-already")), data
    assert story.rows(models.DeadLetter)["dead_letter"] == []


async def test_buttons_of_questions_that_are_over(story: Story) -> None:
    """Hint, "I don't know", Undo of what is not the newest: the open question is shown, nothing else happens."""
    asha = await at_the_third_question(story)
    for data in ("hint:1", "idk:1", "undo:1", "unrule:1", "unrule:2", "skip:1", "skip:3"):
        await is_only_a_toast(story, asha, data)
        asha.sees("3 / 4", "Pehle token")


async def test_an_undone_answers_buttons(story: Story) -> None:
    """A9: the buttons under an answer that was taken back act on nothing any more."""
    asha = await at_the_third_question(story)
    await asha.taps("Undo")
    story.clock.passes(timedelta(minutes=1))
    for act in Act:
        await is_only_a_toast(story, asha, f"{act}:2")
        asha.sees("2 / 4", "Token ek-ek")


async def test_a_tap_on_a_three_days_old_card(story: Story) -> None:
    """A9: after three days old buttons are toasts, but for an overrule of the card's newest answer, which acts."""
    asha = await at_the_third_question(story)
    old = asha.last
    story.clock.passes(timedelta(days=3))
    await asha.sends("/review")
    asha.sees("1 / 4")
    for data in ("undo:2", "idk:1"):
        await is_only_a_toast(story, asha, data, old.message_id)
        asha.sees("1 / 4")
    await asha.taps(data="right:2", message_id=old.message_id)
    asha.sees("counted as right", "1 / 4")


async def test_a_tap_after_a_restart(story: Story) -> None:
    """A9: what stands in the chat works after a restart as before: nothing was kept in memory."""
    asha = await at_the_third_question(story)
    await story.begins()
    await asha.taps("I was right")
    asha.sees("counted as right", "3 / 4")
    await asha.taps("Hint")
    asha.sees("char letters")
    await story.begins()
    await asha.sends("ttft")
    asha.sees("Right")


@pytest.mark.parametrize("act", Act)
async def test_taps_after_the_deck_was_retired(story: Story, act: Act) -> None:
    """A9: when the deck is gone no tap fails and no question of it comes up again."""
    asha = await at_the_third_question(story)
    with story.database.write() as session:
        session.query(models.Deck).update({"retired_at": MORNING})
    for turn in (3, 2, 1):
        await asha.taps(data=f"{act}:{turn}")
        assert story.rows(models.DeadLetter)["dead_letter"] == []
        assert asha.toast in ("", plain("en", "toast-old"), plain("en", "toast-already"))
    await asha.sends("/review")
    asha.does_not_see("Input ko", "Token ek-ek", "Pehle token")


async def test_forged_data(story: Story) -> None:
    """Data that the bot has never written changes nothing, whatever it looks like."""
    asha = await at_the_third_question(story)
    for data in FORGED:
        await is_only_a_toast(story, asha, data)
        asha.sees("3 / 4")


async def test_another_learners_turns(story: Story) -> None:
    """Nobody reaches a turn that is not theirs, open, answered or overruled."""
    asha = await at_the_third_question(story)
    await asha.taps("I was right")
    ravi = await at_the_third_question(story, "Ravi")
    for act in Act:
        for turn in (1, 2, 3):
            await is_only_a_toast(story, ravi, f"{act}:{turn}")
            ravi.sees("3 / 4")
    await asha.sends("ttft")
    asha.sees("Right")


async def test_a_tap_that_telegram_dropped(story: Story) -> None:
    """A9: a tap that waited 150 s never arrives; the question can be answered by typing."""
    asha = await at_the_third_question(story)
    asha.person.taps("I don't know")
    story.clock.passes(timedelta(seconds=151))
    await story.settles()
    asha.sees("3 / 4")
    await asha.sends("ttft")
    asha.sees("Right")


async def test_a_tap_that_is_answered_too_late(story: Story) -> None:
    """A tap that the bot handles after Telegram has given it up acts all the same: only its toast is lost."""
    asha = await at_the_third_question(story)
    toasts = len(asha.person.toasts)
    tap = asha.person.taps("I don't know")
    story.telegram.take_updates()
    story.clock.passes(timedelta(minutes=20))
    await story.handles(tap)
    await story.sends_out()
    asha.sees("4 / 4")
    assert len(asha.person.toasts) == toasts


async def test_a_tap_on_a_message_that_was_deleted(story: Story) -> None:
    """A tap whose message is gone acts; that its keyboard can't be tidied any more does no harm."""
    asha = await at_the_third_question(story)
    await asha.taps(data="right:2", message_id=9999)
    asha.sees("counted as right", "3 / 4")


@pytest.mark.parametrize("fault", ["timeout_after", "connect", "500"])
async def test_what_is_done_beside_the_outbox_may_fail(story: Story, fault: str) -> None:
    """A toast and a keyboard that can't be delivered neither stop nor repeat what the tap does."""
    asha = await at_the_third_question(story)
    story.telegram.fail_next(fault, method="answerCallbackQuery")  # type: ignore[arg-type]  # one of the faults
    story.telegram.fail_next(fault, method="editMessageReplyMarkup")  # type: ignore[arg-type]  # as above
    await asha.taps("I don't know")
    asha.sees("4 / 4")
    assert len(story.rows(models.Event)["event"]) == 3


async def test_after_a_step_its_old_keyboard_is_gone(story: Story) -> None:
    """Only the newest message has buttons, whether the step was tapped or typed: there is one place to look."""
    asha = await at_the_third_question(story)
    await asha.taps("I was right")
    await asha.sends("/hint", "/review", "/skip", "/undo", "ttft")
    assert [bool(posted.buttons) for posted in asha.chat[1:]] == [False] * (len(asha.chat) - 2) + [True]


async def test_every_action_has_its_handler(story: Story) -> None:
    """Each action that a button can carry is in the handler table, and none of them fails."""
    assert {str(action) for action in BUTTONS} == set(ACTIONS)
    asha = story.someone("Asha")
    await asha.begins()
    for action, numbers in ACTIONS.items():
        asha.person.taps(data=f"{action}:{max(numbers[0], min(numbers[-1], 1))}")
        [update] = story.telegram.take_updates()
        await story.handles(update)
        await story.sends_out()
    assert story.rows(models.DeadLetter)["dead_letter"] == []
