"""Documents and downloads: what is kept of a file, and how large it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from bot.sandbox.telegram import LocalTelegram, Person
    from tests.sandbox.conftest import Call


def test_a_document_is_kept_with_its_caption(local: LocalTelegram, asha: Person) -> None:
    """An uploaded file can be read back, fetched by getFile and sent again by its id."""
    files = {"document": ("deck.md", b"# Deck")}
    parameters = {"chat_id": asha.id, "caption": "<b>v2</b>", "parse_mode": "HTML"}
    status, body = local.call("sendDocument", parameters, files=files)
    assert status == 200, body
    document = body["result"]["document"]
    assert (document["file_name"], document["file_size"]) == ("deck.md", 6)
    assert body["result"]["caption"] == "v2"
    posted = local.chat(asha.id)[-1]
    assert (posted.kind, posted.file_name, posted.file_data, posted.text) == (
        "document",
        "deck.md",
        b"# Deck",
        "v2",
    )
    again = local.call("sendDocument", {"chat_id": asha.id, "document": document["file_id"]})[1]["result"]
    assert again["document"] == document
    path = local.call("getFile", {"file_id": document["file_id"]})[1]["result"]["file_path"]
    assert local.download(path) == b"# Deck"
    assert local.complaints == []


@pytest.mark.parametrize(
    ("data", "caption", "answer"),
    [
        (b"", "a", (400, "Bad Request: file must be non-empty")),
        (b"x", "a" * 1025, (400, "Bad Request: message caption is too long")),
        (bytes((50 << 20) + 1), "a", (413, "Request Entity Too Large")),
    ],
)
def test_a_document_has_limits(
    local: LocalTelegram, asha: Person, data: bytes, caption: str, answer: tuple[int, str]
) -> None:
    """An empty file, one over 50 MB and a caption over 1024 characters are refused."""
    parameters = {"chat_id": asha.id, "caption": caption}
    status, body = local.call("sendDocument", parameters, files={"document": ("a.md", data)})
    assert (status, body["description"]) == answer


def test_a_document_may_fill_its_limits(local: LocalTelegram, asha: Person) -> None:
    """A file of exactly 50 MB with a caption of exactly 1024 characters is taken."""
    parameters = {"chat_id": asha.id, "caption": "a" * 1024}
    assert local.call("sendDocument", parameters, files={"document": ("a.md", bytes(50 << 20))})[0] == 200


def test_a_file_id_must_be_known(asha: Person, refused: Call) -> None:
    """Ids that Telegram did not give lead to no file."""
    answer = refused("getFile", file_id="made-up")
    assert answer == (400, "Bad Request: wrong file_id or the file is temporarily unavailable")
    assert refused("sendDocument", chat_id=asha.id, document="made-up")[0] == 400


def test_a_bot_downloads_up_to_20_mb(asha: Person, accepted: Call, refused: Call) -> None:
    """A file of 20 MB can be fetched, a larger one cannot."""
    fits, larger = (
        asha.sends_document("a.md", bytes((20 << 20) + more))["message"]["document"]["file_id"]
        for more in (0, 1)
    )
    assert accepted("getFile", file_id=fits)["file_size"] == 20 << 20
    assert refused("getFile", file_id=larger) == (400, "Bad Request: file is too big")
