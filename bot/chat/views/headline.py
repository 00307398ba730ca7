"""The verdict's sentence on an answer, chosen by the verdict and the rule that decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.chat.html import code, join, markdown, shorten
from bot.core.card import Kind
from bot.core.grading.grade import Rule, Verdict
from bot.texts import say

if TYPE_CHECKING:
    from bot.core.card import Card
    from bot.core.grading.grade import Grade
    from bot.services.outcomes import Feedback
    from bot.texts import Html

BRIEF = 60
"""Characters up to which an answer can stand inside a sentence."""
_CLAIM = 90
"""Characters of a claim that are shown."""

_CLOSE_FIRST = {
    Rule.GENERAL: "close-general",
    Rule.UNIT: "close-unit",
    Rule.CODE: "close-code",
    Rule.EXTRA: "close-extra",
}
# For a wrong answer: the sentence that names the right one, and the one under which it stands as a block.
_WRONG_NAMING = {
    Rule.NEGATED: "wrong-negated",
    Rule.CHOICE: "wrong-choice",
    Rule.ECHO: "wrong-echo",
    Rule.GIVE_UP: "gave-up",
    Rule.UNIT: "wrong-unit",
}
_WRONG_ABOVE = {
    Rule.NEGATED: "wrong-negated-above",
    Rule.CHOICE: "wrong-choice-above",
    Rule.ECHO: "wrong-echo-above",
    Rule.GIVE_UP: "gave-up-above",
    Rule.BAG: "wrong-bag",
}


@dataclass(frozen=True, slots=True)
class Headline:
    """The sentence, and whether the right answer stands in it."""

    html: Html
    names_answer: bool = False


def headline(seen: Feedback, language: str) -> Headline:
    """The verdict's sentence; while the same question stays open it does not give the answer away."""
    grade = seen.grade
    if grade.rule is Rule.SELF:
        return Headline(say(language, "self"))
    match grade.verdict:
        case Verdict.RIGHT:
            return _right(seen, language)
        case Verdict.CLOSE if seen.again_now:
            return Headline(_close_first(seen.card, grade, language))
        case Verdict.CLOSE:
            return _close_final(seen.card, grade, language)
        case Verdict.WRONG:
            return _wrong(seen.card, grade, language)


def brief_answer(card: Card) -> Html | None:
    """The answer if it is short enough to stand in a sentence."""
    return _brief(card, card.answer.strip())


def _brief(card: Card, text: str) -> Html | None:
    if not text or "\n" in text or len(text) > BRIEF:
        return None
    return code(text) if card.kind is Kind.EXACT and "`" not in text else markdown(text)


def _right(seen: Feedback, language: str) -> Headline:
    matched = seen.grade.matched
    said_more = matched and matched.casefold() not in seen.card.answer.casefold()
    answer = (_brief(seen.card, matched) if said_more else None) or brief_answer(seen.card)
    if answer is None:
        return Headline(say(language, "right-long"), names_answer=True)
    if seen.tries > 1:
        return Headline(say(language, "right-second", answer=answer), names_answer=True)
    key = "right-typo" if seen.grade.rule is Rule.TYPO else "right"
    return Headline(say(language, key, answer=answer), names_answer=True)


def _close_first(card: Card, grade: Grade, language: str) -> Html:
    """Says in which direction to look, without the answer."""
    wordings = [wording.casefold() for wording in card.wordings]
    part = None if grade.matched.casefold() in wordings else _brief(card, grade.matched)
    match grade.rule:
        case Rule.NEAR_MISS if grade.told:
            return join(" ", (say(language, "close"), markdown(grade.told)))
        case Rule.GENERAL if part is not None:
            is_head = card.answer.casefold().endswith(grade.matched.casefold())
            return say(language, "close-which" if is_head else "close-rest", part=part)
        case Rule.LIST if grade.made and grade.missed:
            return say(language, "close-list", made=len(grade.made), missed=len(grade.missed))
        case Rule.LIST if grade.made:
            return say(language, "close-list-all")
        case _:
            key = _CLOSE_FIRST.get(grade.rule, "close-extra" if grade.denied else "close-unsure")
            return say(language, key)


def _close_final(card: Card, grade: Grade, language: str) -> Headline:
    answer = brief_answer(card)
    if not card.is_long and answer is not None:
        sentence = say(language, "close-final", answer=answer)
        if grade.rule is Rule.NEAR_MISS:
            sentence = join(" ", (sentence, markdown(grade.told)))
        return Headline(sentence, names_answer=True)
    if grade.rule is Rule.EXTRA:
        return Headline(say(language, "close-extra"))
    if grade.rule is Rule.BAG:
        return Headline(say(language, "close-bag"))
    made, all_points = len(grade.made), len(grade.made) + len(grade.missed)
    if grade.missed and made * 2 != all_points and made:
        return Headline(say(language, "close-points", made=made, all=all_points))
    return Headline(say(language, "close-half" if card.is_long else "close"))


def _wrong(card: Card, grade: Grade, language: str) -> Headline:
    answer = None if card.is_long and grade.rule is not Rule.GIVE_UP else brief_answer(card)
    if grade.rule is Rule.SWAPPED:
        return Headline(_swapped(grade, language))
    if answer is None or grade.rule is Rule.BAG:
        key = "wrong-points" if grade.made or grade.missed else "wrong-told" if grade.told else "wrong-above"
        sentence = say(language, _WRONG_ABOVE.get(grade.rule, key))
        return Headline(join(" ", (sentence, markdown(grade.told))))
    if grade.rule in _WRONG_NAMING:
        return Headline(say(language, _WRONG_NAMING[grade.rule], answer=answer), names_answer=True)
    if grade.rule is not Rule.NEAR_MISS and grade.rival:
        rival = _brief(card, grade.rival) or markdown(shorten(grade.rival, BRIEF))
        return Headline(say(language, "wrong-rival", answer=answer, rival=rival), names_answer=True)
    sentence = say(language, "wrong", answer=answer)
    return Headline(join(" ", (sentence, markdown(grade.told))), names_answer=True)


def _swapped(grade: Grade, language: str) -> Html:
    if not grade.denied:
        return say(language, "wrong-swapped-above")
    claims = join("; ", (markdown(shorten(claim, _CLAIM)) for claim in grade.denied))
    return say(language, "wrong-swapped", claims=claims)
