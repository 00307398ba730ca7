"""What a deck file may look like: questions, answers, fields, and where a card ends."""

from __future__ import annotations

import pytest

from bot.core.card import Card, Kind, NearMiss, Point
from bot.core.deckfile import DeckFile, read_deck


def deck_of(text: str) -> DeckFile:
    deck = read_deck(text, "lesson.md")
    assert deck.problems == ()
    return deck


def card_of(text: str) -> Card:
    (placed,) = deck_of(text).cards
    return placed.card


@pytest.mark.parametrize(
    "line",
    [
        "Q: What is X?",
        "Question: What is X?",
        "question: What is X?",
        "### Q: What is X?",
        "- Q: What is X?",
        "1. Q: What is X?",
        "* **Q:** What is X?",
        "**Q**: What is X?",
        "**Q: What is X?**",
        "__Question:__ What is X?",
        "  Q:   What is X?  ",
        "Q : What is X?",
        "Q：What is X?",
        "\u200bQ: What is X?",
    ],
)
def test_a_question_may_be_marked_in_many_ways(line: str) -> None:
    """A line that starts with Q: or Question:, after Markdown's marks, is a card with its bare question."""
    assert card_of(line).question == "What is X?"


@pytest.mark.parametrize(
    "line",
    [
        "Quiz: What?",
        "Q What is X?",
        "The Q: what?",
        "> Q: quoted",
        "q: k: v: the projections",
        "Q::x",
        "| Q: | A: |",
    ],
)
def test_other_lines_are_prose(line: str) -> None:
    """What does not start with the word and a colon stays the lesson's prose."""
    deck = deck_of(line)
    assert deck.cards == ()
    assert line in deck.prose


@pytest.mark.parametrize(
    ("line", "question", "answer"),
    [
        ("Q: What is X? — a thing", "What is X?", "a thing"),
        ("Q: What is X? -- a thing", "What is X?", "a thing"),
        ("Q: What is X? - a thing", "What is X?", "a thing"),
        ("Q: Why - or how - is X? — a thing — and so on", "Why - or how - is X?", "a thing — and so on"),
        ("Q: Naam kya hai? (acronym bhi chalega)", "Naam kya hai? (acronym bhi chalega)", ""),
        ("Q: Capital of France — Paris — city", "Capital of France", "Paris — city"),
        ("Q: A well-known one-liner", "A well-known one-liner", ""),
        ("Q: What does `a ? b - c` do? — picks", "What does `a ? b - c` do?", "picks"),
        ("Q: What is $a - b$ — a difference", "What is $a - b$", "a difference"),
        ("Q: What is $$a - b$$ — a difference", "What is $$a - b$$", "a difference"),
        ("Q: Is $5 enough? — No, $10", "Is $5 enough?", "No, $10"),
        ("Q: X?—y", "X?—y", ""),
        ("**Q: What is X?** — a thing", "What is X?", "a thing"),
        ("Q: Kya? —", "Kya?", ""),
        ("प्रश्न\n\nQ: प्रीफिल क्या है? — पहला चरण", "प्रीफिल क्या है?", "पहला चरण"),
    ],
)
def test_the_answer_stands_behind_the_first_dash_after_the_question_mark(
    line: str, question: str, answer: str
) -> None:
    """The first spaced dash behind the question mark parts question and answer; code and formulas are not parted."""
    card = card_of(line)
    assert (card.question, card.answer) == (question, answer)


