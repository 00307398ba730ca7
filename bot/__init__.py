"""Dohrao: a Telegram bot that asks, grades what is typed, and asks again on the right day.

Read in this order: `core/card.py`, `core/grading/grade.py` and `core/scheduling/` (what is decided, purely);
`services/outcomes.py` and `services/answers.py` (what a person can do and how it can end); `desk.py` (where a
transaction begins and ends); `chat/handlers.py` (from an update to messages); `app.py` (how it all hangs together).
"""
