"""What a learner sets, by button and by typing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.core.zones import COMMON_ZONES
from bot.services import decks, settings
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
from bot.services.streaks import streak_of
from db import learners, queue, reviews
from db.models import Event, Learner
from tests.services.conftest import NOW, again, answered, cards_of, make_deck, make_learner, memories

if TYPE_CHECKING:
    from bot.services.who import Who
    from db import Database, Session

AT_HOME = Settings("en", "Asia/Kolkata", time(15, 30), None, 10)
DAY = timedelta(days=1)


def asked(session: Session, who: Who, setting: Setting) -> Who:
    """The learner, after they were asked for this setting."""
    settings.ask(session, who, setting, NOW)
    return again(session, who)


def types(session: Session, who: Who, text: str, now: datetime = NOW) -> SettingsOutcome:
    """What comes of a text that the learner types now."""
    return settings.typed(session, again(session, who), text, now)


def row_of(session: Session, who: Who) -> Learner:
    """The learner's row."""
    return learners.row_of(session, who.learner)


def test_settings_show_what_is_set_and_the_local_time(session: Session) -> None:
    """A newcomer sees the language, the zone with its clock, no nudge and ten new cards a day."""
    assert settings.show(session, make_learner(session), NOW + timedelta(seconds=59.5)) == AT_HOME


@pytest.mark.parametrize("setting", [Setting.ZONE, Setting.NUDGE_TIME, Setting.NEW_PER_DAY])
def test_asking_makes_the_next_text_the_value(session: Session, setting: Setting) -> None:
    """After the button, what is typed next sets this."""
    who = make_learner(session)
    assert settings.ask(session, who, setting, NOW) == AskSetting(setting, AT_HOME)
    assert again(session, who).expecting == setting


def test_the_language_is_asked_by_buttons_alone(session: Session) -> None:
    """While languages are offered, a text stays an answer."""
    who = asked(session, make_learner(session), Setting.ZONE)
    assert settings.ask(session, who, Setting.LANGUAGE, NOW) == AskSetting(Setting.LANGUAGE, AT_HOME)
    assert again(session, who).expecting is None


def test_a_language_is_set_and_an_unknown_one_is_not(session: Session) -> None:
    """Only the three languages there are can be chosen."""
    who = make_learner(session)
    changed = replace(AT_HOME, language="hi-Latn", changed=Setting.LANGUAGE)
    assert settings.set_language(session, who, "hi-Latn", NOW) == changed
    assert settings.set_language(session, who, "fr", NOW) == BadSetting(Setting.LANGUAGE, "fr")
    assert again(session, who).language == "hi-Latn"


@pytest.mark.parametrize(
    ("text", "count"), [("5", 5), ("५", 5), ("0", 0), ("999", 999), ("roz 20 cards", 20)]
)
def test_the_number_of_new_cards_can_be_typed(session: Session, text: str, count: int) -> None:
    """A number, with words around it or in Devanagari, is the new limit, and the question is over."""
    who = asked(session, make_learner(session), Setting.NEW_PER_DAY)
    assert types(session, who, text) == replace(AT_HOME, new_per_day=count, changed=Setting.NEW_PER_DAY)
    assert again(session, who).new_per_day == count
    assert again(session, who).expecting is None


@pytest.mark.parametrize("text", ["-5", "1000", "3.5", "5 10", "many", "", "9" * 4000, "1,000"])
def test_a_bad_number_keeps_the_question_open(session: Session, text: str) -> None:
    """What is no count from 0 to 999 changes nothing, and the next text is still the value."""
    who = asked(session, make_learner(session), Setting.NEW_PER_DAY)
    outcome = types(session, who, text)
    assert isinstance(outcome, BadSetting)
    assert outcome.setting is Setting.NEW_PER_DAY
    assert (again(session, who).new_per_day, again(session, who).expecting) == (10, "new_per_day")


@pytest.mark.parametrize("text", ["cancel", "Cancel.", "rehne do", "छोड़ो", "छोड़ो।"])
@pytest.mark.parametrize("setting", [Setting.ZONE, Setting.NUDGE_TIME, Setting.NEW_PER_DAY])
def test_never_mind_ends_the_question(session: Session, setting: Setting, text: str) -> None:
    """Who says never mind sees the settings unchanged, and the next text is an answer again."""
    who = asked(session, make_learner(session), setting)
    assert types(session, who, text) == AT_HOME
    assert again(session, who).expecting is None


