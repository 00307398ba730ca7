"""Publishing: a new version of a deck keeps every learner's progress, and asks where it can't know."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, select

from bot.core.cardtext import from_text
from bot.core.deckfile import read_deck
from bot.core.grading import GRADER_VERSION, PreparedDeck, Verdict, grade
from bot.services.publishing import publish, retire
from bot.services.release_plan import Plan, plan, standing
from bot.services.releases import (
    Faulty,
    NewerInChat,
    NoSuchDeck,
    Published,
    PublishOutcome,
    Retired,
    Unchanged,
    Undecided,
)
from db.models import Card, CardState, CardVersion, Deck, DeckCard, DeckVersion, Enrolment, Learner, Memory
from db.queue import count_due, count_new

if TYPE_CHECKING:
    from db import Session

NOW = datetime(2026, 3, 2, 15, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
TODAY = date(2026, 3, 2)
LEARNERS = 30
QUESTIONS = (
    "Q: Which phase processes the whole input at once? — prefill",
    "Q: Which phase builds new tokens one by one? — decode",
    "Q: Which metric is the time until the first token? — TTFT",
    "Q: What keeps the keys and values of old tokens? — KV cache",
)
DECK = "\n\n".join(QUESTIONS)


def send(session: Session, text: str, *, now: datetime = LATER, **options: Any) -> PublishOutcome:
    """Publish a text as lesson-13.md."""
    return publish(session, read_deck(text, "lesson-13.md"), text, now=now, **options)


def sent(session: Session, text: str, *, now: datetime = LATER, **options: Any) -> Published:
    """Publish a text that must go live."""
    outcome = send(session, text, now=now, **options)
    assert isinstance(outcome, Published), outcome
    return outcome


def learners_study(session: Session, deck: int) -> None:
    """Thirty learners join the deck; each has a memory of its own of every card, and has suspended the first."""
    session.execute(
        insert(Learner),
        [
            {
                "telegram_id": n,
                "language": "en",
                "zone": zone(n),
                "new_per_day": 10,
                "reachable": True,
                "created_at": NOW,
            }
            for n in range(1, LEARNERS + 1)
        ],
    )
    learners = session.scalars(select(Learner.id).order_by(Learner.id)).all()
    cards = session.scalars(select(Card.uid).where(Card.deck == deck).order_by(Card.uid)).all()
    session.execute(insert(Enrolment), [{"learner": n, "deck": deck, "joined_at": NOW} for n in learners])
    session.execute(
        insert(Memory),
        [
            {
                "learner": learner,
                "card": card,
                "ease_x100": 130 + learner,
                "interval": learner + card,
                "repetitions": 2,
                "due": TODAY + timedelta(days=learner % 5),
                "lapses": card,
                "stale": False,
            }
            for learner in learners
            for card in cards
        ],
    )
    session.execute(
        insert(CardState), [{"learner": n, "card": cards[0], "suspended": True} for n in learners]
    )


def zone(learner: int) -> str:
    """Every third learner lives where it is still the evening before in study days."""
    return "America/Los_Angeles" if learner % 3 == 0 else "Asia/Kolkata"


def progress(session: Session) -> list[Any]:
    """Everything that a learner would call theirs."""
    session.expire_all()
    return [
        session.execute(select(*table.__table__.columns).order_by(*table.__table__.primary_key)).all()
        for table in (Memory, CardState, Enrolment)
    ]


def live(session: Session) -> list[tuple[int, str, str]]:
    """The cards that are studied now, in order: uid, question, answer."""
    rows = session.execute(
        select(DeckCard.card, CardVersion.content)
        .join(CardVersion, CardVersion.id == DeckCard.card_version)
        .join(DeckVersion, DeckVersion.id == DeckCard.version)
        .join(Deck, (Deck.id == DeckVersion.deck) & (Deck.current_version == DeckVersion.number))
        .where(Deck.retired_at.is_(None))
        .order_by(DeckCard.position)
    )
    return [(uid, from_text(content).question, from_text(content).answer) for uid, content in rows]


def everything(session: Session) -> list[Any]:
    """All rows that publishing may write."""
    session.expire_all()
    tables = (Deck, DeckVersion, Card, CardVersion, DeckCard, CardState)
    return [
        session.execute(select(*t.__table__.columns).order_by(*t.__table__.primary_key)).all() for t in tables
    ]


@pytest.fixture
def studied(session: Session) -> Published:
    """Version 1 of the deck, which thirty learners study."""
    first = sent(session, DECK, now=NOW)
    learners_study(session, first.deck)
    return first


def test_a_first_version_goes_live_as_it_was_written(session: Session) -> None:
    """Cards, title, language, source and the grader's knowledge of a deck are there when it is published."""
    text = f"---\ntitle: Inference\nlanguage: hi-Latn\n---\nTTFT (time to first token) ...\n\n{DECK}"
    outcome = sent(session, text, now=NOW, author=7)
    version = session.get_one(DeckVersion, outcome.version_id)
    assert [answer for _, _, answer in live(session)] == ["prefill", "decode", "TTFT", "KV cache"]
    assert (outcome.number, outcome.learners, outcome.matching.fresh) == (1, 0, (0, 1, 2, 3))
    assert (version.title, version.language, version.source) == ("Inference", "hi-Latn", text)
    assert (version.origin, version.author, version.at) == ("file", 7, NOW)
    assert version.grader_version == GRADER_VERSION
    card = read_deck(DECK, "x").cards[2].card
    assert grade(card, "time to first token", PreparedDeck.load(version.prepared)).verdict is Verdict.RIGHT


