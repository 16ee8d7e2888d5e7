"""Hold buttons and lamps on a Raspberry Pi's pins, or on mock pins where there is no Pi."""
