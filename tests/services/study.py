"""A learner at work on a deck through the services alone, with a sender that is instant or stands still."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

from bot.core.cardtext import from_text
from bot.core.scheduling import Memory, fold
from bot.services import answers, second_thoughts
from bot.services.log import events
from bot.services.outcomes import Asked
from bot.services.questions import Moment
from bot.services.shelf import Shelf
from db import decks, models, reviews
from tests.services.conftest import CARDS, NOW, again, make_deck, make_learner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.card import Card
    from bot.services.outcomes import NothingOpen, Ruling, Turned, Untouched
    from bot.services.who import Who
    from db import Session

T = TypeVar("T")

WRONG = "banana bread"
"""Wrong for every card."""


@dataclass
class Study:
    """A learner, their deck and their chat. With `sends` False the prompts stay in the outbox."""

    session: Session
    who: Who
    deck: int
    shelf: Shelf = field(default_factory=Shelf)
    now: datetime = NOW
    sends: bool = True
    messages: int = 0

    def passes(self, by: timedelta) -> None:
        """Let time go by."""
        self.now += by

    def begins(self) -> Turned:
        """/review."""
        return self._sent(answers.begin(self.session, self.who, Moment(self.now, self.now)))

    def says(self, text: str) -> Turned | NothingOpen:
        """Type a text."""
        self.messages += 1
        said = answers.Said(text, self.messages, self.now)
        return self._sent(answers.answer(self.session, self.who, said, self.shelf, self.now))

    def says_right(self) -> Turned | NothingOpen:
        """Type the open question's answer."""
        return self.says(self.card.answer)

    def gives_up(self, turn: int | None = None) -> Turned | Untouched:
        """Tap "I don't know"."""
        return self._sent(answers.give_up(self.session, self.who, turn or self.turn, self.now))

    def hint(self, turn: int | None = None) -> Turned | Untouched:
        """Tap Hint."""
        return self._sent(answers.hint(self.session, self.who, turn or self.turn, self.now))

    def rules(self, ruling: Ruling, turn: int) -> Turned | Untouched:
        """Overrule the verdict on a turn's answer."""
        return self._sent(second_thoughts.overrule(self.session, self.who, turn, ruling, self.now))

    def undoes(self, turn: int) -> Turned | Untouched:
        """Tap Undo."""
        return self._sent(second_thoughts.undo(self.session, self.who, turn, self.now))

    def undoes_ruling(self, turn: int) -> Turned | Untouched:
        """Take an overrule back."""
        return self._sent(second_thoughts.undo_ruling(self.session, self.who, turn, self.now))

    def undoes_newest(self) -> Turned | Untouched:
        """/undo."""
        return self._sent(second_thoughts.undo_newest(self.session, self.who, self.now))

    def skips_drills(self, turn: int) -> Turned | Untouched:
        """Tap "no repeats today"."""
        return self._sent(second_thoughts.skip_drills(self.session, self.who, turn, self.now))

    @property
    def turn(self) -> int:
        """The open question's turn, 0 when none is open."""
        return reviews.open_ids(self.session, self.who.learner)[0]

    @property
    def card(self) -> Card:
        """The open question's card."""
        posed = reviews.open_turn(self.session, self.who.learner)
        assert posed is not None
        return from_text(posed.content)

    @property
    def newest_turn(self) -> int:
        """The newest turn of all, open or not."""
        turns = self.session.query(models.Turn).filter_by(learner=self.who.learner)
        return max((turn.id for turn in turns), default=0)

    def row(self, turn: int) -> models.Turn:
        """A turn's row as it stands."""
        self.session.flush()
        return self.session.get_one(models.Turn, turn, populate_existing=True)

    def log(self) -> list[tuple[str, int, int | None]]:
        """The whole log: type, quality, and what it refers to."""
        rows = self.session.query(models.Event).filter_by(learner=self.who.learner).order_by(models.Event.id)
        return [(row.type, row.quality, row.refers_to) for row in rows]

    def remembered(self) -> dict[str, Memory]:
        """What is stored of each card that was answered, by its answer."""
        self.session.flush()
        return {
            self._answer(row.card): Memory(
                row.ease_x100, row.interval, row.repetitions, row.due, row.drill_day, row.lapses
            )
            for row in self.session.query(models.Memory).filter_by(learner=self.who.learner)
        }

    def folded(self) -> dict[str, Memory]:
        """What the log of each card adds up to, by the card's answer."""
        found = {}
        for row in self.session.query(models.Card).filter_by(deck=self.deck):
            log = reviews.log_of_card(self.session, self.who.learner, row.uid)
            memory = fold(events((event, kind) for event, kind in log))
            if memory != Memory():
                found[self._answer(row.uid)] = memory
        return found

    def _answer(self, card: int) -> str:
        version = reviews.live_card(self.session, card)
        assert version is not None
        return from_text(version[1]).answer

    def _sent(self, outcome: T) -> T:
        """Keep the books that the sender keeps: a prompt was sent, or is on its way."""
        self.who = again(self.session, self.who)
        prompts = outcome if isinstance(outcome, Asked) else getattr(outcome, "current", None)
        if isinstance(prompts, Asked):
            turn = self.session.get_one(models.Turn, prompts.prompt.turn)
            turn.prompt_message_id = turn.first_tried_at = None
            if self.sends:
                self.messages += 1
                turn.prompt_message_id = self.messages
                turn.first_tried_at = self.now
                turn.sent_at = turn.sent_at or self.now
            self.session.flush()
        self.passes(timedelta(seconds=5))
        return outcome


def studying(
    session: Session, cards: Sequence[Card] = CARDS, *, telegram_id: int = 1, deck: int | None = None
) -> Study:
    """A learner who has just joined a deck."""
    deck = deck or make_deck(session, cards)
    who = make_learner(session, telegram_id)
    decks.join(session, who.learner, deck, NOW)
    study = Study(session, who, deck)
    study.shelf.load_current(session)
    return study
