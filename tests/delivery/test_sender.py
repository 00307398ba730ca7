"""The sender: one chat in order, no chat waits for another, each letter once, and what becomes of one that fails."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from bot.delivery.sender import TRIES, Sender
from db import DatabaseUnreachable, models, outbox
from db.outbox import Letter
from tests.chat.story import Story

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from db import Database
    from tests.chat.story import Someone

SECOND = timedelta(seconds=1)


@pytest.fixture
async def story(database: Database) -> AsyncIterator[Story]:
    """A bot that has begun; nothing is sent unless the test says so."""
    told = Story(database)
    told.publishes()
    await told.begins()
    yield told
    await told.ends()


def someone(story: Story, name: str) -> Someone:
    """A person who has written to the bot, so that it may write to them."""
    person = story.someone(name)
    person.person.sends("hello")
    story.telegram.take_updates()
    return person


def posts(story: Story, person: Someone, *texts: str, **payload: Any) -> None:
    """Put letters into the outbox."""
    letters = [Letter(person.person.id, "sendMessage", {"text": text, **payload}) for text in texts]
    with story.database.write() as session:
        outbox.post(session, letters, story.telegram.now)


def got(person: Someone) -> list[str]:
    """What a person got, oldest first."""
    return [posted.text for posted in person.chat]


def states(story: Story) -> list[tuple[str, int]]:
    """State and tries of each letter."""
    with story.database.read() as session:
        return [(row.state, row.tries) for row in session.query(models.Outbox).order_by(models.Outbox.id)]


async def waits(story: Story, span: timedelta) -> None:
    """Let time go by second by second, sending what can be sent."""
    for _ in range(int(span / SECOND)):
        story.clock.passes(SECOND)
        await story.sends_out()


def open_turn(story: Story) -> models.Turn:
    """The open question's row."""
    with story.database.read() as session:
        return session.query(models.Turn).filter_by(state="open").one()


async def test_one_chat_in_order(story: Story) -> None:
    """Letters of a chat arrive in the order in which they were written, each once."""
    asha, ravi = someone(story, "Asha"), someone(story, "Ravi")
    posts(story, asha, "1", "2", "3")
    posts(story, ravi, "a", "b")
    await story.sends_out()
    await story.sends_out()
    assert (got(asha), got(ravi)) == (["1", "2", "3"], ["a", "b"])
    assert states(story) == [("sent", 1)] * 5


async def test_flood_control_holds_up_one_chat_alone(story: Story) -> None:
    """429 for one learner: that chat waits as long as Telegram says, in order; the others get theirs at once."""
    asha, ravi = someone(story, "Asha"), someone(story, "Ravi")
    story.telegram.flood(asha.person.id, 30)
    posts(story, asha, "1", "2")
    posts(story, ravi, "a", "b")
    await story.sends_out()
    assert (got(asha), got(ravi)) == ([], ["a", "b"])
    await waits(story, 29 * SECOND)
    assert got(asha) == []
    await waits(story, SECOND)
    assert got(asha) == ["1", "2"]


async def test_flood_control_is_no_try(story: Story) -> None:
    """However often Telegram says "later", the letter is not given up."""
    asha = someone(story, "Asha")
    story.telegram.flood(asha.person.id, 2, times=3 * TRIES)
    posts(story, asha, "1")
    await waits(story, timedelta(minutes=2))
    assert got(asha) == ["1"]
    assert states(story) == [("sent", 1)]


async def test_an_outage_of_the_network(story: Story) -> None:
    """While Telegram can't be reached for half an hour letters wait; afterwards each arrives once, in order."""
    asha = someone(story, "Asha")
    story.telegram.fail_next("connect", times=10_000)
    posts(story, asha, "1", "2")
    await waits(story, timedelta(minutes=30))
    assert states(story) == [("waiting", 0), ("waiting", 0)]
    story.telegram._faults.network.clear()
    await waits(story, timedelta(minutes=1))
    assert got(asha) == ["1", "2"]


