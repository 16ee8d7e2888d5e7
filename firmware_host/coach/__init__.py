"""What the solver knows, applied to a game being played: advice, chances to win, luck and skill, opponents."""
