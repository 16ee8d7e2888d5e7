"""Setting the table up, step by step: each step knows whether it is satisfied, and if not why and what to do."""

from firmware_host.table.setup.memory import SkipFile
from firmware_host.table.setup.step import Facts, Finding, Grade, Standing, Step, StepState
from firmware_host.table.setup.wizard import StepShown, Wizard

__all__ = ["Facts", "Finding", "Grade", "SkipFile", "Standing", "Step", "StepShown", "StepState", "Wizard"]
