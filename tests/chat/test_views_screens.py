"""The question, its buttons, the session's end, decks, settings and help."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

from bot.chat import views
from bot.chat.html import visible_text
from bot.chat.message import Message, Tidy, Toast
from bot.core.scheduling import TurnKind
from bot.services.outcomes import (
    Act,
    Acts,
    Asked,
    DeckLine,
    DeckList,
    Finished,
    HintShown,
    NudgeSet,
    Undone,
    Unfolded,
    Untouched,
    WhichZone,
    Why,
)
from bot.texts import LANGUAGES
from tests.chat.view_outcomes import (
    COMING,
    PREFILL,
    TTFT,
    TURN,
    asked,
    lesson,
    step,
)
from tests.chat.view_reading import labels, shown

FEEDBACK = lesson()


def test_question_and_hint() -> None:
    """The number stands above the question, a hint above both; its button goes once it is shown."""
    assert shown(views.turned(Asked(asked(TTFT)), "en")) == f"3 / 8\n{TTFT.question}"
    assert labels(views.turned(Asked(asked(TTFT)), "en")[0]) == [["Hint", "I don't know"]]
    hinted = views.turned(Asked(asked(TTFT, hint="Teen alfaaz."), HintShown()), "en")
    assert shown(hinted) == f"💡 Hint: Teen alfaaz.\n\n3 / 8\n{TTFT.question}"
    assert labels(hinted[0]) == [["I don't know"]]
    assert labels(views.turned(Asked(asked(PREFILL)), "en")[0]) == [["I don't know"]]


def test_a_drill_is_not_counted() -> None:
    """A repetition says what it is instead of a number."""
    drill = asked(TTFT, kind=TurnKind.DRILL, number=0)
    assert shown(views.turned(Asked(drill, Undone()), "hi-Latn")).endswith(f"Ek baar aur\n{TTFT.question}")


def test_acts_stand_in_the_second_row() -> None:
    """Below the question's buttons stand those about the last answer, the rest behind three dots."""
    wrong = views.turned(step(FEEDBACK["no match"]), "hi-Latn")[0]
    assert labels(wrong) == [["Hint", "Pata nahi"], ["Mera jawab sahi tha"], ["↩ Undo", "⋯"]]
    own = views.turned(step(FEEDBACK["self"]), "hi-Latn")[0]
    assert labels(own)[1:] == [["Sahi tha", "Galat tha"], ["Bahut aasaan", "⋯"]]


def test_unfolding_shows_every_act() -> None:
    """Behind the three dots stand all acts, and the three dots go."""
    acts = Acts(7, (Act.UNDO, Act.MORE), (Act.TOO_EASY, Act.I_WAS_WRONG))
    (tidied,) = views.unfolded(Unfolded(asked(TTFT), acts), "en")
    assert isinstance(tidied, Tidy)
    data = [button.data for row in tidied.keyboard for button in row]
    assert data == [f"hint:{TURN}", f"idk:{TURN}", "undo:7", "easy:7", "wrong:7"]


def test_an_old_tap() -> None:
    """A tap that changes nothing is a toast; a foreign one sounds no different from an old one."""
    assert views.untouched(Untouched(Why.ALREADY, None), "en") == [Toast("Already done.")]
    old = views.untouched(Untouched(Why.OLD, Asked(asked(TTFT))), "en")
    assert old == views.untouched(Untouched(Why.NOT_YOURS, Asked(asked(TTFT))), "en")
    assert isinstance(old[0], Toast)
    assert TTFT.question in shown(old)


def test_the_end() -> None:
    """The end counts what was done, says when it goes on, and offers to remind once."""
    end = Finished(None, None, 8, 6, 5, COMING, offer_nudge=True, streak=4)
    assert shown(views.turned(end, "hi-Latn")) == (
        "Ho gaya! 8 sawaal, 6 pehli baar mein sahi, 5 min.\n"
        "Kal 8 sawaal, 4 min. 4 din se lagataar.\nKab yaad dilaun?"
    )
    (message,) = views.turned(end, "hi-Latn")
    assert labels(message) == [["Subah 8", "Dopahar 1", "Raat 8"], ["Doosra time", "Mat dilao"]]
    assert isinstance(message, Message)
    data = [button.data for row in message.keyboard for button in row]
    assert data == ["nudge:480", "nudge:780", "nudge:1200", "nudge:-2", "nudge:-1"]
    asked_before = replace(end, offer_nudge=False, streak=1, right_first=8)
    assert shown(views.turned(asked_before, "en")) == (
        "Done! 8 questions, all right first time, 5 min.\nTomorrow: 8 questions, 4 min."
    )


def test_many_decks_are_cut() -> None:
    """A list of decks stays within the buttons that Telegram takes, and says how many are left out."""
    decks = tuple(DeckLine(number, f"Deck {number}", 8, 6, joined=True) for number in range(1, 61))
    (message,) = views.deck_list(DeckList(decks), "en")
    assert sum(map(len, labels(message))) <= 100
    assert "… and 30 more" in shown([message])


def test_the_clock_is_asked_back() -> None:
    """A nudge's time is confirmed with the clock that it goes by."""
    (message,) = views.settings(NudgeSet(time(20), time(21, 14), ask_clock=True), "hi-Latn")
    assert shown([message]) == "Theek hai, roz raat 8 baje. Abhi aapke yahan 9:14 pm hai?"
    assert labels(message) == [["Haan", "Nahi, badlo"]]


def test_a_zone_that_has_no_button_can_be_copied() -> None:
    """Of several zones the common ones are buttons, the others names that one tap copies."""
    (message,) = views.settings(
        WhichZone("Louisville", ("America/Chicago", "America/Kentucky/Louisville")), "en"
    )
    assert isinstance(message, Message)
    assert labels(message) == [["Chicago"]]
    assert "<code>America/Kentucky/Louisville</code>" in message.html
    assert "America/Chicago" not in message.html


def test_commands_are_described() -> None:
    """Each command of the menu stands in the help, and fits the menu."""
    for language in LANGUAGES:
        help_text = shown(views.help_text(language))
        for name, what in views.command_menu(language):
            assert f"/{name} · {what}" in help_text
            assert 1 <= len(what) <= 256


def test_the_apology_has_its_code() -> None:
    """Who meets a fault of ours reads the code that finds it."""
    assert "K7F2" in visible_text(views.apology("K7F2", "hi").html)
