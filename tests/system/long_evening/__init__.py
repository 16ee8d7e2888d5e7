"""Hours of play in minutes: `python -m tests.system.long_evening --hours 8`."""
