"""Decides whether a reply gives the amount or the date that a card asks for: by value and unit, never by spelling."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.choice import offers_choice
from bot.core.grading.date import agreement, date_in
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.negation import Denials, Span, content_spots
from bot.core.grading.number import Quantity, quantities
from bot.core.grading.unit import HEAT, MONEY, dimension_of, names_unit
from bot.core.grading.value import same_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.form import Form
    from bot.core.grading.normalise import Token

_YEAR_ASKED = re.compile(r"year|saal|sal|san|sann|varsh")


def grade_date(form: Form, tokens: Sequence[Token], denials: Denials) -> Grade | None:
    """The parts of a date: all right, some close, a differing one wrong; None when the reply has no date at all."""
    best: Grade | None = None
    whole = date_in(tokens)
    spans = [(0, len(tokens))] if not denials.before and not denials.after else denials.clauses
    for start, end in spans:
        date = date_in(tokens[start:end])
        if date is None or _denied_clause(denials, start, end):
            continue
        for card in form.dates:
            found = agreement(card, date)
            if (
                found == "some"
                and date.year == card.year
                and any(_YEAR_ASKED.fullmatch(t.text) for t in form.question)
            ):
                found = "all"
            if found == "all" and any(lexicon.is_in(t.text, "choice") for t in tokens):
                return Grade(Verdict.WRONG, Rule.CHOICE)
            grade = {
                "all": Grade(Verdict.RIGHT, Rule.NUMBER, 0.95, matched=form.terms[0].text),
                "some": Grade(Verdict.CLOSE, Rule.NUMBER, 0.8, matched=form.terms[0].text),
                "none": Grade(Verdict.WRONG, Rule.NUMBER, 0.95),
            }[found]
            if best is None or grade.verdict is Verdict.RIGHT:
                best = grade
    if best is None and whole is not None:
        return Grade(Verdict.WRONG, Rule.NEGATED)
    return best


def _denied_clause(denials: Denials, start: int, end: int) -> bool:
    """Whether a cue stands in the clause itself."""
    return any(start <= a < end for a, _ in (*denials.before, *denials.after))


def grade_amount(form: Form, tokens: Sequence[Token], denials: Denials) -> Grade | None:
    """Value and unit against each wording; None when the reply has no amount."""
    kelvin = any(q.dimension in HEAT for amount in form.amounts for q in amount)
    given = [_in_terms(q, form, tokens) for q in quantities(tokens, kelvin=kelvin)]
    if not given:
        return None
    single = [amount[0] for amount in form.amounts if len(amount) == 1]
    if len(form.amounts[0]) > 1:
        several = _several(form, given)
        if several is not None:
            return several
    if not single:
        return Grade(Verdict.WRONG, Rule.NUMBER, 0.9)
    return _single(form, tokens, denials, given, single)


def _in_terms(quantity: Quantity, form: Form, tokens: Sequence[Token]) -> Quantity:
    """ "100 lakh" where the question asks how many lakh is 100."""
    asked = {f for t in form.question if (f := lexicon.factor(t.text))}
    named = [f for t in tokens[quantity.start : quantity.end] if (f := lexicon.factor(t.text))]
    if not named or named[-1] not in asked:
        return quantity
    value = quantity.value / named[-1]
    plain = [a[0].value for a in form.amounts if len(a) == 1]
    return (
        replace(quantity, value=Fraction(value))
        if value in plain and quantity.value not in plain
        else quantity
    )


def _several(form: Form, given: list[Quantity]) -> Grade | None:
    """An amount of several numbers ("120/80", "7 to 8"): all in order right, some and no other close."""
    for amount in form.amounts:
        if len(amount) < 2:
            continue
        met = [g for g in given if any(_equal(a, g) for a in amount)]
        if len(given) == len(amount) and all(_equal(a, g) for a, g in zip(amount, given, strict=True)):
            return Grade(Verdict.RIGHT, Rule.NUMBER, 0.95, matched=form.terms[0].text)
        if len(given) == len(amount) == len(met):
            return Grade(Verdict.WRONG, Rule.NUMBER, 0.8)  # exchanged: 2:30 is not 30:2
        if met and len(met) == len(given):
            return Grade(Verdict.CLOSE, Rule.NUMBER, 0.7, matched=form.terms[0].text)
    return None


def _equal(card: Quantity, reply: Quantity) -> bool:
    return same_value(card, reply) or (not reply.dimension and reply.value == card.value)


def _single(
    form: Form, tokens: Sequence[Token], denials: Denials, given: list[Quantity], wanted: list[Quantity]
) -> Grade:
    with_unit = [w for w in wanted if w.dimension]
    spans = {(q.start, q.end): _compare(q, wanted, with_unit) for q in given}
    others = [s for s, verdict in spans.items() if verdict not in ("same", "bare")]
    met = [s for s, verdict in spans.items() if verdict in ("same", "bare")]
    if not met:
        unit = any(v == "unit" for v in spans.values())
        return Grade(Verdict.WRONG, Rule.UNIT if unit else Rule.NUMBER, 0.95)
    affirmed = [
        s
        for s in met
        if not denials.denied(*s, others) and not denials.elsewhere(s[1]) and not _for_other(form, tokens, s)
    ]
    if not affirmed:
        return Grade(Verdict.WRONG, Rule.NEGATED, 0.9, matched=form.terms[0].text)
    if all(_compared(form, tokens, s) for s in affirmed):
        return Grade(Verdict.WRONG, Rule.NUMBER, 0.85, rival=" ".join(t.text for t in tokens[:12]))
    spoiled = _beside_other(tokens, denials, affirmed, others, met)
    if spoiled is not None:
        return spoiled
    dimension = next((w.dimension for w in with_unit), ())
    whole = any(spans[s] == "same" for s in affirmed) or all(w.value == 0 for w in wanted)
    money = dimension in MONEY and any(lexicon.is_in(t.text, "money") for t in form.question)
    if whole or money or names_unit(form.question, dimension):
        return Grade(Verdict.RIGHT, Rule.NUMBER, 0.97 if whole else 0.9, matched=form.terms[0].text)
    return Grade(Verdict.CLOSE, Rule.UNIT, 0.85, matched=form.terms[0].text)


def _beside_other(
    tokens: Sequence[Token], denials: Denials, affirmed: list[Span], others: list[Span], met: list[Span]
) -> Grade | None:
    """Another value offered beside the right one: joined by a choice word, or alone in its clause."""
    rivals = [s for s in others if not denials.denied(*s, met) and not denials.elsewhere(s[1])]
    if _choice(tokens, affirmed, rivals):
        return Grade(Verdict.WRONG, Rule.CHOICE, 0.95)
    if any(_bare(tokens, r, denials, affirmed) for r in rivals):
        return Grade(
            Verdict.WRONG, Rule.RIVAL, 0.85, rival=" ".join(t.text for t in tokens[slice(*rivals[0])])
        )
    return None


def _compare(reply: Quantity, wanted: list[Quantity], with_unit: list[Quantity]) -> str:
    """ "same", "bare" (right value, unit left out), "unit" (right value, another unit) or "other"."""
    if reply.dimension == dimension_of("R") and any(w.dimension in HEAT for w in with_unit):
        reply = replace(reply, dimension=())  # "100 degree" leaves open which
    if reply.dimension and with_unit:
        if any(same_value(w, reply) for w in with_unit):
            return "same"
        return "unit" if any(w.value == reply.value for w in with_unit) else "other"
    without = [w for w in wanted if not w.dimension]
    if any(w.value == reply.value or _finer(w, reply) for w in without):
        return "same"
    return "bare" if any(w.value == reply.value or _finer(w, reply) for w in with_unit) else "other"


def _finer(card: Quantity, reply: Quantity) -> bool:
    bare = Quantity(reply.value, reply.places, 0, 0, numeral=True)
    return same_value(Quantity(card.value, card.places, 0, 0, numeral=True), bare)


def _for_other(form: Form, tokens: Sequence[Token], span: tuple[int, int]) -> bool:
    """English for "60 to bail ke": "60 is for oxen", with a word that the question lacks."""
    after = [t.text for t in tokens[span[1] : span[1] + 4]]
    if len(after) < 3 or after[0] not in ("is", "are", "for") or "for" not in after[:2]:
        return False
    noun = after[after.index("for") + 1 :][:1]
    return bool(noun) and not lexicon.is_stop(noun[0]) and lexicon.stem(noun[0]) not in form.question_stems


_BELOW = frozenset({"kam", "neeche", "niche", "less", "below", "under", "fewer"})
_ABOVE = frozenset({"zyada", "jyada", "adhik", "upar", "more", "above", "over", "greater", "badi", "bada"})


def _compared(form: Form, tokens: Sequence[Token], span: Span) -> bool:
    """Whether a value is only a bound ("18 se kam", "more than 18") where the question asks for the value itself."""
    asked = {t.text for t in form.question}
    after = [t.text for t in tokens[span[1] : span[1] + 3]]
    before = [t.text for t in tokens[max(0, span[0] - 2) : span[0]]]
    said: set[str] = set()
    if after[:1] == ["se"]:
        said |= set(after[1:2])
    if before[-1:] == ["than"] or (before and before[-1] in ("below", "under", "above", "over")):
        said |= set(before)
    if not said & (_BELOW | _ABOVE) or "kam" in after[2:3]:
        return False
    return not asked & (_BELOW | _ABOVE)


def _choice(tokens: Sequence[Token], affirmed: list[tuple[int, int]], rivals: list[tuple[int, int]]) -> bool:
    """Two values joined by ya, or, a slash; or one of several."""
    if not rivals:
        return False
    if offers_choice(tokens, affirmed, ()):
        return True
    for one in affirmed:
        for other in rivals:
            first, second = sorted((one, other))
            between = [t.text for t in tokens[first[1] : second[0]]]
            if between and all(
                b in ("or", "ya", "/", "-", "to", "se", "ki", "athva") or lexicon.is_in(b, "choice")
                for b in between
            ):
                return True
    return False


def _bare(
    tokens: Sequence[Token], rival: tuple[int, int], denials: Denials, affirmed: list[tuple[int, int]]
) -> bool:
    """Whether another value stands alone, as a second guess, rather than in a claim of its own."""
    clause = next((c for c in denials.clauses if c[0] <= rival[0] < c[1]), (0, len(tokens)))
    shared = [a for a in affirmed if clause[0] <= a[0] < clause[1]]
    spare = content_spots(
        tokens[clause[0] : clause[1]],
        lambda i: any(a <= i + clause[0] < b for a, b in (rival, *shared)),
    )
    return not spare
