"""Writes a deck file in its canonical form: cards as `### Q:` and bullets, prose as it stands.

Fields keep the author's order and words, as a code formatter keeps statements, so that a card reads the same before
and after; only marks, indentation and blank lines around cards change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.deckfile.read import read_lines
from bot.core.deckfile.values import Problem, ProblemLog

if TYPE_CHECKING:
    from bot.core.deckfile.raw import RawCard, RawField


def format_deck(text: str, file_name: str) -> str | tuple[Problem, ...]:
    """The file in canonical form, or its problems where it has any. Formatting a formatted file changes nothing."""
    reading = read_lines(text, file_name, ProblemLog())
    if reading.deck.problems:
        return reading.deck.problems
    lines = reading.lines
    out: list[str] = []
    done = 0
    for card in reading.cards:
        out += lines[done : card.line - 1]
        _part(out)
        out += _card_lines(card)
        done = card.end
        if done < len(lines) and lines[done].strip():
            _part(out)
            # Below the blank line that now stands there, its indentation would make it code.
            lines[done] = lines[done].lstrip()
    out += lines[done:]
    text = "\n".join(out).rstrip()
    return f"{text}\n" if text else ""


def _part(out: list[str]) -> None:
    """A blank line between a card and what stands above it."""
    if out and out[-1].strip():
        out.append("")


def _card_lines(card: RawCard) -> list[str]:
    first, *more = card.question.texts
    lines = [f"### Q: {first}".rstrip(), *more]
    if len(card.fields) > 1:
        lines.append("")
    for field in card.fields[1:]:
        lines += _text_lines(field) if field.is_text else _item_lines(field)
    if card.comments:
        lines += ["", card.comments[0].lstrip(), *card.comments[1:]]
    return lines


def _text_lines(field: RawField) -> list[str]:
    first, *more = field.texts
    return [f"- {field.name}: {first}".rstrip(), *(f"  {line}".rstrip() for line in more)]


def _item_lines(field: RawField) -> list[str]:
    items = [item.parts for item in field.items]
    head, *more = items.pop(0) if field.inline else [""]
    lines = [f"- {field.name}: {head}".rstrip(), *(f"  {part}" for part in more)]
    for first, *rest in items:
        lines += [f"  - {first}", *(f"    {part}" for part in rest)]
    return lines
