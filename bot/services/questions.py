"""Which question comes next: sessions, the open turn, and how a sitting ends."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.core.cardtext import from_text
from bot.core.scheduling import Answer, Drill, TurnKind, Waiting, next_card, plan, standing_answers
from bot.services.decks import joinable
from bot.services.log import events
from bot.services.outcomes import Acts, Asked, Before, Finished, NoDeck, NothingDue, Prompt, Turned
from bot.services.streaks import streak_of
from bot.services.waiting import coming, new_allowed, waiting_count
from db import decks, learners, models, queue, reviews

if TYPE_CHECKING:
    from datetime import date, datetime

    from bot.services.who import Who
    from db import Session
    from db.reviews import Posed

LOOK_AHEAD = 50
"""How many waiting cards are read to choose the next one from."""
LONGEST_THOUGHT = timedelta(minutes=5)
"""A longer gap between two answers was a pause and is not counted as study time."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is done: `at` dates it for the study day, `now` is the moment of processing."""

    at: datetime
    now: datetime


def ask(
    session: Session, who: Who, posed: Posed, before: Before | None = None, acts: Acts | None = None
) -> Asked:
    """Show the open question: the learner's next text is its answer."""
    if who.expecting is not None:
        learners.expect(session, who.learner, None)
    return Asked(prompt_of(session, posed), before, acts)


def prompt_of(session: Session, posed: Posed) -> Prompt:
    """The open question as it is to be shown."""
    turn, card = posed.turn, from_text(posed.content)
    sitting = session.get(models.StudySession, turn.session)
    number = 0 if turn.kind == TurnKind.DRILL else reviews.scheduled_turns(session, turn.session)
    return Prompt(
        turn=turn.id,
        card=card,
        kind=TurnKind(turn.kind),
        number=number,
        planned=max(number, sitting.planned if sitting else 0),
        tries=posed.tries,
        hint=card.hint if turn.hints else "",
        has_hint=bool(card.hint),
    )


def advance(
    session: Session,
    who: Who,
    moment: Moment,
    before: Before | None = None,
    acts: Acts | None = None,
    last: Posed | None = None,
) -> Turned:
    """Open the next question, or end the sitting; `before` and `acts` speak of the answer before it."""
    session.flush()
    day = who.day(moment.at)
    sitting = _sitting(session, who, moment)
    chosen = _choose(session, who, day, last)
    if chosen is None:
        return _end(session, who, moment, sitting, before, acts)
    sitting = sitting or _begin(session, who, moment)
    card, kind = chosen
    return ask(session, who, pose(session, who, sitting, card, kind, moment.now), before, acts)


def pose(
    session: Session,
    who: Who,
    sitting: models.StudySession,
    card: int,
    kind: TurnKind,
    now: datetime,
    hints: int = 0,
) -> Posed:
    """Open a turn for a card, in its live wording."""
    turn = models.Turn(
        learner=who.learner,
        session=sitting.id,
        card=card,
        kind=kind.value,
        state="open",
        hints=hints,
        opened_at=now,
    )
    posed = reviews.pose(session, turn)
    if posed is None:
        raise LookupError(f"card {card} was chosen but stands in no live deck")
    return posed


def _sitting(session: Session, who: Who, moment: Moment) -> models.StudySession | None:
    """The sitting under way today; one left over from an earlier study day is ended."""
    sitting = reviews.running_session(session, who.learner)
    if sitting is not None and sitting.study_day != who.day(moment.at):
        sitting.ended_at = moment.now
        session.flush()
        return None
    return sitting


def sitting_for(session: Session, who: Who, turn: models.Turn, moment: Moment) -> models.StudySession:
    """The sitting under way today, else the one of this turn if it was today's (its end is undone), else a new one."""
    running = _sitting(session, who, moment)
    if running is not None:
        return running
    ended = session.get_one(models.StudySession, turn.session)
    if ended.study_day != who.day(moment.at):
        return _begin(session, who, moment)
    if ended.ended_at is not None:
        learners.withdraw_offer(session, who.learner, ended.ended_at)
    ended.ended_at = None
    session.flush()
    return ended


