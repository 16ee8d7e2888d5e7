"""A disk that counts what is written to it, and refuses when told to: a small library preloaded into Python."""
