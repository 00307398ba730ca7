"""Whatever a learner does, what is remembered of a card is the fold of its log, and undo leads back."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.services.feedback import newest_undoable
from bot.services.outcomes import Ruling
from db import models
from tests.services.conftest import CARDS, make_deck
from tests.services.study import WRONG, Study, studying

if TYPE_CHECKING:
    from collections.abc import Iterator

    from db import Database, Session

STEPS = (
    *("right", "close", "wrong", "idk", "hint", "skip", "undo newest"),
    *(f"{act} {back}" for act in ("right", "wrong", "easy", "undo", "unrule") for back in (0, 1, 2)),
    *("wait", "tomorrow", "next week"),
)
CLOSE = {"KV cache": "cache"}
WAITS = {"wait": timedelta(minutes=3), "tomorrow": timedelta(days=1), "next week": timedelta(days=7)}
RULINGS = {ruling.value: ruling for ruling in Ruling}
numbers = count(1000)
randomly = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def deck(database: Database) -> Iterator[tuple[Session, int]]:
    """A session with a deck that many learners study, one after the other."""
    with database.write() as session:
        yield session, make_deck(session, CARDS)


def does(study: Study, step: str) -> None:
    """Do one of the STEPS; a number counts back from the newest turn."""
    act, _, back = step.partition(" ")
    turn = study.newest_turn - int(back) if back.isdigit() else study.turn
    if step in WAITS:
        study.passes(WAITS[step])
    elif step == "undo newest":
        study.undoes_newest()
    elif act == "undo":
        study.undoes(turn)
    elif act == "unrule":
        study.undoes_ruling(turn)
    elif back:
        study.rules(RULINGS[act], turn)
    elif act == "idk":
        study.gives_up()
    elif act == "hint":
        study.hint()
    elif act == "skip":
        study.skips_drills(study.turn)
    elif study.turn:
        replies = {"right": study.card.answer, "close": CLOSE.get(study.card.answer, WRONG), "wrong": WRONG}
        study.says(replies[act])


def works(study: Study, steps: list[str]) -> None:
    """Do the steps, with a question open wherever there is one to ask."""
    for step in steps:
        study.begins()
        does(study, step)


@randomly
@given(steps=st.lists(st.sampled_from(STEPS), max_size=25))
def test_memory_is_the_fold_of_the_log(deck: tuple[Session, int], steps: list[str]) -> None:
    """After any answers, hints, overrules and undos on any days each stored memory is what its log adds up to."""
    study = studying(deck[0], deck=deck[1], telegram_id=next(numbers))
    for step in steps:
        study.begins()
        does(study, step)
        assert study.remembered() == study.folded(), step


@randomly
@given(
    past=st.lists(st.sampled_from(STEPS), max_size=12),
    today=st.lists(st.sampled_from(STEPS[:-2]), max_size=12),
)
def test_undo_leads_back_to_the_morning(deck: tuple[Session, int], past: list[str], today: list[str]) -> None:
    """Undo, repeated until it finds nothing more, leaves every memory as the study day found it."""
    study = studying(deck[0], deck=deck[1], telegram_id=next(numbers))
    works(study, past)
    study.passes(timedelta(days=1))
    morning = study.folded()
    works(study, today)
    for _ in range(4 * len(today) + 4):
        if newest_undoable(study.session, study.who, study.now) is None:
            break
        study.undoes_newest()
    else:
        pytest.fail("undo never ends")
    assert study.folded() == study.remembered()
    assert study.remembered() == morning


@randomly
@given(steps=st.lists(st.sampled_from(STEPS), max_size=25))
def test_one_question_is_open(deck: tuple[Session, int], steps: list[str]) -> None:
    """However the steps fall, the log only grows and each answered turn has exactly one standing answer at most."""
    study = studying(deck[0], deck=deck[1], telegram_id=next(numbers))
    former: list[tuple[str, int, int | None]] = []
    for step in steps:
        study.begins()
        does(study, step)
        log = study.log()
        assert log[: len(former)] == former
        former = log
    rows = study.session.query(models.Event).filter_by(learner=study.who.learner, type="answer")
    answered = [row.turn for row in rows]
    assert len(answered) == len(set(answered))
