"""Decides a short answer: evidence first (where the reply names the right term, a near miss, a rival), then guards
(denied, one of several options, another card's answer), then what is left of it (part of the term, the question, nothing).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.amounts import grade_amount, grade_date
from bot.core.grading.choice import lists_rival, offers_choice
from bot.core.grading.code import grade_code
from bot.core.grading.correction import corrected
from bot.core.grading.explain import contradicts_question
from bot.core.grading.form import Form, split_items, stems
from bot.core.grading.formula import grade_formula
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.listing import grade_list
from bot.core.grading.negation import Denials, Span, content_spots, spots
from bot.core.grading.normalise import Token, reply_tokens
from bot.core.grading.partial import grade_part
from bot.core.grading.settle import best, settle
from bot.core.grading.terms import Mention, find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.core.card import Card
    from bot.core.grading.prepare import PreparedDeck
    from bot.core.grading.term import Term

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SURE = 0.15
"""Mentions cheaper than this are certain enough to name a rival."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reply read against one card: the evidence that the guards look at."""

    card: Card
    form: Form
    deck: PreparedDeck
    tokens: tuple[Token, ...]
    denials: Denials
    targets: tuple[Mention, ...]
    misses: tuple[tuple[Mention, str], ...]
    rivals: tuple[Mention, ...]

    @property
    def affirmed(self) -> list[Mention]:
        """The mentions of the right term that are not denied and not given to something else."""
        others = [(m.start, m.end) for m in (*self.rivals, *(m for m, _ in self.misses))]
        return [
            t
            for t in self.targets
            if not self.denials.denied(t.start, t.end, others) and not self.denials.elsewhere(t.end)
        ]

    @property
    def standing_rivals(self) -> list[Mention]:
        """Rivals and near misses that are not denied and not merely in passing ("80 to http ka hai")."""
        spans = _spans(self.targets)
        return [
            r
            for r in (*(m for m, _ in self.misses), *self.rivals)
            if not self.denials.denied(r.start, r.end, spans) and not self.denials.elsewhere(r.end)
        ]


def _spans(mentions: Sequence[Mention]) -> list[Span]:
    return [(m.start, m.end) for m in mentions]


def grade_short(card: Card, reply: str, deck: PreparedDeck) -> Grade:
    """The verdict on a reply to a card with a short answer."""
    form = deck.form(card)
    if form.is_code:
        return grade_code(card, reply)
    tokens = corrected(reply_tokens(reply))
    denials = Denials(tokens, form.question_stems)
    formula = grade_formula(card, reply, form)
    if formula is not None:
        return formula
    reading = _read(card, form, deck, tokens, denials)
    near = _near_miss(reading)
    if near is not None:
        return near
    typed = _typed_kind(form, tokens, denials, deck)
    if typed is not None:
        return typed
    for rule in _RULES:
        grade = rule(reading)
        if grade is not None:
            return grade
    return Grade(Verdict.WRONG, Rule.NO_MATCH, _doubt(reading), rival=_known_rival(reading))


def _typed_kind(form: Form, tokens: Sequence[Token], denials: Denials, deck: PreparedDeck) -> Grade | None:
    """Dates, amounts and lists have rules of their own."""
    if form.dates:
        return grade_date(form, tokens, denials)
    if form.amounts:
        return grade_amount(form, tokens, denials)
    if form.items and not _named_whole(form, tokens, deck):
        return grade_list(form, tokens, denials, deck)
    return None


def _named_whole(form: Form, tokens: Sequence[Token], deck: PreparedDeck) -> bool:
    """Whether an alias that is no list itself is named, so that the card is met without its items."""
    items = {item.words for column in form.items for item in column}
    plain = [t for t in form.terms[1:] if t.words not in items and not split_items(t.text)]
    return any(find(t, tokens, deck) for t in plain)


def _read(card: Card, form: Form, deck: PreparedDeck, tokens: tuple[Token, ...], denials: Denials) -> Reading:
    targets = best(
        [
            m
            for term in form.terms
            for m in find(term, tokens, deck)
            if not _echoed(m, term, form, tokens) and not _translates_question(m, term, form, tokens)
        ]
    )
    misses = [(m, told) for term, told in form.near for m in find(term, tokens, deck) if m.cost < _SURE]
    own = {term.words for term in form.terms}
    near = {term.words for term, _ in form.near}
    mine = [frozenset(term.words) for term in form.terms]
    rivals = [
        m
        for term in deck.rivals_in(tokens)
        if term.words not in own
        and term.words not in near
        and not _asked(term, form)
        and not any(whole.issuperset(term.words) for whole in mine)
        for m in find(term, tokens, deck, strict=True)
        if m.cost < _SURE
    ]
    targets, misses, rivals = settle(targets, misses, rivals)
    return Reading(card, form, deck, tokens, denials, tuple(targets), tuple(misses), tuple(rivals))


def _echoed(mention: Mention, term: Term, form: Form, tokens: Sequence[Token]) -> bool:
    """A term in free order made of the question's words only, or the acronym the question gave, is no answer."""
    if mention.rule is Rule.ACRONYM and mention.end - mention.start == 1 and len(term.content) > 1:
        return lexicon.stem(tokens[mention.start].text) in form.question_stems
    return mention.free and all(lexicon.stem(w) in form.question_stems for w in term.content)


