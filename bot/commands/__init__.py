"""What each command of `dohrao` does; the commands themselves, with their options and help, are in `bot/__main__.py`."""
