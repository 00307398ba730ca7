"""The messages of a review: feedback and next question in one, the session's end, and what a tap finds."""

from __future__ import annotations

from typing import assert_never

from bot.chat.html import bold, join, markdown, shorten
from bot.chat.keyboards import data, rows
from bot.chat.message import Button, Keyboard, Message, Reply, Tidy, Toast
from bot.chat.views.buttons import button
from bot.chat.views.coming import coming_line
from bot.chat.views.decks import choose_deck
from bot.chat.views.feedback import feedback
from bot.chat.views.settings import nudge_keyboard
from bot.core.grading.grade import Rule
from bot.core.scheduling import TurnKind
from bot.services.outcomes import (
    Act,
    Acts,
    Asked,
    Before,
    CardChanged,
    DrillsSkipped,
    Feedback,
    Finished,
    HintShown,
    NoDeck,
    NotCounted,
    NothingDue,
    NothingOpen,
    NothingSaid,
    Prompt,
    Setting,
    Turned,
    Undone,
    Unfolded,
    Untouched,
    Why,
)
from bot.texts import Html, plain, say

_QUESTION_AGAIN = 160
"""Characters of a question that is repeated while it stands open."""
_STREAK_FROM = 2
_ACTS = {
    Act.HINT: "button-hint",
    Act.GIVE_UP: "button-give-up",
    Act.I_WAS_RIGHT: "button-i-was-right",
    Act.I_WAS_WRONG: "button-i-was-wrong",
    Act.TOO_EASY: "button-too-easy",
    Act.UNDO: "button-undo",
    Act.UNDO_RULING: "button-undo-ruling",
    Act.SKIP_DRILLS: "button-skip-drills",
    Act.MORE: "button-more",
}
_NOTES = {
    Undone: "undone",
    NotCounted: "not-counted",
    NothingSaid: "nothing-said",
    CardChanged: "card-changed",
}
_SELF_ACTS = {**_ACTS, Act.I_WAS_RIGHT: "button-self-right", Act.I_WAS_WRONG: "button-self-wrong"}


def turned(outcome: Turned, language: str) -> list[Reply]:
    """A step of the review: the next question or the end, below what is said about the last answer."""
    match outcome:
        case Asked():
            return [_asked(outcome, language)]
        case Finished():
            return [_finished(outcome, language)]
        case NothingDue():
            return [_nothing_due(outcome, language)]
        case NoDeck():
            return choose_deck(outcome.decks, language)


def untouched(outcome: Untouched, language: str) -> list[Reply]:
    """A tap that changed nothing: a word about it, and the current question unless it stands right there."""
    key = "toast-already" if outcome.why is Why.ALREADY else "toast-old"
    current = turned(outcome.current, language) if outcome.current is not None else []
    return [Toast(plain(language, key)), *current]


def unfolded(outcome: Unfolded, language: str) -> list[Reply]:
    """The tapped message's keyboard with all acts in it."""
    acts = outcome.acts
    every = tuple(act for act in (*acts.shown, *acts.more) if act is not Act.MORE)
    return [
        Tidy((*_prompt_keyboard(outcome.prompt, language), *_act_rows(every, acts.turn, _ACTS, language)))
    ]


def nothing_open(outcome: NothingOpen, language: str) -> list[Reply]:
    """A text that answers no question."""
    if not outcome.due:
        return [Message(say(language, "nothing-open"), ((button(language, "button-decks", "decks"),),))]
    start = button(language, "button-start", "go")
    return [Message(say(language, "nothing-open-due", due=outcome.due), ((start,),))]


def _asked(outcome: Asked, language: str) -> Message:
    prompt, before = outcome.prompt, outcome.before
    again = isinstance(before, Feedback) and before.again_now and not before.changed
    question = _question_again(prompt, language) if again else _question(prompt, language)
    html = join("\n\n", (_before(before, language), question))
    keyboard = (*_prompt_keyboard(prompt, language), *_acts_keyboard(outcome.acts, before, language))
    return Message(html, keyboard, turn=prompt.turn)


def _question(prompt: Prompt, language: str) -> Html:
    question = join("\n", (_header(prompt, language), bold(markdown(prompt.card.question))))
    return join("\n\n", (_hint(prompt, language), question))


