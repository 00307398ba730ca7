"""Decides which mentions in a reply are denied: clause by clause, an English cue denies what follows it, a Hindi cue
what went before ("prefill nahi"), and "60 to bail ke hote hain" gives a value to somebody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.grading import lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from bot.core.grading.normalise import Token

Span = tuple[int, int]


def clauses(tokens: Sequence[Token]) -> list[Span]:
    """The clauses of a reply, between punctuation and words like but, lekin, balki."""
    spans: list[Span] = []
    start = 0
    for i, token in enumerate(tokens):
        if _is_border(tokens, i, token):
            if i > start:
                spans.append((start, i))
            start = i + 1
    if start < len(tokens):
        spans.append((start, len(tokens)))
    return spans


def _is_border(tokens: Sequence[Token], i: int, token: Token) -> bool:
    """Punctuation or a word like but; "rather than" and "instead of" deny instead."""
    if token.is_mark:
        return token.text in ",;.?!"
    following = tokens[i + 1].text if i + 1 < len(tokens) else ""
    before = tokens[i - 1].text if i else ""
    if {(token.text, following), (before, token.text)} & _DENYING_PAIRS:
        return False
    return lexicon.is_in(token.text, "but", token.native)


_DENYING_PAIRS = {
    ("rather", "than"),
    ("instead", "of"),
    ("anything", "but"),
    ("everything", "but"),
    ("all", "but"),
    ("nothing", "but"),
}


def spots(tokens: Sequence[Token], group: str) -> Iterator[Span]:
    """Where a word or phrase of a lexicon group stands."""
    entries = lexicon.phrases(group)
    longest = max(map(len, entries), default=0)
    folded = [lexicon.spelling(t.text) for t in tokens]
    for i in range(len(tokens)):
        if tokens[i].is_mark:
            continue
        for n in range(longest, 0, -1):
            if tuple(folded[i : i + n]) in entries or (
                n == 1 and lexicon.is_in(tokens[i].text, group, tokens[i].native)
            ):
                yield i, i + n
                break


class Denials:
    """Which stretches of one reply are denied."""

    def __init__(self, tokens: Sequence[Token], question: Collection[str]) -> None:
        self.tokens = tokens
        self.question = question
        self.clauses = clauses(tokens)
        harmless = [range(a, b) for a, b in spots(tokens, "harmless")]

        def kept(spans: Iterator[Span]) -> list[Span]:
            return [s for s in spans if not any(s[0] in h for h in harmless)]

        self.before = [s for s in kept(spots(tokens, "deny_before")) if s[0] > 0]
        self.after = kept(spots(tokens, "deny_after"))
        self._add_na()

    def _add_na(self) -> None:
        """`na` before a word denies it ("na prefill na decode"); at the end it is only a tag."""
        for i, token in enumerate(self.tokens):
            if token.text == "na" and not self._tag(i):
                self.after.append((i, i + 1))

    def _tag(self, i: int) -> bool:
        rest = self.tokens[i + 1 : i + 2]
        closing = not rest or rest[0].is_mark or lexicon.is_stop(rest[0].text, rest[0].native)
        return closing or (i > 0 and lexicon.is_in(self.tokens[i - 1].text, "copula"))

    def denied(self, start: int, end: int, others: Collection[Span] = ()) -> bool:
        """Whether the mention at tokens start..end is denied; `others` are mentions of other terms."""
        clause = next((c for c in self.clauses if c[0] <= start < c[1]), (0, len(self.tokens)))
        inside = [a for a, _ in (*self.before, *self.after) if any(s <= a < e for s, e in others)]
        for a, _ in self.before:
            if a in inside:
                continue
            if end <= a < clause[1] and self._reaches_back(end, a, others):
                return True
        for a, b in self.after:
            if a in inside:
                continue
            if clause[0] <= a and b <= start and self._reaches_on(b, start, others):
                return True
            if end <= a < clause[1] and self._late_not(end, a, b, clause[1]):
                return True
        return self._next_denies(clause, end)

    def _next_denies(self, clause: Span, end: int) -> bool:
        """ "prefill? nahi": a cue alone in the next clause denies what was only asked."""
        return (
            clause[1] < len(self.tokens)
            and self.tokens[clause[1]].text == "?"
            and any(a == clause[1] + 1 for a, _ in self.before)
            and end <= clause[1]
        )

    def _reaches_back(self, end: int, cue: int, others: Collection[Span]) -> bool:
        """A Hindi cue denies back to the last copula that closes another claim, not across another term."""
        seen_content = False
        for k in range(cue - 1, end - 1, -1):
            token = self.tokens[k]
            if any(a <= k < b for a, b in others):
                return False
            if lexicon.is_in(token.text, "copula", token.native):
                if seen_content:
                    return False
            elif _content(token) and not lexicon.is_in(token.text, "general"):
                seen_content = True
        between = [t for t in self.tokens[end:cue] if _content(t) and not lexicon.is_in(t.text, "general")]
        return len([t for t in between if lexicon.stem(t.text) not in self.question]) <= 1

    def _reaches_on(self, after: int, start: int, others: Collection[Span]) -> bool:
        """An English cue denies the next mention within four words, not past another term or a new claim."""
        if start - after > 5 or any(after <= a < start for a, _ in others):
            return False
        content = False
        for token in self.tokens[after:start]:
            if content and lexicon.is_in(token.text, "copula", token.native):
                return False
            content = content or (_content(token) and not lexicon.is_in(token.text, "general"))
        return True

    def _late_not(self, end: int, a: int, b: int, stop: int) -> bool:
        """ "prefill is not (right)": a cue behind the mention with nothing of its own to deny."""
        if self.tokens[a].text not in {"not", "isnt", "no", "never", "cant", "wasnt", "doesnt"}:
            return False
        if any(_content(t) for t in self.tokens[end:a]):
            return False
        rest = [t for t in self.tokens[b:stop] if _content(t)]
        return all(lexicon.is_in(t.text, "verdict_word") for t in rest) and (a > end or not rest)

    def elsewhere(self, end: int) -> bool:
        """Whether what ends here is said to be somebody else's: "60 to bail ke", with a word the question lacks."""
        after = self.tokens[end : end + 5]
        if not after or not lexicon.is_in(after[0].text, "topic"):
            return False
        for k, token in enumerate(after[1:], 1):
            if token.is_mark:
                return False
            if _content(token) and lexicon.stem(token.text) not in self.question:
                following = after[k + 1 : k + 2]
                return bool(following) and lexicon.is_in(following[0].text, "genitive")
        return False


def _content(token: Token) -> bool:
    return not token.is_mark and not lexicon.is_stop(token.text, token.native) and token.text != "-"


def content_spots(tokens: Sequence[Token], spare: Callable[[int], bool] = lambda _: False) -> list[int]:
    """The positions of content words outside the spared ones."""
    return [i for i, t in enumerate(tokens) if _content(t) and not spare(i)]
