"""What a measurement says and how it is printed."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(slots=True)
class Timings:
    """The seconds that each step took, and all of them together."""

    steps: list[float] = field(default_factory=list)

    @contextmanager
    def step(self) -> Iterator[None]:
        """Time one step."""
        began = time.perf_counter()
        yield
        self.steps.append(time.perf_counter() - began)

    def per_second(self, each: int = 1) -> float:
        """How many were done in a second, `each` in every step."""
        return each * len(self.steps) / sum(self.steps)

    def percentile(self, share: float) -> float:
        """The seconds within which this share of the steps was done."""
        return sorted(self.steps)[min(int(len(self.steps) * share), len(self.steps) - 1)]


def short(seconds: float) -> str:
    """Seconds as "12.34 ms", or below a millisecond as "56 µs"."""
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with a title: the first column flush left, the others flush right."""
    widths = [max(len(row[n]) for row in (heads, *rows)) for n in range(len(heads))]
    lines = [
        "  ".join(
            cell.ljust(width) if not n else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (heads, *rows)
    ]
    return "\n".join((title, *(f"  {line}" for line in lines), ""))
