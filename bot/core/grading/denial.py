"""Decides which ideas of a text stand denied: by clause, a Hindi cue reaches back, an English one ahead; what would be so
"otherwise" is neither claimed nor denied.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.core.grading import lexicon
from bot.core.grading.idea import QUANTITY
from bot.core.grading.negation import clauses, spots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.idea import Idea
    from bot.core.grading.normalise import Token

_NEGATION_REACH = 3
"""Content words that one negation reaches."""


def signed(found: list[Idea], tokens: Sequence[Token]) -> list[Idea]:
    """Denial by clause: a Hindi cue reaches back, an English one ahead, over a few content words."""
    flipped: set[int] = set()
    harmless = [range(a, b) for a, b in spots(tokens, "harmless")]
    spans = [(i.at, i.end) for i in found]
    borders = clauses(tokens)

    def fresh(a: int) -> bool:
        return not any(a in h for h in harmless) and not any(s <= a < e and e - s > 1 for s, e in spans)

    back_cues = [*spots(tokens, "deny_before"), *_na(tokens), *_prevents(tokens)]
    for a, b in back_cues:
        clause = next((c for c in borders if c[0] <= a < c[1]), (0, len(tokens)))
        back = [k for k, i in enumerate(found) if clause[0] <= i.at and i.end <= a]
        verb = [k for k, i in enumerate(found) if i.at == b and i.at < clause[1] and _is_verb(tokens[b])]
        if fresh(a) and verb:
            flipped.symmetric_difference_update([*verb, *_measured(back, found, a)])
        elif fresh(a) and back and not _until(tokens, clause[0], a):
            flipped.symmetric_difference_update(_few(_reach_back(back, found, tokens, a), found))
    neither = [
        (i, i + 2) for i in range(len(tokens) - 2) if tokens[i].text == "na" and tokens[i + 1].text == "hi"
    ]
    for a, b in [*spots(tokens, "deny_after"), *neither, *_na_first(tokens)]:
        clause = next((c for c in borders if c[0] <= a < c[1]), (0, len(tokens)))
        ahead = [k for k, i in enumerate(found) if i.at >= b and i.at < clause[1]]
        if fresh(a) and tokens[a].text != "bina":
            verb = [k for k, i in enumerate(found) if tokens[a].text == "no" and i.end == a and i.has_side]
            flipped.symmetric_difference_update(verb or _reach_ahead(b, ahead, found, tokens))
        elif fresh(a):
            flipped.symmetric_difference_update(_without(a, ahead, found, tokens))
    flipped.symmetric_difference_update(_kept_from(found, tokens))
    unreal = _counterfactual(tokens, borders)
    return [
        replace(i, sign=0 if i.at in unreal else -i.sign if k in flipped else i.sign)
        for k, i in enumerate(found)
        if not lexicon.is_in(i.word, "cue") and not lexicon.is_in(i.word, "transparent")
    ]


def _kept_from(found: list[Idea], tokens: Sequence[Token]) -> list[int]:
    """ "stops pests building up", "prevents it from leaking": what is kept from happening."""
    kept: list[int] = []
    for a, b in spots(tokens, "prevent_after"):
        following = [
            k for k, i in enumerate(found) if b < i.at <= b + 4 and tokens[i.at].text.endswith("ing")
        ]
        kept += following[:1] if not any(t.is_mark for t in tokens[a : b + 4]) else []
    return kept


def _until(tokens: Sequence[Token], start: int, cue: int) -> bool:
    """ "jab tak cancel na kare" is until it is cancelled: the cue denies nothing."""
    texts = [t.text for t in tokens[start:cue]]
    return any(a == "jab" and b in ("tak", "tk") for a, b in pairwise(texts))


def _measured(back: list[int], found: list[Idea], cue: int) -> list[int]:
    """The amount before a cue whose verb follows it: "zyada nahi ugte", "zyada chot nahi lagti" is few."""
    near = back[-1:]
    if near and found[near[0]].end == cue and not found[near[0]].has_side:
        cue = found[near[0]].at
        near = back[-2:-1]
    return [k for k in near if found[k].end == cue and any(n == QUANTITY for n, _ in found[k].senses)]


def _few(reached: list[int], found: list[Idea]) -> list[int]:
    """ "zyada chot nahi" denies the amount, not the thing."""
    if len(reached) != 2:
        return reached
    thing, amount = found[reached[0]], found[reached[1]]
    counted = amount.end == thing.at and not thing.has_side and any(n == QUANTITY for n, _ in amount.senses)
    return reached[1:] if counted else reached


def _is_verb(token: Token) -> bool:
    """Whether a word has the ending of a Hindi verb form ("nahi badhata": the denied verb follows its cue)."""
    return (
        len(token.text) > 3
        and not lexicon.is_stop(token.text, token.native)
        and token.text.endswith(_VERB_ENDINGS)
    )


_VERB_ENDINGS = (
    "ta",
    "te",
    "ti",
    "taa",
    "tee",
    "ega",
    "egi",
    "enge",
    "na",
    "ne",
    "ni",
    "ya",
    "ye",
    "yi",
    "tein",
    "ne",
)


def _counterfactual(tokens: Sequence[Token], borders: Sequence[tuple[int, int]]) -> set[int]:
    """Positions of what would be otherwise ("warna leak hota hai", "without it ..."): said of the opposite case, so
    neither a claim nor a denial of it.
    """
    unreal: set[int] = set()
    for i, token in enumerate(tokens):
        if token.text in ("na", "nahi", "nhi") and any(
            t.text in ("to", "toh") for t in tokens[i + 1 : i + 4]
        ):
            unreal.update(range(i, next(c[1] for c in borders if c[0] <= i < c[1])))
    for a, b in spots(tokens, "otherwise"):
        clause = next((c for c in borders if c[0] <= a < c[1]), (a, len(tokens)))
        unreal.update(range(b, clause[1]))
        if b >= clause[1]:
            following = next((c for c in borders if c[0] >= clause[1]), clause)
            unreal.update(range(*following))
    return unreal


def _na(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """`na` before a verb denies like nahi ("overload na ho"); at the end of a clause it is a tag."""
    return [
        (i, i + 1)
        for i, t in enumerate(tokens[:-1])
        if t.text in ("na", "naa")
        and tokens[i + 1].text not in ("hi", "ki")
        and not tokens[i + 1].is_mark
        and not lexicon.is_in(tokens[i + 1].text, "filler_word")
        and i > 0
        and not _opens(tokens, i)
    ]


def _na_first(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """`na ... na` in a row deny what follows each ("na dhokha, na galti")."""
    return [(i, i + 1) for i in range(len(tokens) - 1) if _opens(tokens, i)]


def _opens(tokens: Sequence[Token], i: int) -> bool:
    """Whether a `na` stands with another one in front of what they both deny."""
    if tokens[i].text not in ("na", "naa") or lexicon.is_in(tokens[i + 1].text, "copula"):
        return False
    if tokens[i + 1].is_mark or tokens[i + 1].text in ("hi", "ki"):
        return False
    return sum(t.text in ("na", "naa") for t in tokens) > 1


def _prevents(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """ "overload hone se bachata hai": kept from happening."""
    return [
        (a, b)
        for a, b in spots(tokens, "prevent_before")
        if a > 0 and any(t.text in ("se", "ko", "hone") for t in tokens[max(0, a - 2) : a])
    ]


def _reach_ahead(after: int, ahead: list[int], found: list[Idea], tokens: Sequence[Token]) -> list[int]:
    """The next ideas behind an English cue, up to a preposition that opens another phrase."""
    reached: list[int] = []
    for k in ahead:
        since = found[reached[-1]].end if reached else after
        if found[k].at - since > 4 or (reached and _halts(tokens[since : found[k].at])):
            break
        if lexicon.is_in(found[k].word, "transparent"):
            continue
        if reached and found[reached[-1]].has_side and not found[k].has_side:
            break
        reached.append(k)
        if len(reached) == _NEGATION_REACH - 1:
            break
    return reached


def _halts(between: Sequence[Token]) -> bool:
    """Whether a preposition opens another phrase, or the next cue denies for itself."""
    return any(
        lexicon.is_in(t.text, "opener") or t.text in ("na", "naa", "no", "not", "nor", "without")
        for t in between
    )


def _reach_back(back: list[int], found: list[Idea], tokens: Sequence[Token], cue: int) -> list[int]:
    """From the cue back to the copula of the claim before, at most a few content words; the predicate is nearest."""
    reached: list[int] = []
    for k in reversed(back):
        later = found[reached[-1]].at if reached else cue
        between = tokens[found[k].end : later]
        closed = any(lexicon.is_in(t.text, "copula", t.native) for t in between)
        if (reached and closed) or any(lexicon.is_in(t.text, "deny_before", t.native) for t in between):
            break
        if reached and between and between[0].text in _LOCATIVE:
            break
        if lexicon.is_in(found[k].word, "transparent"):
            continue
        if reached and found[reached[-1]].has_side and not found[k].has_side:
            break
        reached.append(k)
        if len(reached) == _NEGATION_REACH - 1:
            break
    return reached


_LOCATIVE = frozenset({"me", "mein", "mai", "men", "par", "pe", "tak"})
"""A noun before these says where, and is not what is denied: "vacuum mein particle nahi"."""


def _without(a: int, ahead: list[int], found: list[Idea], tokens: Sequence[Token]) -> list[int]:
    """ "badle bina" looks back to the verb, "bina connection" ahead to the noun."""
    before = [k for k, i in enumerate(found) if i.end == a]
    if before and tokens[a - 1].text[-1:] in "eé" and not lexicon.is_stop(tokens[a - 1].text):
        return before
    if a > 0 and tokens[a - 1].text in ("ke", "iske", "uske"):
        return before
    return ahead[:2]
