"""Whatever a card, a name or a reply is made of is shown literally, and judged as it is meant."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from db import models
from tests.chat.story import Story, deck

if TYPE_CHECKING:
    from db import Database

HOSTILE = (
    "List<int> && a<b",
    "&amp; &lt;b&gt; &#65;",
    "_*[x](http://a.b)~>#+-=|{}.!",
    "<b>bold</b><script>",
    "</b></code></blockquote>",
    "%s {0} {name} {$answer} $name",
    "std::vector<std::pair<int,int>>",
    "C:\\new\\table \\u0041",
    "क्या < यह > है & वह",
    "👨‍👩‍👧 family 🇮🇳 flag",
    "; DROP TABLE learner; --",
)
SECOND = timedelta(seconds=1)
LONG_TITLES = (
    "Очень длинное название колоды про вывод языковых моделей дом",
    "🙂" * 60,
    "हिन्दी " * 10,
    "x" * 300,
)


async def shows(story: Story, text: str, name: str = "Asha") -> None:
    """A whole session with a card, a name, a title and replies made of a text: it stands everywhere as it is."""
    cards = {f"What is {text} for?": f"answer {text}", "The other one?": "plain"}
    story.publishes(deck(cards, deck="hostile", title=f"On {text}"), "hostile.md")
    asha = story.someone(name)
    await asha.sends("/start")
    asha.sees(f"On {text}", name)
    await asha.begins()
    asha.sees(f"What is {text} for?")
    await asha.sends(f"nonsense {text} zzz qqq")
    await asha.taps("Undo")
    await asha.sends("I don't know")
    asha.sees(f"answer {text}")
    await asha.sends("plain", f"answer {text}")
    asha.sees("Right", f"answer {text}", "Done!")
    for command in ("/stats", "/decks"):
        await asha.sends(command)
        asha.sees(f"On {text}")
    await asha.sends("/settings")
    await asha.taps("Reminder")
    await asha.sends(text)
    asha.sees(text)
    assert story.rows(models.DeadLetter)["dead_letter"] == []
    assert [row for row in story.rows(models.Outbox)["outbox"] if "failed" in row] == []


@pytest.mark.parametrize("text", HOSTILE)
async def test_text_is_shown_literally(blank_story: Story, text: str) -> None:
    """A11: question, answer, title, reply and settings error show the very characters that were typed."""
    await shows(blank_story, text)


@pytest.mark.parametrize("name", ["<3 & Co", "</b>", "{$name}", "_*Asha*_", "  ", "🙂" * 30, "&nbsp;"])
async def test_a_learners_name_is_shown_literally(story: Story, name: str) -> None:
    """A11: whatever a person calls themselves stands in the welcome, first and later ones."""
    someone = story.someone(name)
    await someone.sends("/start")
    someone.sees(name.strip())
    await someone.begins()
    await someone.sends("/start")
    someone.sees(name.strip())


@pytest.mark.parametrize("title", LONG_TITLES)
async def test_every_menu_works_with_a_long_title(blank_story: Story, title: str) -> None:
    """D7: a title of 60 Cyrillic letters or emoji: welcome, list, join, leave and progress, all by their buttons."""
    blank_story.publishes(deck({"One?": "first", "Two?": "second"}, deck="long", title=title), "long.md")
    blank_story.publishes(deck({"Three?": "third"}, deck="other", title=title + " 2"), "other.md")
    asha = blank_story.someone("Asha")
    await asha.sends("/start")
    asha.sees(title[:20].rstrip())
    await asha.taps("Other decks")
    await asha.taps(data=asha.data("+"))
    await asha.taps(data=asha.data("▶"))
    asha.sees("One?")
    await asha.sends("/decks")
    await asha.taps("Leave")
    await asha.sends("/decks", "/stats", "/start")
    asha.sees(title[:20].rstrip())
    assert blank_story.rows(models.DeadLetter)["dead_letter"] == []
    assert [row for row in blank_story.rows(models.Outbox)["outbox"] if "failed" in row] == []


@pytest.mark.parametrize(
    ("question", "reply", "seen"),
    [
        (4, "kv CACHE", "Right"),
        (4, "Kv-cache.", "Right"),
        (4, "KV  cache", "Right"),
        (1, "prefil", "Right"),
        (1, "prefill？", "Right"),
        (1, "prefill।", "Right"),
        (1, "“Prefill”", "Right"),
        (3, "TTFT", "Right"),
        (3, "TTF", "❌"),
        (3, "ttft!", "Right"),
    ],
)
async def test_spelling_and_punctuation(story: Story, question: int, reply: str, seen: str) -> None:
    """A1, A2: letter case, hyphens, foreign punctuation and a typo pass; an acronym with a letter missing does not."""
    asha = story.someone("Asha")
    await asha.begins()
    for _ in range(question - 1):
        await asha.answers()
    await asha.sends(reply)
    assert seen in asha.last.text.splitlines()[0]


async def test_hindi_yes_with_its_full_stop(blank_story: Story) -> None:
    """ "हाँ।" answers a yes-or-no question like "हाँ"."""
    blank_story.publishes(
        deck({"क्या प्रीफ़िल पहले आता है?": "हाँ", "दूसरा सवाल?": "नहीं"}, deck="haan", language="hi"), "haan.md"
    )
    asha = blank_story.someone("Asha", "hi")
    await asha.begins()
    await asha.sends("हाँ।")
    asha.sees("✅", "हाँ")


@pytest.mark.parametrize(
    "text", ["x" * 4096, "🙂" * 2000, "a\x00b", "\u202eabc", "a\u200b", ".", "/24", "//", "-"]
)
async def test_any_reply_is_judged_or_kindly_refused(story: Story, text: str) -> None:
    """Nothing that can be typed stops a session: after it the next answer is graded."""
    asha = story.someone("Asha")
    await asha.begins()
    messages = len(asha.chat)
    await asha.sends(text)
    assert len(asha.chat) > messages
    await asha.finishes()
    assert story.rows(models.DeadLetter)["dead_letter"] == []


async def test_halves_of_characters_are_stored(database: Database) -> None:
    """A reply with a broken surrogate pair, as some clients send, is graded like any other."""
    story = Story(database)
    story.publishes()
    await story.begins()
    asha = story.someone("Asha")
    await asha.begins()
    update = asha.person.sends("prefill")
    story.telegram.take_updates()
    update["message"]["text"] = "prefill \ud83d"
    await story.handles(update)
    await story.sends_out()
    assert len(story.rows(models.Attempt)["attempt"]) == 1
    await story.ends()


ODD_LESSON = """# Odd
<!-- Q: In a comment? — no -->
$$
Q: In a formula? — no
$$
```
Q: In code? — no
```