def test_drafts_are_left_out(session: Session) -> None:
    """A question without an answer is never asked, and publishing does not wait for it."""
    sent(session, f"{DECK}\n\nQ: What comes next?\n")
    assert len(live(session)) == 4


def test_d1_a_typo_in_a_question_leaves_thirty_schedules_alone(session: Session, studied: Published) -> None:
    """D1: a corrected question is one edited card, and no learner's memory or queue changes."""
    before, due = progress(session), count_due(session, 1, TODAY)
    outcome = sent(session, DECK.replace("builds new", "biulds new").replace("biulds", "makes"))
    assert [edit.question_changed for edit in outcome.matching.edited] == [True]
    assert (len(outcome.matching.same), outcome.matching.fresh, outcome.matching.retired) == (3, (), ())
    assert (outcome.number, outcome.learners) == (2, LEARNERS)
    assert progress(session) == before
    assert count_due(session, 1, TODAY) == due
    assert live(session)[1][1] == "Which phase makes new tokens one by one?"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n\n".join(reversed(QUESTIONS)), id="reordered"),
        pytest.param(DECK.replace("\n", "\r\n"), id="CRLF"),
        pytest.param("\ufeff" + DECK, id="byte order mark"),
        pytest.param("# Title\n\n" + DECK.replace("Q: ", "### Q: "), id="formatted"),
    ],
)
def test_d2_the_same_cards_in_another_dress_are_no_new_cards(
    text: str, session: Session, studied: Published
) -> None:
    """D2: order, line ends and marks are not cards: no card, no wording and no memory is new."""
    before = progress(session)
    wordings = session.scalars(select(CardVersion.id)).all()
    outcome = sent(session, text)
    assert len(outcome.matching.same) == 4
    assert session.scalars(select(CardVersion.id)).all() == wordings
    assert progress(session) == before
    assert [question for _, question, _ in live(session)] == [
        placed.card.question for placed in read_deck(text, "x").cards
    ]


def test_d2_the_same_file_twice_is_no_new_version(session: Session, studied: Published) -> None:
    """D2: sending the file that is live already changes nothing at all."""
    before = everything(session)
    assert send(session, DECK) == Unchanged(studied.deck, 1)
    assert everything(session) == before


