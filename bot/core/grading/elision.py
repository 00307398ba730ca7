"""Decides what a clause leaves unsaid: "lists are mutable, tuples aren't" says of tuples the opposite of the claim before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.core.grading.negation import Span, clauses, spots
from bot.core.grading.roles import NOBODY, mentioned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.idea import Idea
    from bot.core.grading.normalise import Token
    from bot.core.grading.points import Outline


def with_elided(said: Sequence[Idea], tokens: Sequence[Token], outline: Outline) -> tuple[Idea, ...]:
    """The ideas of a reply, and for each clause that only names a subject the predicate of the clause before."""
    if not outline.subjects:
        return tuple(said)
    cues = [a for group in ("deny_before", "deny_after") for a, _ in spots(tokens, group)]
    added: list[Idea] = []
    before: tuple[list[Idea], bool] | None = None
    for clause in clauses(tokens):
        own = [i for i in said if clause[0] <= i.at < clause[1] and not _is_name(i, tokens, outline)]
        denied = any(clause[0] <= c < clause[1] for c in cues)
        if own:
            before = own, denied
        elif before is not None and _names_someone(clause, tokens, outline):
            flip = 1 if denied == before[1] else -1
            sided = any(i.has_side for i in before[0])
            added += [
                replace(
                    i, at=clause[0], end=clause[0] + 1, sign=i.sign * (flip if i.has_side or not sided else 1)
                )
                for i in before[0]
            ]
    return (*said, *added)


def _is_name(idea: Idea, tokens: Sequence[Token], outline: Outline) -> bool:
    return mentioned(tokens[idea.at], outline.subjects) != NOBODY


def _names_someone(clause: Span, tokens: Sequence[Token], outline: Outline) -> bool:
    return any(mentioned(t, outline.subjects) != NOBODY for t in tokens[clause[0] : clause[1]])
