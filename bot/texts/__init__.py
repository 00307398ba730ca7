"""What the bot says, by language and key, and the one place where text becomes safe to send as Telegram HTML.

The words stand in the Fluent files beside this one; a value that is missing, unused or unknown is an error here and
not a gap in a learner's message.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape as escape_html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fluent.runtime.resolver import Pattern

LANGUAGES = ("en", "hi", "hi-Latn")
NAMES = {"en": "English", "hi": "हिन्दी", "hi-Latn": "Hinglish"}

_LINE_ENDS = re.compile(r"\r\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SLOT = re.compile(r"\x00([a-z_]+)\x00")


class Html(str):
    """Text that is already safe to send; made only by escape(), say() and the builder in bot/chat/html.py."""

    __slots__ = ()


def escape(text: str) -> Html:
    """The text so that Telegram shows it as it stands; what no message can hold (control characters) is left out."""
    return Html(escape_html(_clean(text), quote=False))


def say(language: str, key: str, **values: str | int | Html) -> Html:
    """The message of that key as HTML: str values are escaped, Html passes, numbers choose their plural form.

    Raises KeyError for an unknown language or key, TypeError for values that the message lacks or does not use.
    """
    safe = {name: value if isinstance(value, int | Html) else escape(value) for name, value in values.items()}
    return Html(_fill(language, key, safe))


def plain(language: str, key: str, **values: str | int) -> str:
    """The message of that key as plain text, for what Telegram shows literally: buttons, toasts, the command menu.

    Raises as say() does, and TypeError for an Html value, whose entities a button would show.
    """
    for name, value in values.items():
        if isinstance(value, Html):
            raise TypeError(f"{key}: {name} is Html, and plain text is wanted")
    safe: dict[str, str | int] = {
        name: value if isinstance(value, int) else _clean(value) for name, value in values.items()
    }
    return _fill(language, key, safe)


def _clean(text: str) -> str:
    text = _CONTROL.sub("", _LINE_ENDS.sub("\n", text))
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def _fill(language: str, key: str, values: Mapping[str, str | int]) -> str:
    speech = _speech(language)
    wanted = speech.variables[key]
    if wanted != values.keys():
        raise TypeError(f"{language} {key}: wants {sorted(wanted)}, got {sorted(values)}")
    # Fluent refuses strings beyond 2,500 characters, so it sees a slot for each of them; numbers it needs itself.
    slots = {name: value if isinstance(value, int) else f"\0{name}\0" for name, value in values.items()}
    text, errors = speech.bundle.format_pattern(speech.patterns[key], slots)
    if errors:
        raise errors[0]
    return _SLOT.sub(lambda slot: str(values[slot[1]]), str(text))


@dataclass(frozen=True, slots=True)
class _Speech:
    """One language's messages and, for each, the names of its values."""

    bundle: FluentBundle
    patterns: dict[str, Pattern]
    variables: dict[str, frozenset[str]]


class _Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802  # fluent.syntax names it
        self.names.add(node.id.name)


@lru_cache
def _speech(language: str) -> _Speech:
    if language not in LANGUAGES:
        raise KeyError(language)
    source = Path(__file__).with_name(f"{language}.ftl").read_text(encoding="utf-8")
    resource: Any = FluentResource(source)
    variables: dict[str, frozenset[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Junk):
            raise ValueError(f"{language}.ftl: cannot be read: {entry.content!r}")
        if isinstance(entry, ast.Message):
            if entry.id.name in variables:
                raise ValueError(f"{language}.ftl: {entry.id.name} stands there twice")
            variables[entry.id.name] = _names(entry)
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(resource)
    patterns = {key: pattern for key in variables if (pattern := bundle.get_message(key).value) is not None}
    return _Speech(bundle, patterns, variables)


def _names(message: ast.Message) -> frozenset[str]:
    found = _Variables()
    found.visit(message.value)
    return frozenset(found.names)
