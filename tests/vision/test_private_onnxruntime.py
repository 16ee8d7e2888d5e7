import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SILENCED = {"CI", "TF_BUILD", "GITHUB_ACTIONS", "ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "XDG_CACHE_HOME"}
"""What would keep onnxruntime silent without our doing, or would lead its files elsewhere."""


def test_loading_a_network_leaves_nothing_in_the_home_folder(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in SILENCED}
    script = "from vision.network import load_network; load_network('cocked')"
    subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={**environment, "HOME": str(tmp_path)}, check=True, timeout=60
    )

    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [], "as the id of this device would be"


def test_one_module_alone_imports_onnxruntime() -> None:
    importing = re.compile(r"^\s*(?:import onnxruntime|from onnxruntime)|import_module\(.onnxruntime", re.MULTILINE)
    rooms = ("firmware_host", "hardware", "models", "tests", "vision", "web_ui")
    scripts = (path for room in rooms for path in (ROOT / room).rglob("*.py") if "node_modules" not in path.parts)
    found = {str(path.relative_to(ROOT)) for path in scripts if importing.search(path.read_text(encoding="utf-8"))}
    assert found == {"vision/private_onnxruntime.py"}
