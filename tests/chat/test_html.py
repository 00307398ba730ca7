"""What a card's author typed is what a learner reads, in as many parts as Telegram needs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.html import (
    LIMIT,
    RAW_BYTES,
    bold,
    code,
    join,
    markdown,
    quote,
    shorten,
    split,
    visible_length,
    visible_text,
)
from bot.sandbox.formatting import tidy
from bot.sandbox.markup import parse_html, utf16_length
from bot.texts import Html, escape

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
BLANK = ("Cc", "Cf", "Zl", "Zp", "Zs")

texts = st.text(st.sampled_from("ab&<>`~ \n_*[é\u0915\u094d\u0937\U0001f600\u200d\u2028"), max_size=60)
htmls = st.recursive(
    texts.map(escape) | texts.map(markdown) | texts.map(code),
    lambda inner: st.one_of(
        inner.map(bold), st.lists(inner, max_size=4).map(lambda parts: join("\n", parts))
    ),
    max_leaves=8,
)
messages = st.lists(htmls | htmls.map(lambda html: quote(html, folded=True)), max_size=5).map(
    lambda parts: join("\n\n", parts)
)


@pytest.mark.parametrize(
    "text",
    [
        "List<int> && a<b",
        "&amp;",
        "_*[",
        "**x** __y__ [z](w) ![p](q.png)",
        "<b>no</b>",
        "a ` b",
        "||x||",
        "# x\n- y",
    ],
)
def test_text_is_literal(text: str) -> None:
    """Markup that is not code stands as it was typed."""
    assert parse_html(markdown(text)) == (text, [])


def test_code_in_a_line() -> None:
    """Backticks make code, two of them code that has one inside, and what looks like tags stays text."""
    text, entities = parse_html(markdown("use `std::vector<int>` or `` a`b ``"))
    assert text == "use std::vector<int> or a`b"
    assert [entity["type"] for entity in entities] == ["code", "code"]
    assert markdown("``` x") == "``` x"


@pytest.mark.parametrize(
    ("language", "shown"), [("python", "python"), ("c++", "c++"), ('x"><b>', "x"), ("", None), ("<", None)]
)
def test_fenced_code(language: str, shown: str | None) -> None:
    """A fence makes a block with its language, whatever stands behind the fence and inside it."""
    text, entities = parse_html(markdown(f"see\n```{language}\nif a < b && `c`:\n\n    pass\n```\nend"))
    assert text == "see\nif a < b && `c`:\n\n    pass\nend"
    (block,) = entities
    assert (block["type"], block.get("language")) == ("pre", shown)


def test_fences_that_do_not_close_or_hold_nothing() -> None:
    """An unclosed fence runs to the end; one around nothing is shown, so that no message becomes empty."""
    assert parse_html(markdown("~~~\na\n```\nb"))[0] == "a\n```\nb"
    assert markdown("```\n\n```\nx") == "```\n\n```\nx"


def test_formatting_is_exact_after_a_family_emoji() -> None:
    """Code behind characters of several units is marked where it stands."""
    text, entities = parse_html(bold(markdown(f"{FAMILY} `last`")))
    (last,) = (entity for entity in entities if entity["type"] == "code")
    units = text.encode("utf-16-le")
    assert units[2 * last["offset"] : 2 * (last["offset"] + last["length"])].decode("utf-16-le") == "last"


@given(texts)
def test_any_card_parses(text: str) -> None:
    """No text makes HTML that Telegram refuses, and nothing but the marks of code (and a language behind a fence) is lost."""
    shown, _ = parse_html(quote(bold(markdown(text))))
    kept = [character for character in text if character not in "`~ \n"]
    assert (
        [character for character in shown if character not in "`~ \n"] == kept
        or "```" in text
        or "~~~" in text
    )


@given(messages)
def test_length_is_telegrams(html: Html) -> None:
    """Our length and text are those that Telegram's parser finds."""
    text, _ = parse_html(html)
    assert visible_text(html) == text
    assert visible_length(html) == utf16_length(text)


