"""Decides which part of a reply its writer took back: "potash... i mean potassium", "60, sorry 80"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.negation import content_spots, spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.normalise import Token

_BORDERS = frozenset(",;.!?-")


def corrected(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The reply without what a correction replaces: the stretch before the cue, back to the comma before it."""
    kept = tuple(tokens)
    for start, end in sorted(spots(kept, "correction"), reverse=True):
        before, after = list(kept[:start]), kept[end:]
        said = [k for k in content_spots(after) if not lexicon.is_in(after[k].text, "excuse")]
        if not before or not said or after[0].text in ("for", "ke", "ki"):
            continue
        while before and before[-1].text in _BORDERS:
            before.pop()
        if not content_spots(before):
            continue
        while before and before[-1].text not in _BORDERS:
            before.pop()
        rest = list(after)
        while rest and rest[0].text in _BORDERS:
            rest.pop(0)
        kept = (*before, *rest)
    return kept
