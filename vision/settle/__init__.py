"""Deciding from frames when dice move and when they lie still."""

from vision.settle.settling import Moving, SettleThresholds, Settling, State, Still

__all__ = ["Moving", "SettleThresholds", "Settling", "State", "Still"]
