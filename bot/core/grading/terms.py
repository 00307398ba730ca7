"""Decides where a reply mentions a term: word by word with typos, other spellings, acronyms both ways and joined or
split words, in order or, where the order carries no meaning, freely.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.acronym import SMALL, spells
from bot.core.grading.grade import Rule
from bot.core.grading.senses import synonymous
from bot.core.grading.sound import alike, key
from bot.core.grading.typo import is_slip, sound_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.core.grading.normalise import Token
    from bot.core.grading.prepare import PreparedDeck
from bot.core.grading.term import ROMAN, Term, number_of

_GLUE = frozenset({"-", "/", ".", "&", "(", ")", "'", ":", "^"})


_OPTIONAL_IN_REPLY = SMALL | {"ka", "ke", "ki", "wala", "wali", "&"}


_ORDERED = frozenset(
    {"to", "from", "over", "under", "by", "vs", "versus", "before", "after", "into", "in", "per"}
)


TRANSLATED = 0.19
"""The cost of the other language's word; of two mentions the word itself is the better one."""

_RANK = (Rule.EXACT, Rule.ACRONYM, Rule.SOUND, Rule.TYPO)


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a reply (token positions, end excluded) that names a term."""

    start: int
    end: int
    cost: float
    rule: Rule
    term: str
    free: bool = False


@dataclass(slots=True)
class Matcher:
    """Looks for one term in one reply."""

    term: Term
    tokens: Sequence[Token]
    deck: PreparedDeck
    strict: bool = False
    """No typos and no sounds: for rivals, which must be named outright."""
    _seen: dict[tuple[int, int], tuple[float, int, int] | None] = field(default_factory=dict)

    def mentions(self) -> Iterator[Mention]:
        """The places where the term is named, in order, not overlapping."""
        at = 0
        while at < len(self.tokens):
            found = (
                None if self.tokens[at].is_mark and self.tokens[at].text not in "%°" else self._align(0, at)
            )
            if found is not None and found[1] > at:
                cost, end, rank = found
                yield Mention(at, end, cost, _RANK[rank], self.term.text)
                at = end
            else:
                at += 1

    def read_at(self, j: int) -> tuple[float, int, int] | None:
        """The cheapest reading of the whole term from token j on: (cost, end, rank of the rule)."""
        return self._align(0, j)

    def _align(self, i: int, j: int) -> tuple[float, int, int] | None:
        """The cheapest way to read words[i:] from token j on: (cost, end, rank of the rule)."""
        if i == len(self.term.words):
            return 0.0, j, 0
        if (i, j) in self._seen:
            return self._seen[i, j]
        self._seen[i, j] = None
        best: tuple[float, int, int] | None = None
        for cost, next_i, next_j, rank in self._steps(i, j):
            rest = self._align(next_i, next_j)
            if rest is not None and (best is None or cost + rest[0] < best[0]):
                best = (cost + rest[0], rest[1], max(rank, rest[2]))
                if best[0] == 0:
                    break
        self._seen[i, j] = best
        return best

    def _steps(self, i: int, j: int) -> Iterator[tuple[float, int, int, int]]:
        words, tokens = self.term.words, self.tokens
        if i in self.term.optional and (i > 0 or len(words) > 1):
            yield 0.02, i + 1, j, 0
        if j >= len(tokens):
            return
        token = tokens[j]
        met = self.word(i, token)
        if met is not None:
            yield met[0], i + 1, j + 1, met[1]
        if i > 0 and (token.text in _GLUE or token.text in _OPTIONAL_IN_REPLY):
            yield 0.01, i, j + 1, 0
        elif i - 1 in self.term.optional and not self.strict and len(token.text) < 4 and token.is_word:
            yield 0.1, i, j + 1, 2
        if token.is_mark:
            return
        yield from self._joins(i, j)
        yield from self._initials(i, j)

    def word(self, i: int, token: Token) -> tuple[float, int] | None:
        """Cost and rank of reading one token as one word of the term."""
        word, typed = self.term.words[i], token.text
        if word == typed or (token.letters and token.letters == word):
            return 0.0, 0
        if i in self.term.acronyms:
            if typed.rstrip("s") == word.rstrip("s") and len(word) > 2:
                return 0.0, 0
            if len(word) > 2 and typed.startswith(word) and len(typed) > len(word) + 2 and not self.strict:
                return 0.15, 1
            sounds_so = (
                len(word) > 2 and len(typed) == len(word) and not self.strict and key(typed) == key(word)
            )
            return (0.1, 2) if sounds_so and any(v in word for v in "aeiouy") else None
        if not word.isalpha() or not typed.isalpha():
            return self._value(word, typed)
        return self._spelled(word, token)

    def _value(self, word: str, typed: str) -> tuple[float, int] | None:
        """Numbers inside a term ("Class 2", "Article 21") match by value, never by spelling."""
        if word.isalnum() and not word.isdigit() and word.rstrip("s") == typed.rstrip("s"):
            return 0.0, 0
        a, b = number_of(word), number_of(typed)
        return (0.01, 0) if a is not None and a == b and (word[0].isdigit() or typed[0].isdigit()) else None

    def _spelled(self, word: str, token: Token) -> tuple[float, int] | None:
        typed = token.text
        if lexicon.stem(word) == lexicon.stem(typed):
            return 0.01, 0
        if word in _ROMAN_WORDS and number_of(word) == number_of(typed):
            return 0.01, 0
        if len(self.term.words) > 1 and word in lexicon.shorthand().get(typed, ()):
            return 0.05, 0
        if self.strict:
            return (0.05, 2) if token.native and alike(typed, word) else None
        return (TRANSLATED, 0) if lexicon.translates(typed, word, token.native) else self._likely(word, token)

    def _likely(self, word: str, token: Token) -> tuple[float, int] | None:
        """Another spelling, unless it is a word of its own here."""
        typed = token.text
        if len(word) < 3 or self.deck.knows_apart(typed, word):
            return None
        return self._misspelled(word, token)

    def _misspelled(self, word: str, token: Token) -> tuple[float, int] | None:
        """A spelling of the same sound, a slip, or a word that sounds nearer to this one than to any other term."""
        typed = token.text
        stem, typed_stem = lexicon.stem(word), lexicon.stem(typed)
        if alike(typed, word) and (token.native or sound_cost(typed, word) is not None):
            return 0.05, 2
        if lexicon.is_stop(typed, token.native):
            return None
        if is_slip(typed, word) or is_slip(typed_stem, stem):
            cost, rank = 0.2, 3
        elif (near := sound_cost(typed, word)) is not None:
            cost, rank = 0.1 + near, 2
        elif (near := sound_cost(typed_stem, stem)) is not None:
            cost, rank = 0.18 + near, 2
        else:
            return None
        return None if self.deck.nearer(typed, word, cost) else (cost, rank)

    def _joins(self, i: int, j: int) -> Iterator[tuple[float, int, int, int]]:
        """Words written together or apart: "pre fill" for prefill, "rajyasabha" for Rajya Sabha."""
        words, tokens = self.term.words, self.tokens
        whole, end = tokens[j].text, j + 1
        for _ in range(2):
            while end < len(tokens) and tokens[end].text == "-":
                end += 1
            if end >= len(tokens) or tokens[end].is_mark:
                break
            whole, end = whole + tokens[end].text, end + 1
            if i not in self.term.acronyms and self._same(words[i], whole):
                yield 0.05, i + 1, end, 0
            elif i in self.term.acronyms and whole == words[i]:
                yield 0.02, i + 1, end, 0
        for last in range(i + 2, min(i + 3, len(words)) + 1):
            together = "".join(words[i:last])
            if self._same(together, tokens[j].text):
                yield 0.05, last, j + 1, 0 if together == tokens[j].text else 2

    def _same(self, word: str, typed: str) -> bool:
        if word == typed:
            return True
        return not self.strict and len(word) > 4 and (alike(word, typed) or is_slip(typed, word))

    def _initials(self, i: int, j: int) -> Iterator[tuple[float, int, int, int]]:
        """An acronym in the reply for words of the term, or words of the reply for an acronym of the term."""
        words, tokens = self.term.words, self.tokens
        letters = tokens[j].letters or tokens[j].text
        if 1 < len(letters) <= 10 and not (
            len(letters) < 4 and lexicon.is_stop(letters) and len(words) > 1 and i + len(letters) < len(words)
        ):
            for last in range(i + 2, len(words) + 1):
                if any(spells(form, words[i:last]) for form in {letters, letters.removesuffix("s")}):
                    yield 0.03, last, j + 1, 1
        if len(words[i]) > 1 and (
            i in self.term.acronyms or self.term.expansions[i : i + 1] not in ((), ((),))
        ):
            yield from self._expansions(i, j)

    def _expansions(self, i: int, j: int) -> Iterator[tuple[float, int, int, int]]:
        word = self.term.words[i]
        known = self.term.expansions[i] if i < len(self.term.expansions) else ()
        for expansion in known:
            term = Term(
                self.term.text,
                expansion,
                frozenset(),
                frozenset(k for k, w in enumerate(expansion) if w in SMALL),
            )
            found = Matcher(term, self.tokens, self.deck, self.strict).read_at(j)
            if found is not None:
                yield 0.03 + found[0], i + 1, found[1], 3 if found[2] == 3 else 1
        if known:
            return
        for end in range(j + 2, min(j + len(word) + 4, len(self.tokens)) + 1):
            span = self.tokens[j:end]
            if span[-1].is_mark:
                if span[-1].text == "-":
                    continue
                break
            texts = [t.text for t in span if not t.is_mark]
            strangers = [t for t in texts if not lexicon.is_stop(t)]
            if len(strangers) * 2 > len(texts) and spells(word, texts):
                yield 0.05, i + 1, end, 1


_ROMAN_WORDS = frozenset(ROMAN)


def find(term: Term, tokens: Sequence[Token], deck: PreparedDeck, *, strict: bool = False) -> list[Mention]:
    """Every mention of a term in a reply; free word order is tried when no mention in order is there."""
    mentions = list(Matcher(term, tokens, deck, strict).mentions())
    if mentions or strict:
        return mentions
    free = _free_order(term, tokens, deck)
    return [free] if free is not None else []


def _free_order(term: Term, tokens: Sequence[Token], deck: PreparedDeck) -> Mention | None:
    """All content words within a window a little wider than the term, at most half of them by synonym."""
    content = term.content
    if (
        len(content) < 2
        or _ORDERED & set(term.words) & {w for w in term.words if w in SMALL}
        or _both_ways(term)
    ):
        return None
    spots: list[int] = []
    synonyms = 0
    cost = 0.0
    for i, word in enumerate(term.words):
        if i in term.optional:
            continue
        spot, price = _spot(term, i, tokens, deck, spots)
        if spot is None:
            return None
        synonyms += price >= 0.5
        cost = max(cost, price)
        spots.append(spot)
        if word.isdigit() and price >= 0.5:
            return None
    first, last = min(spots), max(spots)
    if synonyms * 2 > len(content) or last - first > len(content) + 4:
        return None
    if any(
        lexicon.is_in(t.text, "choice") or t.text in (",", ";") or lexicon.is_in(t.text, "deny")
        for t in tokens[first:last]
    ):
        return None
    return Mention(
        first, last + 1, 0.3 + 0.2 * cost, Rule.SOUND if cost else Rule.EXACT, term.text, free=True
    )


def _both_ways(term: Term) -> bool:
    """Whether two words around a preposition would change the meaning when exchanged ("analog to digital")."""
    return any(w in _ORDERED for w in term.words)


def _spot(
    term: Term, i: int, tokens: Sequence[Token], deck: PreparedDeck, taken: list[int]
) -> tuple[int | None, float]:
    matcher = Matcher(term, tokens, deck)
    best: tuple[int | None, float] = (None, 9.0)
    for j, token in enumerate(tokens):
        if token.is_mark or j in taken:
            continue
        met = matcher.word(i, token)
        price = met[0] if met is not None else (0.5 if synonymous(term.words[i], token.text) else 9.0)
        if price < best[1]:
            best = (j, price)
    return best
