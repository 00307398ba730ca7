"""The composition root: the Application with its one handler table, the desk, the shelf and the sender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from telegram.ext import Application, CallbackQueryHandler, CommandHandler, MessageHandler, filters

from bot.chat import handlers
from bot.chat.edge import Edge
from bot.chat.keyboards import parse_data
from bot.delivery.sender import Sender
from bot.desk import Desk
from bot.services.outcomes import Act, Ruling
from bot.services.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from telegram.ext import BaseHandler
    from telegram.request import BaseRequest

    from db import Database

COMMANDS: dict[str, handlers.Handler] = {
    "start": handlers.start,
    "review": handlers.review,
    "decks": handlers.show_decks,
    "stats": handlers.show_stats,
    "settings": handlers.show_settings,
    "help": handlers.show_help,
    "hint": handlers.hint_typed,
    "skip": handlers.give_up_typed,
    "undo": handlers.undo_newest,
}
BUTTONS: dict[str, handlers.Handler] = {
    Act.HINT: handlers.hint,
    Act.GIVE_UP: handlers.give_up,
    Act.I_WAS_RIGHT: handlers.overrule(Ruling.I_WAS_RIGHT),
    Act.I_WAS_WRONG: handlers.overrule(Ruling.I_WAS_WRONG),
    Act.TOO_EASY: handlers.overrule(Ruling.TOO_EASY),
    Act.UNDO: handlers.undo,
    Act.UNDO_RULING: handlers.undo_ruling,
    Act.SKIP_DRILLS: handlers.skip_drills,
    Act.MORE: handlers.unfold,
    "review": handlers.go,
    "go": handlers.go,
    "decks": handlers.show_decks,
    "join": handlers.join,
    "leave": handlers.leave,
    "stats": handlers.show_stats,
    "settings": handlers.show_settings,
    "set": handlers.ask_setting,
    "lang": handlers.set_language,
    "nudge": handlers.set_nudge,
    "clock": handlers.confirm_clock,
    "zone": handlers.set_zone,
    "new": handlers.set_new_per_day,
}


class HonestApplication(Application[Any, Any, Any, Any, Any, Any]):
    """An Application that lets an update's failure out, so that it is not acknowledged and lost."""

    async def process_error(
        self, update: object, error: Exception, job: Any = None, coroutine: Any = None
    ) -> bool:
        """Raise what a handler raised."""
        del update, job, coroutine
        raise error


@dataclass(frozen=True, slots=True)
class Served:
    """The parts of a running bot."""

    application: Application[Any, Any, Any, Any, Any, Any]
    desk: Desk
    shelf: Shelf
    sender: Sender

    async def close(self) -> None:
        """Stop the bot and finish what is in hand."""
        await self.application.shutdown()
        self.desk.close()


def table(edge: Edge) -> list[BaseHandler[Any, Any, Any]]:
    """Which handler an update goes to: the first that fits."""
    private = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
    return [
        *(CommandHandler(name, edge(handler), filters=private) for name, handler in COMMANDS.items()),
        *(CallbackQueryHandler(edge(handler), pattern=_of(name)) for name, handler in BUTTONS.items()),
        CallbackQueryHandler(edge(handlers.stale_tap)),
        MessageHandler(private & filters.COMMAND, edge(handlers.unknown_command)),
        MessageHandler(private & filters.TEXT, edge(handlers.text)),
        MessageHandler(private & ~filters.StatusUpdate.ALL, edge(handlers.unreadable)),
    ]


def _of(action: str) -> Callable[[object], bool]:
    """Whether callback data is this action's, with a number that the program could have written."""

    def fits(data: object) -> bool:
        pressed = parse_data(str(data))
        return pressed is not None and pressed.action == action

    return fits


async def serve(
    token: str,
    database: Database,
    clock: Callable[[], datetime],
    default_zone: str,
    request: BaseRequest | None = None,
) -> Served:
    """Put the bot together and let it know itself (getMe). `request` is how it speaks to Telegram, HTTP if None."""
    builder = (
        Application.builder().application_class(HonestApplication).token(token).updater(None).job_queue(None)
    )
    if request is not None:
        builder = builder.request(request).get_updates_request(request)
    application = builder.build()
    shelf = Shelf()
    with database.read() as session:
        shelf.load_current(session)
    desk = Desk(database, shelf.recover)
    sender = Sender(desk, application.bot, clock)
    application.add_handlers(table(Edge(desk, shelf, sender.wake, clock, default_zone)))
    await application.initialize()
    return Served(application, desk, shelf, sender)
