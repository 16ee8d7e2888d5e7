"""House rules to test with: the examples of the document, and games of this program told in parts."""

import re
from pathlib import Path

from firmware_host.rules.house import house_ruleset

ROOT = Path(__file__).resolve().parents[4]
DOCUMENT = (ROOT / "firmware_host/rules/HOUSE_RULES.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCUMENT, re.DOTALL)
TOLD_IN_PARTS = {
    path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/data/house").glob("*.toml"))
}
HOUSE_RULES = {rules.id: rules for rules in map(house_ruleset, EXAMPLES)}