def test_d3_a_card_inserted_at_the_top_moves_nothing_else(session: Session, studied: Published) -> None:
    """D3: the new card has no history, the others keep theirs, though every position is another."""
    before, cards = progress(session), live(session)
    outcome = sent(session, f"Q: What does a stop token do? — it ends the output\n\n{DECK}")
    assert outcome.matching.fresh == (0,)
    assert live(session)[1:] == cards
    assert progress(session) == before
    assert count_new(session, 1) == 1


ANOTHER = DECK.replace(QUESTIONS[2], "Q: Which metric is the time until the last token? — total latency")


def test_d4_a_card_that_changed_altogether_is_asked_about(session: Session, studied: Published) -> None:
    """D4: question and answer both changed: nothing goes live, and both cards are shown with line and uid."""
    before = everything(session)
    outcome = send(session, ANOTHER)
    assert isinstance(outcome, Undecided)
    [doubt] = outcome.doubts
    assert (doubt.line, doubt.card.answer) == (5, "total latency")
    assert (doubt.candidates[0].uid, doubt.candidates[0].card.answer) == (live(session)[2][0], "TTFT")
    assert everything(session) == before


def test_d4_the_same_card_keeps_its_progress(session: Session, studied: Published) -> None:
    """D4: called the same, it keeps its memories and is shown soon, since its answer is another."""
    uid, before = live(session)[2][0], progress(session)
    sent(session, ANOTHER, same={5: uid})
    assert live(session)[2][::2] == (uid, "total latency")
    assert progress(session)[0] == before[0]
    assert set(session.scalars(select(CardState.learner).where(CardState.card == uid))) == set(range(1, 31))


def test_d4_a_new_card_begins_anew(session: Session, studied: Published) -> None:
    """D4: called new, it has no memory, and the old card retires with its own."""
    uid, before = live(session)[2][0], progress(session)
    outcome = sent(session, ANOTHER, new_cards=[5])
    assert (outcome.matching.fresh, outcome.matching.retired) == ((2,), (uid,))
    assert session.get_one(Card, uid).retired_at == LATER
    assert progress(session) == before
    assert count_new(session, 1) == 1


def test_d4_swapped_cards_keep_their_own_progress(session: Session, studied: Published) -> None:
    """D4: two cards that change places are still the cards they were."""
    cards = {question: uid for uid, question, _ in live(session)}
    sent(session, "\n\n".join((QUESTIONS[1], QUESTIONS[0], *QUESTIONS[2:])))
    assert {question: uid for uid, question, _ in live(session)} == cards


def test_d4_a_card_split_in_two_never_gives_its_progress_away_unasked(
    session: Session, studied: Published
) -> None:
    """D4: of two halves at most one is the old card, and when it is not plain which, nothing goes live."""
    text = DECK.replace(
        QUESTIONS[3],
        "Q: What keeps the keys of old tokens? — key cache\n\nQ: What keeps the values of old tokens? — value cache",
    )
    before, uid = everything(session), live(session)[3][0]
    outcome = send(session, text)
    assert isinstance(outcome, Undecided)
    assert uid in {candidate.uid for doubt in outcome.doubts for candidate in doubt.candidates}
    assert everything(session) == before
    lines = [doubt.line for doubt in outcome.doubts]
    sent(session, text, same={lines[0]: uid}, new_cards=lines[1:])
    assert len({uid for uid, _, _ in live(session)}) == 5


def test_a_changed_answer_is_shown_by_tomorrow_of_each_learner(session: Session, studied: Published) -> None:
    """When only the answer changed, progress stays and everybody sees it within a day of their own study day."""
    night = datetime(2026, 3, 2, 23, tzinfo=UTC)
    uid, memories = live(session)[1][0], progress(session)[0]
    sent(session, DECK.replace("— decode", "— generation"), now=night)
    assert progress(session)[0] == memories
    rows = session.execute(select(CardState.learner, CardState.show_by).where(CardState.card == uid))
    kolkata, angeles = date(2026, 3, 4), date(2026, 3, 3)
    assert set(rows) == {(n, angeles if n % 3 == 0 else kolkata) for n in range(1, LEARNERS + 1)}