def test_every_field_reaches_the_card() -> None:
    """Each field of the format stands in the card as the instructor wrote it."""
    card = card_of(
        "Q: What is X?\n"
        "- A: TCP/IP\n"
        "- Also: the stack / internet protocols\n"
        "Not: UDP / OSI — that is another model\n"
        "**Not:** HTTP\n"
        "Hint: two layers\n"
        "Why: it is what the internet runs on\n"
        "Points:\n"
        "  - transport / TCP\n"
        "  - network / IP\n"
        "  - history (bonus)\n"
        "Tags: net, #basics\n"
        "Accept: tcp ip / the TCP/IP stack\n"
        "Reject: udp\n"
        "Grade: short\n"
        "Id: net-1\n"
    )
    assert card == Card(
        question="What is X?",
        answer="TCP/IP",
        also=("the stack", "internet protocols"),
        near_misses=(
            NearMiss("UDP", "that is another model"),
            NearMiss("OSI", "that is another model"),
            NearMiss("HTTP"),
        ),
        hint="two layers",
        why="it is what the internet runs on",
        points=(Point(("transport", "TCP")), Point(("network", "IP")), Point(("history",), bonus=True)),
        tags=("net", "basics"),
        accept=("tcp ip", "the TCP/IP stack"),
        reject=("udp",),
        kind=Kind.SHORT,
        id="net-1",
    )


@pytest.mark.parametrize(
    "points",
    [
        "Points:\n- a / b\n- c",
        "- Points:\n  - a / b\n  - c",
        "- Points:\n    - a / b\n\n    - c",
        "Points:\n\n1. a / b\n2. c",
        "Point: a / b\nPoint: c",
        "Points:\n- a\n  / b\n- c",
    ],
)
def test_points_may_be_laid_out_in_many_ways(points: str) -> None:
    """Points are sub-bullets, indented or not, loose or not; `Point:` is `Points:`."""
    card = card_of(f"Q: What? — x\n{points}")
    assert card.points == (Point(("a", "b")), Point(("c",)))
    assert card.kind is Kind.POINTS


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("prefill", Kind.SHORT),
        ("time to first token metric", Kind.SHORT),
        ("it processes the whole input at once", Kind.LONG),
        ("3.5 × 10^8 metres per second", Kind.SHORT),
        ("prefill, decode, sampling, beam search and stop", Kind.SHORT),
        ("- embedding of the input\n- attention and its cache\n- feed forward", Kind.SHORT),
        ("Prefill is fast, decode is slow, both are needed", Kind.LONG),
        ("`std::vector`", Kind.SHORT),
        ("prefill\n\n![a picture of the whole input at once](p.png)", Kind.SHORT),
    ],
)
def test_the_kind_follows_from_the_answer(answer: str, kind: Kind) -> None:
    """Up to five words, a number or a list is short, anything else long."""
    indented = answer.replace("\n", "\n  ")
    assert card_of(f"Q: What?\n- A: {indented}").kind is kind


@pytest.mark.parametrize(
    ("written", "kind"),
    [("short", Kind.SHORT), ("exact", Kind.EXACT), ("Self", Kind.SELF)],
)
def test_grade_settles_the_kind(written: str, kind: Kind) -> None:
    """`Grade:` beats what the answer looks like."""
    assert card_of(f"Q: What?\nA: one two three four five six seven\nGrade: {written}").kind is kind


@pytest.mark.parametrize(
    ("answer", "first", "also"),
    [
        ("TTFT / time to first token", "TTFT", ("time to first token",)),
        ("TCP/IP", "TCP/IP", ()),
        ("$a / b$", "$a / b$", ()),
        ("`ls / home`", "`ls / home`", ()),
        ("the phase that reads the input / prefill", "the phase that reads the input / prefill", ()),
    ],
)
def test_a_spaced_slash_parts_short_wordings(answer: str, first: str, also: tuple[str, ...]) -> None:
    """` / ` parts the wordings of a short answer; a slash without spaces, code, formulas and long answers stay whole."""
    card = card_of(f"Q: What?\nA: {answer}")
    assert (card.answer, card.also) == (first, also)


@pytest.mark.parametrize(
    "ending",
    ["# A heading", "---", "Q: Next? — n", "\nSome prose.", "\n- a list of the lesson", "\n> a quotation"],
)
def test_what_ends_a_card(ending: str) -> None:
    """A heading, a rule, the next question, or a blank line before prose ends a card."""
    deck = deck_of(f"Q: What?\nA: first\nsecond\n{ending}\n\nmore prose")
    assert deck.cards[0].card.answer == "first\nsecond"
    assert "more prose" in deck.prose
    assert "first" not in deck.prose


