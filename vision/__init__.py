"""From frames to settled readings of dice. Imports nothing of the other rooms."""