def test_a_changed_answer_touches_nothing_else_of_the_card(session: Session, studied: Published) -> None:
    """A suspended card stays suspended, and a card that was to be shown sooner is not put off."""
    uid = live(session)[0][0]
    session.get_one(CardState, (1, uid)).show_by = TODAY
    session.get_one(CardState, (2, uid)).show_by = TODAY + timedelta(days=40)
    session.get_one(CardState, (2, uid)).buried_until = TODAY
    session.flush()
    sent(session, DECK.replace("— prefill", "— prompt processing"))
    session.expire_all()
    first, second = session.get_one(CardState, (1, uid)), session.get_one(CardState, (2, uid))
    assert (first.show_by, first.suspended) == (TODAY, True)
    assert (second.show_by, second.suspended, second.buried_until) == (date(2026, 3, 3), True, TODAY)


def test_a_hint_that_changed_hurries_nobody(session: Session, studied: Published) -> None:
    """A new wording that leaves the answer alone is stored and is no reason to ask again."""
    before = progress(session)
    outcome = sent(session, DECK.replace("— TTFT", "— TTFT\nHint: four letters"))
    assert len(outcome.matching.edited) == 1
    assert progress(session) == before


def test_only_what_changed_is_stored_again(session: Session, studied: Published) -> None:
    """A version of a deck costs one row a card and a wording only for the cards that read differently."""
    sent(session, DECK.replace("— decode", "— generation"))
    assert len(session.scalars(select(CardVersion.id)).all()) == 5
    assert len(session.scalars(select(Card.uid)).all()) == 4


def test_an_old_turn_keeps_the_wording_it_was_asked_in(session: Session, studied: Published) -> None:
    """The wording of an earlier version stays as it is: a learner's history refers to it."""
    wordings = session.execute(select(CardVersion.id, CardVersion.content)).all()
    sent(session, DECK.replace("— decode", "— generation"))
    assert (
        session.execute(select(CardVersion.id, CardVersion.content).order_by(CardVersion.id)).all()[:4]
        == wordings
    )


def test_a_card_that_vanished_comes_back_with_its_progress(session: Session, studied: Published) -> None:
    """A card left out by mistake retires, and is the same card again when it is back."""
    before, uid = progress(session), live(session)[3][0]
    gone = sent(session, "\n\n".join(QUESTIONS[:3]))
    assert gone.matching.retired == (uid,)
    assert session.get_one(Card, uid).retired_at == LATER
    back = sent(session, DECK, now=LATER + timedelta(days=1))
    session.expire_all()
    assert back.matching.revived == (uid,)
    assert session.get_one(Card, uid).retired_at is None
    assert live(session)[3][0] == uid
    assert progress(session) == before


def test_a_retired_deck_is_not_studied_and_comes_back_whole(session: Session, studied: Published) -> None:
    """Retiring takes the deck from the review, publishing it again brings it back with all progress."""
    before, cards = progress(session), live(session)
    assert retire(session, "lesson-13", now=LATER) == Retired(studied.deck, LEARNERS, again=False)
    assert live(session) == []
    assert retire(session, "lesson-13", now=LATER) == Retired(studied.deck, LEARNERS, again=True)
    assert sent(session, DECK).deck == studied.deck
    assert live(session) == cards
    assert progress(session) == before


def test_a_deck_that_is_not_there_cannot_be_retired(session: Session, studied: Published) -> None:
    """A misspelt name is answered with the names there are."""
    assert retire(session, "leson-13", now=NOW) == NoSuchDeck(("lesson-13",))
    assert retire(session, "lesson-13", owner=5, now=NOW) == NoSuchDeck(())