async def test_back_off(story: Story) -> None:
    """The longer the network is down, the more rarely it is tried."""
    asha = someone(story, "Asha")
    story.telegram.fail_next("connect", times=10_000)
    posts(story, asha, "1")
    await waits(story, timedelta(minutes=10))
    tries = 10_000 - len(story.telegram._faults.network)
    assert 10 <= tries <= 40


@pytest.mark.parametrize("fault", ["500", "502_html", "reset", "timeout_before"])
async def test_a_failing_server_is_tried_again(story: Story, fault: Any) -> None:
    """A letter that Telegram did not take is sent again, a little later each time, and then arrives once."""
    asha = someone(story, "Asha")
    story.telegram.fail_next(fault, times=3)
    posts(story, asha, "1")
    await waits(story, timedelta(seconds=20))
    assert got(asha) == ["1"]
    assert states(story) == [("sent", 4)]


async def test_a_time_out_after_acceptance(story: Story) -> None:
    """When Telegram has the letter and only its answer is lost, the letter comes twice at most."""
    asha = someone(story, "Asha")
    story.telegram.fail_next("timeout_after")
    posts(story, asha, "1")
    await waits(story, timedelta(minutes=5))
    assert got(asha) == ["1", "1"]


async def test_what_is_never_taken_is_given_up(story: Story) -> None:
    """A letter that a server fails on again and again is given up at last, and the next one goes."""
    asha = someone(story, "Asha")
    story.telegram.fail_next("500", times=TRIES)
    posts(story, asha, "1", "2")
    await waits(story, timedelta(minutes=15))
    assert got(asha) == ["2"]
    assert states(story) == [("failed", TRIES), ("sent", 1)]


async def test_a_letter_that_telegram_refuses(story: Story) -> None:
    """A letter that is wrong in itself is given up at once, and the next one goes."""
    asha = someone(story, "Asha")
    posts(story, asha, " ", "2")
    await story.sends_out()
    assert got(asha) == ["2"]
    assert states(story) == [("failed", 1), ("sent", 1)]


async def test_formatting_that_telegram_refuses(story: Story) -> None:
    """A letter whose tags Telegram can't read arrives as plain text."""
    asha = someone(story, "Asha")
    posts(story, asha, "<b>bold &amp; broken", parse_mode="HTML")
    await story.sends_out()
    assert got(asha) == ["bold & broken"]


async def test_a_letter_that_can_not_be_built(story: Story) -> None:
    """A letter of an unknown method does not stop the others."""
    asha = someone(story, "Asha")
    with story.database.write() as session:
        outbox.post(session, [Letter(asha.person.id, "sendPigeon", {})], story.telegram.now)
    posts(story, asha, "2")
    await story.sends_out()
    assert got(asha) == ["2"]


async def test_who_has_blocked_the_bot(story: Story) -> None:
    """Their letters are given up and they are marked unreachable; with their next message they are reachable again."""
    asha, ravi = story.someone("Asha"), story.someone("Ravi")
    await asha.begins()
    asha.person.sends("prefill")
    asha.person.blocks()
    await story.takes_in()
    posts(story, someone(story, "Ravi"), "a")
    await story.sends_out()
    assert not reachable(story, asha)
    asha.person.unblocks()
    await asha.sends("decode")
    assert reachable(story, asha)
    asha.sees("Not counted", "2 / 4")
    assert ravi.chat == []


def reachable(story: Story, person: Someone) -> bool:
    """Whether the bot thinks that it can write to a person."""
    with story.database.read() as session:
        return session.query(models.Learner).filter_by(telegram_id=person.person.id).one().reachable


@pytest.mark.parametrize("fault", ["flood", "connect"])
async def test_a_prompt_that_surely_did_not_arrive(story: Story, fault: str) -> None:
    """A text typed while the next question can't be sent is no answer to it, however often it was tried."""
    asha = story.someone("Asha")
    await asha.begins()
    if fault == "flood":
        story.telegram.flood(asha.person.id, 5, times=5)
    else:
        story.telegram.fail_next("connect", times=5, method="sendMessage")
    asha.person.sends("prefill")
    await story.takes_in()
    await waits(story, timedelta(seconds=3))
    asha.person.sends("decode")
    await story.takes_in()
    assert len(attempts(story)) == 1
    await waits(story, timedelta(minutes=2))
    asha.sees("2 / 4")
    await asha.sends("decode")
    assert len(attempts(story)) == 2


