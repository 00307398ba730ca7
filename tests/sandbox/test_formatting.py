"""What stands in a message in the end: trimmed text, and entities merged, cut, sorted and counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.errors import BotApiError
from bot.sandbox.formatting import tidy
from bot.sandbox.markup import parse_html


def shown(source: str) -> tuple[str, list[tuple[str, int, int]]]:
    text, entities = tidy(*parse_html(source))
    return text, [(found["type"], found["offset"], found["length"]) for found in entities]


def test_blanks_around_a_text_go() -> None:
    """Leading and trailing spaces and line breaks are cut off and entities move along."""
    assert shown(" \n a <b>b</b> \n ") == ("a b", [("bold", 2, 1)])
    assert shown("<b> \n a \n</b>") == ("a", [("bold", 0, 1)])


def test_a_blank_entity_goes_unless_it_is_a_link() -> None:
    """Formatting over blanks only is dropped; a link over a blank stays, as it may hide an address."""
    assert shown("a<b> </b>b") == ("a b", [])
    assert shown('a<a href="a.org"> </a>b') == ("a b", [("text_link", 1, 1)])


def test_control_characters_do_not_survive() -> None:
    """Tabs and other controls become spaces; carriage returns and direction marks vanish, and entities still fit."""
    assert shown("a\tb\x07c\r\nd") == ("a b c\nd", [])
    assert shown("\u202ea\r<b>b</b>") == ("ab", [("bold", 1, 1)])


def test_equal_styles_that_touch_are_one() -> None:
    """Bold next to bold, and bold inside bold, is one bold."""
    assert shown("<b>a</b><b>b</b>") == ("ab", [("bold", 0, 2)])
    assert shown("<b>a<b>b</b>c</b>") == ("abc", [("bold", 0, 3)])


def test_styles_are_cut_where_others_begin() -> None:
    """Bold around italic is two pieces of bold, the second beginning with the italic."""
    expected = [("bold", 0, 1), ("bold", 1, 2), ("italic", 1, 1)]
    assert shown("<b>a<i>b</i>c</b>") == ("abc", expected)


def test_a_link_in_bold_cuts_the_bold() -> None:
    """Bold around a link is cut at both ends of the link and still covers it."""
    expected = [("bold", 0, 1), ("text_link", 1, 1), ("bold", 1, 1), ("bold", 2, 1)]
    assert shown('<b>a<a href="a.org">b</a>c</b>') == ("abc", expected)


def test_code_holds_no_style() -> None:
    """Bold inside code, or around it, does not reach the code."""
    assert shown("<code>a<b>b</b></code>") == ("ab", [("code", 0, 2)])
    assert shown("<b>a<code>b</code>c</b>") == ("abc", [("bold", 0, 1), ("code", 1, 1), ("bold", 2, 1)])


def test_quotes_do_not_nest_and_hold_code_whole() -> None:
    """A quote in a quote is one quote; code inside it stays."""
    quoted = shown("<blockquote>a<blockquote>b</blockquote><code>c</code></blockquote>")
    assert quoted == ("abc", [("blockquote", 0, 3), ("code", 2, 1)])


def test_links_and_code_do_not_overlap() -> None:
    """Of a link and the code that fills it, the code wins."""
    assert shown('<a href="a.org"><code>x</code></a>') == ("x", [("code", 0, 1)])


def test_entities_over_the_same_text_have_an_order() -> None:
    """Quotes come first, then links and code, then the styles in an order of their own."""
    source = '<tg-spoiler><s><u><i><b><a href="a.org">x</a></b></i></u></s></tg-spoiler>'
    _, entities = shown(f"<blockquote>{source}</blockquote>")
    kinds = ["blockquote", "text_link", "bold", "italic", "underline", "strikethrough", "spoiler"]
    assert entities == [(kind, 0, 1) for kind in kinds]
    assert shown("<pre><code>x</code></pre>") == ("x", [("pre", 0, 1)])
    assert shown("<code><blockquote>x</blockquote></code>") == ("x", [("blockquote", 0, 1), ("code", 0, 1)])


def test_a_quote_next_to_code_leaves_it_alone() -> None:
    """Code that ends where a quote begins, or begins where it ends, is not in its way."""
    expected = [("code", 0, 1), ("blockquote", 1, 1), ("code", 2, 1)]
    assert shown("<code>a</code><blockquote>b</blockquote><code>c</code>") == ("abc", expected)


def test_the_hundred_and_first_entity_is_ignored() -> None:
    """Only the first hundred entities of a message count."""
    text, entities = shown("<b>a</b> " * 101)
    assert text.count("a") == 101
    assert (len(entities), entities[-1]) == (100, ("bold", 198, 1))


@pytest.mark.parametrize("text", [" ", "\n\t", "\u200b", "\u3000 \u00a0"])
def test_an_invisible_text_is_empty(text: str) -> None:
    """A text of blanks and zero-width characters is refused."""
    with pytest.raises(BotApiError) as raised:
        tidy(text)
    assert raised.value.description == "Bad Request: text must be non-empty"


@pytest.mark.parametrize(
    ("offset", "length", "reason"),
    [
        (0, 4, "entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 4"),
        (4, 0, "entity begins after the end of the text at UTF-16 offset 4"),
        (0, 2, "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 5"),
        (2, 1, "entity begins in a middle of a UTF-16 symbol at byte offset 5"),
    ],
)
def test_an_entity_must_fit_the_text(offset: int, length: int, reason: str) -> None:
    """An entity that leaves "a👍" or cuts the emoji in two is refused in the server's words."""
    with pytest.raises(BotApiError) as raised:
        tidy("a👍", [{"type": "bold", "offset": offset, "length": length}])
    assert raised.value.description == f"Bad Request: {reason}"


def test_half_a_character_is_no_text() -> None:
    """A lone surrogate, which no UTF-8 can carry, is refused."""
    with pytest.raises(BotApiError, match="Strings must be encoded in UTF-8"):
        tidy("a\ud83d")


SPANS = st.tuples(
    st.sampled_from(["bold", "italic", "spoiler", "code", "text_link", "blockquote"]),
    st.integers(0, 12),
    st.integers(0, 12),
)


@given(st.text("ab \n👍", min_size=12, max_size=12), st.lists(SPANS, max_size=6))
def test_settled_entities_nest_and_stay_settled(text: str, spans: list[tuple[str, int, int]]) -> None:
    """Whatever entities are asked for: the kept ones are visible, sorted, nest, and a second pass changes nothing."""
    units = len(text.encode("utf-16-le")) // 2
    asked: list[dict[str, Any]] = [
        {"type": kind, "offset": min(a, b), "length": abs(a - b)}
        for kind, a, b in spans
        if max(a, b) <= units
    ]
    try:
        tidied, entities = tidy(text, asked)
    except BotApiError:
        return  # blank text, or an emoji cut in two
    assert tidy(tidied, entities) == (tidied, entities)
    ends = [(found["offset"], found["offset"] + found["length"]) for found in entities]
    assert ends == sorted(ends, key=lambda end: (end[0], -end[1]))
    assert all(start < end for start, end in ends)
    solid = [
        e for e, f in zip(ends, entities, strict=True) if f["type"] in ("code", "text_link", "blockquote")
    ]
    assert not any(a[0] < b[0] < a[1] < b[1] for a in solid for b in solid)
