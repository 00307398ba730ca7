"""The HTML that a message is written in: what is decoded, what becomes an entity, what is refused and where."""

from __future__ import annotations

import html
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.markup import MarkupError, parse_html, utf16_length

INVALID_UNICODE = "Text contains invalid Unicode characters after decoding HTML entities"
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def entity(kind: str, offset: int, length: int, **rest: Any) -> dict[str, Any]:
    return {"type": kind, "offset": offset, "length": length, **rest}


def covered(text: str, found: dict[str, Any]) -> str:
    """The part of `text` that an entity marks, cut in UTF-16 as a phone cuts it."""
    units = text.encode("utf-16-le")
    return units[2 * found["offset"] : 2 * (found["offset"] + found["length"])].decode("utf-16-le")


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("List&lt;int&gt; &amp;&amp; a&lt;b", "List<int> && a<b"),
        ("&amp;amp;", "&amp;"),
        ("_*[", "_*["),
        ("&lt;3 &amp; Co", "<3 & Co"),
        ("&quot;quoted&quot;", '"quoted"'),
        ("&lt without its semicolon", "< without its semicolon"),
        ("&#9731;&#x2603;", "☃☃"),
        ("&nbsp;&apos;&copy;", "&nbsp;&apos;&copy;"),
        ("AT&T & co &", "AT&T & co &"),
        ("&ltx; &LT; &#; &#x; &#0; &#99999999;", "&ltx; &LT; &#; &#x; &#0; &#99999999;"),
        ("a > b", "a > b"),
    ],
)
def test_only_four_names_and_numbers_are_decoded(source: str, plain: str) -> None:
    """lt, gt, amp, quot and numeric references are decoded; every other ampersand stays as it is."""
    assert parse_html(source) == (plain, [])


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("<b>x</b>", "bold"),
        ("<strong>x</strong>", "bold"),
        ("<i>x</i>", "italic"),
        ("<em>x</em>", "italic"),
        ("<u>x</u>", "underline"),
        ("<ins>x</ins>", "underline"),
        ("<s>x</s>", "strikethrough"),
        ("<strike>x</strike>", "strikethrough"),
        ("<del>x</del>", "strikethrough"),
        ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
        ('<span class="tg-spoiler">x</span>', "spoiler"),
        ("<code>x</code>", "code"),
        ("<pre>x</pre>", "pre"),
        ("<blockquote>x</blockquote>", "blockquote"),
        ("<blockquote expandable>x</blockquote>", "expandable_blockquote"),
        ("<blockquote expandable=''>x</blockquote>", "expandable_blockquote"),
        ("<B>x</b >", "bold"),
        ("<b>x</>", "bold"),
        ("<b data-kind=word other='a &lt; b'>x</b>", "bold"),
    ],
)
def test_every_tag_becomes_its_entity(source: str, kind: str) -> None:
    """Each tag of the Bot API, in any letter case and with attributes it does not know, marks its text."""
    assert parse_html(source) == ("x", [entity(kind, 0, 1)])


def test_a_tag_with_an_argument_keeps_it() -> None:
    """Links, languages, custom emoji and dates carry what their tag says."""
    source = (
        '<a href="telegram.org/?a=1&amp;b=2">l</a><pre><code class="language-c++">c</code></pre>'
        '<tg-emoji emoji-id="5368">👍</tg-emoji><tg-time unix="1647531900" format="wDT">t</tg-time>'
    )
    text, entities = parse_html(source)
    assert text == "lc👍t"
    assert entities == [
        entity("text_link", 0, 1, url="http://telegram.org/?a=1&b=2"),
        entity("pre", 1, 1, language="c++"),
        entity("custom_emoji", 2, 2, custom_emoji_id="5368"),
        entity("date_time", 4, 1, unix_time=1647531900, date_time_format="wDT"),
    ]


