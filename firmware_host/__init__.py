"""The program that runs at the table: rules, game, journal, table, and what puts them together."""

__version__ = "0.1.0"