def test_the_first_nudge_asks_whether_the_clock_is_right(session: Session) -> None:
    """Raat 8 is 20:00 in the learner's zone, and the first time the local time is shown to be confirmed."""
    who = make_learner(session)
    assert settings.set_nudge(session, who, 20 * 60, NOW) == NudgeSet(time(20), time(15, 30), ask_clock=True)
    assert row_of(session, who).next_nudge_at == datetime(2026, 3, 2, 14, 30, tzinfo=UTC)
    assert again(session, who).nudge_offered
    assert settings.set_nudge(session, who, 8 * 60, NOW) == NudgeSet(time(8), time(15, 30), ask_clock=False)
    assert row_of(session, who).next_nudge_at == datetime(2026, 3, 3, 2, 30, tzinfo=UTC)


def test_a_nudge_time_that_has_passed_today_means_tomorrow(session: Session) -> None:
    """N7: switched on at 09:05 with 09:00 set, nothing comes now; at 08:59 it comes today."""
    who, at_nine = make_learner(session), datetime(2026, 3, 2, 3, 30, tzinfo=UTC)
    settings.set_nudge(session, who, 9 * 60, at_nine + timedelta(minutes=5))
    assert row_of(session, who).next_nudge_at == at_nine + DAY
    settings.set_nudge(session, who, 9 * 60, at_nine - timedelta(minutes=1))
    assert row_of(session, who).next_nudge_at == at_nine


def test_the_nudge_can_be_switched_off(session: Session) -> None:
    """Mat dilao means none from now on, and counts as an answer to the offer."""
    who = make_learner(session)
    settings.set_nudge(session, who, 1200, NOW)
    assert settings.set_nudge(session, who, settings.NUDGE_OFF, NOW) == NudgeSet(
        None, time(15, 30), ask_clock=False
    )
    assert (row_of(session, who).nudge_time, row_of(session, who).next_nudge_at) == (None, None)
    other = make_learner(session, 2)
    settings.set_nudge(session, other, settings.NUDGE_OFF, NOW)
    assert again(session, other).nudge_offered


def test_another_time_is_asked_for_and_typed(session: Session) -> None:
    """The button for another time asks, and the typed time is set."""
    who = make_learner(session)
    assert settings.set_nudge(session, who, settings.NUDGE_OTHER, NOW) == AskSetting(
        Setting.NUDGE_TIME, AT_HOME
    )
    assert types(session, who, "raat साढ़े 8 baje") == NudgeSet(time(20, 30), time(15, 30), ask_clock=True)


@pytest.mark.parametrize("minutes", [-3, 1440, 10**9])
def test_a_forged_nudge_button_sets_nothing(session: Session, minutes: int) -> None:
    """Minutes that no clock has are refused."""
    who = make_learner(session)
    assert settings.set_nudge(session, who, minutes, NOW) == BadSetting(Setting.NUDGE_TIME, str(minutes))
    assert row_of(session, who).nudge_time is None


def test_a_bad_nudge_time_keeps_the_question_open(session: Session) -> None:
    """25:00 is no time: nothing is set, and the next text is tried again."""
    who = asked(session, make_learner(session), Setting.NUDGE_TIME)
    assert types(session, who, "25:00") == BadSetting(Setting.NUDGE_TIME, "25:00")
    assert again(session, who).expecting == "nudge_time"
    assert types(session, who, "off") == NudgeSet(None, time(15, 30), ask_clock=False)
    assert again(session, who).expecting is None


@pytest.mark.parametrize("said", ["button", "haan", "हाँ।", "Yes"])
def test_a_confirmed_clock_tells_the_day_of_the_first_nudge(session: Session, said: str) -> None:
    """By button or by typing, yes settles it, and the learner hears when the first nudge comes."""
    who = make_learner(session)
    settings.set_nudge(session, who, 8 * 60, NOW)
    if said == "button":
        outcome: SettingsOutcome = settings.clock_answer(session, who, right=True, now=NOW)
    else:
        outcome = types(session, who, said)
    assert outcome == ClockConfirmed(date(2026, 3, 3))
    assert again(session, who).expecting is None


