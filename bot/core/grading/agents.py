"""Decides whether a reply exchanges who acts and who is acted on: "customer bank ko loan deta hai" for "bank customer ko
loan deta hai", "the team behind makes the leading team bat" for the reverse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.lexicon import stem
from bot.core.grading.negation import clauses

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.core.grading.normalise import Token

_REACH = 3
"""Tokens behind an English verb within which the one acted on is named."""

Sides = tuple[frozenset[str], frozenset[str]]
"""The stems of who acts and of who is acted on."""


def exchanged(card: Sequence[Token], reply: Sequence[Token]) -> bool:
    """Whether the one who acts on the card is acted on in the reply, and less speaks for the card."""
    own = swapped = turned = 0
    for acting, target in _frames(card):
        doer, done = acting - target, target - acting
        for agent, patient in _frames(reply):
            own += len(agent & doer) + len(patient & done)
            swapped += len(agent & done) + len(patient & doer)
            turned += len(patient & doer)
    return swapped > own and turned > 0


def _frames(tokens: Sequence[Token]) -> Iterator[Sides]:
    """The frames of a text: before and behind "makes", "lets"; before "ko" its word and all words before that."""
    for start, end in clauses(tokens):
        for i in range(start, end):
            word = tokens[i].text
            if lexicon.is_in(word, "acts_on"):
                yield _stems(tokens[start:i]), _stems(tokens[i + 1 : min(end, i + 1 + _REACH)])
            elif word == "ko" and i - start > 1 and not lexicon.is_stop(tokens[i - 1].text):
                yield _stems(tokens[start : i - 1]), _stems(tokens[i - 1 : i])


def _stems(tokens: Sequence[Token]) -> frozenset[str]:
    return frozenset(stem(t.text) for t in tokens if t.is_word and not lexicon.is_stop(t.text, t.native))
