"""Decides what a reply without the whole term is: a part of the term with nothing else, the question repeated, or another
answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.form import Form, stems
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.negation import Denials, content_spots
from bot.core.grading.terms import Matcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.normalise import Token
    from bot.core.grading.prepare import PreparedDeck
    from bot.core.grading.term import Term

_ECHO = 3
"""Words of the question that make a reply its echo."""


def grade_part(form: Form, tokens: Sequence[Token], deck: PreparedDeck, denials: Denials) -> Grade | None:
    """Close for a part of the term alone, wrong for the question's words alone, None for anything else."""
    content = content_spots(tokens)
    echoed = [i for i in content if stems([tokens[i]]) & form.question_stems]
    if len(echoed) >= _ECHO and len(echoed) == len(content):
        return Grade(Verdict.WRONG, Rule.ECHO, 0.9)
    if any(lexicon.is_in(t.text, "choice", t.native) for t in tokens):
        return None
    person = _person(form, tokens, content, deck, denials)
    if person is not None:
        return person
    best: tuple[int, Term] | None = None
    for term in _needed(form):
        met = _met(term, tokens, content, deck)
        rest = [i for i in content if i not in met and not lexicon.is_in(tokens[i].text, "general")]
        strangers = [i for i in rest if i not in echoed]
        alone = len(content) == 1 or len(echoed) < len(content)
        counted = [
            i for i in met if i not in echoed or (alone and (_only_asked(term, form) or len(content) <= 2))
        ]
        denied = any(denials.denied(i, i + 1) for i in met)
        if (
            counted
            and not strangers
            and len(rest) <= 2
            and not denied
            and len(met) > (best[0] if best else 0)
        ):
            best = (len(met), term)
    if best is not None and len(tokens) < 25:
        return Grade(Verdict.CLOSE, Rule.GENERAL, 0.7, matched=_said(best[1], tokens, content, deck))
    if len(echoed) >= _ECHO and len(content) - len(echoed) <= len(echoed) // 3:
        return Grade(Verdict.WRONG, Rule.ECHO, 0.9)
    return None


def _person(
    form: Form, tokens: Sequence[Token], content: list[int], deck: PreparedDeck, denials: Denials
) -> Grade | None:
    """A person by surname, or by first name and surname, where the question asks who and no other answer has the name."""
    if not any(lexicon.is_in(t.text, "who") for t in form.question):
        return None
    for term in form.terms:
        written = [w for w in term.text.split() if w[:1].isalpha()]
        if len(term.content) < 2 or len(written) < 2 or not all(w[0].isupper() for w in written):
            continue
        met = _met(term, tokens, content, deck)
        surname = term.content[-1]
        named = any(Matcher(term, tokens, deck).word(len(term.words) - 1, tokens[i]) is not None for i in met)
        strangers = [i for i in content if i not in met and not stems([tokens[i]]) & form.question_stems]
        if any(denials.denied(i, i + 1) for i in met):
            return None
        if (
            named
            and not strangers
            and not lexicon.is_in(surname, "general")
            and not deck.shares_name(surname, term.words)
        ):
            return Grade(Verdict.RIGHT, Rule.EXACT, 0.75, matched=term.text)
    return None


def _needed(form: Form) -> list[Term]:
    """The wordings of which a part is worth something: two words or more, and no shorter wording inside them."""
    terms = [t for t in form.terms if len(t.content) > 1 and t.content]
    single = {w for t in form.terms if len(t.content) == 1 for w in t.content}
    return [t for t in terms if not (single & set(t.content))]


def _parts(term: Term, tokens: Sequence[Token], content: list[int], deck: PreparedDeck) -> set[int]:
    """Which words of the term the reply has."""
    matcher = Matcher(term, tokens, deck)
    return {k for i in content for k in range(len(term.words)) if matcher.word(k, tokens[i]) is not None}


def _only_asked(term: Term, form: Form) -> bool:
    """Whether all but one of the term's words stand in the question."""
    return sum(lexicon.stem(w) not in form.question_stems for w in term.content) <= 1


def _said(term: Term, tokens: Sequence[Token], content: list[int], deck: PreparedDeck) -> str:
    """The part of the term that the reply has, as the instructor writes it, and nothing of what is missing."""
    said = _parts(term, tokens, content, deck)
    written = term.text.split()
    words = written if len(written) == len(term.words) else term.words
    return " ".join(words[k] for k in sorted(said))


def _met(term: Term, tokens: Sequence[Token], content: list[int], deck: PreparedDeck) -> list[int]:
    """The positions of words that belong to the term; a numeral alone is worth nothing."""
    matcher = Matcher(term, tokens, deck)
    found: list[int] = []
    for i in content:
        hits = [
            k
            for k in range(len(term.words))
            if k not in term.optional and matcher.word(k, tokens[i]) is not None
        ]
        if hits and tokens[i].kind != "number":
            found.append(i)
    return found
