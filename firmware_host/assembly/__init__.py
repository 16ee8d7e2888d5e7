"""The assembly: puts all rooms together, opens what is outside and closes it again."""
