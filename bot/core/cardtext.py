"""A card's content as JSON text, which is how a card version is stored."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import lru_cache

from bot.core.card import Card, Kind, NearMiss, Point


def to_text(card: Card) -> str:
    """The card as JSON; fields that say nothing are left out."""
    fields = {name: value for name, value in asdict(card).items() if value or name == "question"}
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=4096)
def from_text(text: str) -> Card:
    """The card that `to_text` wrote."""
    fields = json.loads(text)
    for name in ("also", "tags", "accept", "reject"):
        fields[name] = tuple(fields.get(name, ()))
    fields["near_misses"] = tuple(NearMiss(**miss) for miss in fields.get("near_misses", ()))
    fields["points"] = tuple(
        Point(wordings=tuple(point["wordings"]), bonus=point["bonus"]) for point in fields.get("points", ())
    )
    fields["kind"] = Kind(fields["kind"])
    return Card(**fields)