def test_fields_may_follow_a_blank_line() -> None:
    """Blank lines between a question and its fields do not end the card."""
    card = card_of("### Q: What?\n\n- A: x\n\n- Hint: h\n\n\n- Why: w\n")
    assert (card.answer, card.hint, card.why) == ("x", "h", "w")


def test_headings_below_a_heading_question_may_be_fields() -> None:
    """Under `### Q:` a deeper heading that names a field is that field; a heading that names none ends the card."""
    card = card_of("### Q: What?\n\n#### A: x\n\n#### Hint: h\n\n## Why: the next section\n\nprose")
    assert card == Card(question="What?", answer="x", hint="h")


def test_pictures_code_and_formulas_belong_to_the_field_above() -> None:
    """Under Q: they are part of the question, under A: of the answer, with or without a blank line."""
    card = card_of(
        "Q: What does this print?\n\n```python\nprint(1)\n\n# A: no field\n```\n\n![screen](a.png)\n\n"
        "A: this\n\n$$\nx^2\n$$\n\n    indented\n\nprose"
    )
    assert (
        card.question
        == "What does this print?\n\n```python\nprint(1)\n\n# A: no field\n```\n\n![screen](a.png)"
    )
    assert card.answer == "this\n\n$$\nx^2\n$$\n\n    indented"


@pytest.mark.parametrize(
    "opening", ["Q: Query?\nA: ```sql", "Q: Query? — ```sql", "- Q: Query?\n- A:\n  ```sql"]
)
def test_an_answer_may_be_a_code_block_from_its_first_line(opening: str) -> None:
    """A fence that opens behind the colon or the dash is the answer, and what follows it is read on."""
    indent = "  " if opening.startswith("-") else ""
    card = card_of(f"{opening}\n{indent}SELECT 1\n{indent}```\nHint: one line")
    assert card.answer == "```sql\nSELECT 1\n```"
    assert card.hint == "one line"


def test_what_is_indented_under_an_answer_belongs_to_it() -> None:
    """A second paragraph or a list indented below its bullet is still the answer."""
    card = card_of("- Q: What?\n- A: one\n\n  two\n  - three\n    - four\n- Hint: h")
    assert card.answer == "one\n\ntwo\n- three\n  - four"


@pytest.mark.parametrize(
    "hidden",
    [
        "```\nQ: no? — n\n```",
        "~~~~ text\nQ: no? — n\n~~~\nQ: no? — n\n~~~~~",
        "$$\nQ: no? — n\n$$",
        "<!-- Q: no? — n -->",
        "<!--\nQ: no? — n\n\nQ: no? — n\n-->",
        "text\n\n    Q: no? — n\n\n    Q: no? — n",
        "- item\n  ```\n  Q: no? — n\n  ```",
        "> Q: no? — n",
    ],
)
def test_nothing_in_code_formulas_and_comments_is_a_card(hidden: str) -> None:
    """A Q: line inside code, `$$` or a comment is no card, and the cards after it keep their lines."""
    text = f"# Title\n\n{hidden}\n\nQ: yes? — y\n"
    deck = deck_of(text)
    assert [(placed.line, placed.card.question) for placed in deck.cards] == [
        (text.split("\n").index("Q: yes? — y") + 1, "yes?")
    ]


def test_a_comment_in_a_card_is_shown_to_nobody() -> None:
    """A comment is not part of the text it stands in, save inside a code span."""
    card = card_of("Q: What? <!-- check this -->\n<!-- Hint: later -->\nA: `<!--` begins it <!-- really? -->")
    assert card == Card(question="What?", answer="`<!--` begins it", kind=Kind.SHORT)