@given(messages, st.integers(2, 80))
def test_split_loses_nothing(html: Html, limit: int) -> None:
    """The parts together show the text, none is too long or blank, and each parses by itself."""
    parts = split(html, limit)
    shown = [parse_html(part)[0] for part in parts]
    whole = visible_text(html)
    assert "".join("".join(shown).split()) == "".join("".join(drop_blank(whole, shown)).split())
    for text in shown:
        assert utf16_length(text) <= limit
        assert any(unicodedata.category(character) not in BLANK for character in text)


def drop_blank(whole: str, shown: list[str]) -> list[str]:
    """`whole` but for blanks that stand in no part; fails when anything else lies between two parts."""
    kept, at = [], 0
    for text in shown:
        found = whole.index(text, at)
        assert all(unicodedata.category(character) in BLANK for character in whole[at:found])
        kept.append(text)
        at = found + len(text)
    assert all(unicodedata.category(character) in BLANK for character in whole[at:])
    return kept


@given(st.lists(st.text(st.sampled_from("ab<&\U0001f600"), min_size=1, max_size=10), min_size=1, max_size=30))
def test_lines_stay_whole(lines: list[str]) -> None:
    """Where a line fits into a part it is never cut, and without blanks nothing at all is left out."""
    html = markdown("\n".join(lines))
    shown = [visible_text(part) for part in split(html, 25)]
    assert "".join(shown) == visible_text(html)
    assert "\n".join(text.removesuffix("\n") for text in shown).split("\n") == lines


def test_tags_are_opened_again() -> None:
    """Formatting that spans a cut goes on behind it."""
    first, second = split(Html("<b>one\n<code>two</code></b>"), 5)
    assert (first, second) == ("<b>one\n</b>", "<b><code>two</code></b>")


def test_a_long_answer_with_code() -> None:
    """Of 9,000 characters with a block of code each part is a message, and the code is code in each."""
    body = "\n".join(f"line {number} && x < y" for number in range(500))
    html = join("\n", (escape("Jawab:"), quote(markdown(f"Aise:\n```c\n{body}\n```\nBas."), folded=True)))
    parts = split(html)
    assert len(parts) >= 3
    assert "".join(visible_text(part) for part in parts) == visible_text(html)
    for part in parts:
        text, entities = tidy(*parse_html(part))
        assert utf16_length(text) <= LIMIT
        assert {"pre", "expandable_blockquote"} <= {entity["type"] for entity in entities}


def test_many_emoji() -> None:
    """4,097 emoji are 8,194 units: three messages, no emoji cut in two."""
    parts = split(escape("\U0001f600" * 4097))
    assert [visible_length(part) for part in parts] == [4096, 4096, 2]


def test_a_family_stays_together() -> None:
    """A cut falls between emoji, not inside one that is made of several."""
    parts = split(escape(FAMILY * 3), 16)
    assert [visible_text(part) for part in parts] == [FAMILY] * 3
    assert shorten(FAMILY * 3, 10) == FAMILY + "…"


def test_many_tags_stay_below_the_raw_limit() -> None:
    """Text that is short when shown but long with its tags is cut further."""
    html = markdown("`&` " * 2000)
    parts = split(html)
    assert max(len(part.encode()) for part in parts) <= RAW_BYTES
    assert "".join(visible_text(part) for part in parts).split() == ["&"] * 2000


def test_blank_is_left_out() -> None:
    """A part that shows nothing, which Telegram refuses, is not sent."""
    assert split(escape("\n" * 5000 + "x")) == ["\n" * 904 + "x"]
    assert split(Html()) == []
    with pytest.raises(ValueError, match="below 2"):
        split(Html("x"), 1)


def test_shorten() -> None:
    """A title becomes one line, cut only if it is too long."""
    assert shorten(" a\n b\t c ", 5) == "a b c"
    assert shorten("abcdef", 5) == "abcd…"
