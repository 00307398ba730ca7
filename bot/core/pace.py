"""How long studying takes, for the estimates shown to learners."""

SECONDS_NEW = 45
SECONDS_REVIEW = 30


def minutes(*, new: int = 0, reviews: int = 0) -> int:
    """Whole minutes, rounded up, that so many new cards and reviews take a learner on a phone."""
    return -(-(new * SECONDS_NEW + reviews * SECONDS_REVIEW) // 60)
