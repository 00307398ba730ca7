"""The outcomes that the views' tests render: the lesson's scene, and one of each kind around a given text."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from functools import partial
from typing import TYPE_CHECKING

from bot.chat import views
from bot.core.card import Card, Kind
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.scheduling import TurnKind
from bot.services.outcomes import (
    Act,
    Acts,
    Asked,
    AskSetting,
    BadSetting,
    CardChanged,
    ClockConfirmed,
    Coming,
    DeckGone,
    DeckLine,
    DeckList,
    DeckStats,
    DrillsSkipped,
    Feedback,
    Finished,
    HintShown,
    Joined,
    Left,
    NoDeck,
    NotCounted,
    NothingDue,
    NothingOpen,
    NudgeSet,
    Prompt,
    Ruling,
    Setting,
    Settings,
    Stats,
    Undone,
    Unfolded,
    Untouched,
    Welcome,
    WhichZone,
    Why,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.chat.message import Reply
    from bot.services.outcomes import SettingsOutcome, Turned

    Scene = Callable[[str], list[Reply]]

RIGHT, CLOSE, WRONG = Verdict.RIGHT, Verdict.CLOSE, Verdict.WRONG
TURN = 2**62

PREFILL = Card("Input ko ek saath process karne wala inference phase kya kehlaata hai?", "prefill")
DECODE = Card(
    "Naye token ek-ek bana-ne wala phase kya kehlaata hai?", "decode", why="Token yahin ek-ek bante hain."
)
TTFT = Card("Pehle token tak ka lag-time metric kya hai? (acronym bhi chalega)", "TTFT", hint="Teen alfaaz.")
KV = Card(
    "Purane tokens ki key/value vectors ko yaad rakhne wale cache ka naam?", "KV cache", hint="K aur V."
)
FARQ = Card(
    "Prefill aur decode ka farq kya hai?",
    "Prefill input ko ek saath process karta hai (parallel, TTFT yahin se); "
    "decode naye token ek-ek banata hai (sequential).",
    kind=Kind.LONG,
)
STASH = Card("Badlav kuch der ke liye hata ke rakhne ki command?", "git stash", kind=Kind.EXACT)

COMING = Coming(1, 8, 4)
DECK = DeckLine(1, "How LLM Inference Works", 8, 6, joined=True, waiting=3)
SETTINGS = Settings("hi-Latn", "Asia/Kolkata", time(21, 14), time(20), 10)


def asked(card: Card, **changes: object) -> Prompt:
    """The prompt of a card, third of eight."""
    prompt = Prompt(TURN, card, TurnKind.REVIEW, 3, 8, has_hint=bool(card.hint))
    return replace(prompt, **changes)  # type: ignore[arg-type]  # the tests name the fields they mean


def judged(
    card: Card, grade: Grade, quality: int | None, days: int | None = 1, **changes: object
) -> Feedback:
    """The feedback on a try at a card; below quality 4 it comes back today."""
    again = quality is not None and quality < 4
    seen = Feedback(TURN, card, TurnKind.REVIEW, grade, quality, days, again_today=again)
    return replace(seen, **changes)  # type: ignore[arg-type]  # the tests name the fields they mean


def lesson() -> dict[str, Feedback]:
    """Each rule's feedback as the lesson's cards would meet it."""
    return {
        "right": judged(PREFILL, Grade(RIGHT, Rule.EXACT, matched="prefill"), 5),
        "right, six days": judged(PREFILL, Grade(RIGHT, Rule.EXACT, matched="prefill"), 5, 6),
        "right, three months": judged(PREFILL, Grade(RIGHT, Rule.SOUND, matched="prefill"), 5, 92),
        "acronym": judged(TTFT, Grade(RIGHT, Rule.ACRONYM, matched="TTFT = time to first token"), 5),
        "typo": judged(PREFILL, Grade(RIGHT, Rule.TYPO, matched="prefill"), 4),
        "right, hinted": judged(KV, Grade(RIGHT, Rule.EXACT, matched="KV cache"), 3, hinted=True),
        "right, second try": judged(KV, Grade(RIGHT, Rule.EXACT, matched="KV cache"), 3, tries=2),
        "right, long": judged(FARQ, Grade(RIGHT, Rule.POINTS, made=("parallel", "sequential")), 5),
        "right, drill": judged(DECODE, Grade(RIGHT, Rule.EXACT), 5, None, kind=TurnKind.DRILL),
        "rival": judged(DECODE, Grade(WRONG, Rule.RIVAL, rival="encode"), 1),
        "no match": judged(DECODE, Grade(WRONG, Rule.NO_MATCH), 1),
        "near miss": judged(
            KV, Grade(WRONG, Rule.NEAR_MISS, rival="prompt cache", told="Prompt cache poora jawab rakhta hai."), 1
        ),
        "near miss, first": judged(KV, Grade(CLOSE, Rule.NEAR_MISS, told="Kis cheez ka cache?"), None, None),
        "negated": judged(PREFILL, Grade(WRONG, Rule.NEGATED, matched="prefill"), 1),
        "choice": judged(PREFILL, Grade(WRONG, Rule.CHOICE, rival="decode"), 1),
        "number": judged(Card("Kitne?", "2000"), Grade(WRONG, Rule.NUMBER, rival="200"), 1),
        "unit missing": judged(Card("Kitni der?", "500 ms"), Grade(CLOSE, Rule.UNIT), None, None),
        "unit wrong": judged(Card("Kitni der?", "500 ms"), Grade(WRONG, Rule.UNIT), 1),
        "list, first": judged(
            Card("Teen?", "CPU, GPU, TPU"),
            Grade(CLOSE, Rule.LIST, made=("CPU", "GPU"), missed=("TPU",), denied=("RAM",)),
            None,
            None,
        ),
        "list, final": judged(
            Card("Teen?", "CPU, GPU, TPU"), Grade(CLOSE, Rule.LIST, made=("CPU", "GPU"), missed=("TPU",)), 2, tries=2
        ),
        "points": judged(FARQ, Grade(CLOSE, Rule.POINTS, made=("prefill: parallel",), missed=("decode: sequential",)), 3),
        "points, three of four": judged(FARQ, Grade(CLOSE, Rule.POINTS, made=("a", "b", "c"), missed=("d",)), 3),
        "points, wrong": judged(FARQ, Grade(WRONG, Rule.POINTS, missed=("parallel", "sequential")), 1),
        "swapped": judged(
            FARQ,
            Grade(WRONG, Rule.SWAPPED, denied=("decode ek-ek (sequential)", "prefill ek saath (parallel)")),
            1,
        ),
        "swapped, bare": judged(FARQ, Grade(WRONG, Rule.SWAPPED), 1),
        "denied": judged(FARQ, Grade(WRONG, Rule.NEGATED, denied=("decode is sequential",)), 1),
        "extra, first": judged(KV, Grade(CLOSE, Rule.EXTRA, matched="KV cache", denied=("KV cache memory leta hai",)), None, None),
        "extra, long": judged(FARQ, Grade(CLOSE, Rule.EXTRA, denied=("KV cache free nahi",)), 3),
        "bag": judged(FARQ, Grade(CLOSE, Rule.BAG, made=("parallel",), denied=("parallel",)), 3),
        "bag, wrong": judged(FARQ, Grade(WRONG, Rule.BAG), 1),
        "echo": judged(DECODE, Grade(WRONG, Rule.ECHO), 1),
        "gave up": judged(PREFILL, Grade(WRONG, Rule.GIVE_UP), 0),
        "gave up, long": judged(FARQ, Grade(WRONG, Rule.GIVE_UP), 0),
        "empty": judged(PREFILL, Grade(WRONG, Rule.EMPTY), 1),
        "general, first": judged(KV, Grade(CLOSE, Rule.GENERAL, matched="cache"), None, None),
        "general, all told": judged(KV, Grade(CLOSE, Rule.GENERAL, matched="KV cache"), None, None),
        "list, with an extra": judged(
            Card("Do?", "CPU, GPU"), Grade(CLOSE, Rule.LIST, made=("CPU", "GPU"), denied=("RAM",)), None, None
        ),
        "modifier, first": judged(KV, Grade(CLOSE, Rule.GENERAL, matched="KV"), None, None),
        "general, final": judged(KV, Grade(CLOSE, Rule.GENERAL, matched="cache"), 2, tries=2),
        "unsure, first": judged(KV, Grade(CLOSE, Rule.SOUND), None, None),
        "code, first": judged(STASH, Grade(CLOSE, Rule.CODE), None, None),
        "code, wrong": judged(STASH, Grade(WRONG, Rule.CODE), 1),
        "self": judged(replace(FARQ, kind=Kind.SELF), Grade(CLOSE, Rule.SELF), 3),
        "ruled right": judged(DECODE, Grade(WRONG, Rule.RIVAL, rival="encode"), 4, ruling=Ruling.I_WAS_RIGHT, changed=True),
        "ruled wrong": judged(DECODE, Grade(RIGHT, Rule.EXACT), 1, ruling=Ruling.I_WAS_WRONG, changed=True),
        "too easy": judged(DECODE, Grade(RIGHT, Rule.EXACT), 5, 10, ruling=Ruling.TOO_EASY),
        "ruling taken back": judged(DECODE, Grade(WRONG, Rule.RIVAL, rival="encode"), 1, changed=True),
    }  # fmt: skip


def acts_for(seen: Feedback) -> Acts:
    """The acts that a learner would find under this feedback."""
    if seen.grade.rule is Rule.SELF:
        return Acts(TURN, (Act.I_WAS_RIGHT, Act.I_WAS_WRONG, Act.TOO_EASY), (Act.UNDO,))
    if seen.ruling is not None:
        return Acts(TURN, (Act.UNDO_RULING,), (Act.UNDO,))
    if seen.grade.verdict is RIGHT:
        return Acts(TURN, (Act.UNDO, Act.MORE), (Act.TOO_EASY, Act.I_WAS_WRONG, Act.SKIP_DRILLS))
    return Acts(TURN, (Act.I_WAS_RIGHT, Act.UNDO, Act.MORE), (Act.SKIP_DRILLS,))


def step(seen: Feedback, following: Card = TTFT) -> Asked:
    """The turn in which this feedback is read: the same question while it stands open, else the next one."""
    prompt = asked(seen.card, tries=1) if seen.again_now else asked(following)
    return Asked(prompt, seen, acts_for(seen))


def everything(text: str) -> Iterator[tuple[str, Scene]]:
    """Each view on each outcome, with `text` wherever somebody else's words can stand."""
    card = Card(text, text, hint=text, why=text)
    grades = [
        Grade(verdict, rule, matched=text, rival=text, told=text, made=(text,), missed=(text, text), denied=(text,))
        for verdict in Verdict
        for rule in Rule
    ]  # fmt: skip
    for grade in grades:
        for kind in (Kind.SHORT, Kind.LONG, Kind.EXACT):
            for quality, hinted in ((None, False), (3, True), (5, False)):
                seen = judged(replace(card, kind=kind), grade, quality, hinted=hinted)
                name = f"{grade.verdict} {grade.rule} {kind} {quality}"
                yield name, partial(views.turned, step(seen, card))
    yield from _other_turns(card)
    yield from _other_scenes(text)


