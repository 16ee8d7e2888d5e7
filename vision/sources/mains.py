"""The frequency at which lamps flicker with the mains, from the time zone: a shutter that fits it shows no bands."""

import os
from pathlib import Path

LOCALTIME = Path("/etc/localtime")

SIXTY = ("America/", "US/", "Canada/", "Mexico/", "Brazil/")
SIXTY_TOO = {
    "Asia/Seoul", "Asia/Manila", "Asia/Taipei", "Asia/Riyadh", "Pacific/Honolulu", "Pacific/Guam", "Pacific/Pago_Pago",
}  # fmt: skip
FIFTY_AFTER_ALL = (
    "America/Argentina/", "America/Buenos_Aires", "America/Santiago", "America/Punta_Arenas", "America/Montevideo",
    "America/Asuncion", "America/La_Paz", "America/Jamaica", "America/Barbados", "America/Martinique",
    "America/Guadeloupe", "America/Cayenne", "America/Nuuk", "America/Grenada",
)  # fmt: skip


def mains_hertz(localtime: Path = LOCALTIME) -> int:
    """50 or 60. Lamps flicker twice as often."""
    return 60 if _is_sixty(_zone(localtime)) else 50


def _zone(localtime: Path) -> str:
    """The time zone's name, such as "Europe/Berlin"; "" where the system does not tell it."""
    try:
        return os.environ.get("TZ", "").lstrip(":") or str(localtime.readlink()).partition("zoneinfo/")[2]
    except OSError:
        return ""


def _is_sixty(zone: str) -> bool:
    return zone in SIXTY_TOO or (zone.startswith(SIXTY) and not zone.startswith(FIFTY_AFTER_ALL))
