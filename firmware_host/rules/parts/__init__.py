"""What rules are made of beside boxes: bonuses, awards, what else a turn changes, and what a box may not take.

Each is a record that can be called where a ruleset wants a function. It says what it remembers of closed boxes
(`remembers`), and what becomes of it on a card of other boxes (`on`): the same rule for those that are there, or None
where nothing is left that it speaks of.
"""
