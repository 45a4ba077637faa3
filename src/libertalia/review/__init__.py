"""Looking back at a finished game: what each decision was worth, and how much was skill and how much luck. See docs/review.md."""

from libertalia.review.accounts import Account, Point, Turn
from libertalia.review.decisions import NotOver, Question, questions
from libertalia.review.game_review import Review, assembled, review
from libertalia.review.hints import Hint, HintOption, hint
from libertalia.review.judgement import Budget, Judgement, Option, Outcome, judge, judged
from libertalia.review.reasons import Reason
from libertalia.review.telling import Teller

__all__ = [
    "Account",
    "Budget",
    "Hint",
    "HintOption",
    "Judgement",
    "NotOver",
    "Option",
    "Outcome",
    "Point",
    "Question",
    "Reason",
    "Review",
    "Teller",
    "Turn",
    "assembled",
    "hint",
    "judge",
    "judged",
    "questions",
    "review",
]
