"""The commands `replay`, `options`, `verify`, `show` and `notes`."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from engine import dice
from engine.checkpoint import Keys, Unfit, load_keys
from engine.cli.commands import drawing, new_notes, options_line, refusal_line, replay_line, verify_line
from engine.cli.documents import Found, read_documents
from engine.errors import Refused
from engine.protocol import Json
from engine.records import Faulty
from engine.verify import CHECKS


def main(arguments: list[str]) -> int:
    """Run one command; 0 if all is well, 1 if any record failed, 2 if the command itself was wrong."""
    chosen = _parser().parse_args(arguments)
    if sys.stdout is None:
        return 1
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
    except OSError as error:
        # what is still to be written has nowhere to go, and Python would try once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"The answers cannot be written: {error.strerror}.\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Check and show game records.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, told in (
        ("replay", _replay, "replay records and say how each game stands"),
        ("options", _options, "say who must act now and what they may do"),
        ("verify", _verify, "check chain, dice, rules, result and signature"),
        ("show", _show, "draw the sheets as text"),
    ):
        command = commands.add_parser(name, help=told, description=told)
        command.set_defaults(run=run)
        if name == "verify":
            command.add_argument("--key", metavar="FILE", type=_read_keys, help="public keys to trust, as PEM")
            command.add_argument("--require", type=_read_checks, action="extend", default=[], metavar="CHECK,...",
                                 help=f"checks that must be there: {', '.join(CHECKS)}")  # fmt: skip
            command.add_argument("--commitment", metavar="HEX", type=_read_commitment,
                                 help="what the dice were fixed by when you saw them, before the game")  # fmt: skip
            command.add_argument("--contribution", metavar="HEX", type=_read_contribution,
                                 help="what you have added to the dice then")  # fmt: skip
        if name == "show":
            command.add_argument("--at", metavar="N", type=_read_number, help="stop after event N")
        command.add_argument("files", nargs="*", metavar="FILE", help="standard input if none is given")
    _add_notes(commands.add_parser("notes", help=_NOTES, description=_NOTES))
    return parser


_NOTES = "print the signed notes of a site that continue those that are kept, or say why they do not"


def _add_notes(command: argparse.ArgumentParser) -> None:
    command.set_defaults(run=_notes)
    command.add_argument("--key", metavar="FILE", type=_read_keys, required=True, help="public keys to trust, as PEM")
    command.add_argument("--after", metavar="FILE", type=Path, required=True, help="the notes that are kept, if any")
    command.add_argument("file", metavar="FILE", type=Path, help="the notes that have come, from the last kept one on")


def _notes(chosen: argparse.Namespace) -> int:
    """Nothing is printed unless every note is in order."""
    try:
        sys.stdout.write("".join(new_notes(chosen.after, chosen.file, chosen.key)))
    except Unfit as unfit:
        sys.stderr.write(f"{unfit}\nNothing was kept.\n")
        return 1
    return 0


def _replay(chosen: argparse.Namespace) -> int:
    return _answer(chosen.files, replay_line)


def _options(chosen: argparse.Namespace) -> int:
    return _answer(chosen.files, options_line)


def _verify(chosen: argparse.Namespace) -> int:
    kept = (chosen.commitment, chosen.contribution)
    return _answer(chosen.files, lambda document: verify_line(document, chosen.key, tuple(chosen.require), *kept))


def _show(chosen: argparse.Namespace) -> int:
    return _answer(chosen.files, lambda document: drawing(document, chosen.at))


def _answer(files: list[str], answer_of: Callable[[Any], Json | str]) -> int:
    """One answer for each document, as soon as it is read: a text, or a line of JSON."""
    failed = False
    for found in read_documents(files):
        try:
            answer = answer_of(_document(found))
        except Faulty as fault:
            answer = refusal_line(fault.at, fault.refusal)
        failed = failed or (isinstance(answer, dict) and not answer["ok"])
        sys.stdout.write(answer if isinstance(answer, str) else json.dumps(answer) + "\n")
        sys.stdout.flush()
    return int(failed)


def _document(found: Found) -> Any:
    if isinstance(found, Refused):
        raise Faulty(0, found)
    return found


def _read_keys(path: str) -> Keys | None:
    try:
        keys = load_keys(Path(path).read_bytes())
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise argparse.ArgumentTypeError(f"the keys in {path} cannot be read") from None
    if keys == {}:
        raise argparse.ArgumentTypeError(f"there is no Ed25519 public key in {path}")
    return keys


def _read_checks(text: str) -> list[str]:
    checks = text.split(",")
    unknown = [check for check in checks if check not in CHECKS]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no check {', '.join(unknown)}")
    return checks


def _read_commitment(text: str) -> str:
    if not dice.is_hash(text):
        raise argparse.ArgumentTypeError("a commitment is 64 hex digits in lower case")
    return text


def _read_contribution(text: str) -> str:
    if not text or not dice.is_contribution(text):
        raise argparse.ArgumentTypeError("a contribution is 32 hex digits in lower case")
    return text


def _read_number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError("N is a whole number from 0")
    return int(text.lstrip("0")[:18] or 0)
