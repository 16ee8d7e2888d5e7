"""The rules of the games, pure: the same dice on the same card always give the same answer."""
