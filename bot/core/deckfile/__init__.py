"""Decks as lesson Markdown: read, check and format a file, and tell which card is which in its next version."""

from bot.core.deckfile.canonical import format_deck
from bot.core.deckfile.check import check_deck
from bot.core.deckfile.match import Edit, Matching, Question, StoredCard, match_cards
from bot.core.deckfile.read import decode_deck, read_deck
from bot.core.deckfile.values import DeckFile, PlacedCard, Problem

__all__ = [
    "DeckFile",
    "Edit",
    "Matching",
    "PlacedCard",
    "Problem",
    "Question",
    "StoredCard",
    "check_deck",
    "decode_deck",
    "format_deck",
    "match_cards",
    "read_deck",
]
