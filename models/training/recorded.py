"""Take files out of the repository's history: `python -m models.training.recorded --file NAME=HASH --out FOLDER`.

Git knows a file by the hash of its content, whatever commit it is in, so that a hash is all that need be recorded.
"""

import subprocess
from pathlib import Path

import click

from models.training.photos import REPOSITORY


def blob(content: str, repository: Path = REPOSITORY) -> bytes:
    """The content that git keeps under a hash; click.ClickException where the repository does not have it."""
    try:
        found = subprocess.run(  # noqa: S603 - git's own name for a content, from the lineage
            ["git", "-C", str(repository), "-c", "safe.directory=*", "cat-file", "blob", content],  # noqa: S607 - the git of this machine
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise click.ClickException(
            f"git has no file {content} in {repository}: this needs a clone with its whole history. "
            "Without --recorded the first generation is trained anew."
        ) from error
    return found.stdout


@click.command()
@click.option("--file", "files", multiple=True, required=True, help="NAME=HASH: a file to write, and git's hash of it.")
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(files: tuple[str, ...], out: Path) -> None:
    """Write files of the repository's history into a folder."""
    for name, _, content in (file.rpartition("=") for file in files):
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(blob(content))
        click.echo(f"{name}: {content}")


if __name__ == "__main__":
    main()