def _question_again(prompt: Prompt, language: str) -> Html:
    """The question's beginning, so that it stands right there; the whole of it is one message above."""
    head = next((line for line in prompt.card.question.splitlines() if line.strip()), "")
    header = _header(prompt, language) if prompt.kind is TurnKind.REVIEW else Html()
    line = join(" · ", (header, markdown(shorten(head, _QUESTION_AGAIN))))
    return join("\n", (_hint(prompt, language), line))


def _hint(prompt: Prompt, language: str) -> Html:
    return say(language, "hint", hint=markdown(prompt.hint)) if prompt.hint else Html()


def _header(prompt: Prompt, language: str) -> Html:
    if prompt.kind is TurnKind.DRILL:
        return say(language, "header-drill")
    if prompt.kind is TurnKind.PRACTICE and not prompt.number:
        return say(language, "header-practice")
    if not prompt.number:
        return Html()
    return say(language, "header", number=prompt.number, planned=max(prompt.number, prompt.planned))


def _before(before: Before | None, language: str) -> Html:
    match before:
        case None | HintShown():
            return Html()
        case Feedback():
            return feedback(before, language)
        case DrillsSkipped():
            return say(language, "drills-skipped", cards=before.cards)
        case Undone() | NotCounted() | NothingSaid() | CardChanged():
            return say(language, _NOTES[type(before)])
        case _:
            assert_never(before)


def _finished(outcome: Finished, language: str) -> Message:
    minutes = max(1, outcome.minutes)
    if outcome.cards:
        score = _score(outcome, language)
        ending = say(language, "finished", cards=outcome.cards, score=score, minutes=minutes)
    else:
        ending = say(language, "finished-drills", minutes=minutes)
    streak = say(language, "streak", days=outcome.streak) if outcome.streak >= _STREAK_FROM else Html()
    ask = say(language, "offer-nudge") if outcome.offer_nudge else Html()
    summary = join("\n", (ending, join(" ", (coming_line(outcome.coming, language), streak)), ask))
    acts = _acts_keyboard(outcome.acts, outcome.before, language)
    keyboard = (*acts, *nudge_keyboard(language)) if outcome.offer_nudge else acts
    return Message(join("\n\n", (_before(outcome.before, language), summary)), keyboard)


def _score(outcome: Finished, language: str) -> Html:
    if outcome.right_first >= outcome.cards:
        return say(language, "score-all")
    return say(language, "score", right=outcome.right_first)


def _nothing_due(outcome: NothingDue, language: str) -> Message:
    more = say(language, "new-left", cards=outcome.new_left) if outcome.new_left else Html()
    state = join("\n", (say(language, "nothing-due"), coming_line(outcome.coming, language), more))
    offers = [button(language, "button-decks", "decks")]
    if outcome.new_left:
        offers.insert(
            0, button(language, "button-new-per-day", "set", list(Setting).index(Setting.NEW_PER_DAY))
        )
    keyboard = (*_acts_keyboard(outcome.acts, outcome.before, language), *rows(offers))
    return Message(join("\n\n", (_before(outcome.before, language), state)), keyboard)


def _prompt_keyboard(prompt: Prompt | None, language: str) -> Keyboard:
    if prompt is None:
        return ()
    hint = (Act.HINT,) if prompt.has_hint and not prompt.hint else ()
    skip = (Act.SKIP_DRILLS,) if prompt.kind is TurnKind.DRILL else ()
    return (
        *_act_rows((*hint, Act.GIVE_UP), prompt.turn, _ACTS, language),
        *_act_rows(skip, prompt.turn, _ACTS, language),
    )


def _acts_keyboard(acts: Acts | None, before: Before | None, language: str) -> Keyboard:
    if acts is None:
        return ()
    own = isinstance(before, Feedback) and before.grade.rule is Rule.SELF and before.ruling is None
    folded = (Act.MORE,) if acts.more and Act.MORE not in acts.shown else ()
    return _act_rows((*acts.shown, *folded), acts.turn, _SELF_ACTS if own else _ACTS, language)


def _act_rows(acts: tuple[Act, ...], turn: int, labels: dict[Act, str], language: str) -> Keyboard:
    return rows(_act_button(act, turn, labels, language) for act in acts)


def _act_button(act: Act, turn: int, labels: dict[Act, str], language: str) -> Button:
    return Button(plain(language, labels[act]), data(act, turn))
