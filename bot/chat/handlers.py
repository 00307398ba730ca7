"""What each command, button and text does: call one service, then one view. No decision is made here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bot.chat import views
from bot.chat.message import Tidy
from bot.core.zones import COMMON_ZONES
from bot.services import answers, decks, learners, second_thoughts, settings, statistics
from bot.services.outcomes import DeckGone, NothingOpen, Ruling, Setting, Unfolded, Untouched, Welcome
from bot.services.questions import Moment
from bot.texts import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.chat.incoming import Incoming
    from bot.chat.message import Reply
    from bot.services.outcomes import Turned
    from bot.services.shelf import Shelf
    from bot.services.who import Who
    from db import Session


@dataclass(frozen=True, slots=True)
class Visit:
    """One update inside its transaction: who came with what, and where the prepared decks are."""

    session: Session
    who: Who
    incoming: Incoming
    shelf: Shelf

    @property
    def moment(self) -> Moment:
        """When it was done and when it is processed."""
        return Moment(self.incoming.at, self.incoming.now)

    @property
    def said(self) -> answers.Said:
        """The text and where it stands in the chat."""
        return answers.Said(self.incoming.text, self.incoming.message_id, self.incoming.at)

    @property
    def ref(self) -> int:
        """The number in the tapped button."""
        return self.incoming.pressed.ref if self.incoming.pressed else 0


Handler: TypeAlias = "Callable[[Visit], list[Reply]]"


def start(visit: Visit) -> list[Reply]:
    """/start: who Dohrao is, and the deck to begin with."""
    welcome = learners.start(visit.session, visit.who, visit.incoming.name, visit.incoming.now)
    return views.welcome(welcome, visit.who.language)


def review(visit: Visit) -> list[Reply]:
    """/review: the open question, or the next one."""
    return _typed(visit, lambda: answers.begin(visit.session, visit.who, visit.moment))


def go(visit: Visit) -> list[Reply]:
    """The button that begins, under a deck or not: join the deck if need be."""
    if visit.ref:
        joined = decks.join(visit.session, visit.who, visit.ref, visit.incoming.now)
        if isinstance(joined, DeckGone):
            return views.deck_gone(visit.who.language)
    return _said(visit, answers.begin_by_button(visit.session, visit.who, visit.incoming.now))


def answer(visit: Visit) -> list[Reply]:
    """A text that is an answer to the open question."""
    now = visit.incoming.now
    return _typed(visit, lambda: answers.answer(visit.session, visit.who, visit.said, visit.shelf, now))


def hint(visit: Visit) -> list[Reply]:
    """The hint of the button's question."""
    return _said(visit, answers.hint(visit.session, visit.who, visit.ref, visit.incoming.now))


def hint_typed(visit: Visit) -> list[Reply]:
    """/hint: the hint of the open question."""
    now = visit.incoming.now
    return _typed(visit, lambda: answers.hint_typed(visit.session, visit.who, visit.said, now))


def give_up(visit: Visit) -> list[Reply]:
    """I don't know, by button."""
    return _said(visit, answers.give_up(visit.session, visit.who, visit.ref, visit.incoming.now))


def give_up_typed(visit: Visit) -> list[Reply]:
    """/skip: I don't know."""
    now = visit.incoming.now
    return _typed(visit, lambda: answers.give_up_typed(visit.session, visit.who, visit.said, now))


def overrule(ruling: Ruling) -> Handler:
    """The handler of the learner's own verdict."""

    def handler(visit: Visit) -> list[Reply]:
        now = visit.incoming.now
        return _said(visit, second_thoughts.overrule(visit.session, visit.who, visit.ref, ruling, now))

    return handler


def undo(visit: Visit) -> list[Reply]:
    """Take back the answer of the button."""
    return _said(visit, second_thoughts.undo(visit.session, visit.who, visit.ref, visit.incoming.now))


def undo_ruling(visit: Visit) -> list[Reply]:
    """Take back the overrule of the button."""
    return _said(visit, second_thoughts.undo_ruling(visit.session, visit.who, visit.ref, visit.incoming.now))


def undo_newest(visit: Visit) -> list[Reply]:
    """/undo: take back whatever came last."""
    return _typed(visit, lambda: second_thoughts.undo_newest(visit.session, visit.who, visit.incoming.now))


def skip_drills(visit: Visit) -> list[Reply]:
    """No more repetitions today."""
    return _said(visit, second_thoughts.skip_drills(visit.session, visit.who, visit.ref, visit.incoming.now))


def unfold(visit: Visit) -> list[Reply]:
    """The acts behind the three dots."""
    outcome = second_thoughts.unfold(visit.session, visit.who, visit.ref, visit.incoming.now)
    if isinstance(outcome, Unfolded):
        return views.unfolded(outcome, visit.who.language)
    return _said(visit, outcome)


