"""The table: one queue that camera, buttons and taps enter, and one writer who handles it."""
