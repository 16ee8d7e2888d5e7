"""What a game is worth when it is played as well as it can be: exact expectations, computed from the rules."""
