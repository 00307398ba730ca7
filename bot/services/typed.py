"""What short typed words mean outside an answer: yes, no, never mind, a number."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 200
"""Characters that are looked at; nothing that sets something is longer."""
_EDGES = " .,!?;:।'\"“”‘’()"


def plain(text: str) -> str:
    """The text as words are compared: one case, one width, single spaces, ASCII digits, no punctuation at its ends."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    digits = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in folded)
    return " ".join(digits.split()).strip(_EDGES)


YES = frozenset(map(plain, ("yes", "y", "ok", "right", "haan", "han", "haa", "ha", "ji", "haan ji", "sahi", "हाँ", "हां", "जी", "सही")))  # fmt: skip
NO = frozenset(map(plain, ("no", "n", "wrong", "nahi", "nahin", "na", "galat", "nahi, badlo", "badlo", "नहीं", "नही", "ना", "गलत")))  # fmt: skip
CANCEL = frozenset(map(plain, ("cancel", "rehne do", "rehne de", "chhodo", "chodo", "छोड़ो", "रहने दो", "रद्द")))  # fmt: skip
OFF = frozenset(map(plain, ("off", "band", "band karo", "mat dilao", "no reminders", "बंद", "बंद करो", "मत दिलाओ")))  # fmt: skip


def number(text: str) -> int | None:
    """The one whole number in a text ("10", "roz ५"), None if there is none, another one, a sign or a fraction."""
    numbers = re.findall(r"[-+.,/]?\d+(?:[.,/:]\d+)*", plain(text))
    return int(numbers[0]) if len(numbers) == 1 and re.fullmatch(r"\d{1,9}", numbers[0]) else None
