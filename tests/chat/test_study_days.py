"""A study day is the learner's own, from 04:00 to 04:00, whatever clocks and zones do."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from db import models
from tests.chat.story import MORNING

if TYPE_CHECKING:
    from tests.chat.story import Story


def study_days(story: Story) -> list[date]:
    """The study day of each event, oldest first."""
    with story.database.read() as session:
        return [row.study_day for row in session.query(models.Event).order_by(models.Event.id)]


def due_days(story: Story) -> list[date]:
    """When each card is due, in deck order."""
    with story.database.read() as session:
        return [row.due for row in session.query(models.Memory).order_by(models.Memory.card)]


async def test_before_and_after_midnight_is_one_study_day(story: Story) -> None:
    """Answers at 23:50 and 00:20 in Kolkata belong together; at 04:00 a new day begins."""
    story.clock.to("23:50")
    asha = story.someone("Asha")
    await asha.begins()
    await asha.answers()
    story.clock.to("00:20")
    await asha.answers()
    story.clock.to("03:59")
    await asha.answers()
    await asha.answers()
    asha.sees("Done!", "4 questions", "Tomorrow: 4")
    assert set(study_days(story)) == {date(2026, 12, 1)}
    story.clock.to("04:00")
    await asha.sends("/review")
    asha.sees("1 / 4")
    await asha.answers()
    assert study_days(story)[-1] == date(2026, 12, 2)


async def test_moving_to_the_other_side_of_the_world(story: Story) -> None:
    """From Kolkata to the US Pacific coast: no card is skipped, due dates stay, the streak is whole."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.answers()
    story.clock.to("10:00")
    await asha.sends("/review")
    await asha.finishes()
    due = due_days(story)
    await asha.sends("/settings")
    await asha.taps("Time zone")
    await asha.sends("US/Pacific")
    asha.sees("Los_Angeles" if "Los_Angeles" in asha.last.text else "US/Pacific")
    assert due_days(story) == due
    await asha.sends("/stats")
    asha.sees("2 days in a row")
    asked = {}
    for day in range(2, 10):
        story.clock.to("09:00", "US/Pacific")
        await asha.sends("/review")
        asked[day] = await asha.finishes()
        if day == 3:
            asha.sees("3 days in a row")
    assert asked == {2: 0, 3: 3, 4: 0, 5: 0, 6: 0, 7: 0, 8: 1, 9: 3}


async def test_moving_east_over_the_night_keeps_the_streak(story: Story) -> None:
    """A day made short by a flight east is no day missed."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.answers()
    await asha.sends("/settings")
    await asha.taps("Time zone")
    await asha.sends("Auckland")
    story.clock.to("09:00", "Pacific/Auckland")
    await asha.sends("/review")
    await asha.answers()
    await asha.sends("/stats")
    asha.sees("2 days in a row")


async def test_leap_days(story: Story) -> None:
    """Reviews on 28 and 29 February 2028: tomorrow is the 29th, then the 1st of March, whatever the hour."""
    story.telegram.set_clock(datetime(2028, 2, 28, 17, 0, tzinfo=UTC))
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    assert set(due_days(story)) == {date(2028, 2, 29)}
    story.clock.to("05:00")
    await asha.sends("/review")
    assert await asha.finishes() == 4
    assert set(due_days(story)) == {date(2028, 3, 6)}


async def test_a_year_from_a_leap_day(story: Story) -> None:
    """365 days after 29 February 2028 is 28 February 2029: days are counted, not hours or birthdays."""
    story.telegram.set_clock(datetime(2028, 2, 28, 5, 0, tzinfo=UTC))
    asha = story.someone("Asha")
    await asha.begins()
    await asha.finishes()
    with story.database.write() as session:
        session.query(models.Memory).update({"interval": 300, "repetitions": 5})
    story.clock.to("10:00")
    await asha.sends("/review")
    await asha.finishes()
    asha.sees("In 365 days")
    assert set(due_days(story)) == {date(2029, 2, 28)}


async def test_instants_are_the_same_on_every_database(story: Story) -> None:
    """A Tokyo learner's answer and next nudge are read back as the instants they were, aware and in UTC."""
    asha = story.someone("Asha")
    await asha.begins()
    await asha.sends("/settings")
    await asha.taps("Time zone")
    await asha.sends("Tokyo", "/settings")
    await asha.taps("Reminder")
    await asha.sends("07:30", "/review")
    story.clock.to("00:15", "Asia/Tokyo")
    await asha.answers()
    with story.database.read() as session:
        learner = session.query(models.Learner).one()
        event = session.query(models.Event).one()
    assert event.at == datetime(2026, 12, 1, 15, 15, tzinfo=UTC)
    assert event.study_day == date(2026, 12, 1)
    assert learner.nudge_time == time(7, 30)
    assert learner.next_nudge_at == datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
    assert learner.next_nudge_at.utcoffset() == timedelta(0)
    assert learner.created_at == MORNING


async def test_a_late_message_counts_on_the_day_it_was_written(story: Story) -> None:
    """An answer typed before 04:00 and delivered after it belongs to the evening's study day."""
    story.clock.to("03:58")
    asha = story.someone("Asha")
    await asha.begins()
    asha.person.sends("prefill")
    story.clock.to("07:00")
    await story.settles()
    assert study_days(story) == [date(2026, 12, 1)]
    assert due_days(story) == [date(2026, 12, 2)]
