"""getUpdates: numbering, confirming by offset, which kinds are queued, expiry."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.telegram import LocalTelegram, Person

if TYPE_CHECKING:
    from tests.sandbox.conftest import Call

HINT = {"inline_keyboard": [[{"text": "Hint", "callback_data": "h:1"}]]}


@pytest.fixture
def five(local: LocalTelegram, asha: Person) -> list[int]:
    """The numbers of five waiting updates."""
    return [asha.sends(str(number))["update_id"] for number in range(5)]


@pytest.fixture
def polled(local: LocalTelegram, accepted: Call) -> Call:
    """The numbers that a poll gives; each poll comes a second after the one before."""

    def poll(**parameters: object) -> list[int]:
        local.advance(timedelta(seconds=1))
        return [update["update_id"] for update in accepted("getUpdates", **parameters)]

    return poll


def test_an_offset_confirms_what_is_below_it(local: LocalTelegram, five: list[int], polled: Call) -> None:
    """Unconfirmed updates come again; those below the offset are gone for good."""
    assert polled() == five
    assert polled() == five
    assert polled(offset=five[3]) == five[3:]
    assert polled() == five[3:]
    assert polled(offset=five[-1] + 1) == []
    assert local.updates() == []


def test_a_negative_offset_keeps_the_last(five: list[int], polled: Call) -> None:
    """-2 forgets all but the last two."""
    assert polled(offset=-2) == five[-2:]
    assert polled() == five[-2:]


@pytest.mark.parametrize(("limit", "count"), [(2, 2), (1, 1), (0, 5), (1000, 5)])
def test_a_limit_holds_between_1_and_100(five: list[int], polled: Call, limit: int, count: int) -> None:
    """A poll gives at most `limit` updates; a limit out of range counts as 100."""
    assert polled(limit=limit) == five[:count]


def test_at_most_a_hundred_at_once(asha: Person, polled: Call) -> None:
    """A long queue comes in batches of a hundred."""
    for number in range(101):
        asha.sends(str(number))
    assert len(polled()) == 100


def test_the_same_batch_within_half_a_second_comes_one_by_one(
    local: LocalTelegram, five: list[int], accepted: Call
) -> None:
    """A poller that asks for the same offset at once again is given a single update."""
    assert len(accepted("getUpdates")) == 5
    local.advance(timedelta(seconds=0.4))
    assert len(accepted("getUpdates")) == 1
    local.advance(timedelta(seconds=0.5))
    assert len(accepted("getUpdates")) == 5


def test_waiting_for_nothing_does_not_count_as_haste(asha: Person, accepted: Call) -> None:
    """After an empty poll everything that came meanwhile is given, also with a clock that stands still."""
    accepted("getUpdates", offset=7)
    for _ in range(6):
        asha.sends("a")
    assert len(accepted("getUpdates", offset=3)) == 6 - 1


def test_updates_are_dropped_when_they_are_too_old(
    local: LocalTelegram, asha: Person, accepted: Call
) -> None:
    """A tap lives 150 s, a message and a block 24 hours, an edit 24 hours from the edit."""
    message = asha.sends("a")
    accepted("sendMessage", chat_id=asha.id, text="1", reply_markup=HINT)
    tap = asha.taps("Hint")
    local.advance(timedelta(seconds=149))
    assert local.updates() == [message, tap]
    local.advance(timedelta(seconds=1))
    assert local.updates() == [message]
    local.advance(timedelta(hours=23))
    edit = asha.edits(message["message"]["message_id"], "b")
    assert local.updates() == [message, edit]
    local.advance(timedelta(hours=1))
    assert accepted("getUpdates") == [edit]
    block = asha.blocks()
    local.advance(timedelta(hours=23, minutes=59))
    assert local.updates() == [block]
    local.advance(timedelta(minutes=1))
    assert local.updates() == []


def test_allowed_updates_stick_and_count_when_an_update_is_made(
    local: LocalTelegram, asha: Person, accepted: Call
) -> None:
    """What was not asked for is not queued, what is queued stays, and an empty list means the default again."""
    first = asha.sends("a")
    accepted("getUpdates", allowed_updates=["callback_query"])
    asha.sends("b")
    accepted("getUpdates")
    asha.sends("c")
    assert local.updates() == [first]
    accepted("getUpdates", allowed_updates=[])
    last = asha.sends("d")
    assert local.updates() == [first, last]


def test_numbers_go_on_from_where_they_are_set(local: LocalTelegram) -> None:
    """A stored Telegram can be taken up again: updates and messages count on."""
    later = LocalTelegram(local.now, next_update_id=70, next_message_id=500)
    update = later.person("Asha").sends("a")
    assert (update["update_id"], update["message"]["message_id"]) == (70, 500)
    assert (later.next_update_id, later.next_message_id) == (71, 501)


def test_taking_updates_confirms_them(local: LocalTelegram, five: list[int]) -> None:
    """What was taken does not come again."""
    assert [update["update_id"] for update in local.take_updates()] == five
    assert local.take_updates() == []


def test_deleting_the_webhook_may_drop_the_queue(
    local: LocalTelegram, five: list[int], accepted: Call
) -> None:
    """Waiting updates go only when asked."""
    accepted("deleteWebhook")
    assert len(local.updates()) == 5
    accepted("deleteWebhook", drop_pending_updates=True)
    assert local.updates() == []
