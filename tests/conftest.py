import os
from pathlib import Path

import pytest
from hypothesis import settings

# Machines are shared and noisy: how long an example takes says nothing about the program.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def photos() -> Path:
    """Give the folder of real photographs; a test that asks for it skips, or fails where all is required, without."""
    folder = (ROOT / os.environ.get("DICE_PHOTOS", "../shared/photos")).resolve()
    if not folder.is_dir():
        reason = f"no photographs in {folder}; set DICE_PHOTOS to their folder"
        if os.environ.get("DICE_TABLE_REQUIRE_ALL"):
            pytest.fail(f"{reason} (DICE_TABLE_REQUIRE_ALL is set)")
        pytest.skip(reason)
    return folder