def test_two_owners_may_use_one_name(session: Session, studied: Published) -> None:
    """A deck is (owner, name): an instructor's lesson-13 takes nothing from the house's."""
    other = sent(session, DECK, owner=5, author=5, origin="chat")
    assert other.deck != studied.deck
    assert len(live(session)) == 8


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no card with an answer"),
        ("Q: What comes next?", "no card with an answer"),
        (f"{DECK}\n\n{QUESTIONS[0]}", "stands already in line"),
    ],
)
def test_a_faulty_file_never_replaces_a_deck(
    text: str, what: str, session: Session, studied: Published
) -> None:
    """An empty or broken file is refused with its problems, and not published as a deck without cards."""
    before = everything(session)
    outcome = send(session, text)
    assert isinstance(outcome, Faulty)
    assert what in outcome.problems[0].what
    assert everything(session) == before


@pytest.mark.parametrize(
    ("same", "new", "what"),
    [
        ({2: 1}, (), "no card with an answer begins in this line"),
        ({5: 999}, (), "no card 999"),
        ({5: 3}, (5,), "both an old one and a new one"),
        ({5: 3, 7: 3}, (), "more than one question"),
        ({}, (4,), "no card with an answer begins in this line"),
    ],
)
def test_a_decision_that_fits_no_card_is_refused(
    same: dict[int, int], new: tuple[int, ...], what: str, session: Session, studied: Published
) -> None:
    """A mistyped line or uid changes nothing: it could give one card's progress to another."""
    before = everything(session)
    outcome = send(session, ANOTHER, same=same, new_cards=new)
    assert isinstance(outcome, Faulty)
    assert what in outcome.problems[0].what
    assert everything(session) == before


def test_a_first_version_has_no_card_to_be_the_same_as(session: Session) -> None:
    """A decision about a deck that is not there yet is refused and makes no deck."""
    assert isinstance(send(session, DECK, same={1: 1}), Faulty)
    assert session.scalars(select(Deck.id)).all() == []


def test_a_start_leaves_a_newer_chat_version_alone(session: Session, studied: Published) -> None:
    """At start-up the file that was published before the chat's version is old news, a changed one is held back."""
    sent(session, DECK.replace("— decode", "— generation"), origin="chat")
    before = everything(session)
    assert send(session, DECK, only_if_changed=True) == Unchanged(studied.deck, 2)
    assert send(session, f"{DECK}\n", only_if_changed=True) == NewerInChat(2)
    assert everything(session) == before


def test_whoever_publishes_by_hand_may_replace_the_chat_version(session: Session, studied: Published) -> None:
    """The start-up rule is not for the command line: there somebody has decided."""
    sent(session, DECK.replace("— decode", "— generation"), origin="chat")
    assert sent(session, DECK).number == 3
    assert live(session)[1][2] == "decode"


def test_a_start_does_not_bring_back_what_was_retired(session: Session, studied: Published) -> None:
    """A retired deck whose file still lies in the folder stays retired through a restart."""
    retire(session, "lesson-13", now=LATER)
    assert send(session, DECK, only_if_changed=True) == Unchanged(studied.deck, 1)
    assert live(session) == []


def test_a_plan_that_was_overtaken_is_made_anew(session: Session, studied: Published) -> None:
    """Between planning and writing somebody else may publish: nothing is written by what is no longer so."""
    text = f"{DECK}\n\nQ: What does a stop token do? — it ends the output"
    deck = read_deck(text, "lesson-13.md")
    planned = plan(deck, text, standing(session, 0, "lesson-13"), {}, ())
    assert isinstance(planned, Plan)
    sent(session, text)
    assert publish(session, deck, text, now=LATER, planned=planned) == Unchanged(studied.deck, 2)
    assert len(live(session)) == len(session.scalars(select(Card.uid)).all()) == 5


def test_a_plan_that_still_holds_is_what_is_written(session: Session, studied: Published) -> None:
    """Planned before the transaction or within it, the version is the same."""
    text = DECK.replace("— decode", "— generation")
    deck = read_deck(text, "lesson-13.md")
    planned = plan(deck, text, standing(session, 0, "lesson-13"), {}, ())
    assert isinstance(planned, Plan)
    outcome = publish(session, deck, text, now=LATER, planned=planned)
    assert isinstance(outcome, Published)
    assert outcome.matching is planned.matching
    assert live(session)[1][2] == "generation"
