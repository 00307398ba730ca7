"""Decides what a deck knows: its acronyms, its terms, which answers are one another's rivals. A plain value, stored with
the deck's version.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

from bot.core.card import Card, Kind
from bot.core.grading import acronym, lexicon, senses
from bot.core.grading.form import Form, make_form
from bot.core.grading.normalise import Token, card_tokens, joined
from bot.core.grading.points import Outline, make_outline
from bot.core.grading.sound import alike, skeleton
from bot.core.grading.term import Term, make_term
from bot.core.grading.typo import is_slip, opposed, sound_cost

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_CACHE_LIMIT = 4096
_RIVAL_WORDS = 5


class PreparedDeck:
    """What grading knows of a deck beyond the card asked. Treat it as immutable."""

    __slots__ = (
        "_forms",
        "_index",
        "_near",
        "_outlines",
        "_rival_terms",
        "acronyms",
        "rivals",
        "terms",
        "words",
    )

    def __init__(
        self,
        words: frozenset[str],
        terms: frozenset[str],
        acronyms: dict[str, tuple[tuple[str, ...], ...]],
        rivals: dict[str, tuple[str, ...]],
    ) -> None:
        senses.load()
        self.words = words
        """Every word of the deck's text, folded."""
        self.terms = terms
        """The words of answers, aliases and near misses."""
        self.acronyms = acronyms
        self.rivals = rivals
        """Wordings of short answers by the stem of their first word."""
        self._forms: dict[Card, Form] = {}
        self._outlines: dict[Card, Outline] = {}
        self._near: dict[tuple[str, str, float], bool] = {}
        self._rival_terms: dict[str, Term] = {}
        self._index: dict[str, tuple[str, ...]] = _by_skeleton(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PreparedDeck) and self.dump() == other.dump()

    __hash__ = None  # type: ignore[assignment]  # compared by content, never a key

    def dump(self) -> str:
        """The deck's knowledge as JSON; `load` gives an equal one."""
        state: dict[str, Any] = {
            "words": sorted(self.words),
            "terms": sorted(self.terms),
            "acronyms": self.acronyms,
            "rivals": self.rivals,
        }
        return json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> Self:
        """The deck that `dump` wrote."""
        state = json.loads(text)
        return cls(
            frozenset(state["words"]),
            frozenset(state["terms"]),
            {k: tuple(tuple(e) for e in v) for k, v in state["acronyms"].items()},
            {k: tuple(v) for k, v in state["rivals"].items()},
        )

    def form(self, card: Card) -> Form:
        """The card prepared for short grading, kept for the next reply."""
        found = self._forms.get(card)
        if found is None:
            if len(self._forms) >= _CACHE_LIMIT:
                self._forms.clear()
            found = self._forms[card] = make_form(card, self.acronyms)
        return found

    def outline(self, card: Card) -> Outline:
        """The card prepared for long grading, kept for the next reply."""
        found = self._outlines.get(card)
        if found is None:
            if len(self._outlines) >= _CACHE_LIMIT:
                self._outlines.clear()
            found = self._outlines[card] = make_outline(card, self.acronyms)
        return found

    def shares_name(self, surname: str, own: tuple[str, ...]) -> bool:
        """Whether another answer of the deck has this word too."""
        if surname not in self.terms:
            return False
        texts = (text for wordings in self.rivals.values() for text in wordings)
        return any(surname in (words := joined(text).split()) and tuple(words) != own for text in texts)

    def knows_apart(self, typed: str, word: str) -> bool:
        """Whether `typed` is a term of its own here or a common acronym, so that it can't be `word` mistyped."""
        if typed in lexicon.common_acronyms() or typed in self.acronyms:
            return typed != word
        return typed in self.terms and not alike(typed, word) and lexicon.stem(typed) != lexicon.stem(word)

    def nearer(self, typed: str, word: str, cost: float) -> bool:
        """Whether another term of the deck is as near to what was typed as `word` is at this cost."""
        memo = (typed, word, cost)
        if memo not in self._near:
            if len(self._near) > 8 * _CACHE_LIMIT:
                self._near.clear()
            self._near[memo] = any(
                _nearness(typed, other) <= cost
                for other in self._index.get(skeleton(typed)[:1], ())
                if other != word and not alike(other, word) and lexicon.stem(other) != lexicon.stem(word)
            )
        return self._near[memo]

    def rivals_in(self, tokens: Sequence[Token]) -> list[Term]:
        """The deck's short answers that may be named in a reply, by their first word."""
        found: dict[str, Term] = {}
        said = {lexicon.stem(t.text) for t in tokens}
        for token in tokens:
            if token.is_mark:
                continue
            stemmed = lexicon.stem(token.text)
            for form in {stemmed, token.letters, token.text}:
                for text in self.rivals.get(form, ()):
                    term = self._rival_terms.get(text)
                    if term is None:
                        term = self._rival_terms[text] = make_term(text, self.acronyms)
                    if (
                        form != stemmed
                        or len(term.content) < 2
                        or said.issuperset(map(lexicon.stem, term.content))
                    ):
                        found[text] = term
        return list(found.values())


