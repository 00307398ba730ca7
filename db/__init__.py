"""The database: engine, tables and named queries, and the only SQL. It knows nothing of the bot."""

from sqlalchemy.orm import Session

from db.engine import Database, DatabaseUnreachable, is_conflict, is_unreachable, open_database

__all__ = ["Database", "DatabaseUnreachable", "Session", "is_conflict", "is_unreachable", "open_database"]
