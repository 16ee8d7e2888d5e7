"""Exact values of games under best play, computed from their rules."""
