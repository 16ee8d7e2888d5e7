"""The tray and the panel, which setup may lease from the game for a while."""
