"""Decides how a reply is judged: `prepare` a deck once, then `grade` each reply, purely and in under a millisecond."""

from bot.core.grading.cases import grade_cases
from bot.core.grading.grade import Grade, Rule, Verdict
from bot.core.grading.grader import GRADER_VERSION, grade
from bot.core.grading.prepare import PreparedDeck, answer_key, prepare, same_question_key

__all__ = [
    "GRADER_VERSION",
    "Grade",
    "PreparedDeck",
    "Rule",
    "Verdict",
    "answer_key",
    "grade",
    "grade_cases",
    "prepare",
    "same_question_key",
]
