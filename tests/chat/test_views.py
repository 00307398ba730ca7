"""Every outcome becomes a message in each language that Telegram takes, with people's words literally in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chat import views
from bot.chat.keyboards import parse_data
from bot.chat.message import Message, Reply, Toast, payloads
from bot.core.card import Card
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.sandbox.formatting import tidy
from bot.sandbox.markup import parse_html
from bot.services.outcomes import (
    Asked,
    BadSetting,
    DeckList,
    DeckStats,
    HintShown,
    Joined,
    Left,
    NoDeck,
    Setting,
    Stats,
    Welcome,
    WhichZone,
)
from bot.texts import LANGUAGES
from tests.chat.view_outcomes import (
    DECK,
    DECODE,
    FARQ,
    KV,
    PREFILL,
    asked,
    everything,
    judged,
    step,
)
from tests.chat.view_reading import labels, shown

HOSTILE = ("List<int> && a<b", "&amp;", "_*[", "<3 & Co")


def check(replies: list[Reply]) -> None:
    """Each reply is one that Telegram takes."""
    assert replies
    for reply in replies:
        if isinstance(reply, Toast):
            assert reply.text.strip()
            continue
        for button in (button for row in reply.keyboard for button in row):
            assert parse_data(button.data) is not None
            assert len(button.data.encode()) <= 64
        if isinstance(reply, Message):
            for part in payloads(reply):
                tidy(*parse_html(part["text"]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    ["prefill", *HOSTILE, "д" * 60, "\U0001f600" * 60, "**", "`", "```\nx\n```"],
    ids=lambda text: ascii(text[:9]),
)
def test_everything_renders(text: str, language: str) -> None:
    """Whatever a card, a deck or a learner is called, each view gives messages and buttons that Telegram takes."""
    for _, scene in everything(text):
        check(scene(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", HOSTILE)
def test_what_people_type_is_shown_literally(text: str, language: str) -> None:
    """Question, answer, hint, reason, name, title and typed setting stand in the message as they were typed."""
    card = Card(text, text, hint=text, why=text)
    near_miss = judged(KV, Grade(Verdict.WRONG, Rule.NEAR_MISS, told=text), 1)
    line = replace(DECK, title=text)
    for replies in (
        views.turned(Asked(asked(card)), language),
        views.turned(Asked(asked(KV, hint=text), HintShown()), language),
        views.turned(
            step(judged(replace(PREFILL, answer=text), Grade(Verdict.RIGHT, Rule.EXACT), 5)), language
        ),
        views.turned(
            step(judged(replace(PREFILL, why=text), Grade(Verdict.WRONG, Rule.NO_MATCH), 1)), language
        ),
        views.turned(step(judged(DECODE, Grade(Verdict.WRONG, Rule.RIVAL, rival=text), 1)), language),
        views.turned(step(judged(FARQ, Grade(Verdict.CLOSE, Rule.POINTS, missed=(text,)), 3)), language),
        views.turned(step(near_miss), language),
        views.turned(NoDeck((line,)), language),
        views.welcome(Welcome(text, None, 0, returning=False, language=language), language),
        views.welcome(Welcome("", line, 0, returning=True, language=language), language),
        views.deck_list(DeckList((line,)), language),
        views.joined(Joined(line), language),
        views.left(Left(line), language),
        views.stats(Stats(1, 0, 0, 0, None, (DeckStats(text, 1, 1, 1),), None), language),
        views.settings(BadSetting(Setting.ZONE, text), language),
        views.settings(BadSetting(Setting.NUDGE_TIME, text), language),
        views.settings(WhichZone(text, ("Asia/Kolkata",)), language),
    ):
        assert text in shown(replies)
    assert labels(views.deck_list(DeckList((line,)), language)[0])[0][0] == f"▶ {text}"
