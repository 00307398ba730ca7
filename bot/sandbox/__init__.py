"""A local Telegram: the Bot API on this machine, for tests, for trying the bot without a token and for previews."""