def test_a_language_counts_only_when_code_fills_its_pre() -> None:
    """Code that shares its pre with a blank, or stands alone, has no language."""
    pre = parse_html('<pre> <code class="language-py">x</code></pre>')
    assert pre == (" x", [entity("code", 1, 1), entity("pre", 0, 2)])
    assert parse_html('<code class="language-py">x</code>') == ("x", [entity("code", 0, 1)])
    turned = parse_html('<code class="language-py"><pre>x</pre></code>')
    assert turned == ("x", [entity("pre", 0, 1, language="py")])


@pytest.mark.parametrize(
    "url", ["http://", "nowhere", "javascript:alert(1)", "ftp://example.org", "http://a b.org"]
)
def test_what_is_no_address_makes_no_link(url: str) -> None:
    """A link that Telegram would not open leaves its text plain."""
    assert parse_html(f'<a href="{url}">x</a>') == ("x", [])


def test_an_empty_tag_marks_nothing() -> None:
    """A tag around no text leaves no entity."""
    assert parse_html("a<b></b>c") == ("ac", [])


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("List<int>", 'Unsupported start tag "int" at byte offset 4'),
        ("दो <int>", 'Unsupported start tag "int" at byte offset 7'),
        ("👨‍👩‍👧<x>", 'Unsupported start tag "x" at byte offset 18'),
        ("a<b", "Unclosed start tag at byte offset 1"),
        ("<3 & Co", 'Unsupported start tag "3" at byte offset 0'),
        ("<3", "Unclosed start tag at byte offset 0"),
        ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
        ("<p>x</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b><i>x", 'Can\'t find end tag corresponding to start tag "i"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("é</b>", "Unexpected end tag at byte offset 2"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b =1>x</b>", 'Empty attribute name in the tag "b" at byte offset 0'),
        ("<b x=", 'Unclosed start tag "b" at byte offset 0'),
        ("<b x", 'Unclosed start tag "b" at byte offset 0'),
        ("<b x='1>x</b>", "Unclosed start tag at byte offset 0"),
        ("<a href=http://a.org>x</a>", "Unexpected end of name token at byte offset 8"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-emoji emoji-id='0'>x</tg-emoji>", "Invalid custom emoji identifier specified"),
        ("&#xD83D;", f"{INVALID_UNICODE}, check for unmatched surrogate code units"),
    ],
)
def test_a_fault_is_named_with_its_byte(source: str, fault: str) -> None:
    """Broken markup is refused in the server's words; offsets count bytes of UTF-8."""
    with pytest.raises(MarkupError) as raised:
        parse_html(source)
    assert str(raised.value) == fault


def test_offsets_count_utf16_units() -> None:
    """A spoiler on the last word after a family emoji and Devanagari covers exactly that word."""
    text, entities = parse_html("👨‍👩‍👧 दोहराओ <tg-spoiler>prefill</tg-spoiler>")
    assert entities == [entity("spoiler", 16, 7)]
    assert covered(text, entities[0]) == "prefill"


def test_only_characters_beyond_the_first_plane_take_two_units() -> None:
    """U+FFFF is one unit, U+10000 is two."""
    assert [utf16_length(character) for character in "a\uffff\U00010000"] == [1, 1, 2]


@given(TEXT)
def test_an_escaped_text_is_read_back_literally(text: str) -> None:
    """Whatever a person types, escaped, is shown as typed and makes no entity."""
    assert parse_html(html.escape(text)) == (text, [])


@given(TEXT, TEXT.filter(bool), TEXT)
def test_an_entity_covers_exactly_its_text(before: str, marked: str, after: str) -> None:
    """Formatting stands where it was put, after any characters."""
    text, (found,) = parse_html(f"{html.escape(before)}<b>{html.escape(marked)}</b>{html.escape(after)}")
    assert text == before + marked + after
    assert covered(text, found) == marked
    assert found["offset"] == utf16_length(before)


@given(st.text("<>/=&;#b i\"'a1-\n", max_size=25))
def test_no_text_breaks_the_parser(text: str) -> None:
    """Any sequence of markup characters is either read or refused as markup."""
    try:
        plain, entities = parse_html(text)
    except MarkupError:
        return
    assert all(0 <= e["offset"] < e["offset"] + e["length"] <= utf16_length(plain) for e in entities)
