"""The canonical form: what it looks like, and that it changes no card."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.core.deckfile import Problem, format_deck, read_deck

LOOSE = """\
Lesson 1
Some *prose*   as it stands.
Question: What is X? — TCP/IP
Also: the stack / protocols
**Not:** UDP — another model
Hint: two
  layers
Points:
* a / b
* c (bonus)


Q: What does this print?
```
print(1)
```
A: 1
<!-- from the exam -->
Grade: exact
Last prose.

   1. Q: Draft?
# End
"""
CANONICAL = """\
Lesson 1
Some *prose*   as it stands.

### Q: What is X?

- A: TCP/IP
- Also: the stack / protocols
- Not: UDP — another model
- Hint: two
    layers
- Points:
  - a / b
  - c (bonus)


### Q: What does this print?
```
print(1)
```

- A: 1
- Grade: exact

<!-- from the exam -->

Last prose.

### Q: Draft?

# End
"""


def test_cards_become_headings_and_bullets_and_prose_stays() -> None:
    """Cards are written as `### Q:` with bullets, blank lines around them; prose and comments are kept."""
    text = LOOSE.replace("Last prose.", "\nLast prose.")
    assert format_deck(text, "a.md") == CANONICAL


def test_an_indented_heading_right_below_a_card_stays_a_heading() -> None:
    """The blank line put below a card turns no indented heading into code of the answer."""
    formatted = format_deck("Q: x? — y\n    # Next\n", "a.md")
    assert formatted == "### Q: x?\n\n- A: y\n\n# Next\n"


def test_a_file_with_problems_is_not_formatted() -> None:
    """A file that is not understood is left alone: its problems are returned."""
    problems = format_deck("Q: x?\nAlso: y", "a.md")
    assert problems == (Problem(2, "`Also:` stands in a card without an answer", "write `A:` first"),)


def test_an_empty_file_stays_empty() -> None:
    """Formatting nothing gives nothing."""
    assert format_deck("\n\n", "a.md") == ""


LINES = """\
Q: a{n}?|Q: b{n}? — ans|Question: c{n} - d|### Q: e{n}?|- Q: f{n}|  - Q: g{n}?|1. **Q:** h{n}?|**Q: i{n}?** — x / y|Q:
A: yes|- A: no|  - A: deep|A:|**Answer:** bold|A: ```sql|A: $$|Also: a / b|- Also: `a / b|Also:|Not: c — told|Hint: h
Hint:|- Why: w|Points:|- Points:|Points: inl|- p1 / p2|  - p3 (bonus)|    - p4|* star|1. num|text|  two|    four|\tTab
      six|    Hint: q|      A: z||||||```|~~~|  ```py|    ```|- ```|```\u00a0|$$|$$x$$|  $$|<!-- c -->|<!-- open|close -->
text <!-- in --> more|Q: <!-- c --> n{n}?|    <!-- c -->|  <!-- o|# H|    # H4|---|===|![p](x.png)|  ![p](y.png)
Tags: a, b|Grade: self|Id: z{n}|Accept: q / r|> quote|`code` $x - y$ text — z|Note: hi|- - Why: z|A: - Hint: x|\u00a0nb
"""


@given(st.lists(st.sampled_from(LINES.replace("\n", "|").split("|")), max_size=14))
def test_formatting_changes_no_card(lines: list[str]) -> None:
    """Whatever a file looks like, its canonical form has the same cards, name and title, and is a fixed point."""
    text = "\n".join(line.replace("{n}", str(number)) for number, line in enumerate(lines))
    formatted = format_deck(text, "a.md")
    if isinstance(formatted, str):
        before, after = read_deck(text, "a.md"), read_deck(formatted, "a.md")
        assert [placed.card for placed in after.cards] == [placed.card for placed in before.cards]
        assert (after.name, after.title, after.problems) == (before.name, before.title, ())
        assert format_deck(formatted, "a.md") == formatted


@given(st.text(max_size=200))
def test_formatting_any_text_is_a_fixed_point(text: str) -> None:
    """Formatting twice is formatting once, for any text at all."""
    formatted = format_deck(text, "a.md")
    assert not isinstance(formatted, str) or format_deck(formatted, "a.md") == formatted
