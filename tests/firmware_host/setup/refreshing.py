"""A step as it stands once it has been measured."""

from firmware_host.setup import Step, StepStatus


def refreshed(step: Step) -> StepStatus:
    """Refresh a step and return its status."""
    step.refresh()
    return step.poll()
