"""Deciding from frames when dice move, when they lie still, and when a hand is in the tray."""

from vision.settle.hand import HandThresholds, HandWatch
from vision.settle.settling import Moving, SettleThresholds, Settling, State, Still
from vision.settle.states import TrayState

__all__ = ["HandThresholds", "HandWatch", "Moving", "SettleThresholds", "Settling", "State", "Still", "TrayState"]
