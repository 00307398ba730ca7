"""What is said about the last answer: the verdict's word first, then what mattered, then when the card comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.html import code, join, markdown, quote, shorten, visible_length
from bot.chat.views.headline import brief_answer, headline
from bot.core.card import Kind
from bot.core.grading.grade import Rule, Verdict
from bot.core.scheduling import TurnKind
from bot.services.outcomes import Ruling
from bot.texts import Html, say

if TYPE_CHECKING:
    from bot.core.card import Card
    from bot.services.outcomes import Feedback

FOLDED_FROM = 200
"""Visible units above which a model answer or an explanation is folded."""
_NOTHING = Html()
_POINTS_SHOWN = 4
_POINT_LENGTH = 90
_DAYS_A_MONTH = 30
_MONTHS_FROM = 60
"""Days from which on the next showing is said in months."""
_RULINGS = {
    Ruling.I_WAS_RIGHT: "ruled-right",
    Ruling.I_WAS_WRONG: "ruled-wrong",
    Ruling.TOO_EASY: "ruled-easy",
}


def feedback(seen: Feedback, language: str) -> Html:
    """The feedback as the upper part of a message."""
    if seen.ruling is not None:
        return _ruled(seen, seen.ruling, language)
    sentence = headline(seen, language)
    opening = join(" ", (say(language, "took-back") if seen.changed else _NOTHING, sentence.html))
    lines = _points(seen, language)
    if seen.again_now:
        go = say(language, "one-more-go")
        return join("\n", (opening, *lines, go)) if lines else join(" ", (opening, go))
    if not sentence.names_answer and seen.grade.verdict is not Verdict.RIGHT:
        lines = (*lines, _model_answer(seen.card, folded=bool(lines)))
    remark = _why(seen)
    if visible_length(remark) > FOLDED_FROM:
        lines, remark = (*lines, quote(remark, folded=True)), _NOTHING
    if seen.grade.rule is Rule.SELF:
        return join("\n", (opening, *lines, say(language, "self-how")))
    if not lines:
        return _with_return(seen, join(" ", (opening, remark)), language)
    back = _return(seen, language)
    return join("\n", (opening, *lines, remark, say(language, "return", when=back) if back else back))


def _ruled(seen: Feedback, ruling: Ruling, language: str) -> Html:
    answer = brief_answer(seen.card)
    sentence = say(language, _RULINGS[ruling])
    if answer is not None:
        sentence = join(" · ", (sentence, say(language, "the-answer", answer=answer)))
    back = _return(seen, language, ruled=True)
    return join(" · ", (sentence, back))


def _with_return(seen: Feedback, sentence: Html, language: str) -> Html:
    """The sentence and behind it when the card comes back: after a wrong answer a sentence of its own."""
    if seen.grade.verdict is Verdict.WRONG and seen.again_today:
        return join(" ", (sentence, say(language, "return-soon")))
    return join(" · ", (sentence, _return(seen, language)))


def _return(seen: Feedback, language: str, *, ruled: bool = False) -> Html:
    """When the card comes back, as the end of a line; empty where there is nothing to say."""
    if seen.again_today:
        right = seen.grade.verdict is Verdict.RIGHT and not ruled
        if right and seen.hinted:
            return say(language, "return-today-hint")
        if right and seen.tries > 1:
            return say(language, "return-today-second")
        return say(language, "return-today")
    if seen.days is None:
        return say(language, "return-drilled") if seen.kind is TurnKind.DRILL else _NOTHING
    if seen.days >= _MONTHS_FROM:
        return say(language, "return-months", months=round(seen.days / _DAYS_A_MONTH))
    return say(language, "return-days", days=seen.days)


def _points(seen: Feedback, language: str) -> tuple[Html, ...]:
    """What was there and what was not; at a first try nothing that would give the answer away."""
    grade = seen.grade
    if grade.verdict is Verdict.RIGHT or grade.rule in (Rule.SWAPPED, Rule.BAG):
        return ()  # swapped claims stand in the sentence; a bag of words makes and denies nothing
    denied_key = "item-denied" if grade.rule is Rule.LIST else "point-denied"
    missed = tuple(point for point in grade.missed if point not in grade.denied)
    gives_away = seen.again_now and grade.rule is not Rule.LIST
    return (
        *_some(grade.made, "point-made", language),
        *_some(() if gives_away else grade.denied, denied_key, language),
        *_some(() if seen.again_now else missed, "point-missed", language),
    )


def _some(points: tuple[str, ...], key: str, language: str) -> tuple[Html, ...]:
    lines = [say(language, key, point=markdown(shorten(point, _POINT_LENGTH))) for point in points]
    shown = lines[:_POINTS_SHOWN]
    left = len(lines) - len(shown)
    return (*shown, say(language, "points-more", count=left)) if left else tuple(shown)


def _model_answer(card: Card, *, folded: bool) -> Html:
    """The answer as a quote, folded if it is long or if its points stand above already."""
    plain = card.kind is Kind.EXACT and "`" not in card.answer and "\n" not in card.answer
    answer = code(card.answer) if plain else markdown(card.answer)
    return quote(answer, folded=folded or visible_length(answer) > FOLDED_FROM)


def _why(seen: Feedback) -> Html:
    """The instructor's explanation, unless the answer was right or a near miss was told its own."""
    if seen.grade.verdict is Verdict.RIGHT or seen.grade.told or seen.grade.rule is Rule.SELF:
        return _NOTHING
    return markdown(seen.card.why)