def join_sitting(session: Session, who: Who, turn: models.Turn, moment: Moment) -> None:
    """A question left open from an earlier study day belongs to the sitting in which it is dealt with."""
    turn.session = sitting_for(session, who, turn, moment).id
    session.flush()


def _begin(session: Session, who: Who, moment: Moment) -> models.StudySession:
    day = who.day(moment.at)
    due, fresh = waiting_count(session, who, day)
    sitting = models.StudySession(
        learner=who.learner, study_day=day, mode="review", planned=due + fresh, started_at=moment.now
    )
    session.add(sitting)
    session.flush()
    return sitting


def _choose(session: Session, who: Who, day: date, last: Posed | None) -> tuple[int, TurnKind] | None:
    waiting = [
        Waiting(card=row.card, due=min(row.due, day), interval=row.interval, deck=row.deck, position=row.position,
                answer_key=row.answer_key)
        for row in queue.due_cards(session, who.learner, day, LOOK_AHEAD)
    ]  # fmt: skip
    allowed = new_allowed(session, who, day)
    if allowed:
        waiting += [
            Waiting(
                card=row.card,
                due=None,
                interval=0,
                deck=row.deck,
                position=row.position,
                answer_key=row.answer_key,
            )
            for row in queue.new_cards(session, who.learner, min(allowed, LOOK_AHEAD))
        ]
    order = list(plan(waiting, day, new_allowed=allowed))
    if last is not None:
        order = _sibling_later(order, waiting, last.answer_key)
    pending = queue.pending_drills(session, who.learner, day)
    rows = [(row, kind) for row, kind in reviews.log_of_day(session, who.learner, day)] if pending else []
    answered = standing_answers(events(rows))
    cards = {row.turn: row.card for row, _ in rows}
    drills = [Drill(card, _others_since(card, answered, cards)) for card in pending]
    return next_card(order, drills, last.turn.card if last is not None else None)


def _sibling_later(order: list[int], waiting: list[Waiting], key: str) -> list[int]:
    """The same order, but not beginning with the sibling of the card just answered where another one is there."""
    keys = {one.card: one.answer_key for one in waiting}
    for place, card in enumerate(order):
        if keys[card] != key:
            return [card, *order[:place], *order[place + 1 :]]
    return order


def _others_since(card: int, answered: tuple[Answer, ...], cards: dict[int, int]) -> int:
    others = 0
    for answer in reversed(answered):
        if cards[answer.event.turn] == card:
            return others
        others += 1
    return others


def _end(
    session: Session,
    who: Who,
    moment: Moment,
    sitting: models.StudySession | None,
    before: Before | None,
    acts: Acts | None,
) -> Turned:
    day = who.day(moment.at)
    ahead = coming(session, who, day)
    if sitting is None:
        if not decks.enrolled(session, who.learner):
            return NoDeck(joinable(session, who, day))
        return NothingDue(ahead, queue.count_new(session, who.learner), before, acts)
    sitting.ended_at = moment.now
    offer = not who.nudge_offered
    if offer:
        learners.offer_nudge(session, who.learner, moment.now)
    rows = reviews.log_of_session(session, sitting.id)
    answers = [
        one
        for one in standing_answers(events((row, kind) for row, kind in rows))
        if one.event.kind != TurnKind.DRILL
    ]
    session.flush()
    return Finished(
        before=before,
        acts=acts,
        cards=len(answers),
        right_first=sum(answer.quality >= 4 for answer in answers),
        minutes=_minutes(sitting.started_at, [row.at for row, _ in rows if row.type == "answer"]),
        coming=ahead,
        offer_nudge=offer,
        streak=streak_of(session, who, day),
    )


def _minutes(started: datetime, answered: list[datetime]) -> int:
    """Minutes spent, rounded up; pauses are left out."""
    moments = [started, *answered]
    spent = sum(
        (min(max(b - a, timedelta()), LONGEST_THOUGHT) for a, b in pairwise(moments)),
        timedelta(),
    )
    return max(1, -(-spent // timedelta(minutes=1)))
