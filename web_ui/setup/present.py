"""Turns a setup step into what the page draws: plain JSON values, texts in the page's language. Pure."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.setup import Finding, StepState, StepView
from firmware_host.words import Words, say
from web_ui.language import Language
from web_ui.setup import views

STATES: Mapping[StepState, Words] = MappingProxyType(
    {"done": say("Done"), "skipped": say("Skipped"), "open": say("To do")}
)


def present(step: StepView, language: Language) -> views.StepData:
    """Return a step with its findings and facts."""
    return {
        "id": step.id,
        "title": language.translate(step.title),
        "state": step.state,
        "label": language.translate(STATES[step.state]),
        "findings": [_finding(finding, language) for finding in step.findings],
        "facts": _translated(step.facts, language),
        "leased": step.leased,
    }


def _finding(finding: Finding, language: Language) -> views.FindingData:
    return {
        "id": finding.id,
        "grade": finding.grade,
        "text": language.translate(finding.sentence),
        "number": finding.number,
        "unit": finding.unit,
    }


def _translated(value: object, language: Language) -> object:
    """Return a fact with all Words in it in `language`, however deeply nested."""
    if isinstance(value, Words):
        return language.translate(value)
    if isinstance(value, Mapping):
        return {str(key): _translated(part, language) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_translated(part, language) for part in value]
    return value
