"""The feedback on an answer: short, the verdict in words, the answer at the right moment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat import views
from bot.chat.html import visible_text
from bot.chat.message import Message
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.texts import LANGUAGES, Html
from tests.chat.view_outcomes import (
    FARQ,
    KV,
    TURN,
    judged,
    lesson,
    step,
)
from tests.chat.view_reading import shown

FEEDBACK = lesson()
ORDINARY = 350
"""Visible characters of an ordinary turn, the folded quote aside."""


def told(name: str, language: str = "hi-Latn") -> str:
    """The feedback of the lesson of that name, without the question below it."""
    return shown(views.turned(step(FEEDBACK[name]), language)).partition("\n\n")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FEEDBACK)
def test_an_ordinary_turn_fits_a_glance(name: str, language: str) -> None:
    """Feedback and next question together stay short; the model answer is in a quote of its own."""
    (message,) = views.turned(step(FEEDBACK[name]), language)
    assert isinstance(message, Message)
    before, _, behind = message.html.partition("<blockquote")
    rest = before + behind.partition("</blockquote>")[2]
    assert len(visible_text(Html(rest))) <= ORDINARY
    assert message.turn == TURN


def test_the_lesson_in_hinglish() -> None:
    """The verdict's word comes first, then what mattered, then when the card comes back."""
    assert told("right") == "✅ Sahi: prefill · agli baar kal"
    assert told("right, six days") == "✅ Sahi: prefill · agli baar 6 din baad"
    assert told("right, three months") == "✅ Sahi: prefill · agli baar 3 mahine baad"
    assert told("acronym") == "✅ Sahi: TTFT = time to first token · agli baar kal"
    assert told("typo") == "✅ Sahi: prefill (spelling maaf) · agli baar kal"
    assert told("right, hinted") == "✅ Sahi: KV cache · hint liya, isliye aaj ek baar aur"
    assert told("right, second try") == "✅ Haan, KV cache · doosri koshish, isliye aaj ek baar aur"
    assert told("right, drill") == "✅ Sahi: decode · aaj ke liye pakka"
    assert (
        told("rival")
        == "❌ decode hai, encode nahi. Token yahin ek-ek bante hain. Thodi der mein phir aayega."
    )
    assert told("near miss").startswith(
        "❌ Nahi, KV cache hai. Prompt cache poora jawab rakhta hai. Thodi der"
    )
    assert told("choice").startswith("❌ Ek hi chuno: prefill.")
    assert told("negated").startswith("❌ Ulta: prefill hi hai")
    assert told("gave up").startswith("Koi baat nahi. Jawab: prefill.")
    assert told("swapped").startswith(
        "❌ Ulta ho gaya: decode ek-ek (sequential); prefill ek saath (parallel)."
    )
    assert told("points").startswith("🟡 Aadha hua.\n✓ prefill: parallel\n✗ chhoota: decode: sequential\n")
    assert told("ruled right") == "✅ Theek hai, sahi gina · Jawab: decode · agli baar kal"
    assert told("ruled wrong").startswith("❌ Theek hai, galat gina")
    assert told("ruling taken back").startswith("↩ Wapas liya. ❌ decode hai, encode nahi.")


def test_the_scene_in_english_and_hindi() -> None:
    """The other languages say the same in the same order."""
    assert told("right", "en") == "✅ Right: prefill · next: tomorrow"
    assert told("right", "hi") == "✅ सही: prefill · अगली बार कल"
    assert told("rival", "en").startswith("❌ It's decode, not encode.")
    assert told("rival", "hi").startswith("❌ decode है, encode नहीं।")
    assert told("general, first", "en") == "🟡 cache is right, but which one? One more go."
    assert told("general, first", "hi") == "🟡 cache सही, पर कौन सा? एक बार और।"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in FEEDBACK if FEEDBACK[name].again_now])
def test_a_first_close_try_does_not_give_the_answer_away(name: str, language: str) -> None:
    """While the question stands open neither the answer nor what is missing is told, and it stands right there."""
    seen = FEEDBACK[name]
    said, _, question = shown(views.turned(step(seen), language)).partition("\n\n")
    assert seen.card.answer not in said
    assert not any(point in said for point in seen.grade.missed)
    assert seen.grade.rule is Rule.LIST or not any(claim in said for claim in seen.grade.denied)
    assert question.endswith(f"3 / 8 · {seen.card.question}")


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, seen in FEEDBACK.items()
        if seen.grade.verdict is not Verdict.RIGHT and not seen.again_now and name != "swapped"
    ],
)
def test_the_answer_is_shown_when_it_was_not_right(name: str) -> None:
    """Who was wrong, gave up or stayed close reads the answer at once."""
    assert FEEDBACK[name].card.answer in told(name)


def test_long_answers_are_folded() -> None:
    """A long model answer, or a long reason, is a quote that unfolds; a short one just stands there."""
    answer = "lamba jawab " * 30
    (long,) = views.turned(
        step(judged(replace(FARQ, answer=answer), Grade(Verdict.WRONG, Rule.POINTS), 1)), "en"
    )
    (reason,) = views.turned(
        step(judged(replace(KV, why=answer), Grade(Verdict.WRONG, Rule.NO_MATCH), 1)), "en"
    )
    (short,) = views.turned(step(FEEDBACK["gave up, long"]), "en")
    assert isinstance(long, Message) and isinstance(reason, Message) and isinstance(short, Message)  # noqa: PT018  # one fact
    assert "<blockquote expandable>lamba" in long.html
    assert "<blockquote expandable>lamba" in reason.html
    assert "<blockquote>Prefill" in short.html
    (beside_points,) = views.turned(step(FEEDBACK["points"]), "en")
    assert isinstance(beside_points, Message)
    assert "<blockquote expandable>Prefill" in beside_points.html


def test_a_bag_of_words_makes_no_points() -> None:
    """Key words without a claim are neither credited nor called reversed."""
    assert "parallel" not in told("bag").partition("\n")[0]
    assert not set("✓✗") & set(told("bag"))


def test_a_command_is_shown_as_code() -> None:
    """What has to be typed exactly stands as code even if the author wrote no backticks."""
    (message,) = views.turned(step(FEEDBACK["code, wrong"]), "en")
    assert isinstance(message, Message)
    assert "<code>git stash</code>" in message.html


def test_many_points_are_cut() -> None:
    """Of many missing points the first four are named and the others counted."""
    missed = tuple(f"point {number}" for number in range(9))
    said = shown(views.turned(step(judged(FARQ, Grade(Verdict.WRONG, Rule.POINTS, missed=missed), 1)), "en"))
    assert "point 3" in said
    assert "point 4" not in said
    assert "… and 5 more" in said


def test_what_is_reversed_is_not_missing_too() -> None:
    """A point that was said the wrong way round is named once."""
    grade = Grade(Verdict.WRONG, Rule.NEGATED, missed=("it is fast", "it is small"), denied=("it is fast",))
    said = shown(views.turned(step(judged(FARQ, grade, 1)), "en"))
    assert said.count("it is fast") == 1
    assert "missing: it is small" in said
