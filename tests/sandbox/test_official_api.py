"""The sandbox against the official description of the Bot API: its tables, and every object it emits."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from telegram import Bot, TelegramObject, Update

from bot.sandbox.signatures import METHODS, OBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.sandbox.telegram import LocalTelegram, Person

SHARED = Path(__file__).resolve().parents[2] / "../shared"
OFFICIAL = SHARED / "telegram/bot-api-10.0.json"
needs_shared = pytest.mark.skipif(
    not OFFICIAL.exists(),
    reason="LOUD: ../shared is not here: the sandbox's tables and objects are not checked against the Bot API",
)
KEYBOARD = {
    "inline_keyboard": [[{"text": "Hint", "callback_data": "h:1"}, {"text": "Site", "url": "https://a.org"}]]
}
FORMATTED = (
    "<b>b</b><i>i</i><u>u</u><s>s</s><tg-spoiler>x</tg-spoiler><code>c</code><pre><code class='language-py'>p</code>"
    "</pre><a href='https://a.org'>a</a><tg-emoji emoji-id='5'>👍</tg-emoji><tg-time unix='1' format='t'>t</tg-time>\n"
    "<blockquote>q</blockquote>\n<blockquote expandable>e</blockquote>"
)


@pytest.fixture(scope="module")
def official() -> dict[str, Any]:
    """The description of Bot API 10.0."""
    described: dict[str, Any] = json.loads(OFFICIAL.read_text(encoding="utf-8"))
    return described


Table = dict[str, tuple[bool, set[str]]]
"""Field name to (required, types)."""


def differing(ours: Table, theirs: Table) -> dict[str, object]:
    """Our fields that are not as the official ones, with both."""
    return {name: (want, theirs.get(name)) for name, want in ours.items() if want != theirs.get(name)}


def _table(fields: list[dict[str, Any]]) -> Table:
    return {field["name"]: (field["required"], set(field["types"])) for field in fields}


def _official_fields(official: dict[str, Any], name: str) -> Table:
    """The fields of a type; those of a union's members together, required where every member has them."""
    described = official["types"][name]
    tables = [_table(official["types"][member]["fields"]) for member in described.get("subtypes", [name])]
    together: Table = {}
    for table in tables:
        for field, (_, types) in table.items():
            everywhere = all(other.get(field, (False, set()))[0] for other in tables)
            together[field] = (everywhere, together.get(field, (False, set()))[1] | types)
    return together


@needs_shared
@pytest.mark.parametrize("method", METHODS)
def test_a_method_has_the_official_parameters(official: dict[str, Any], method: str) -> None:
    """Each parameter known here has its official name, types and need, and no required one is missing."""
    theirs = _table(official["methods"][method]["fields"])
    ours = {field.name: (field.required, set(field.types)) for field in METHODS[method]}
    assert differing(ours, theirs) == {}
    assert {name for name, (required, _) in theirs.items() if required} <= set(ours)


@needs_shared
@pytest.mark.parametrize("kind", OBJECTS)
def test_an_object_has_the_official_fields(official: dict[str, Any], kind: str) -> None:
    """Each field known here of an object that travels to Telegram is an official one."""
    ours = {field.name: (field.required, set(field.types)) for field in OBJECTS[kind]}
    assert differing(ours, _official_fields(official, kind)) == {}