def test_a_clock_confirmed_after_the_nudge_was_switched_off_promises_none(session: Session) -> None:
    """An old button can't promise a nudge that will not come."""
    who = make_learner(session)
    settings.set_nudge(session, who, 1200, NOW)
    settings.set_nudge(session, who, settings.NUDGE_OFF, NOW)
    assert settings.clock_answer(session, who, right=True, now=NOW) == ClockConfirmed(None)


@pytest.mark.parametrize("said", ["button", "nahi", "नहीं"])
def test_a_wrong_clock_asks_for_the_zone(session: Session, said: str) -> None:
    """By button or by typing, no leads to the question for the city, and the nudge moves with the answer."""
    who = make_learner(session)
    settings.set_nudge(session, who, 20 * 60, NOW)
    if said == "button":
        outcome: SettingsOutcome = settings.clock_answer(session, who, right=False, now=NOW)
    else:
        outcome = types(session, who, said)
    assert outcome == AskSetting(Setting.ZONE, replace(AT_HOME, nudge_time=time(20)))
    moved = types(session, who, "kathmandu")
    assert moved == Settings("en", "Asia/Kathmandu", time(15, 45), time(20), 10, Setting.ZONE)
    assert row_of(session, who).next_nudge_at == datetime(2026, 3, 2, 14, 15, tzinfo=UTC)
    assert again(session, who).expecting is None


def test_the_clock_question_can_be_answered_with_the_right_time_or_city(session: Session) -> None:
    """Instead of no, the learner may type what their clock shows, or where they are."""
    who = make_learner(session)
    settings.set_nudge(session, who, 1200, NOW)
    assert types(session, who, "2:02 pm") == WhichZone(
        "2:02 pm", ("Asia/Dubai", "Asia/Muscat", "Indian/Mauritius")
    )
    assert again(session, who).expecting == "zone"
    assert types(session, who, "dubai") == Settings("en", "Asia/Dubai", time(14), time(20), 10, Setting.ZONE)


def test_a_clock_without_its_half_of_the_day_is_looked_for_in_both(session: Session) -> None:
    """At 15:30 in Kolkata, 3:31 finds Kolkata."""
    outcome = types(session, asked(session, make_learner(session), Setting.ZONE), "3:31")
    assert isinstance(outcome, WhichZone)
    assert outcome.zones[0] == "Asia/Kolkata"


def test_a_clock_that_no_common_zone_shows_is_refused(session: Session) -> None:
    """A time that fits nowhere keeps the question open."""
    who = asked(session, make_learner(session), Setting.ZONE)
    assert types(session, who, "15:19") == BadSetting(Setting.ZONE, "15:19")
    assert again(session, who).expecting == "zone"


def test_an_unknown_place_suggests_what_was_meant(session: Session) -> None:
    """A slip is not guessed at: near names are shown, and the question stays open."""
    who = asked(session, make_learner(session), Setting.ZONE)
    assert types(session, who, "Katmandoo") == BadSetting(Setting.ZONE, "Katmandoo", ("Asia/Kathmandu",))
    assert types(session, who, "<b>xyzzy") == BadSetting(Setting.ZONE, "<b>xyzzy")
    assert row_of(session, who).zone == "Asia/Kolkata"
    assert again(session, who).expecting == "zone"


def test_a_place_with_several_zones_is_asked_about(session: Session) -> None:
    """Nobody is moved by a name that is not enough; the next text may say more."""
    who = make_learner(session)
    outcome = settings.set_zone(session, who, "usa", NOW)
    assert isinstance(outcome, WhichZone)
    assert row_of(session, who).zone == "Asia/Kolkata"
    assert again(session, who).expecting == "zone"


def test_a_distance_from_utc_is_a_zone_too(session: Session) -> None:
    """Who types GMT+5:45 is in Kathmandu; where several zones fit, they are asked about."""
    who = asked(session, make_learner(session), Setting.ZONE)
    assert types(session, who, "GMT+5:30") == WhichZone("GMT+5:30", ("Asia/Kolkata", "Asia/Colombo"))
    types(session, who, "GMT+5:45")
    assert row_of(session, who).zone == "Asia/Kathmandu"


