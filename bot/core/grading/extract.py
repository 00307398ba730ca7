"""Decides which ideas a text holds: its content words and phrases with their senses, numbers by value, acronyms for their
expansions, misspelled words for the words of the card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.denial import signed
from bot.core.grading.idea import QUANTITY, Idea, Words
from bot.core.grading.lexicon import spelling, stem
from bot.core.grading.negation import clauses
from bot.core.grading.number import every_quantity
from bot.core.grading.senses import Sense, listed, phrase_at, senses
from bot.core.grading.sound import alike
from bot.core.grading.typo import is_slip, opposed, sound_cost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.normalise import Token

_BESIDE = 3
"""Tokens between a side and the noun it is about."""


def ideas(tokens: Sequence[Token], words: Words, *, keep: frozenset[str] = frozenset()) -> list[Idea]:
    """The ideas of a text in order; `keep` are stop words that count here because they are the card's terms."""
    folded = tuple(spelling(t.text) for t in tokens)
    amounts = {
        q.start: q
        for q in every_quantity(tokens)
        if q.numeral
        or q.end - q.start > 1
        or (q.value > 12 and not lexicon.is_in(tokens[q.start].text, "number_homonym"))
        or (q.value > 1 and tokens[q.start].text != "saath" and _counts(tokens, q.end))
    }
    found: list[Idea] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        n, phrase = phrase_at(folded, at)
        if not n:
            n, phrase = _one_by_one(tokens, at)
        expansion, span = _expansion(tokens, at, words)
        if span:
            found.append(Idea(expansion, stem(expansion), senses(expansion), at, at + span))
            at += span
        elif n:
            found.append(Idea(" ".join(t.text for t in tokens[at : at + n]), "", phrase, at, at + n))
            at += n
        elif at in amounts:
            q = amounts[at]
            found.append(
                Idea(
                    " ".join(t.text for t in tokens[at : q.end]),
                    f"#{q.base if q.dimension else q.value}",
                    frozenset(),
                    at,
                    q.end,
                    number=True,
                )
            )
            at = max(q.end, at + 1)
        else:
            if not token.is_mark:
                found += _idea(token, at, words, keep)
            at += 1
    return _bound(signed(found, tokens), clauses(tokens), tokens)


def _counts(tokens: Sequence[Token], after: int) -> bool:
    """Whether a number word stands before the noun it counts ("do fielders"), not for a verb ("kar do")."""
    following = tokens[after : after + 1]
    return (
        bool(following)
        and following[0].is_word
        and not lexicon.is_stop(following[0].text, following[0].native)
    )


def _one_by_one(tokens: Sequence[Token], at: int) -> tuple[int, frozenset[Sense]]:
    """ "token by token", "ek baar me ek", "one row at a time": whatever stands there, it is said to go one by one."""
    texts = [t.text for t in tokens[at : at + 6]]
    one = {"ek", "one", "1"}
    n = 0
    if len(texts) > 2 and texts[1] in ("by", "dar") and stem(texts[0]) == stem(texts[2]):
        n = 3
    elif texts[:1] and texts[0] in one:
        later = [k for k in range(1, min(5, len(texts))) if texts[k] in one]
        n = (
            later[0] + 1
            if later and not any(t.is_mark and t.text != "-" for t in tokens[at : at + later[0]])
            else 0
        )
        if (
            not n
            and "at" in texts[:4]
            and texts[-2:]
            and "time" in texts
            and texts.index("time") - texts.index("at") == 2
        ):
            n = texts.index("time") + 1
    return (n, frozenset({("a:sequence", 1)})) if n else (0, frozenset())


def _expansion(tokens: Sequence[Token], at: int, words: Words) -> tuple[str, int]:
    """An acronym's expansion written out, as the acronym."""
    for expansion, letters in (words.expansions or {}).items():
        span = len(expansion)
        if at + span <= len(tokens) and all(
            e == t.text or stem(e) == stem(t.text) or (len(e) > 3 and is_slip(t.text, e))
            for e, t in zip(expansion, tokens[at : at + span], strict=True)
        ):
            return letters, span
    return "", 0


