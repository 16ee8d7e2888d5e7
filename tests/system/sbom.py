"""What is shipped, with versions, hashes and licences: a CycloneDX list (SBOM) on standard output, or a table.

    python -m tests.system.sbom > dice-table.cdx.json
    python -m tests.system.sbom --licences

Shipped are the program, its trained networks, and everything that requirements.lock installs on any system. A licence
that is not known ends it with exit status 1.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

import click
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, Property, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseAcknowledgement, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from firmware_host import __version__
from vision.network import model_hashes

LOCK = Path(__file__).resolve().parents[2] / "requirements.lock"
OWN_LICENCE = "MIT"

ON_OTHER_SYSTEMS: Mapping[str, str] = MappingProxyType(
    {
        "coloredlogs": "MIT",
        "humanfriendly": "MIT",
        "lgpio": "Unlicense",
        "mpmath": "BSD-3-Clause",
        "sympy": "BSD-3-Clause",
    }
)
"""Licences of packages that this machine does not install, so that their own words cannot be read."""

IN_OTHER_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "3-Clause BSD License": "BSD-3-Clause",
        "Apache 2.0": "Apache-2.0",
        "Apache Software License": "Apache-2.0",
        "BSD License": "BSD-3-Clause",
        "MIT License": "MIT",
        "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
        "ZPL 2.1": "ZPL-2.1",
    }
)
"""How packages without an SPDX expression call their licence."""


class UnknownLicenceError(ValueError):
    """Nobody can say under which licence something is shipped."""


@dataclass(frozen=True, slots=True)
class Shipped:
    """A package of the lock: where it applies ("" everywhere), the SHA-256 of its files, licence and licence files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    licence: str
    licence_files: tuple[str, ...]

    @property
    def purl(self) -> PackageURL:
        """Its name among all packages of the world."""
        return PackageURL("pypi", None, self.name, self.version)


def shipped() -> Iterator[Shipped]:
    """Yield every package of requirements.lock; UnknownLicenceError."""
    text = LOCK.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        found = re.match(r"(?P<name>[a-z0-9.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.*?))?\s+--hash", line)
        if found:
            licence, files = _licence(found["name"])
            yield Shipped(
                found["name"],
                found["version"],
                found["marker"] or "",
                tuple(re.findall(r"sha256:(\w{64})", line)),
                licence,
                files,
            )


def bill_of_materials() -> Bom:
    """Return the list: the program with its networks, and the packages, each with what it needs."""
    bom = Bom()
    program = Component(
        name="dice-table",
        version=__version__,
        type=ComponentType.APPLICATION,
        bom_ref="dice-table",
        licenses=[DisjunctiveLicense(id=OWN_LICENCE)],
        components=[
            Component(
                name=name,
                version=__version__,
                type=ComponentType.MACHINE_LEARNING_MODEL,
                bom_ref=f"models/{name}",
                licenses=[DisjunctiveLicense(id=OWN_LICENCE)],
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256)],
            )
            for name, sha256 in model_hashes().items()
        ],
    )
    bom.metadata.component = program
    packages = list(shipped())
    components: dict[str, list[Component]] = {}
    for package in packages:
        component = _component(package)
        bom.components.add(component)
        components.setdefault(package.name, []).append(component)
    bom.register_dependency(program, [one for name in _needs("dice-table") for one in components.get(name, ())])
    for name, versions in components.items():
        needed = [one for need in _needs(name) for one in components.get(need, ())]
        for component in versions:
            bom.register_dependency(component, needed)
    return bom


def table() -> str:
    """Return name, version and licence of everything shipped, line by line."""
    rows = [("dice-table and its networks", __version__, OWN_LICENCE)]
    rows += [(package.name, package.version, package.licence) for package in shipped()]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{name:<{widths[0]}}  {version:<{widths[1]}}  {licence}" for name, version, licence in rows)


def _component(package: Shipped) -> Component:
    properties = [Property(name="dice-table:licence-file", value=file) for file in package.licence_files]
    if package.marker:
        properties.append(Property(name="dice-table:installed-where", value=package.marker))
    return Component(
        name=package.name,
        version=package.version,
        type=ComponentType.LIBRARY,
        bom_ref=str(package.purl),
        purl=package.purl,
        licenses=[LicenseExpression(package.licence, acknowledgement=LicenseAcknowledgement.DECLARED)],
        properties=properties,
        external_references=[
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION,
                url=XsUri(f"https://pypi.org/project/{package.name}/{package.version}/#files"),
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256) for sha256 in package.hashes],
            )
        ],
    )


def _licence(name: str) -> tuple[str, tuple[str, ...]]:
    """Return a package's licence as an SPDX expression, and the files that spell it out."""
    if name in ON_OTHER_SYSTEMS:
        return ON_OTHER_SYSTEMS[name], ()
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        raise UnknownLicenceError(f"{name} is not installed here, and ON_OTHER_SYSTEMS does not name it") from None
    classes = [one.split(" :: ")[-1] for one in told.get_all("Classifier") or () if one.startswith("License :: OSI")]
    own_words = (*(told.get_all("License-Expression") or ()), *(told.get_all("License") or ()), *classes)
    known = [IN_OTHER_WORDS.get(word, word) for word in own_words]
    spdx = [word for word in known if re.fullmatch(r"[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*", word)]
    if not spdx:
        raise UnknownLicenceError(f"{name} calls its licence {known}, which IN_OTHER_WORDS does not name")
    return spdx[0], tuple(told.get_all("License-File") or ())


def _needs(name: str) -> list[str]:
    """Return the names of what a package needs when it is installed without extras; [] for one not installed here."""
    try:
        required = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []
    needed = (Requirement(one) for one in required)
    return sorted({canonicalize_name(one.name) for one in needed if "extra" not in str(one.marker or "")})


def main() -> None:
    """Print the list, or the table of licences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--licences", action="store_true", help="print a table of licences")
    asked = parser.parse_args()
    try:
        click.echo(table() if asked.licences else JsonV1Dot6(bill_of_materials()).output_as_string(indent=2))
    except UnknownLicenceError as error:
        sys.exit(f"{error}.")


if __name__ == "__main__":
    main()
