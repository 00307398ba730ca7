"""What a grading says: the verdict and, as data, why."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """The examiner's three verdicts, as the labelling guide defines them."""

    RIGHT = "right"
    CLOSE = "close"
    WRONG = "wrong"


class Rule(StrEnum):
    """Which rule decided; views turn each into words."""

    EXACT = "exact"
    """The reply is a wording of the answer, up to case, punctuation, spacing, filler."""
    ACRONYM = "acronym"
    """The acronym for its expansion or the reverse."""
    TYPO = "typo"
    """A forgiven slip: `matched` is the word meant."""
    SOUND = "sound"
    """Another spelling or script of the same sound."""
    NUMBER = "number"
    """Equal, or not equal, in value."""
    UNIT = "unit"
    """The value without its unit, or with another one."""
    LIST = "list"
    """Items of a list; see made, missed, denied."""
    POINTS = "points"
    """Key points of a long answer; see made, missed, denied."""
    NEAR_MISS = "near_miss"
    """The instructor listed it as wrong; `told` is what to say."""
    RIVAL = "rival"
    """It is, or is nearer to, another term: `rival`."""
    NEGATED = "negated"
    """The right term is denied."""
    CHOICE = "choice"
    """Several rival options are named."""
    GENERAL = "general"
    """Right head word, but what makes it specific is lost: `matched` is the part that was right."""
    SWAPPED = "swapped"
    """Roles or directions are exchanged: `denied` holds the claims as they should be."""
    EXTRA = "extra"
    """Right, with an extra claim that contradicts the card or its deck."""
    BAG = "bag"
    """Key words without a claim."""
    ECHO = "echo"
    """The question repeated back."""
    GIVE_UP = "give_up"
    """Says that it is not known."""
    EMPTY = "empty"
    """Nothing to judge."""
    CODE = "code"
    """A command or code compared token by token."""
    SELF = "self"
    """The card is for the learner to judge: the verdict is a placeholder (close) until they say."""
    NO_MATCH = "no_match"
    """None of the above: another answer."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The judgement of one reply.

    `confidence` runs from 0 to 1. `matched` is the wording (or its expansion pair "TTFT = time to first token")
    that the reply met, `rival` the term it was taken for, `told` the instructor's sentence for a near miss.
    For lists and long answers `made`, `missed` and `denied` hold points in the card's own words.
    """

    verdict: Verdict
    rule: Rule
    confidence: float = 1.0
    matched: str = ""
    rival: str = ""
    told: str = ""
    made: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


def to_reason(grade: Grade) -> dict[str, Any]:
    """The grade but for its verdict as plain data; fields that say nothing are left out."""
    fields = {name: value for name, value in asdict(grade).items() if value != () and value != ""}
    del fields["verdict"]
    return fields


def from_reason(verdict: str, reason: dict[str, Any]) -> Grade:
    """The grade whose `to_reason` this is."""
    lists = {name: tuple(reason.get(name, ())) for name in ("made", "missed", "denied")}
    return Grade(verdict=Verdict(verdict), **{**reason, **lists, "rule": Rule(reason["rule"])})
