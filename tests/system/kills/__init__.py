"""A playing server killed a thousand times: `python -m tests.system.kills --times 1000`."""