async def test_a_prompt_that_may_have_arrived(story: Story) -> None:
    """A text typed after a question that Telegram took without our knowing is graded as its answer."""
    asha = story.someone("Asha")
    await asha.begins()
    story.telegram.fail_next("timeout_after", method="sendMessage")
    asha.person.sends("prefill")
    await story.takes_in()
    await story.sends_out()
    assert open_turn(story).prompt_message_id is None
    story.clock.passes(timedelta(seconds=5))
    asha.sees("2 / 4")
    asha.person.sends("decode")
    await story.takes_in()
    assert len(attempts(story)) == 2


def attempts(story: Story) -> list[tuple[Any, ...]]:
    """Everything that was graded."""
    return story.rows(models.Attempt)["attempt"]


async def test_two_senders(story: Story) -> None:
    """Two processes that send from one outbox send each letter once."""
    people = [someone(story, f"P{n}") for n in range(6)]
    for person in people:
        posts(story, person, "1", "2", "3")
    assert story.served is not None
    bot, desk = story.served.application.bot, story.served.desk
    senders = [Sender(desk, bot, story.clock) for _ in range(3)]
    await asyncio.gather(*(sender.drain() for sender in senders))
    assert [got(person) for person in people] == [["1", "2", "3"]] * 6


async def test_nothing_is_done_while_a_chat_waits(story: Story) -> None:
    """Letters behind one that must wait are no reason to look at the outbox before its time has come."""
    asha = someone(story, "Asha")
    story.telegram.flood(asha.person.id, 30)
    posts(story, asha, "1", "2")
    await story.sends_out()
    with story.database.write() as session:
        assert outbox.next_try(session) == story.telegram.now + timedelta(seconds=30)


async def test_a_letter_in_other_hands_is_waited_for(story: Story) -> None:
    """While another process holds a chat's letter, the next look is due when its lease ends."""
    asha = someone(story, "Asha")
    posts(story, asha, "1", "2")
    now = story.telegram.now
    with story.database.write() as session:
        assert len(outbox.claim(session, now, timedelta(seconds=60), 10)) == 1
    await story.sends_out()
    assert got(asha) == []
    with story.database.write() as session:
        assert outbox.next_try(session) == now + timedelta(seconds=60)
    story.clock.passes(timedelta(seconds=60))
    await story.sends_out()
    assert got(asha) == ["1", "2"]


async def run_until(sender: Sender, done: Any) -> None:
    """Let the sender run until something holds."""
    task = asyncio.ensure_future(sender.run())
    async with asyncio.timeout(20):
        while not done():
            assert not task.done(), task.exception()
            await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_running_it_sends_when_woken(story: Story) -> None:
    """The running sender sends what it is woken for, until it is cancelled."""
    asha = someone(story, "Asha")
    assert story.served is not None
    sender = story.served.sender
    posts(story, asha, "1")

    def woken_twice() -> bool:
        if got(asha) == ["1"]:
            posts(story, asha, "2")
            sender.wake()
        return got(asha)[:2] == ["1", "2"]

    await run_until(sender, woken_twice)
    assert got(asha)[:2] == ["1", "2"]


async def test_running_it_outlives_a_database_that_is_away(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the database can't be reached for a while the sender waits for it, and then goes on."""
    asha = someone(story, "Asha")
    posts(story, asha, "1")
    assert story.served is not None
    sender, claim, left = story.served.sender, outbox.claim, [2]

    def away(*args: Any) -> Any:
        if left[0]:
            left[0] -= 1
            sender.wake()
            raise DatabaseUnreachable("the disk is away")
        return claim(*args)

    monkeypatch.setattr(outbox, "claim", away)
    await run_until(sender, lambda: got(asha) == ["1"])
    assert left == [0]
