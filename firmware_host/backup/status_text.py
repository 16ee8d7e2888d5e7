"""How the automatic backups stand, in words."""

from datetime import datetime

from firmware_host.backup.automatic import BackupStatus
from firmware_host.words import Words, joined, say, say_count


def made(status: BackupStatus) -> Words:
    """Say when the last backup was made, and how much room all of them take."""
    if status.own.made is None:
        return say("No backup has been made yet. One is made after each game and each evening.")
    size = say_count(
        "{count} backup takes {megabytes} MB in {folder}.",
        "{count} backups take {megabytes} MB in {folder}.",
        status.count,
        megabytes=f"{status.megabytes:.1f}",
        folder=status.own.folder,
    )
    return joined(say("The last backup was made on {day}.", day=day(status.own.made)), size)


def failed(status: BackupStatus) -> Words | None:
    """Say why the last backup was not made; None if it was."""
    if not status.own.failure:
        return None
    return joined(say("The latest changes are not backed up."), status.own.failure)


def copied(status: BackupStatus) -> Words | None:
    """Say that the newest backup is in the second place as well; None if there is no such place, or it is not."""
    second = status.second
    if second is None or second.failure or second.made is None:
        return None
    where = say("A copy was put into {folder} on {day}.", folder=second.folder, day=day(second.made))
    return joined(where, "" if status.apart else SAME_DISK)


def overdue(status: BackupStatus) -> Words | None:
    """Say that backups have failed for a week; None if they have not."""
    if not status.own.overdue:
        return None
    return joined(say("The games have not been backed up for a week."), status.own.failure)


def day(moment: datetime) -> str:
    """Return a moment as "2026-05-01 22:30", in local time."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


SAME_DISK = say("It lies on the same disk as the games: if that breaks, both are gone.")
ONE_PLACE = say(
    "All backups lie on the disk of the games: if that breaks, they are gone with it. Save one to another machine now "
    "and then, or start the program once with --backup-to and a folder on another disk, which gets a copy of each."
)
