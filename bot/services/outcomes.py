"""What the services answer: frozen values, one for each way a thing can end. The views turn them into words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, time

    from bot.core.card import Card
    from bot.core.grading.grade import Grade
    from bot.core.scheduling import TurnKind


class Act(StrEnum):
    """What a button does to the turn whose id it carries; the values are what stands in callback data."""

    HINT = "hint"
    GIVE_UP = "idk"
    I_WAS_RIGHT = "right"
    I_WAS_WRONG = "wrong"
    TOO_EASY = "easy"
    UNDO = "undo"
    """Takes back the turn's answer, or its first try."""
    UNDO_RULING = "unrule"
    """Takes back the learner's overrule of the turn's answer; an act of its own, so that a double tap is one step."""
    SKIP_DRILLS = "skip"
    MORE = "more"
    """Unfolds the acts behind the three dots."""


class Ruling(StrEnum):
    """How a learner overrules a verdict."""

    I_WAS_RIGHT = "right"
    I_WAS_WRONG = "wrong"
    TOO_EASY = "easy"


@dataclass(frozen=True, slots=True)
class Acts:
    """What the learner can do about the last answer: `turn` is that answer's turn; `shown` at once, `more` unfolded."""

    turn: int
    shown: tuple[Act, ...]
    more: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open question. `number` of `planned` counts cards, not drills (0 for a drill).

    `tries` is how often it was tried (1: this is the second go after a close answer); `hint` is the card's
    hint when the learner has asked for it, else "". `has_hint` says whether one is there to ask for.
    """

    turn: int
    card: Card
    kind: TurnKind
    number: int
    planned: int
    tries: int = 0
    hint: str = ""
    has_hint: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """The verdict on the last answer as it stands now.

    `quality` is None while a close short answer may be made more specific (`again_now`). `days` is the number
    of days to the next showing (None for a drill, which moves nothing); `again_today` says that it comes back
    as a drill; `tries` is which try it was, `hinted` whether a hint was shown; `ruling` is the learner's own
    verdict where it stands.
    """

    turn: int
    card: Card
    kind: TurnKind
    grade: Grade
    quality: int | None
    days: int | None
    again_today: bool
    tries: int = 1
    hinted: bool = False
    ruling: Ruling | None = None
    changed: bool = False
    """This feedback is shown because the learner just overruled (or took the overrule back)."""

    @property
    def again_now(self) -> bool:
        """Whether the same question stands open for a second go."""
        return self.quality is None


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer, or first try, was taken back; its question stands open again."""


@dataclass(frozen=True, slots=True)
class DrillsSkipped:
    """Today's repetitions were put off."""

    cards: int


@dataclass(frozen=True, slots=True)
class HintShown:
    """The hint of the open question was asked for; it stands in the prompt."""


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A text was not graded: it was typed before the open question stood in the chat."""


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """A text held nothing to judge ("hello", "."): it is no try, and the question stays open."""


@dataclass(frozen=True, slots=True)
class CardChanged:
    """The open question was withdrawn because its card or deck is no longer there."""


Before = Feedback | Undone | DrillsSkipped | HintShown | NotCounted | NothingSaid | CardChanged
"""What the message says above the next question."""


@dataclass(frozen=True, slots=True)
class Coming:
    """The next day on which something is due: `days` from today, how many cards, about how many minutes."""

    days: int
    cards: int
    minutes: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question stands open; `acts` are about the answer before it."""

    prompt: Prompt
    before: Before | None = None
    acts: Acts | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The session is done. `offer_nudge`: the learner has not been asked yet when to be reminded."""

    before: Before | None
    acts: Acts | None
    cards: int
    right_first: int
    minutes: int
    coming: Coming | None
    offer_nudge: bool
    streak: int


@dataclass(frozen=True, slots=True)
class NothingDue:
    """There is nothing to review now; `new_left` cards are still unseen (beyond today's limit)."""

    coming: Coming | None
    new_left: int
    before: Before | None = None
    acts: Acts | None = None


@dataclass(frozen=True, slots=True)
class NoDeck:
    """The learner studies no deck yet; `decks` can be joined."""

    decks: tuple[DeckLine, ...]


Turned = Asked | Finished | NothingDue | NoDeck
"""How a step of a review session can end."""


class Why(StrEnum):
    """Why a tap changed nothing."""

    ALREADY = "already"
    """The same button twice, or another device was faster."""
    OLD = "old"
    """A button of a question that is no longer open, or of an answer that is no longer the newest."""
    NOT_YOURS = "not_yours"
    """Unknown, foreign or forged data: said no differently from OLD, told apart for the log alone."""


@dataclass(frozen=True, slots=True)
class Untouched:
    """A tap that changes nothing: a toast, and the current state unless it stands right there already."""

    why: Why
    current: Turned | None


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The acts behind the three dots are to be shown on the tapped message."""

    prompt: Prompt | None
    acts: Acts


@dataclass(frozen=True, slots=True)
class NothingOpen:
    """A text came while no question was open; `due` cards are waiting. A stranger has not begun yet."""

    due: int
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A deck as a learner sees it in a list. `waiting` counts what could be reviewed today."""

    deck: int
    title: str
    cards: int
    minutes: int
    joined: bool
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first thing a person sees. `deck` is the one offered to start with, `others` how many more there are."""

    name: str
    deck: DeckLine | None
    others: int
    returning: bool
    language: str


@dataclass(frozen=True, slots=True)
class DeckList:
    """The decks one can join or leave."""

    decks: tuple[DeckLine, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """A deck was joined (`again`: it was already)."""

    deck: DeckLine
    again: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """A deck was left; progress stays."""

    deck: DeckLine


@dataclass(frozen=True, slots=True)
class DeckGone:
    """The deck of that button is no longer there for this learner."""


@dataclass(frozen=True, slots=True)
class DeckStats:
    """One deck's progress: cards in all, seen at least once, due today (reviews and today's new ones)."""

    title: str
    cards: int
    seen: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Where the learner stands. `retention` is a share from 0 to 1, None without enough answers."""

    due: int
    new: int
    answered_today: int
    streak: int
    retention: float | None
    decks: tuple[DeckStats, ...]
    coming: Coming | None


class Setting(StrEnum):
    """What a learner can set."""

    LANGUAGE = "language"
    ZONE = "zone"
    NUDGE_TIME = "nudge_time"
    NEW_PER_DAY = "new_per_day"


@dataclass(frozen=True, slots=True)
class Settings:
    """The learner's settings; `clock` is the local wall-clock time now. `changed` was just set."""

    language: str
    zone: str
    clock: time
    nudge_time: time | None
    new_per_day: int
    changed: Setting | None = None


@dataclass(frozen=True, slots=True)
class AskSetting:
    """The next text will set this; `current` settings are shown beside the question."""

    setting: Setting
    current: Settings


@dataclass(frozen=True, slots=True)
class BadSetting:
    """What was typed can't be used; the question stays open. `near` are names that were perhaps meant."""

    setting: Setting
    typed: str
    near: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhichZone:
    """Several zones fit what was typed (a wall-clock time, or a last part that is not unique)."""

    typed: str
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NudgeSet:
    """The daily nudge is at `at` (None: switched off). `clock` is the local time now, to be confirmed if `ask_clock`."""

    at: time | None
    clock: time
    ask_clock: bool


@dataclass(frozen=True, slots=True)
class ClockConfirmed:
    """The learner said that the local time is right."""

    next_nudge: date | None


SettingsOutcome = Settings | AskSetting | BadSetting | WhichZone | NudgeSet | ClockConfirmed
"""How a step in the settings can end."""
