"""Setting the table up, step by step. Each step reports whether it is satisfied, and if not, why and what to do."""

from firmware_host.setup.skip_file import SkipFile
from firmware_host.setup.step import Facts, Finding, Grade, Step, StepState, StepStatus
from firmware_host.setup.wizard import StepView, Wizard

__all__ = ["Facts", "Finding", "Grade", "SkipFile", "Step", "StepState", "StepStatus", "StepView", "Wizard"]