def _translates_question(mention: Mention, term: Term, form: Form, tokens: Sequence[Token]) -> bool:
    """The question's own word is no answer for being the answer in the other language; where the question is about a
    language, no translation is.
    """
    about_words = any(lexicon.is_in(t.text, "language", t.native) for t in form.question)
    return any(
        (about_words or stems([t]) & form.question_stems)
        and any(lexicon.translates(t.text, word, t.native) for word in term.words)
        and not any(lexicon.stem(t.text) == lexicon.stem(word) for word in term.words)
        for t in tokens[mention.start : mention.end]
    )


def _asked(term: Term, form: Form) -> bool:
    """A rival that the question itself speaks of is no second answer."""
    return all(lexicon.stem(w) in form.question_stems for w in term.content)


def _near_miss(reading: Reading) -> Grade | None:
    """A listed near miss stands in the reply and the right term does not."""
    if not reading.misses or reading.affirmed:
        return None
    spans = _spans(reading.targets)
    for miss, told in reading.misses:
        if not reading.denials.denied(miss.start, miss.end, spans):
            return Grade(Verdict.WRONG, Rule.NEAR_MISS, 1.0 - miss.cost, rival=miss.term, told=told)
    return None


def _choice(reading: Reading) -> Grade | None:
    affirmed = _spans(reading.affirmed)
    if affirmed and offers_choice(reading.tokens, affirmed, reading.form.question_stems):
        return Grade(Verdict.WRONG, Rule.CHOICE, 0.9, matched=reading.affirmed[0].term)
    return None


def _beside_rival(reading: Reading) -> Grade | None:
    affirmed, rivals = reading.affirmed, reading.standing_rivals
    if not affirmed or not rivals:
        return None
    how = lists_rival(reading.tokens, _spans(affirmed), _spans(rivals), reading.denials)
    if how == "list":
        return Grade(Verdict.WRONG, Rule.RIVAL, 0.8, matched=affirmed[0].term, rival=rivals[0].term)
    if how == "also":
        return Grade(Verdict.CLOSE, Rule.EXTRA, 0.6, matched=affirmed[0].term, rival=rivals[0].term)
    return None


def _contradicted(reading: Reading) -> Grade | None:
    """The right term with another year than its own, or with an explanation that turns the question round."""
    affirmed = reading.affirmed
    if not affirmed:
        return None
    spans = _spans(affirmed)
    years = {w for t in reading.form.terms for w in t.words if _YEAR.fullmatch(w)}
    said = {t.text for t in reading.tokens if _YEAR.fullmatch(t.text)}
    if (years and said - years) or contradicts_question(reading.form, reading.tokens, spans):
        return Grade(Verdict.CLOSE, Rule.EXTRA, 0.6, matched=affirmed[0].term)
    return None


def _affirmed(reading: Reading) -> Grade | None:
    affirmed = reading.affirmed
    if not affirmed:
        return None
    cheapest = min(affirmed, key=lambda m: m.cost)
    matched = cheapest.term
    spelt_out = _spelt_out(cheapest, reading.form)
    if spelt_out:
        matched = f"{cheapest.term} = {spelt_out}"
    elif cheapest.rule is Rule.ACRONYM:
        said = " ".join(t.text for t in reading.tokens[cheapest.start : cheapest.end])
        matched = (
            f"{said} = {cheapest.term}" if len(said) < len(cheapest.term) else f"{cheapest.term} = {said}"
        )
    return Grade(Verdict.RIGHT, cheapest.rule, round(max(0.5, 1.0 - cheapest.cost), 2), matched=matched)


def _spelt_out(mention: Mention, form: Form) -> str:
    """The wording that an acronym stands for, where the instructor wrote both."""
    letters = mention.term.casefold()
    if not mention.term.isupper() or len(letters) < 2:
        return ""
    return next((t.text for t in form.terms if "".join(word[:1] for word in t.words) == letters), "")


def _negated(reading: Reading) -> Grade | None:
    if not reading.targets:
        return None
    return Grade(Verdict.WRONG, Rule.NEGATED, 0.9, matched=reading.targets[0].term)


def _rival(reading: Reading) -> Grade | None:
    rivals = reading.standing_rivals
    return Grade(Verdict.WRONG, Rule.RIVAL, 0.95, rival=rivals[0].term) if rivals else None


def _nothing(reading: Reading) -> Grade | None:
    """Nothing said, or said that nothing is known."""
    given_up = [range(a, b) for a, b in spots(reading.tokens, "giveup")]
    left = content_spots(reading.tokens, lambda i: any(i in r for r in given_up))
    asked = reading.form.question_stems
    if given_up and sum(not (stems([reading.tokens[i]]) & asked) for i in left) <= 3:
        return Grade(Verdict.WRONG, Rule.GIVE_UP)
    return None if left else Grade(Verdict.WRONG, Rule.EMPTY)


def _part(reading: Reading) -> Grade | None:
    return grade_part(reading.form, reading.tokens, reading.deck, reading.denials)


def _known_rival(reading: Reading) -> str:
    """The common acronym that is all the reply says, else ""."""
    content = content_spots(reading.tokens)
    said = [reading.tokens[i].text for i in content]
    known = len(said) == 1 and len(said[0]) > 2 and said[0] in lexicon.common_acronyms()
    return said[0].upper() if known and lexicon.stem(said[0]) not in reading.form.question_stems else ""


def _doubt(reading: Reading) -> float:
    """How sure a mismatch is: less when a short reply is one word that looks a little like the term."""
    content = content_spots(reading.tokens)
    return 0.9 if len(content) > 1 else 0.8


_RULES: tuple[Callable[[Reading], Grade | None], ...] = (
    _choice,
    _beside_rival,
    _contradicted,
    _affirmed,
    _negated,
    _rival,
    _nothing,
    _part,
)
