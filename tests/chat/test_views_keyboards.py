"""Callback data is an action and a number; nothing else is believed; rows fit a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.keyboards import ACTIONS, Pressed, data, parse_data, rows
from bot.chat.message import Button
from bot.core.zones import COMMON_ZONES
from bot.services.outcomes import Act

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize("action", ACTIONS)
def test_data_comes_back(action: str) -> None:
    """What a button carries is what its tap is read as, in at most 64 bytes, at both ends of the range."""
    for ref in (ACTIONS[action][0], ACTIONS[action][-1]):
        assert len(data(action, ref).encode()) <= 64
        assert parse_data(data(action, ref)) == Pressed(action, ref)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hint",
        "hint:",
        "hint:0",
        "hint:-1",
        "hint:01",
        "hint:+1",
        "hint: 1",
        "hint:1 ",
        "hint:1\n",
        "hint:१",
        "hint:9223372036854775808",
        "hint:99999999999999999999999",
        "HINT:1",
        "lang:3",
        "nudge:1440",
        "nudge:-3",
        "zone:-1",
        "review:1",
        "drop:1",
        "hint:1:2",
        "go:-0",
    ],
)
def test_other_data_is_not_believed(text: str) -> None:
    """A number out of range, another spelling, an unknown action: none of it is a tap of ours."""
    assert parse_data(text) is None


@given(st.text(max_size=70))
def test_whatever_comes_is_read_or_refused(text: str) -> None:
    """No data raises, and what is read is exactly what we would write."""
    pressed = parse_data(text)
    assert pressed is None or data(pressed.action, pressed.ref) == text


def test_data_refuses_what_it_could_not_read() -> None:
    """A button that no tap could use is never made."""
    for action, ref in (("hint", 0), ("lang", 3), ("fly", 1)):
        with pytest.raises(ValueError, match=action):
            data(action, ref)


def test_every_act_has_data() -> None:
    """Each act on a turn can stand in a button."""
    assert {act.value for act in Act} <= ACTIONS.keys()


def labels(keyboard: Sequence[Sequence[Button]]) -> list[list[str]]:
    return [[button.text for button in row] for row in keyboard]


def test_rows() -> None:
    """Short buttons share a row, a long one stands alone, the rows are even, and the order is kept."""
    made = {text: Button(text, "more:1") for text in ("Mera jawab sahi tha", "Undo", "⋯", "x" * 60)}
    assert labels(rows([made["Undo"], made["⋯"]])) == [["Undo", "⋯"]]
    assert labels(rows([made["Mera jawab sahi tha"], made["Undo"], made["⋯"]])) == [
        ["Mera jawab sahi tha"],
        ["Undo", "⋯"],
    ]
    assert labels(rows([made["x" * 60], made["x" * 60]])) == [["x" * 60], ["x" * 60]]
    assert labels(rows([made["x" * 60]])) == [["x" * 60]]
    assert rows([]) == ()


def test_common_zones_exist() -> None:
    """Each offered zone is one that the clock knows, offered once, with India first."""
    assert [ZoneInfo(zone).key for zone in COMMON_ZONES] == list(COMMON_ZONES)
    assert len(set(COMMON_ZONES)) == len(COMMON_ZONES)
    assert COMMON_ZONES[0] == "Asia/Kolkata"