def _idea(token: Token, at: int, words: Words, keep: frozenset[str]) -> list[Idea]:
    text = token.text
    if token.letters and token.letters in words.known:
        text = token.letters
    own = stem(text)
    kept = text in keep
    if lexicon.is_stop(text, token.native) and not kept:
        axes = frozenset(s for s in listed(text) if s[0][0] == "a")
        return (
            [Idea(text, "", axes, at, at + 1)]
            if axes and not lexicon.is_in(text, "copula", token.native)
            else []
        )
    if text in words.known or any(stem(k) == own for k in words.known):
        return [Idea(text, own, senses(text, token.native), at, at + 1)]
    meaning = senses(text, token.native)
    meant = nearest(text, words.known, firm=bool(meaning)) if len(text) > 2 else ""
    if meant:
        return [Idea(text, stem(meant), senses(meant) | meaning, at, at + 1)]
    return [Idea(text, own, meaning, at, at + 1)]


def nearest(typed: str, known: Sequence[str], *, firm: bool = False) -> str:
    """The card's word that a reply's word is a slip or a spelling of, else ""; `firm` asks for the same sound."""
    best, best_cost = "", 9.0
    for word in known:
        if len(word) < 3 or not word.isalpha() or opposed(typed, word):
            continue
        if alike(typed, word):
            cost: float | None = 0.0
        elif firm:
            continue
        elif is_slip(typed, word):
            cost = 0.2
        else:
            cost = sound_cost(typed, word)
        if cost is not None and cost < best_cost:
            best, best_cost = word, cost
    return best


def _bound(found: list[Idea], borders: Sequence[tuple[int, int]], tokens: Sequence[Token]) -> list[Idea]:
    """Each side with the nouns beside it in its clause: the nearest before, as far as the next side, and the one after;
    where it says in what ("strong in tension", "khichav me kamzor"), that noun alone.
    """
    out: list[Idea] = []
    for k, idea in enumerate(found):
        if not idea.has_side:
            counted = found[k + 1 : k + 2] if idea.number else []
            near = [i.names for i in counted if i.at - idea.end <= 1 and i.names]
            out.append(replace(idea, nouns=tuple(near)) if near else idea)
            continue
        clause = next((c for c in borders if c[0] <= idea.at < c[1]), (0, 10**6))
        where = _where(k, found, clause, tokens)
        if where is not None:
            out.append(replace(idea, nouns=(where.names,)))
            continue
        beside: list[frozenset[str]] = []
        edge = idea.at
        for other in reversed(found[:k]):
            if other.at < clause[0] or edge - other.end > _BESIDE or (other.has_side and not other.own):
                break
            if any(lexicon.is_in(t.text, "copula", t.native) for t in tokens[other.end : edge]) and beside:
                break
            beside.append(other.names)
            edge = other.at
            if len(beside) == 2 or other.has_side:
                break
        after = found[k + 1] if k + 1 < len(found) else None
        if after is not None and after.at < clause[1] and after.at - idea.end <= 1:
            beside.append(after.names)
        out.append(replace(idea, nouns=tuple(b for b in beside if b)))
    return _composed(out)


def _where(k: int, found: list[Idea], clause: tuple[int, int], tokens: Sequence[Token]) -> Idea | None:
    """The noun in which a strength or a size shows."""
    idea = found[k]
    if not any(n in _SHOWN_IN for n, _ in idea.senses):
        return None
    after = found[k + 1] if k + 1 < len(found) else None
    if (
        after is not None
        and after.at < clause[1]
        and after.at == idea.end + 1
        and tokens[idea.end].text == "in"
    ):
        return after if after.names else None
    before = found[k - 1] if k else None
    if before is not None and before.at >= clause[0] and before.end + 1 == idea.at:
        return before if before.names and tokens[before.end].text in ("me", "mein", "mai", "men") else None
    return None


_SHOWN_IN = frozenset({"a:strength", "a:good", "a:speed", "a:ease"})
"""Axes whose side is often said to hold in one respect only."""


def _composed(found: list[Idea]) -> list[Idea]:
    """More speed is fast, more time slow, more cost expensive: noun and side together speak on the noun's own axis."""
    extra: dict[int, set[Sense]] = {}
    for k, idea in enumerate(found):
        amount = dict(idea.senses).get(QUANTITY)
        if amount is None:
            continue
        for j in (k - 1, k + 1):
            if not 0 <= j < len(found) or not any(n & found[j].names for n in idea.nouns):
                continue
            for group, axis, sign in _MEASURES:
                if lexicon.is_in(found[j].word, group):
                    extra.setdefault(k, set()).add((axis, sign * amount))
                    extra.setdefault(j, set()).add((axis, sign * amount * idea.sign * found[j].sign))
    return [replace(i, senses=i.senses | extra[k]) if k in extra else i for k, i in enumerate(found)]


_MEASURES = (("noun_speed", "a:speed", 1), ("noun_time", "a:speed", -1), ("noun_cost", "a:cost", 1))
