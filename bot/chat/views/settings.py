"""The messages about settings: what is set, what to type or tap to change it, and what can't be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.html import code, join, shorten
from bot.chat.keyboards import NUDGE_OFF, NUDGE_OTHER_TIME, data, rows
from bot.chat.message import Button, Keyboard, Message, Reply
from bot.chat.views.buttons import button, language_buttons
from bot.core.zones import COMMON_ZONES
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
from bot.texts import NAMES, Html, plain, say
from bot.texts.when import clock, day, hour

if TYPE_CHECKING:
    from datetime import time

_NUDGE_TIMES = ((8, "button-morning"), (13, "button-noon"), (20, "button-night"))
"""The hours that are offered, and how their buttons are called."""
_NEW_PER_DAY = (5, 10, 20)
_ZONES_SHOWN = 8
_TYPED = 40
_LABELS = {
    Setting.LANGUAGE: "button-language",
    Setting.ZONE: "button-zone",
    Setting.NUDGE_TIME: "button-nudge-time",
    Setting.NEW_PER_DAY: "button-new-per-day",
}
_QUESTIONS = {
    Setting.LANGUAGE: "ask-language",
    Setting.ZONE: "ask-zone",
    Setting.NUDGE_TIME: "ask-nudge-time",
    Setting.NEW_PER_DAY: "ask-new-per-day",
}
_FAULTS = {
    Setting.LANGUAGE: "bad-language",
    Setting.ZONE: "bad-zone",
    Setting.NUDGE_TIME: "bad-nudge-time",
    Setting.NEW_PER_DAY: "bad-new-per-day",
}


def settings(outcome: SettingsOutcome, language: str) -> list[Reply]:
    """A step in the settings."""
    return [_step(outcome, language)]


def _step(outcome: SettingsOutcome, language: str) -> Message:
    match outcome:
        case Settings():
            return _overview(outcome, language)
        case AskSetting():
            return _ask(outcome, language)
        case BadSetting():
            return _bad(outcome, language)
        case WhichZone():
            return _which_zone(outcome, language)
        case NudgeSet():
            return _nudge_set(outcome, language)
        case ClockConfirmed():
            return _clock_confirmed(outcome, language)


def nudge_keyboard(language: str) -> Keyboard:
    """The times of day at which the bot offers to call, another one, or none."""
    times = tuple(
        Button(plain(language, key, hour=at % 12 or 12), data("nudge", at * 60)) for at, key in _NUDGE_TIMES
    )
    other = button(language, "button-other-time", "nudge", NUDGE_OTHER_TIME)
    return (times, (other, button(language, "button-no-nudge", "nudge", NUDGE_OFF)))


def _overview(outcome: Settings, language: str) -> Message:
    lines = (
        say(language, "settings-changed" if outcome.changed else "settings"),
        say(language, "settings-language", name=NAMES[outcome.language]),
        say(language, "settings-zone", zone=outcome.zone, clock=clock(outcome.clock, language)),
        _nudge_line(outcome.nudge_time, language),
        say(language, "settings-new-per-day", cards=outcome.new_per_day),
    )
    buttons = [button(language, _LABELS[each], "set", index) for index, each in enumerate(Setting)]
    return Message(join("\n", lines), (tuple(buttons[:2]), tuple(buttons[2:])))


def _nudge_line(at: time | None, language: str) -> Html:
    if at is None:
        return say(language, "settings-no-nudge")
    return say(language, "settings-nudge", hour=hour(at, language))


def _ask(outcome: AskSetting, language: str) -> Message:
    setting, current = outcome.setting, outcome.current
    values = (
        {"zone": current.zone, "clock": clock(current.clock, language)} if setting is Setting.ZONE else {}
    )
    return Message(say(language, _QUESTIONS[setting], **values), _choices(setting, language))


def _bad(outcome: BadSetting, language: str) -> Message:
    fault = say(language, _FAULTS[outcome.setting], typed=shorten(outcome.typed, _TYPED))
    if not outcome.near:
        return Message(fault, _choices(outcome.setting, language))
    return Message(
        join("\n", (fault, _typable(outcome.near, language, "near"))), _zone_keyboard(outcome.near)
    )


def _which_zone(outcome: WhichZone, language: str) -> Message:
    asked = say(language, "which-zone", typed=shorten(outcome.typed, _TYPED))
    return Message(
        join("\n", (asked, _typable(outcome.zones, language, "type-zone"))), _zone_keyboard(outcome.zones)
    )


def _typable(names: tuple[str, ...], language: str, key: str) -> Html:
    """The names that have no button: as code, which one tap copies."""
    unlisted = [code(name) for name in names if name not in COMMON_ZONES][:_ZONES_SHOWN]
    return say(language, key, names=join(", ", unlisted)) if unlisted else Html()


def _nudge_set(outcome: NudgeSet, language: str) -> Message:
    if outcome.at is None:
        return Message(say(language, "nudge-off"))
    said = say(language, "nudge-set", hour=hour(outcome.at, language))
    if not outcome.ask_clock:
        return Message(said)
    asked = say(language, "ask-clock", clock=clock(outcome.clock, language))
    yes, no = (
        button(language, "button-clock-right", "clock", 1),
        button(language, "button-clock-wrong", "clock", 0),
    )
    return Message(join(" ", (said, asked)), ((yes, no),))


def _clock_confirmed(outcome: ClockConfirmed, language: str) -> Message:
    if outcome.next_nudge is None:
        return Message(say(language, "clock-confirmed"))
    return Message(say(language, "clock-confirmed-next", date=day(outcome.next_nudge, language)))


def _choices(setting: Setting, language: str) -> Keyboard:
    match setting:
        case Setting.LANGUAGE:
            return (language_buttons(),)
        case Setting.ZONE:
            return _zone_keyboard(COMMON_ZONES)
        case Setting.NUDGE_TIME:
            times, (_, off) = nudge_keyboard(language)
            return (times, (off,))
        case Setting.NEW_PER_DAY:
            return (tuple(Button(str(count), data("new", count)) for count in _NEW_PER_DAY),)


def _zone_keyboard(zones: tuple[str, ...]) -> Keyboard:
    known = [zone for zone in zones if zone in COMMON_ZONES][:_ZONES_SHOWN]
    return rows(Button(_city(zone), data("zone", COMMON_ZONES.index(zone))) for zone in known)


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ")
