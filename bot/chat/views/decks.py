"""The messages about decks: the welcome, the list, joining and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.chat.html import join, shorten
from bot.chat.keyboards import data, rows
from bot.chat.message import Button, Keyboard, Message, Reply
from bot.chat.views.buttons import button, language_buttons
from bot.services.outcomes import DeckGone
from bot.texts import Html, plain, say

if TYPE_CHECKING:
    from bot.services.outcomes import DeckLine, DeckList, Joined, Left, Welcome

TITLE = 100
"""Characters of a deck's title in a message."""
_TITLE_ON_BUTTON = 32
_NAME = 64
DECKS_SHOWN = 30
"""Telegram takes 100 buttons, and nobody reads further."""


def welcome(outcome: Welcome, language: str) -> list[Reply]:
    """The first thing a person sees: what the bot does, one deck to start with, and the other languages."""
    name = shorten(outcome.name, _NAME)
    if outcome.returning:
        greeting = (
            say(language, "welcome-back", name=name) if name else say(language, "welcome-back-nameless")
        )
    else:
        hello = say(language, "welcome", name=name) if name else say(language, "welcome-nameless")
        greeting = join(" ", (hello, say(language, "welcome-how")))
    offer = deck_line(outcome.deck, language) if outcome.deck is not None else say(language, "no-decks")
    starts = [button(language, "button-start", "go", outcome.deck.deck)] if outcome.deck is not None else []
    others = [button(language, "button-other-decks", "decks")] if outcome.others else []
    return [
        Message(join("\n", (greeting, offer)), (*rows((*starts, *others)), language_buttons(but=language)))
    ]


def choose_deck(decks: tuple[DeckLine, ...], language: str) -> list[Reply]:
    """What someone without a deck is offered."""
    if not decks:
        return [Message(say(language, "no-decks"))]
    return [Message(_listed("choose-deck", decks, language), _deck_keyboard(decks, language))]


def deck_list(outcome: DeckList, language: str) -> list[Reply]:
    """All decks with what one can do about each."""
    if not outcome.decks:
        return [Message(say(language, "no-decks"))]
    return [Message(_listed("deck-list", outcome.decks, language), _deck_keyboard(outcome.decks, language))]


def joined(outcome: Joined | DeckGone, language: str) -> list[Reply]:
    """A deck was joined: it can be started at once."""
    if isinstance(outcome, DeckGone):
        return deck_gone(language)
    line = deck_line(outcome.deck, language)
    said = say(language, "joined-again" if outcome.again else "joined")
    return [
        Message(join("\n", (said, line)), ((button(language, "button-start", "go", outcome.deck.deck),),))
    ]


def left(outcome: Left | DeckGone, language: str) -> list[Reply]:
    """A deck was left: it can be taken back."""
    if isinstance(outcome, DeckGone):
        return deck_gone(language)
    said = say(language, "left", title=shorten(outcome.deck.title, TITLE))
    back = button(language, "button-join-again", "join", outcome.deck.deck)
    return [Message(said, ((back, button(language, "button-decks", "decks")),))]


def deck_gone(language: str) -> list[Reply]:
    """The deck of a button is not there any more."""
    return [Message(say(language, "deck-gone"), ((button(language, "button-decks", "decks"),),))]


def deck_line(deck: DeckLine, language: str) -> Html:
    """Title, size and time of a deck, and what waits in it."""
    title = shorten(deck.title, TITLE)
    line = say(language, "deck", title=title, cards=deck.cards, minutes=max(1, deck.minutes))
    waiting = say(language, "deck-waiting", cards=deck.waiting) if deck.joined and deck.waiting else Html()
    return join(" · ", (line, waiting))


def _listed(opening: str, decks: tuple[DeckLine, ...], language: str) -> Html:
    lines = [deck_line(deck, language) for deck in decks[:DECKS_SHOWN]]
    more = len(decks) - len(lines)
    return join(
        "\n",
        (say(language, opening), *lines, say(language, "more-decks", count=more) if more > 0 else Html()),
    )


def _deck_keyboard(decks: tuple[DeckLine, ...], language: str) -> Keyboard:
    return tuple(_deck_row(deck, language) for deck in decks[:DECKS_SHOWN])


def _deck_row(deck: DeckLine, language: str) -> tuple[Button, ...]:
    title = shorten(deck.title, _TITLE_ON_BUTTON)
    if deck.joined:
        start = Button(plain(language, "button-deck-start", title=title), data("go", deck.deck))
        return (start, button(language, "button-leave", "leave", deck.deck))
    return (Button(plain(language, "button-deck-join", title=title), data("join", deck.deck)),)
