"""`dice-table replay`: a game written as text, played by its rules."""

import json
from pathlib import Path

import click

from firmware_host.assembly.games import STOCK, Games
from firmware_host.coach.errors import CoachError
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.state import Game
from firmware_host.game.transcript import TranscriptError
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.notation import STRUCK
from firmware_host.rules.ruleset import Box
from firmware_host.rules.scorecard import Entry, mark

FAULT = 2
MIDDLE_DOT = "\N{MIDDLE DOT}"


def replay_file(file: Path, as_json: bool, games: Games = STOCK, ledger: Path | None = None) -> int:
    """Play the game in a file ("-": standard input), print how it stands, and return the exit status.

    Where `ledger` names the data folder, what was luck and what was skill is printed too.
    """
    try:
        with click.open_file(str(file), encoding="utf-8-sig") as stream:
            text = stream.read()
        transcript = parse_transcript(text, games.rulesets)
        game = replay(transcript, games.rulesets)
    except TranscriptError as error:
        return _fault(f"{file}, line {error.at.line}, position {error.at.position}: {error.reason}")
    except UnicodeDecodeError as error:
        return _fault(f"{file} is no text: {error}. Save it as UTF-8.")
    except OSError as error:
        return _fault(f"{file} cannot be read: {error.strerror or error}.")
    found, lines = result(game), _told(game)
    if ledger is not None:
        from firmware_host.assembly.accounting import described_ledger, told_ledger  # noqa: PLC0415 - NumPy, if needed

        try:
            if as_json:
                found["ledger"] = described_ledger(transcript, game, ledger)
            else:
                lines += ["", *told_ledger(transcript, game, ledger)]
        except CoachError as error:
            return _fault(str(error))
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines))
    return 0


def _told(game: Game) -> list[str]:
    rules, names = game.ruleset, [player.name for player in game.players]
    rows = [("", names)]
    rows += [
        (box.title, [_slots(box, card.rows[row]) for card in game.now.cards]) for row, box in enumerate(rules.boxes)
    ]
    rows += [(bonus.title, [str(card.bonuses[bonus.id]) for card in game.now.cards]) for bonus in rules.bonuses]
    if game.now.match:
        rows.append(("Rounds won", [str(won) for won in game.now.match.won]))
    else:
        rows.append(("Total", [str(card.total) for card in game.now.cards]))
    if rules.awards:
        rows.append(("Points", [str(card.points) for card in game.now.cards]))
    widths = [max(len(cells[column]) for _, cells in rows) for column in range(len(names))]
    titles = max(len(title) for title, _ in rows)
    lines = [rules.title]
    for title, cells in rows:
        shown = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{title:<{titles}}  {shown}".rstrip())
    winners = [names[seat] for seat in game.winners]
    lines.append(f"Won by {', '.join(winners)}." if winners else "Not finished.")
    return lines


def _slots(box: Box, row: tuple[Entry, ...]) -> str:
    """Write what stands in a box, a dot for what is open."""
    written = [STRUCK if entry.struck else mark(box, entry) for entry in row]
    return " ".join(written + [MIDDLE_DOT] * (box.slots - len(row)))


def _fault(sentence: str) -> int:
    click.echo(f"dice-table replay: {sentence}", err=True)
    return FAULT
