"""What rules are made of besides boxes: bonuses, awards, changes to points, and reasons not to close a box.

Each part is a callable record, for use where a ruleset needs a function. It declares what it remembers of closed boxes
(`remembers`), and fits itself to a card with other boxes (`on`): the same rule for the boxes that are there, or None if
none of its boxes is left.
"""