def test_a_question_without_answer_is_a_draft() -> None:
    """Drafts stand among the cards, in file order and with their lines."""
    deck = deck_of("Q: One?\n\nQ: Two? — 2\n\nQ: Three?\nA:\nHint: later\n")
    assert [(placed.line, placed.card.is_draft) for placed in deck.cards] == [
        (1, True),
        (3, False),
        (5, True),
    ]
    assert [placed.line for placed in deck.drafts] == [1, 5]
    assert [placed.line for placed in deck.complete] == [3]


def test_a_note_is_never_taken_for_a_field() -> None:
    """`Note:` and other words with a colon run on as text, however near `Not:` is."""
    assert (
        card_of("Q: What?\nA: x\nNote: y\nDecode: z\nstd::vector").answer
        == "x\nNote: y\nDecode: z\nstd::vector"
    )


def test_options_in_prose_are_not_answers() -> None:
    """`A:` with `B:` below it are options or speakers, not a lost answer."""
    assert deck_of("A: three\nB: four\n").cards == ()


@pytest.mark.parametrize(
    ("file_name", "name"),
    [
        ("lesson-13.md", "lesson-13"),
        ("lesson-13 (1).md", "lesson-13"),
        ("lesson-13(12).txt", "lesson-13"),
        ("lesson-13.md (1)", "lesson-13"),
        ("/home/asha/lesson.13.md", "lesson.13"),
        ("C:\\decks\\Week 1.5", "Week 1.5"),
        ("पाठ १.md", "पाठ १"),
        ("a\nb\x00.md", "a b"),
        (".md", ".md"),
        ("", "deck"),
    ],
)
def test_a_deck_is_named_after_its_file(file_name: str, name: str) -> None:
    """The name is the file's, without folders, suffix and the number of a second download."""
    assert read_deck("Q: x? — y", file_name).name == name


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# How *LLM* `Inference` [Works](http://x) #\n\n## Two", "How LLM Inference Works"),
        ("How it works\n============\n\n# Later", "How it works"),
        ("```\n# no\n```\n\n## Yes", "Yes"),
        ("### Q: a question? — y\n\n# After it", "After it"),
        ("no heading", "lesson"),
        ("---\ntitle: 'Mine: all'\n---\n# Other", "Mine: all"),
        ("# " + "Ж" * 300, "Ж" * 199 + "…"),
        ("# 👩‍👩‍👧‍👦 Familie <3 & Co", "👩‍👩‍👧‍👦 Familie <3 & Co"),
    ],
)
def test_the_title_is_stated_or_the_first_heading(text: str, title: str) -> None:
    """The title is the front matter's, else the first heading that is no question, else the name."""
    assert read_deck(text, "lesson.md").title == title


def test_front_matter_names_the_deck() -> None:
    """Front matter gives name, title, language and tags, and is not prose; other tools' keys are left alone."""
    deck = deck_of(
        "---\ndeck: lesson-13\ntitle: How it works\nlanguage: HI-latn\ntags: [llm, basics]\n"
        "layout: page\naliases:\n  - one\n# comment\n---\nQ: x? — y\n"
    )
    assert (deck.name, deck.title, deck.language, deck.tags) == (
        "lesson-13",
        "How it works",
        "hi-Latn",
        ("llm", "basics"),
    )
    assert [placed.line for placed in deck.cards] == [11]
    assert deck.prose == ""


@pytest.mark.parametrize(
    "text", ["---\n\nQ: x? — y\n\n---\n", "---\n# T\n\nwords\n\n---\nQ: x? — y", "---\nQ: x? — y\n---"]
)
def test_a_rule_at_the_top_is_no_front_matter(text: str) -> None:
    """A leading --- that no key: value line follows hides no card."""
    assert len(deck_of(text).cards) == 1


def test_the_prose_is_what_stands_outside_the_cards() -> None:
    """Prose holds headings, paragraphs and code of the lesson, without comments and cards."""
    deck = deck_of(
        "# T\n\nTTFT (time to first token)\n\n```\nPREFILL\n```\n<!-- no -->\nQ: x? — y\nHint: h\n\nend"
    )
    assert deck.prose.split("\n") == ["# T", "TTFT (time to first token)", "```", "PREFILL", "```", "end"]
