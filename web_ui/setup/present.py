"""From a step of the setup to what the page draws: plain JSON values, texts in the page's language. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.table.setup import Finding, StepShown, StepState
from firmware_host.words import Words, say
from web_ui.language import Language

STATES: Mapping[StepState, Words] = MappingProxyType(
    {"done": say("Done"), "skipped": say("Skipped"), "open": say("To do")}
)


def present(step: StepShown, language: Language) -> dict[str, object]:
    """Return a step with its findings and facts."""
    return {
        "id": step.id,
        "title": language.tell(step.title),
        "state": step.state,
        "told": language.tell(STATES[step.state]),
        "findings": [_finding(finding, language) for finding in step.findings],
        "facts": _told(step.facts, language),
    }


def _finding(finding: Finding, language: Language) -> dict[str, object]:
    return {
        "id": finding.id,
        "grade": finding.grade,
        "text": language.tell(finding.sentence),
        "number": finding.number,
        "unit": finding.unit,
    }


def _told(value: object, language: Language) -> object:
    """Return a fact with all Words in it told, however deep they lie."""
    if isinstance(value, Words):
        return language.tell(value)
    if isinstance(value, Mapping):
        return {str(key): _told(part, language) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_told(part, language) for part in value]
    return value
