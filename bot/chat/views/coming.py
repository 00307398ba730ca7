"""How the next study day is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.texts import Html, say

if TYPE_CHECKING:
    from bot.services.outcomes import Coming


def coming_line(coming: Coming | None, language: str) -> Html:
    """When something is due next, how much, and about how long it takes; empty if nothing is."""
    if coming is None:
        return Html()
    return say(language, "coming", days=coming.days, cards=coming.cards, minutes=max(1, coming.minutes))
