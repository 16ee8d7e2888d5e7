"""Hold buttons and lamps on a Raspberry Pi's pins, or on mock pins without a Pi."""
