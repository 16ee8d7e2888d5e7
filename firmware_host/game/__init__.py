"""The game at the table, pure: commands are decided into events, and events fold into the state that is shown."""
