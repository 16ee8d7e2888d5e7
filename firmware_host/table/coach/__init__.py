"""The coach at the table: its worker thread, and what it shows."""
