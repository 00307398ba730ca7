"""Decides which of overlapping mentions stands: the longer, then the cheaper, the right term over a rival."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.core.grading.terms import Mention


def best(mentions: Sequence[Mention]) -> list[Mention]:
    """Mentions that do not overlap, the cheapest and longest first."""
    kept: list[Mention] = []
    for m in sorted(mentions, key=lambda m: (m.cost >= 0.2, m.start - m.end, m.cost)):
        if not any(m.start < k.end and k.start < m.end for k in kept):
            kept.append(m)
    return sorted(kept, key=lambda m: m.start)


def settle(
    targets: list[Mention], misses: list[tuple[Mention, str]], rivals: list[Mention]
) -> tuple[list[Mention], list[tuple[Mention, str]], list[Mention]]:
    """Of overlapping mentions the longer wins, then the cheaper; a near miss wins a tie, the right term over a rival."""

    def beats(a: Mention, b: Mention, tie: bool) -> bool:
        if a.start >= b.end or b.start >= a.end:
            return False
        inside_a, inside_b = a.start <= b.start and b.end <= a.end, b.start <= a.start and a.end <= b.end
        if inside_a != inside_b and not a.free:
            return inside_a
        return a.cost < b.cost or (tie and a.cost == b.cost)

    kept_misses = [(m, told) for m, told in misses if not any(beats(t, m, tie=False) for t in targets)]
    kept = [
        t
        for t in targets
        if not any(beats(m, t, tie=True) for m, _ in kept_misses)
        and not any(beats(r, t, tie=False) for r in rivals)
    ]
    others = [*targets, *(m for m, _ in kept_misses)]
    return kept, kept_misses, [r for r in rivals if not any(beats(o, r, tie=True) for o in others)]