def test_a_zone_button_moves_at_once(session: Session) -> None:
    """Each button of a common zone sets that zone."""
    who = make_learner(session)
    for index, zone in enumerate(COMMON_ZONES):
        assert settings.set_common_zone(session, who, index, NOW).zone == zone


def test_moving_without_a_nudge_plans_none(session: Session) -> None:
    """Who has no nudge gets none by changing the zone."""
    who = make_learner(session)
    settings.set_zone(session, who, "tokyo", NOW)
    assert row_of(session, who).next_nudge_at is None


def test_a_text_that_nothing_was_asked_for_is_not_a_setting(session: Session) -> None:
    """Sent here by mistake, an answer is refused loudly instead of changing a setting."""
    with pytest.raises(ValueError, match="no setting"):
        settings.typed(session, make_learner(session), "5", NOW)


def test_s2_the_instants_of_a_tokyo_learner_are_stored_as_the_same_instants(database: Database) -> None:
    """S2: answered-at and next-nudge of a learner in Tokyo come back as they were, from either database."""
    tokyo = ZoneInfo("Asia/Tokyo")
    at = datetime(2026, 3, 3, 0, 20, 5, 123456, tzinfo=tokyo)
    with database.write() as session:
        deck, who = make_deck(session), make_learner(session, zone="Asia/Tokyo")
        settings.set_nudge(session, who, 20 * 60 + 30, at)
        answered(session, who, cards_of(session, deck)[0], at)
    with database.read() as session:
        (event,) = session.query(Event)
        assert (event.at, event.study_day) == (at, date(2026, 3, 2))
        assert event.at.utcoffset() == timedelta()
        assert row_of(session, who).next_nudge_at == datetime(2026, 3, 3, 20, 30, tzinfo=tokyo)


def study_around_midnight(session: Session) -> tuple[Who, datetime]:
    """Three study days in Kolkata, the last from 23:50 to 00:20, and when it ended."""
    deck, who = make_deck(session), make_learner(session)
    decks.join(session, who, deck, NOW)
    kolkata = ZoneInfo("Asia/Kolkata")
    one, two, three = cards_of(session, deck)
    answered(session, who, one, datetime(2026, 3, 8, 20, tzinfo=kolkata))
    answered(session, who, two, datetime(2026, 3, 9, 20, tzinfo=kolkata))
    answered(session, who, one, datetime(2026, 3, 10, 23, 50, tzinfo=kolkata))
    answered(session, who, three, end := datetime(2026, 3, 11, 0, 20, tzinfo=kolkata))
    return who, end


def test_n8_answers_on_both_sides_of_midnight_are_one_study_day(session: Session) -> None:
    """N8: 23:50 and 00:20 in Kolkata belong to the same evening."""
    who, end = study_around_midnight(session)
    assert len(reviews.log_of_day(session, who.learner, date(2026, 3, 10))) == 2
    assert streak_of(session, who, who.day(end)) == 3


@pytest.mark.parametrize(
    "zone", ["US/Pacific", "Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
)
def test_n8_a_change_of_zone_keeps_every_due_card_and_the_streak(session: Session, zone: str) -> None:
    """N8: whichever way the learner moves, no memory changes, no due card is skipped, the streak is whole."""
    who, end = study_around_midnight(session)
    before = memories(session, who)
    settings.set_zone(session, who, zone, end)
    moved = again(session, who)
    assert memories(session, who) == before
    assert streak_of(session, moved, moved.day(end)) == 3
    # Cards two and three are due on the 10th and 11th, card one on the 16th, whatever the clocks show.
    due = [
        queue.count_due(session, who.learner, day)
        for day in (date(2026, 3, 10), date(2026, 3, 11), date(2026, 3, 16))
    ]
    assert due == [1, 2, 3]


def test_n8_the_streak_goes_on_after_a_move_west(session: Session) -> None:
    """N8: the day that the learner lives twice breaks nothing, nor does the next evening's answer."""
    who, end = study_around_midnight(session)
    settings.set_zone(session, who, "los angeles", end)
    moved = again(session, who)
    two = sorted(memories(session, who))[1]
    answered(session, moved, two, end + DAY)
    assert moved.day(end + DAY) == date(2026, 3, 11)
    assert streak_of(session, moved, moved.day(end + DAY)) == 4