def _other_turns(card: Card) -> Iterator[tuple[str, Scene]]:
    seen = judged(card, Grade(WRONG, Rule.NO_MATCH), 1)
    befores = (None, seen, *(replace(seen, ruling=each, changed=True) for each in Ruling))
    for before in (
        *befores,
        Undone(),
        DrillsSkipped(1),
        DrillsSkipped(3),
        HintShown(),
        NotCounted(),
        CardChanged(),
    ):
        for prompt in (
            asked(card),
            asked(card, hint=card.hint),
            asked(card, kind=TurnKind.DRILL, number=0),
            asked(card, kind=TurnKind.PRACTICE, number=0),
            asked(card, number=0),
        ):
            outcome = Asked(prompt, before, acts_for(seen))
            yield f"asked after {type(before).__name__}", partial(views.turned, outcome)
    acts = acts_for(seen)
    line = replace(DECK, title=card.question)
    turns: tuple[Turned, ...] = (
        Finished(seen, acts, 8, 6, 5, COMING, offer_nudge=True, streak=4),
        Finished(None, None, 1, 1, 0, None, offer_nudge=False, streak=1),
        Finished(seen, acts, 0, 0, 3, Coming(6, 1, 1), offer_nudge=False, streak=2),
        NothingDue(COMING, 12, seen, acts),
        NothingDue(None, 0),
        NoDeck((line, replace(line, joined=False))),
        NoDeck(()),
    )
    for turn in turns:
        yield type(turn).__name__, partial(views.turned, turn)
    for why in Why:
        for current in (None, Asked(asked(card))):
            tap = Untouched(why, current)
            yield f"untouched {why}", partial(views.untouched, tap)
    for prompt_or_none in (None, asked(card)):
        more = Unfolded(prompt_or_none, Acts(TURN, (Act.MORE,), tuple(Act)))
        yield "unfolded", partial(views.unfolded, more)


