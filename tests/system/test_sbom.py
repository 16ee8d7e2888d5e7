import json
from typing import Any

import pytest
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.system import sbom
from tests.test_packaging import read_lock
from vision.network import model_hashes


@pytest.fixture(scope="module")
def text() -> str:
    return JsonV1Dot6(sbom.bill_of_materials()).output_as_string()


@pytest.fixture(scope="module")
def listed(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told


def test_the_list_keeps_to_the_schema_of_its_format(text: str) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    assert validator.validate_str(text) is None
    assert validator.validate_str(text.replace('"library"', '"libary"')) is not None


def test_every_package_of_the_lock_is_listed_with_its_hashes_and_its_licence(listed: dict[str, Any]) -> None:
    found = {
        (one["name"], one["version"]): {each["content"] for each in one["externalReferences"][0]["hashes"]}
        for one in listed["components"]
    }
    assert found == {(pin.name, pin.version): set(pin.hashes) for pin in read_lock("requirements.lock")}
    assert all(one["licenses"][0]["expression"] for one in listed["components"])


def test_the_networks_are_listed_as_their_cards_describe_them(listed: dict[str, Any]) -> None:
    models = listed["metadata"]["component"]["components"]
    assert {one["name"]: one["hashes"][0]["content"] for one in models} == model_hashes()
    assert len(models) == 3


def test_the_program_needs_what_the_project_names(listed: dict[str, Any]) -> None:
    needs = {one["ref"]: one.get("dependsOn", []) for one in listed["dependencies"]}
    assert {"flask", "onnxruntime", "opencv-python"} <= {ref.split("/")[1].split("@")[0] for ref in needs["dice-table"]}


def test_licences_are_told_in_a_table() -> None:
    assert "waitress" in sbom.table()
    assert "ZPL-2.1" in sbom.table()


def test_a_licence_that_nobody_knows_is_refused() -> None:
    with pytest.raises(sbom.UnknownLicenceError, match="is not installed here"):
        sbom._licence("no-such-package")
