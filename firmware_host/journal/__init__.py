"""The journal: every fact of every game, appended and never changed."""