### Q: Which container grows?
- A: std::vector

### Q: And the last card?
- A: here
"""


async def test_cards_after_code_formulas_and_comments(blank_story: Story) -> None:
    """D5: what looks like a card inside code, a formula or a comment is none, and the cards after it are all there."""
    blank_story.publishes(ODD_LESSON, "odd.md")
    asha = blank_story.someone("Asha")
    await asha.begins()
    asha.sees("1 / 2", "Which container grows?")
    await asha.sends("std::vector")
    asha.sees("Right: std::vector", "2 / 2", "And the last card?")


async def test_an_answer_too_long_for_one_message(blank_story: Story) -> None:
    """A model answer of 9,000 characters comes in parts, in order, the keyboard and the next question with the last."""
    lines = "\n".join(f"Line {n} explains one more step of the & story <{n}>." for n in range(180))
    text = f"### Q: Tell it all?\n- A: {lines.splitlines()[0]}\n{lines}\n\n### Q: And then?\n- A: nothing\n"
    blank_story.publishes(f"# Long\n\n{text}", "long.md")
    asha = blank_story.someone("Asha")
    await asha.begins()
    await asha.sends("I don't know")
    parts = asha.chat[2:]
    assert len(parts) > 1
    assert all(not part.buttons for part in parts[:-1])
    asha.sees("And then?", "<179>")
    await asha.sends("nothing")
    asha.sees("Right: nothing")


async def test_a_part_that_fails_does_not_regrade(blank_story: Story) -> None:
    """When a later part of a reply has to be sent again, nothing is graded again and nothing comes out of order."""
    blank_story.publishes(deck({"One?": "long " * 1500, "Two?": "nothing"}, deck="long"), "long.md")
    asha = blank_story.someone("Asha")
    await asha.begins()
    asha.person.sends("I don't know")
    await blank_story.takes_in()
    blank_story.telegram.flood(asha.person.id, 3)
    await blank_story.sends_out()
    blank_story.telegram.fail_next("connect", method="sendMessage")
    for _ in range(10):
        blank_story.clock.passes(SECOND)
        await blank_story.sends_out()
    asha.sees("Two?")
    assert len(blank_story.rows(models.Event)["event"]) == 1
