"""A card as it stands in the file: its fields in the author's order and words, before they are judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.core.deckfile.fields import TEXT_FIELDS, Field, FieldLine


@dataclass(slots=True)
class Item:
    """One entry of a list field with its first line, wordings not yet parted."""

    line: int
    parts: list[str]

    @property
    def text(self) -> str:
        """The entry on one line."""
        return " ".join(self.parts)


@dataclass(slots=True)
class RawField:
    """A field while its lines come in: `texts` for text fields (blank lines kept), `items` for all others.

    `inline` says that text stood on the field's own line.
    """

    name: Field
    line: int
    indent: int = 0
    base: int = 0
    inline: bool = False
    texts: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        """Whether the field may run over several lines."""
        return self.name in TEXT_FIELDS

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been written in it yet."""
        return not self.items and not any(self.texts)

    @property
    def value(self) -> str:
        """A text field's text; of any other field the items on one line."""
        return (
            "\n".join(self.texts).strip("\n") if self.is_text else " ".join(item.text for item in self.items)
        )

    def add_text(self, text: str) -> None:
        """Put one more line of text; what comes first stands without its blanks, as behind the colon."""
        self.texts.append(text.strip() if self.is_empty else text)

    def join(self, line: int, text: str) -> None:
        """Let a list field's last item run on in one more line."""
        if self.items:
            self.items[-1].parts.append(text)
        else:
            self.items.append(Item(line, [text]))


@dataclass(slots=True)
class RawCard:
    """A card's fields, the question first; lines `line` to `end` of the file (1-based, both included) are its own.

    `comments` are the HTML comments between those lines, `by_name` has the first field of each name.
    """

    line: int
    end: int
    level: int
    fields: list[RawField]
    comments: list[str] = field(default_factory=list)
    by_name: dict[Field, RawField] = field(default_factory=dict)

    @property
    def question(self) -> RawField:
        """The field that opened the card."""
        return self.fields[0]

    @property
    def current(self) -> RawField:
        """The field that the next line belongs to, if it belongs to any."""
        return self.fields[-1]

    def add(self, begun: RawField) -> RawField | None:
        """Open the next field; returns the earlier one of its name, if there is one."""
        self.fields.append(begun)
        earlier = self.by_name.setdefault(begun.name, begun)
        return earlier if earlier is not begun else None

    def all_items(self, name: Field) -> list[Item]:
        """The items of every field of a name, in file order."""
        return [item for found in self.fields if found.name is name for item in found.items]


def begin(found: FieldLine, line: int) -> RawField:
    """A new field from the line that names it."""
    begun = RawField(found.name, line, found.indent, found.base, inline=bool(found.text))
    if begun.is_text:
        begun.texts.append(found.text)
    elif found.text:
        begun.items.append(Item(line, [found.text]))
    return begun
