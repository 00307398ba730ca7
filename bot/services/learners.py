"""Who arrives, in which language, and what a person sees first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.services import settings
from bot.services.decks import lines
from bot.services.outcomes import Settings, Welcome
from bot.services.who import Who, who_is
from bot.texts import LANGUAGES
from db import decks, learners
from db.models import HOUSE

if TYPE_CHECKING:
    from datetime import datetime

    from bot.services.outcomes import BadSetting
    from db import Session


def arrive(
    session: Session, telegram_id: int, language_code: str | None, default_zone: str, now: datetime
) -> Who:
    """The learner, whose row stays locked until the transaction ends; created when they write for the first time.

    `language_code` is Telegram's, an IETF tag. `default_zone` is an IANA name.
    """
    row = learners.locked(session, telegram_id)
    if row is None:
        row = learners.create(
            session, telegram_id, _first_language(session, language_code), default_zone, now
        )
    if not row.reachable:
        # Who writes can be written to.
        row.reachable = True
        session.flush()
    return who_is(row)


def _first_language(session: Session, language_code: str | None) -> str:
    if (language_code or "").lower().split("-")[0] == "hi":
        return "hi"
    # The house studies nothing, so what it would be offered is what a newcomer will be.
    first = next(iter(decks.listing(session, HOUSE)), None)
    return first.language if first is not None and first.language in LANGUAGES else "en"


def start(session: Session, who: Who, name: str, now: datetime) -> Welcome:
    """Greet the learner with the deck to go on with: one where something waits, else the first there is."""
    learners.expect(session, who.learner, None)
    listed = lines(session, who, who.day(now))
    waiting = [line for line in listed if line.joined and line.waiting]
    offered = next(iter([*waiting, *listed]), None)
    return Welcome(
        name=name,
        deck=offered,
        others=len(listed) - (offered is not None),
        returning=learners.is_known(session, who.learner),
        language=who.language,
    )


def speak(
    session: Session, who: Who, language: str, name: str, now: datetime
) -> Welcome | Settings | BadSetting:
    """Speak another language from now on; who has not begun yet is welcomed again in it."""
    outcome = settings.set_language(session, who, language, now)
    if isinstance(outcome, Settings) and not learners.is_known(session, who.learner):
        return start(session, replace(who, language=language), name, now)
    return outcome
