"""Settings by typing, and what a text means while one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db import models

if TYPE_CHECKING:
    from tests.chat.story import Someone, Story


def learner(story: Story) -> models.Learner:
    """The one learner's row."""
    with story.database.read() as session:
        return session.query(models.Learner).one()


async def asked_for(story: Story, setting: str) -> Someone:
    """Somebody who has been asked for a setting while a question stands open."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("/settings")
    await asha.taps(setting)
    return asha


@pytest.mark.parametrize(
    ("setting", "typed", "column", "value"),
    [
        ("Time zone", "Mumbai", "zone", "Asia/Kolkata"),
        ("Time zone", "Berlin", "zone", "Europe/Berlin"),
        ("Reminder", "20:30", "nudge_time", "20:30:00"),
        ("Reminder", "raat 8 baje", "nudge_time", "20:00:00"),
        ("New a day", "25", "new_per_day", "25"),
        ("New a day", "५", "new_per_day", "5"),
    ],
)
async def test_a_setting_is_typed(story: Story, setting: str, typed: str, column: str, value: str) -> None:
    """City, time and number are taken as they are typed; nothing of it is graded as an answer."""
    asha = await asked_for(story, setting)
    await asha.sends(typed)
    assert str(getattr(learner(story), column)) == value
    assert story.rows(models.Attempt)["attempt"] == []


@pytest.mark.parametrize(
    ("setting", "typed"),
    [
        ("Reminder", "25:00"),
        ("New a day", "many"),
        ("New a day", "100000"),
        ("Time zone", "Atlantis"),
        ("Reminder", "<b>"),
    ],
)
async def test_what_can_not_be_used_is_asked_for_again(story: Story, setting: str, typed: str) -> None:
    """A value that won't do is quoted in a kind answer, changes nothing, and the next text is tried again."""
    asha = await asked_for(story, setting)
    before = story.progress()
    await asha.sends(typed)
    asha.sees(typed)
    assert story.progress() == before
    await asha.sends({"Reminder": "20:30", "New a day": "7", "Time zone": "Tokyo"}[setting])
    assert story.progress() != before


async def test_a_question_ends_the_asking(story: Story) -> None:
    """Once a question is shown the next text is its answer, whatever was being set before."""
    asha = await asked_for(story, "New a day")
    await asha.sends("/review", "prefill")
    asha.sees("Right: prefill")
    assert learner(story).expecting is None


async def test_after_a_setting_the_open_question_is_answered(story: Story) -> None:
    """A setting made in the middle of a session leaves the question open: the next text answers it."""
    asha = await asked_for(story, "New a day")
    await asha.sends("25", "prefill")
    asha.sees("Right: prefill")


async def test_a_setting_can_be_let_be(story: Story) -> None:
    """ "cancel" ends the asking, changes nothing, and the next text is an answer again."""
    asha = await asked_for(story, "Reminder")
    await asha.sends("cancel", "prefill")
    asha.sees("Right: prefill")
    assert learner(story).nudge_time is None


async def test_asking_survives_a_restart(story: Story) -> None:
    """What the next text means stands in the database, not in memory."""
    asha = await asked_for(story, "New a day")
    await story.begins()
    await asha.sends("25")
    assert learner(story).new_per_day == 25


async def test_a_wrong_clock_leads_to_the_zone(story: Story) -> None:
    """ "No" to the clock shown, then the time on one's own clock: the zones where it is that time."""
    asha = await asked_for(story, "Reminder")
    await asha.sends("20:30")
    asha.sees("10:00 am")
    await asha.sends("no", "11:30")
    assert asha.buttons
    await asha.sends("Asia/Bangkok")
    assert learner(story).zone == "Asia/Bangkok"


@pytest.mark.parametrize("button", ["8 am", "1 pm", "8 pm", "No reminders"])
async def test_every_offered_time_can_be_tapped(story: Story, button: str) -> None:
    """The times under the first summary set the nudge, or leave it off, for good."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    await asha.taps(button)
    hours = {"8 am": "08:00:00", "1 pm": "13:00:00", "8 pm": "20:00:00"}
    assert str(learner(story).nudge_time) == hours.get(button, "None")
    assert (learner(story).next_nudge_at is None) == (button == "No reminders")