def _other_scenes(text: str) -> Iterator[tuple[str, Scene]]:
    line = replace(DECK, title=text)
    other = replace(line, deck=2**62, joined=False)
    for due in (0, 1, 8):
        yield "nothing open", partial(views.nothing_open, NothingOpen(due))
    for welcome in (
        Welcome(text, line, 2, returning=False, language="en"),
        Welcome(text, line, 0, returning=True, language="en"),
        Welcome("", None, 0, returning=False, language="en"),
        Welcome("", line, 1, returning=True, language="en"),
    ):
        yield "welcome", partial(views.welcome, welcome)
    yield "decks", partial(views.deck_list, DeckList((line, other)))
    yield "no decks", partial(views.deck_list, DeckList(()))
    yield "joined", partial(views.joined, Joined(line))
    yield "joined again", partial(views.joined, Joined(other, again=True))
    yield "join: gone", partial(views.joined, DeckGone())
    yield "left", partial(views.left, Left(line))
    yield "leave: gone", partial(views.left, DeckGone())
    yield "gone", views.deck_gone
    for stats in (
        Stats(8, 3, 5, 4, 0.86, (DeckStats(text, 8, 6, 3), DeckStats(text, 8, 0, 0)), COMING),
        Stats(0, 0, 0, 0, None, (), None),
        Stats(1, 0, 1, 1, 1.0, (), Coming(0, 1, 1)),
    ):
        yield "stats", partial(views.stats, stats)
    steps: list[SettingsOutcome] = [
        step
        for setting in Setting
        for step in (
            AskSetting(setting, SETTINGS),
            BadSetting(setting, text),
            replace(SETTINGS, changed=setting),
        )
    ]
    steps += (
        replace(SETTINGS, nudge_time=None, zone=text),
        BadSetting(Setting.ZONE, text, near=("Asia/Kolkata", text)),
        WhichZone(text, ("Asia/Kolkata", "Asia/Colombo", text)),
        NudgeSet(time(20), time(21, 14), ask_clock=True),
        NudgeSet(time(8, 30), time(0, 5), ask_clock=False),
        NudgeSet(None, time(21, 14), ask_clock=False),
        ClockConfirmed(date(2026, 12, 2)),
        ClockConfirmed(None),
    )
    for outcome in steps:
        yield type(outcome).__name__, partial(views.settings, outcome)
    yield "help", views.help_text
    yield "unreadable", views.unreadable
    yield "unknown command", views.unknown_command
    yield "apology", lambda language: [views.apology("K7F2", language)]