def everything_emitted(local: LocalTelegram) -> Iterator[tuple[str, Any]]:
    """One of each update and result, with the name of its official type."""
    asha = local.person("Asha", username="asha", last_name="K", language_code="hi")
    updates = [asha.sends("/start"), asha.sends_sticker(), asha.sends_voice(), asha.sends_photo()]
    updates += [asha.sends_location(28.6, 77.2), asha.sends_document("a.md", b"a")]

    def call(method: str, **parameters: Any) -> Any:
        status, body = local.call(method, {"chat_id": asha.id, **parameters})
        assert status == 200, body
        return body["result"]

    preview = {"is_disabled": True}
    sent = call(
        "sendMessage", text=FORMATTED, parse_mode="HTML", reply_markup=KEYBOARD, link_preview_options=preview
    )
    yield "Message", sent
    updates.append(asha.sends("answer /skip", reply_to=sent["message_id"]))
    updates += [asha.taps("Hint"), asha.edits(updates[0]["message"]["message_id"], "b")]
    local.advance(timedelta(minutes=1))
    yield "Message", call("editMessageText", message_id=sent["message_id"], text="b", reply_markup=KEYBOARD)
    call("deleteMessage", message_id=sent["message_id"])
    updates.append(asha.taps(data="h:1", message_id=sent["message_id"]))
    document = {"chat_id": asha.id, "caption": "<b>c</b>", "parse_mode": "HTML", "protect_content": True}
    yield "Message", local.call("sendDocument", document, files={"document": ("a.md", b"a")})[1]["result"]
    yield "User", local.call("getMe", {})[1]["result"]
    file_id = updates[5]["message"]["document"]["file_id"]
    yield "File", local.call("getFile", {"file_id": file_id})[1]["result"]
    updates += [asha.blocks(), asha.unblocks()]
    for update in updates:
        yield "Update", update


def faults(official: dict[str, Any], value: Any, types: set[str], where: str) -> Iterator[str]:
    """What in `value` no official type among `types` has."""
    scalars: Mapping[str, type | tuple[type, ...]] = {
        "Integer": int,
        "String": str,
        "Boolean": bool,
        "True": bool,
        "Float": (float, int),
    }
    (kind, *_) = sorted(types)
    if kind.startswith("Array of "):
        assert isinstance(value, list), where
        for number, item in enumerate(value):
            yield from faults(official, item, {kind.removeprefix("Array of ")}, f"{where}[{number}]")
    elif kind in scalars:
        if not isinstance(value, scalars[kind]):
            yield f"{where} is {value!r}, not {kind}"
    else:
        members = official["types"][kind].get("subtypes", [kind])
        tables = [_table(official["types"][member]["fields"]) for member in members]
        fitting = [
            t
            for t in tables
            if set(value) <= set(t) and all(n in value for n, (need, _) in t.items() if need)
        ]
        if not fitting:
            yield f"{where} fits none of {members}: {sorted(value)}"
        for name, item in value.items():
            if fitting:
                yield from faults(official, item, fitting[0][name][1], f"{where}.{name}")


@needs_shared
def test_everything_emitted_is_official(official: dict[str, Any], local: LocalTelegram) -> None:
    """Updates and results have only fields that the Bot API has, all its required ones, and of its types."""
    emitted = list(everything_emitted(local))
    assert len(emitted) == 17
    assert [f for kind, value in emitted for f in faults(official, value, {kind}, kind)] == []


@needs_shared
def test_the_check_of_emitted_objects_sees_a_stranger(official: dict[str, Any], local: LocalTelegram) -> None:
    """A field that the Bot API does not have, and one that is missing, would be found."""
    update = local.person("Asha").sends("a")
    update["message"]["chat"]["colour"] = "red"
    assert len(list(faults(official, update, {"Update"}, "Update"))) == 1
    del update["message"]["chat"]
    assert len(list(faults(official, update, {"Update"}, "Update"))) == 1


def _nested(value: Any) -> Iterator[TelegramObject]:
    if isinstance(value, TelegramObject):
        yield value
        names = {name for parent in type(value).__mro__ for name in getattr(parent, "__slots__", ())}
        for name in names - {"_bot"}:
            yield from _nested(getattr(value, name, None))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _nested(item)


def test_ptb_knows_every_field_of_an_update(local: LocalTelegram) -> None:
    """Nothing of an update is left over when PTB reads it, at any depth."""
    bot = Bot(local.token)
    for kind, body in everything_emitted(local):
        if kind == "Update":
            parsed = Update.de_json(body, bot)
            objects = list(_nested(parsed))
            assert len(objects) >= 4
            assert [dict(item.api_kwargs) for item in objects if item.api_kwargs] == []


def test_a_person_is_not_needed_to_be_named(local: LocalTelegram) -> None:
    """A user without username, last name and language is read by PTB as such."""
    person: Person = local.person("<3 & Co")
    update = Update.de_json(person.sends("a"), Bot(local.token))
    assert update.effective_user is not None
    assert update.effective_user.first_name == "<3 & Co"
    assert update.effective_user.language_code is None
    assert update.effective_user.username is None
