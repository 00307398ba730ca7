"""What is wrong with a file is said for every fault at once, with its line and what to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.deckfile import decode_deck, format_deck, read_deck


@pytest.mark.parametrize(
    ("text", "line", "what", "remedy"),
    [
        ("Q: x? — y\nHnt: h", 2, "`Hnt:`", "`Hint:`"),
        ("Q: x?\nAnswr: h", 2, "`Answr:`", "`Answer:`"),
        ("Q: x?\nAnwser: h", 2, "`Anwser:`", "`Answer:`"),
        ("Q: x?\n\n- **Ans:** h", 3, "`Ans:`", "`Answer:`"),
        ("Q: x? — y\n\nTag: a", 3, "`Tag:`", "`Tags:`"),
        ("Q: x? — y\nQ2: z? — a", 2, "`Q2:`", "`Q:`"),
        ("Q: x? — y\nQueston: z? — a", 2, "`Queston:`", "`Question:`"),
        ("Q: x?\n\n\nAlso: h", 4, "`Also:`", "`A:` first"),
        ("Q: x?\nAccept: h", 2, "`Accept:`", "`A:` first"),
        ("Q: x? — y\nA: z", 2, "`A:` stands twice", "`Also:`"),
        ("Q: x?\nA: z\nHint: a\nHint: b", 4, "first in line 3", "keep one"),
        ("Q: x? — y\nHint:\n", 2, "`Hint:` is empty", "delete the line"),
        ("Q: x? — y\nPoints:\n- a\n- (bonus)", 4, "point is empty", "delete the line"),
        ("Q: x? — y\nPoints:\n\nprose", 2, "`Points:` is empty", "sub-bullet"),
        ("Q:\n\nprose", 1, "question is empty", "write it"),
        ("Q: x? — y\nGrade: essay", 2, "`Grade: essay`", "short, points, exact, self"),
        ("Q: x? — y\nGrade: points", 2, "without points", "`Points:`"),
        ("Q: x? — y\nId: a b", 2, "`Id: a b`", "letters"),
        ("Q: x? — y\nId: a\nQ: z? — y\nId: a", 3, "line 1", "delete"),
        ("Q: X? — y\n\n### Q: **x**\n- A: z", 3, "line 3 stands already in line 1", "delete one"),
        ("Q: x?\n\nprose\n\nA: y", 5, "card of line 1 ended in line 1", "move it up"),
        ("### Q: x? — y\n\nprose\n\nHint: h", 5, "outside a card", "move it up"),
        ("text\nAnswer: y", 2, "`Answer:` has no question", "`Q:`"),
        ("A: y\n\nQ: x?", 1, "`A:` has no question", "`Q:`"),
        ("Q: x? — y\nAlso: a\n- b", 3, "under `Also:`", "blank line"),
        ("Q: x? — y\nId: a\nb", 3, "under `Id:`", "blank line"),
        ("Q: x? — y\nAlso: a\n```\ncode\n```", 3, "code stands under `Also:`", "`A:`"),
        ("words\n```\ncode\nQ: x? — y", 2, "code fence", "repeat its marks"),
        ("Q: x?\n$$\nx^2\n\nA: y", 2, "formula", "`$$`"),
        ("<!-- open\nQ: x? — y", 1, "comment", "`-->`"),
        ("---\ntitle: a\nQ: x? — y", 1, "not closed", "`---`"),
        ("---\ntitle: a\nnonsense\n---\n", 3, "not `key: value`", "for example"),
        ("---\ntitle: a\ntilte: b\n---\n", 3, "`tilte:`", "`title:`"),
        ("---\ntitle: a\ntitle: b\n---\n", 3, "first in line 2", "keep one"),
        ("---\nlanguage: fr\n---\n", 2, "`fr`", "`hi-Latn`"),
        (f"---\ndeck: {'x' * 101}\n---\n", 2, "too long", "100"),
        ("Q: x? — y\n\nQ: z\x00? — y", 3, "U+0000", "delete"),
        ("Q: x? — \ud800", 1, "U+D800", "delete"),
    ],
)
def test_each_fault_is_named_with_its_line(text: str, line: int, what: str, remedy: str) -> None:
    """A fault gives one problem: its line, what is wrong, what to write."""
    (problem,) = read_deck(text, "lesson.md").problems
    assert problem.line == line
    assert what in problem.what
    assert remedy in problem.remedy


@pytest.mark.parametrize(
    "text",
    [
        "Hnt: this lesson has no card\nAnswr: nor here",
        "Q: x? — y\n\nThe card is over.\nHnt: so this is prose",
        "Q: x? — y\n# Hints\nHint: of the next section",
        "Why: prose before the first card\n\nQ: x? — y",
        "```\nan open fence that hides nothing",
        "$$ an open formula that hides nothing",
        "Q: Revenue? — by quarter\nQ1: five crore",
    ],
)
def test_a_lesson_stays_a_lesson(text: str) -> None:
    """Words like fields in the prose of a lesson are no faults."""
    assert read_deck(text, "lesson.md").problems == ()


def test_all_four_hundred_problems_are_listed() -> None:
    """A deck with 400 faults lists all 400, in order, each at its own line."""
    blocks = [
        f"### Q: question {number}?\n\n- A: answer\n- Hnt: wrong\n\nprose <!--\n-->" for number in range(400)
    ]
    problems = read_deck("\n".join(blocks), "lesson.md").problems
    assert [problem.line for problem in problems] == [7 * number + 4 for number in range(400)]


def test_problems_stand_in_the_order_of_their_lines() -> None:
    """Faults of every kind are told in one go, by line."""
    text = "---\nlanguage: fr\n---\nQ: x?\nAlso: a\n\nQ: x? — y\nHnt: h\n\n```\nQ: z?"
    assert [problem.line for problem in read_deck(text, "lesson.md").problems] == [2, 5, 7, 8, 10]


def test_a_deck_has_at_most_ten_thousand_cards() -> None:
    """The 10,001st card is a fault at its line; ten thousand are none."""
    lines = [f"Q: {number}? — {number}" for number in range(10_001)]
    assert read_deck("\n".join(lines[:-1]), "lesson.md").problems == ()
    deck = read_deck("\n".join(lines), "lesson.md")
    assert [(problem.line, problem.what) for problem in deck.problems] == [
        (10_001, "the deck has more than 10,000 cards")
    ]
    assert len(deck.cards) == 10_000


def test_a_file_has_at_most_five_megabytes() -> None:
    """A larger file is refused unread, one of exactly 5 MB is read."""
    card = b"Q: x? - y\n\n"
    whole = card + b"a" * (5 * 1024 * 1024 - len(card))
    assert len(decode_deck(whole, "lesson.md").cards) == 1
    refused = decode_deck(whole + b"a", "lesson.md")
    assert refused.cards == ()
    assert [problem.what for problem in refused.problems] == ["the file is too large (5.0 MB)"]


def test_a_file_of_millions_of_lines_is_refused() -> None:
    """A file with more lines than any lesson has is refused at once, whatever is in them."""
    (problem,) = read_deck("A:\n" * 600_000, "lesson.md").problems
    assert "500,000 lines" in problem.what


TEXT = "Q: प्रीफिल? — haan\nHint: ✓"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_bytes_are_read_in_their_encoding(encoding: str) -> None:
    """UTF-8, with or without a byte order mark, and UTF-16 and UTF-32 with one give the same deck."""
    assert decode_deck(TEXT.encode(encoding), "a.md") == read_deck(TEXT, "a.md")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"one\ntwo \xff three", 2),
        (TEXT.encode("utf-16-le"), 1),
        (b"\xff\xfe" + TEXT.encode("utf-16-le") + b"\x00\xd8", 2),
        (b"\x89PNG\r\n\x1a\n\x00\x00", 1),
        ("Q: x? — é".encode("latin-1", "replace"), 1),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, line: int) -> None:
    """A file that is not text says so, at the line of the first bad byte, and what to do."""
    problems = decode_deck(data, "a.md").problems
    assert problems[0].line == line
    assert all(problem.remedy for problem in problems)


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_change_nothing(line_end: str) -> None:
    """Files from Windows and old Macs give the same deck with the same lines."""
    text = "# T\n\nprose\nQ: x?\nA: one\ntwo\n\nQ: z? — a\n"
    assert read_deck(text.replace("\n", line_end), "a.md") == read_deck(text, "a.md")


def test_invisible_characters_never_reach_a_card() -> None:
    """Bidi controls, zero-width spaces and byte order marks are left out; the joiner that Hindi needs stays."""
    (placed,) = read_deck("\ufeffQ: \u202ea\u2066b\u200b?\u2069 — क्\u200dष", "a.md").cards
    assert (placed.card.question, placed.card.answer) == ("ab?", "क्\u200dष")


@given(st.text(st.characters(codec=None), max_size=200), st.text(max_size=20))
def test_reading_never_raises(text: str, file_name: str) -> None:
    """Any text under any file name gives a deck whose problems and cards stand on lines of the file."""
    deck = read_deck(text, file_name)
    last = max(text.count("\n") + text.count("\r") + 1, 1)
    assert all(1 <= problem.line <= last and problem.what and problem.remedy for problem in deck.problems)
    assert all(1 <= placed.line <= last and placed.card.question.strip() for placed in deck.cards)
    for value in (deck.name, deck.title, deck.prose, *(placed.card.question for placed in deck.cards)):
        value.encode("utf-8")
        assert "\x00" not in value
    assert deck.name


@given(st.binary(max_size=200))
def test_decoding_never_raises(data: bytes) -> None:
    """Any bytes give a deck, with problems where they are no text."""
    deck = decode_deck(data, "a.md")
    assert deck.title


@pytest.mark.parametrize(
    "text",
    [
        "Q: " + "[" * 20_000,
        "\n".join(" " * depth + "- a" for depth in range(2_000)),
        "Q: x " + "`" * 9 + " - " * 9_000,
    ],
    ids=["brackets", "nested lists", "dashes"],
)
def test_what_slows_markdown_parsers_is_read_all_the_same(text: str) -> None:
    """Twenty thousand brackets or lists two thousand deep are read line by line like any other text."""
    assert read_deck(text, "a.md").problems == ()
    assert isinstance(format_deck(text, "a.md"), str)
