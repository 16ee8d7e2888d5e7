"""Broken, odd and hostile input for whatever reads what others wrote."""
