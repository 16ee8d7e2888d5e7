import click

from firmware_host.cli.options import camera_option
from vision.sources.named import KINDS


def test_the_help_of_the_camera_option_names_every_kind_of_source() -> None:
    @click.command()
    @camera_option
    def command(camera: str | None) -> None:
        click.echo(camera)

    shown = command.params[0].get_help_record(click.Context(command))

    assert shown is not None
    assert [kind.prefix for kind in KINDS if f" {kind.prefix}" not in shown[1]] == []
