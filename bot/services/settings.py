"""What a learner sets: language, time zone, daily nudge, new cards a day; by button and by typing alike."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from bot.core.scheduling import next_nudge, nominal_date
from bot.core.zones import COMMON_ZONES
from bot.services.clock import DAY_MINUTES, readings
from bot.services.outcomes import (
    AskSetting,
    BadSetting,
    ClockConfirmed,
    NudgeSet,
    Setting,
    Settings,
    SettingsOutcome,
    WhichZone,
)
from bot.services.places import zones_ahead, zones_called, zones_nearly_called, zones_where
from bot.services.typed import CANCEL, NO, OFF, YES, number, plain
from bot.texts import LANGUAGES
from db import learners

if TYPE_CHECKING:
    from datetime import datetime

    from bot.services.who import Who
    from db import Session
    from db.models import Learner

CLOCK = "clock"
"""What `expecting` holds while the learner is asked whether the clock shown is theirs."""
NUDGE_OFF = -1
NUDGE_OTHER = -2
"""In place of minutes since midnight: no nudge, or a time to be typed."""
MOST_NEW = 999
"""New cards a day."""


def show(session: Session, who: Who, now: datetime) -> Settings:
    """Everything that is set; a setting that was asked for is asked for no more."""
    learners.expect(session, who.learner, None)
    return _settings(session, who, now)


def ask(session: Session, who: Who, setting: Setting, now: datetime) -> AskSetting:
    """Ask for a setting: the next text is its value, but for the language, which has buttons only."""
    learners.expect(session, who.learner, None if setting is Setting.LANGUAGE else setting.value)
    return AskSetting(setting, _settings(session, who, now))


def typed(session: Session, who: Who, text: str, now: datetime) -> SettingsOutcome:
    """A text while a setting is asked for. A good value ends the question, a bad one leaves it open."""
    words = plain(text)
    if words in CANCEL:
        return show(session, who, now)
    if who.expecting == CLOCK and (words in YES or words in NO):
        return clock_answer(session, who, words in YES, now)
    match who.expecting if who.expecting != CLOCK else Setting.ZONE:
        case Setting.ZONE:
            return set_zone(session, who, text, now)
        case Setting.NUDGE_TIME:
            return _nudge_typed(session, who, text, now)
        case Setting.NEW_PER_DAY:
            return _new_per_day_typed(session, who, text, now)
        case other:
            raise ValueError(f"no setting is asked for by {other!r}")


def set_language(session: Session, who: Who, language: str, now: datetime) -> Settings | BadSetting:
    """Speak another language from now on."""
    if language not in LANGUAGES:
        return BadSetting(Setting.LANGUAGE, language)
    learners.row_of(session, who.learner).language = language
    return _changed(session, who, Setting.LANGUAGE, now)


def set_new_per_day(session: Session, who: Who, count: int, now: datetime) -> Settings | BadSetting:
    """Show at most `count` new cards a day, 0 to 999."""
    if not 0 <= count <= MOST_NEW:
        return BadSetting(Setting.NEW_PER_DAY, str(count))
    learners.row_of(session, who.learner).new_per_day = count
    return _changed(session, who, Setting.NEW_PER_DAY, now)


def set_nudge(session: Session, who: Who, minutes: int, now: datetime) -> NudgeSet | AskSetting | BadSetting:
    """Nudge daily at so many minutes after midnight; NUDGE_OFF and NUDGE_OTHER are the buttons beside the times."""
    if minutes == NUDGE_OTHER:
        return ask(session, who, Setting.NUDGE_TIME, now)
    if minutes != NUDGE_OFF and not 0 <= minutes < DAY_MINUTES:
        return BadSetting(Setting.NUDGE_TIME, str(minutes))
    row = learners.row_of(session, who.learner)
    chosen = None if minutes == NUDGE_OFF else time(*divmod(minutes, 60))
    if chosen is not None and chosen == row.nudge_time:  # a double tap: what was asked stays asked
        _plan_nudge(row, now)
        return NudgeSet(at=chosen, clock=_clock(row, now), ask_clock=who.expecting == CLOCK)
    is_first = row.nudge_time is None and chosen is not None
    row.nudge_time = chosen
    _plan_nudge(row, now)
    learners.offer_nudge(session, who.learner, now)
    learners.expect(session, who.learner, CLOCK if is_first else None)
    return NudgeSet(at=row.nudge_time, clock=_clock(row, now), ask_clock=is_first)


def clock_answer(session: Session, who: Who, right: bool, now: datetime) -> ClockConfirmed | AskSetting:
    """Whether the clock shown is the learner's; if not, their zone is asked for."""
    if not right:
        return ask(session, who, Setting.ZONE, now)
    learners.expect(session, who.learner, None)
    row = learners.row_of(session, who.learner)
    if row.next_nudge_at is None or row.nudge_time is None:
        return ClockConfirmed(None)
    return ClockConfirmed(nominal_date(row.next_nudge_at, row.nudge_time, ZoneInfo(row.zone)))


def set_zone(session: Session, who: Who, name: str, now: datetime) -> Settings | BadSetting | WhichZone:
    """Move the learner to the zone of a place, or offer the zones where clocks show the time that was typed.

    The nudge moves to the same time on the new clock; due dates stay as they are.
    """
    clocks = readings(name)
    zones = zones_where(clocks, now) if clocks else zones_called(name) or zones_ahead(name, now)
    if len(zones) == 1 and not clocks:
        return _move(session, who, zones[0], now)
    learners.expect(session, who.learner, Setting.ZONE.value)
    if zones:
        return WhichZone(name, zones)
    return BadSetting(Setting.ZONE, name, near=zones_nearly_called(name))


def set_common_zone(session: Session, who: Who, index: int, now: datetime) -> Settings:
    """Move the learner to one of COMMON_ZONES, by its button. IndexError for any other number."""
    return _move(session, who, COMMON_ZONES[index], now)


def _move(session: Session, who: Who, zone: str, now: datetime) -> Settings:
    row = learners.row_of(session, who.learner)
    row.zone = zone
    _plan_nudge(row, now)
    return _changed(session, who, Setting.ZONE, now)


def _nudge_typed(session: Session, who: Who, text: str, now: datetime) -> SettingsOutcome:
    if plain(text) in OFF:
        return set_nudge(session, who, NUDGE_OFF, now)
    at = next(iter(readings(text)), None)
    if at is None:
        return BadSetting(Setting.NUDGE_TIME, text)
    return set_nudge(session, who, at.hour * 60 + at.minute, now)


def _new_per_day_typed(session: Session, who: Who, text: str, now: datetime) -> SettingsOutcome:
    count = number(text)
    if count is None:
        return BadSetting(Setting.NEW_PER_DAY, text)
    return set_new_per_day(session, who, count, now)


def _plan_nudge(row: Learner, now: datetime) -> None:
    row.next_nudge_at = (
        None if row.nudge_time is None else next_nudge(now, row.nudge_time, ZoneInfo(row.zone))
    )


def _changed(session: Session, who: Who, setting: Setting, now: datetime) -> Settings:
    learners.expect(session, who.learner, None)
    return _settings(session, who, now, setting)


def _settings(session: Session, who: Who, now: datetime, changed: Setting | None = None) -> Settings:
    row = learners.row_of(session, who.learner)
    return Settings(row.language, row.zone, _clock(row, now), row.nudge_time, row.new_per_day, changed)


def _clock(row: Learner, now: datetime) -> time:
    return now.astimezone(ZoneInfo(row.zone)).time().replace(second=0, microsecond=0)
