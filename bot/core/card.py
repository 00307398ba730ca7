"""What a card says: the values that decks, grading and the chat share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """How a card's answer is judged."""

    SHORT = "short"
    """A term, a name, a number, a short list: one of the wordings must be met."""
    POINTS = "points"
    """A long answer judged by the key points that the instructor listed."""
    LONG = "long"
    """A long answer judged by the points induced from the model answer."""
    EXACT = "exact"
    """Code or a command: names, flags, order and letter case count."""
    SELF = "self"
    """The learner compares with the model answer and says so; nothing is graded."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An answer the instructor listed as wrong (`Not:`), and what to tell whoever types it ("" for nothing)."""

    text: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A key point of a long answer: any one wording makes it; a bonus point is never missed."""

    wordings: tuple[str, ...]
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """One card's content as the instructor wrote it, without identity, position or progress.

    `question` and `answer` are Markdown and may have several lines (pictures, code, formulas). An empty
    `answer` makes the card a draft: it is never asked. `accept` and `reject` are the deck's own unit tests
    and never steer the grader. `id` is the optional `Id:` field.
    """

    question: str
    answer: str = ""
    also: tuple[str, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    hint: str = ""
    why: str = ""
    points: tuple[Point, ...] = ()
    tags: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()
    kind: Kind = Kind.SHORT
    id: str = ""

    @property
    def is_draft(self) -> bool:
        """A question whose answer has still to be written."""
        return not self.answer

    @property
    def is_long(self) -> bool:
        """Whether time to answer is not judged and a close answer counts at once."""
        return self.kind in (Kind.POINTS, Kind.LONG, Kind.SELF)

    @property
    def wordings(self) -> tuple[str, ...]:
        """The answer and its aliases, the shown one first."""
        return (self.answer, *self.also)
