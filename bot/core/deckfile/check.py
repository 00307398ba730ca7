"""Runs a deck's own unit tests: whether its answers, accepted and rejected replies are graded as its author says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.card import Kind
from bot.core.deckfile.front_matter import shown
from bot.core.deckfile.keys import answer_key
from bot.core.deckfile.values import ProblemLog
from bot.core.grading import grade, prepare
from bot.core.grading.grade import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.core.deckfile.values import DeckFile, PlacedCard, Problem
    from bot.core.grading import PreparedDeck


def check_deck(deck: DeckFile) -> tuple[Problem, ...]:
    """The file's problems, then those that only grading its examples shows, all in the order of their lines.

    Each answer and each `Accept:` must be graded right, each `Reject:` anything but right, and no `Not:` may be an
    answer. Drafts and cards that the learner judges are not graded.
    """
    problems = ProblemLog()
    for known in deck.problems:
        problems.add(known.line, known.what, known.remedy)
    prepared = prepare([placed.card for placed in deck.complete], deck.prose)
    for placed in deck.complete:
        for line, what, remedy in (*_contradictions(placed), *_failures(placed, prepared)):
            problems.add(line, what, remedy)
    return problems.in_order()


def _contradictions(placed: PlacedCard) -> Iterator[tuple[int, str, str]]:
    answers = {answer_key(wording) for wording in placed.card.wordings}
    for miss in placed.card.near_misses:
        if answer_key(miss.text) in answers:
            yield (
                placed.line,
                f"`Not: {shown(miss.text)}` is an answer of the same card",
                "delete one of the two",
            )


def _failures(placed: PlacedCard, prepared: PreparedDeck) -> Iterator[tuple[int, str, str]]:
    card = placed.card
    if card.kind is Kind.SELF:
        return
    for wording in card.wordings:
        verdict = grade(card, wording, prepared).verdict
        if verdict is not Verdict.RIGHT:
            yield (
                placed.line,
                f"the card's own answer `{shown(wording)}` is graded {verdict}",
                "write it more plainly, give `Points:`, or choose `Grade: self`",
            )
    lines = iter(placed.example_lines or (placed.line,) * (len(card.accept) + len(card.reject)))
    for reply, line in zip(card.accept, lines, strict=False):
        verdict = grade(card, reply, prepared).verdict
        if verdict is not Verdict.RIGHT:
            yield (
                line,
                f"`Accept: {shown(reply)}` is graded {verdict}",
                "add the wording as `Also:` or to `Points:`",
            )
    for reply, line in zip(card.reject, lines, strict=False):
        if grade(card, reply, prepared).verdict is Verdict.RIGHT:
            yield line, f"`Reject: {shown(reply)}` is graded right", "add it as `Not:`"
