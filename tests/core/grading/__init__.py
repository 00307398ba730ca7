"""The grader's promises."""
