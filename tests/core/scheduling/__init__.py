"""Grades in, intervals out; histories in, memories out."""
