"""`manage.py audit`: what it says, in words or as JSON, and its exit status."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.protocol import Json
from games.accounts.models import Account, OneTimeLink, Token
from games.accounts.passwords import make_link
from games.accounts.tokens import make_token
from games.clock.site_time import now
from games.log.models import Event, Game
from games.progress import Progress
from games.records.models import ImportedGame
from tests.games.integrity.audit.tampering import change_event, length
from tests.games.integrity.audit.world import World

MIDDLE = 20


def run(*arguments: str) -> tuple[str, int]:
    """What is printed, and the exit status."""
    out = StringIO()
    try:
        call_command("audit", *arguments, stdout=out)
    except SystemExit as leaving:
        return out.getvalue(), int(leaving.code or 0)
    return out.getvalue(), 0


def run_json(*arguments: str) -> Json:
    """The report as JSON."""
    told, status = run("--json", *arguments)
    report: Json = json.loads(told)
    assert status == int(not report["ok"])
    return report


def test_it_says_that_everything_is_as_it_should_be(world: World) -> None:
    told, status = run()
    games, events = Game.objects.count(), Event.objects.count()
    assert told.partition("\n")[0].startswith("Remark: witness/none: There is no last checkpoint in ")
    assert told.endswith(
        "\nRights: owners: nobody.\nRights: staff: nobody.\nRights: staff tokens: nobody.\n"
        "Rights: staff links: nobody.\n"
        f"Checked {games} games, {events:,} events, 2 checkpoints, 1 imported game: everything is as it should be.\n"
    )
    assert status == 0


def test_it_names_what_differs(world: World) -> None:
    change_event(world.finished, MIDDLE, kind="stop")
    told, status = run()
    finding, *_, summary = told.splitlines()
    assert finding.startswith(f"column/kind: game {world.finished}, event {MIDDLE}: The column “kind” says ")
    assert summary.endswith(": 1 finding.")
    assert status == 1


def test_it_tells_it_as_json(world: World) -> None:
    assert run_json()["findings"] == []
    change_event(world.finished, MIDDLE, actor="p-0")
    report = run_json()
    [finding] = report["findings"]
    assert {key: finding[key] for key in ("code", "game", "seq", "checkpoint")} == {
        "code": "column/actor",
        "game": world.finished,
        "seq": MIDDLE,
        "checkpoint": None,
    }
    assert report["games"] == len(world.games)


def test_it_tells_who_may_do_what(world: World) -> None:
    Account.objects.filter(username="ada").update(is_staff=True, is_superuser=True)
    Account.objects.filter(username="bob").update(is_staff=True)
    bob, cleo = Account.objects.get(username="bob"), Account.objects.get(username="cleo")
    make_token(bob, "a program", ["read", "play"], None)
    make_token(cleo, "another", ["read"], None)
    make_link("password", bob, cleo)
    make_link("password", cleo, bob)
    rights = {
        "owners": ["ada"],
        "staff": ["bob"],
        "staff_tokens": ["bob (“a program”: read play)"],
        "staff_links": ["bob (password, made by cleo)"],
    }
    report = run_json()
    assert report["ok"]
    assert report["rights"] == rights
    told = [line for line in run()[0].splitlines() if line.startswith("Rights: ")]
    assert told[0] == "Rights: owners: ada."
    assert told[2:] == [
        "Rights: staff tokens: bob (“a program”: read play).",
        "Rights: staff links: bob (password, made by cleo).",
    ]


def test_it_tells_of_links_that_make_an_owner_and_of_none_that_has_ended(world: World) -> None:
    Account.objects.filter(username="bob").update(is_staff=True)
    bob = Account.objects.get(username="bob")
    make_link("owner")
    make_link("password", bob)
    OneTimeLink.objects.filter(account=bob).update(used_at=now())
    make_token(bob, "a program", ["read"], None)
    Token.objects.update(expires_at=now() - timedelta(days=1))
    rights = run_json()["rights"]
    assert (rights["staff_tokens"], rights["staff_links"]) == ([], ["whoever opens it first (owner)"])


def test_only_some_games(world: World) -> None:
    change_event(world.finished, MIDDLE, actor="p-0")
    report = run_json("--game", world.sealed, world.duel)
    assert (report["ok"], report["games"]) == (True, 2)
    assert report["events"] == length(world.sealed) + length(world.duel)
    assert not run_json("--game", world.finished)["ok"]


def test_the_checkpoints_of_a_game(world: World) -> None:
    assert run_json("--game", world.aborted)["checkpoints"] == 1
    assert run_json("--game", world.sealed)["checkpoints"] == 2


def test_an_imported_game(world: World) -> None:
    report = run_json("--game", world.imported)
    assert (report["ok"], report["games"], report["imported"]) == (True, 0, 1)


def test_a_game_under_whose_name_something_was_imported(world: World) -> None:
    ImportedGame.objects.filter(pk=world.imported).update(id=world.finished)
    change_event(world.finished, MIDDLE, actor="p-0")
    report = run_json("--game", world.finished)
    assert (report["games"], report["imported"]) == (1, 1)
    assert {finding["code"] for finding in report["findings"]} == {"column/actor", "imported/id"}


def test_only_what_was_imported_since(world: World) -> None:
    at = datetime(2031, 5, 17, 12, 30, tzinfo=UTC)
    ImportedGame.objects.filter(pk=world.imported).update(imported_at=at)
    for since, number in [
        ("2031-05-17", 1),
        ("2031-05-17T12:30", 1),
        ("2031-05-17T12:30:00.000001", 0),
        ("2031-05-17T12:31", 0),
        ("2031-05-17T14:30+02:00", 1),
        ("2031-05-18", 0),
    ]:
        assert run_json("--since", since)["imported"] == number, since


def test_a_game_that_there_is_not(world: World) -> None:
    report = run_json("--game", "g-nothing")
    assert [(finding["code"], finding["game"]) for finding in report["findings"]] == [("game/missing", "g-nothing")]


def test_only_games_with_something_new(world: World) -> None:
    last_at = Game.objects.get(pk=world.solo).last_at
    since = run_json("--since", last_at)
    assert since["games"] == Game.objects.filter(last_at__gte=last_at).count() < len(world.games)
    assert since["ok"]
    assert run_json("--since", "2000-01-01")["games"] == len(world.games)
    nothing = run_json("--since", "2999-01-01T00:00+02:00")
    assert (nothing["games"], nothing["checkpoints"], nothing["imported"]) == (0, 0, 0)


def test_a_time_that_is_none(world: World) -> None:
    with pytest.raises(CommandError, match="no date or time"):
        run("--since", "lately")


def test_kept_notes(world: World, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    with notes.open("w") as file:
        call_command("checkpoints", stdout=file)
    assert run("--checkpoints", str(notes))[1] == 0
    with pytest.raises(CommandError, match="There is no file"):
        run("--checkpoints", str(tmp_path / "nothing"))


def test_many_findings_are_counted_but_not_all_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.integrity.audit.findings.MOST_KEPT", 3)
    Game.objects.update(awaited=99)
    report = run_json()
    assert len(report["findings"]) == 3
    assert report["omitted"] == len(world.games) - 3
    assert run()[0].splitlines()[-1].endswith("findings, of which the first 3 are named.")


class Terminal(StringIO):
    """Something that says to be a terminal."""

    def isatty(self) -> bool:
        return True


def shown(progress_of: Any, *advances: int) -> str:
    with progress_of as progress:
        for number in advances:
            progress.advance(number)
    terminal: str = progress_of._terminal.getvalue()
    return terminal


def test_a_bar_is_drawn_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.progress.EVERY", 0.0)
    told = shown(Progress("events", 4000, True, Terminal()), 1000, 3000)
    assert re.search(r"█+░+ 1,000 of 4,000 events, [\d,]+ a second, 0:00 left", told)
    assert "4,000 of 4,000 events" in told
    assert told.endswith("\r\x1b[2K")


@pytest.mark.parametrize(("is_shown", "terminal"), [(True, StringIO()), (False, Terminal())])
def test_no_bar_is_drawn_where_nobody_looks(is_shown: bool, terminal: StringIO) -> None:
    assert shown(Progress("events", 10, is_shown, terminal), 10) == ""


def test_the_time_that_is_left() -> None:
    progress = Progress("events", 100, False)
    progress.advance(25)
    assert progress.line(30.0).endswith("25 of 100 events, 1 a second, 1:30 left")
