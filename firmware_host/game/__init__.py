"""The game at the table, pure: commands become events, and events fold into the state that is shown."""