def _by_skeleton(terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
    index: dict[str, list[str]] = defaultdict(list)
    for word in sorted(terms):
        if len(word) > 2 and word.isalpha():
            index[skeleton(word)[:1]].append(word)
    return {letter: tuple(words) for letter, words in index.items()}


def _nearness(typed: str, word: str) -> float:
    if typed == word:
        return 0.0
    if abs(len(typed) - len(word)) > max(len(typed), len(word)) // 2 or opposed(typed, word):
        return 9.0
    if is_slip(typed, word):
        return 0.2
    cost = sound_cost(typed, word)
    return 9.0 if cost is None else 0.1 + cost


def prepare(cards: Iterable[Card], prose: str = "") -> PreparedDeck:
    """What a deck's cards and the prose around them tell the grader. Linear in the text."""
    words: set[str] = set()
    terms: set[str] = set()
    acronyms: dict[str, dict[tuple[str, ...], None]] = defaultdict(dict)
    rivals: dict[str, dict[str, None]] = defaultdict(dict)
    for card in cards:
        _read_card(card, words, terms, acronyms, rivals)
    for paragraph in re.split(r"\n\s*\n", prose):
        _read(paragraph, words, acronyms)
    return PreparedDeck(
        frozenset(words),
        frozenset(terms),
        {k: tuple(v) for k, v in acronyms.items()},
        {k: tuple(v) for k, v in rivals.items()},
    )


def _read(text: str, words: set[str], acronyms: dict[str, dict[tuple[str, ...], None]]) -> None:
    words.update(t.text for t in card_tokens(text) if t.is_word)
    if "(" in text or ":" in text or "=" in text:
        for letters, expansion in acronym.pairs(text):
            acronyms[letters][expansion] = None


def _read_card(
    card: Card,
    words: set[str],
    terms: set[str],
    acronyms: dict[str, dict[tuple[str, ...], None]],
    rivals: dict[str, dict[str, None]],
) -> None:
    near = [n.text for n in card.near_misses]
    for text in (card.question, *card.wordings, *near, *(w for p in card.points for w in p.wordings)):
        _read(text, words, acronyms)
    if card.kind not in (Kind.SHORT, Kind.EXACT):
        return
    for letters, expansion in acronym.within(
        [[t.text for t in card_tokens(w) if not t.is_mark] for w in card.wordings]
    ):
        acronyms[letters][expansion] = None
    for wording in (*card.wordings, *near):
        texts = [t.text for t in card_tokens(wording) if not t.is_mark]
        terms.update(
            t for t in texts if t.isalpha() and not lexicon.is_stop(t) and not lexicon.is_in(t, "general")
        )
        if (
            texts
            and len(texts) <= _RIVAL_WORDS
            and any(t.isalpha() and not lexicon.is_stop(t) for t in texts)
        ):
            _add_rival(wording, texts, rivals)


def _add_rival(wording: str, texts: list[str], rivals: dict[str, dict[str, None]]) -> None:
    """A short answer is found by its first word, joined with its second, or its initials."""
    forms = {lexicon.stem(texts[0])}
    if len(texts) > 1:
        forms.add("".join(t[:1] for t in texts))
        forms.update(a + b for a, b in pairwise(texts[:2]))
    for form in forms:
        rivals[form][wording.strip()] = None


def same_question_key(text: str) -> str:
    """A question for identity and duplicates: without case, punctuation, spacing and Markdown marks."""
    return joined(text)


def answer_key(card: Card) -> str:
    """A card's answer for siblings: two cards with the same key are not asked side by side."""
    return joined(card.answer)