def show_decks(visit: Visit) -> list[Reply]:
    """/decks: what can be joined and left."""
    return views.deck_list(decks.deck_list(visit.session, visit.who, visit.incoming.now), visit.who.language)


def join(visit: Visit) -> list[Reply]:
    """The button that joins a deck."""
    return views.joined(
        decks.join(visit.session, visit.who, visit.ref, visit.incoming.now), visit.who.language
    )


def leave(visit: Visit) -> list[Reply]:
    """The button that leaves a deck."""
    return views.left(
        decks.leave(visit.session, visit.who, visit.ref, visit.incoming.now), visit.who.language
    )


def show_stats(visit: Visit) -> list[Reply]:
    """/stats: where the learner stands."""
    return views.stats(statistics.stats(visit.session, visit.who, visit.incoming.now), visit.who.language)


def show_settings(visit: Visit) -> list[Reply]:
    """/settings: what is set."""
    return views.settings(settings.show(visit.session, visit.who, visit.incoming.now), visit.who.language)


def ask_setting(visit: Visit) -> list[Reply]:
    """The button that changes one setting."""
    setting = tuple(Setting)[visit.ref]
    return views.settings(
        settings.ask(visit.session, visit.who, setting, visit.incoming.now), visit.who.language
    )


def set_language(visit: Visit) -> list[Reply]:
    """The button of a language; what follows is said in it."""
    language = LANGUAGES[visit.ref]
    outcome = learners.speak(visit.session, visit.who, language, visit.incoming.name, visit.incoming.now)
    if isinstance(outcome, Welcome):
        return [*views.welcome(outcome, language), Tidy()]
    return views.settings(outcome, language)


def set_nudge(visit: Visit) -> list[Reply]:
    """The button of a time for the daily nudge."""
    outcome = settings.set_nudge(visit.session, visit.who, visit.ref, visit.incoming.now)
    return views.settings(outcome, visit.who.language)


def confirm_clock(visit: Visit) -> list[Reply]:
    """Whether the time shown is that of the learner's clock."""
    outcome = settings.clock_answer(visit.session, visit.who, bool(visit.ref), visit.incoming.now)
    return views.settings(outcome, visit.who.language)


def set_zone(visit: Visit) -> list[Reply]:
    """The button of a zone."""
    outcome = settings.set_zone(visit.session, visit.who, COMMON_ZONES[visit.ref], visit.incoming.now)
    return views.settings(outcome, visit.who.language)


def set_new_per_day(visit: Visit) -> list[Reply]:
    """The button of a number of new cards."""
    outcome = settings.set_new_per_day(visit.session, visit.who, visit.ref, visit.incoming.now)
    return views.settings(outcome, visit.who.language)


def typed_setting(visit: Visit) -> list[Reply]:
    """A text that sets what was asked for."""
    outcome = settings.typed(visit.session, visit.who, visit.incoming.text, visit.incoming.now)
    return views.settings(outcome, visit.who.language)


def show_help(visit: Visit) -> list[Reply]:
    """/help."""
    return views.help_text(visit.who.language)


def unknown_command(visit: Visit) -> list[Reply]:
    """A command that there is not."""
    return views.unknown_command(visit.who.language)


def unreadable(visit: Visit) -> list[Reply]:
    """A sticker, a voice message, a photo: a kind hint, and the card stays open."""
    return views.unreadable(visit.who.language)


def stale_tap(visit: Visit) -> list[Reply]:
    """A button that this program never made, or no longer knows."""
    return _said(visit, answers.untouched(visit.session, visit.who, visit.incoming.now))


EXPECTED: dict[str | None, Handler] = {
    None: answer,
    Setting.ZONE: typed_setting,
    Setting.NUDGE_TIME: typed_setting,
    Setting.NEW_PER_DAY: typed_setting,
    settings.CLOCK: typed_setting,
}
"""What a learner's next free text means, by `learner.expecting`."""


def text(visit: Visit) -> list[Reply]:
    """Free text: what it means stands in the learner's row."""
    return EXPECTED[visit.who.expecting](visit)


def _typed(visit: Visit, step: Callable[[], Turned | Untouched | NothingOpen]) -> list[Reply]:
    """A step of a review that was typed: what it leads to stands below, so the former question's keyboard goes."""
    former = answers.prompt_message(visit.session, visit.who)
    outcome = step()
    if isinstance(outcome, NothingOpen) and outcome.stranger:
        return start(visit)
    if isinstance(outcome, NothingOpen):
        return views.nothing_open(outcome, visit.who.language)
    tidy: list[Reply] = [Tidy(message_id=former)] if former is not None else []
    return [*_said(visit, outcome), *tidy]


def _said(visit: Visit, outcome: Turned | Untouched) -> list[Reply]:
    """A step of a review in words; after a tap that changed something its old keyboard goes."""
    if isinstance(outcome, Untouched):
        return views.untouched(outcome, visit.who.language)
    said = views.turned(outcome, visit.who.language)
    return [*said, Tidy()] if visit.incoming.tap else said
