"""What makers put on the faces of their dice, drawn by code: letters, suits, court figures, odd pips."""
