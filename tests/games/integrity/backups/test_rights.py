"""A restore shows who would own the site, and asks; what it takes back is remembered."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from games.accounts.models import Account
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from tests.games.integrity.backups.sites import (
    backed_up,
    bodies,
    environment,
    harm,
    in_a_process,
    kept_aside,
    play_and_sign,
    run,
)
from tests.games.sample_tables import account, table


@pytest.fixture
def backup(site: Path) -> Path:
    """A backup in which others hold the rights than on the site."""
    account("Ada", is_superuser=True, is_staff=True)
    account("Bob", is_staff=True)
    account("Cleo")
    backup = backed_up(site)
    harm(
        backup,
        "UPDATE games_account SET is_superuser = 1 WHERE username = 'cleo'",
        "UPDATE games_account SET is_staff = 0 WHERE username = 'bob'",
        "UPDATE games_account SET password = 'other' WHERE username = 'ada'",
    )
    return backup


class Terminal(StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        return True


def restore(backup: Path, typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said to somebody who answers the question; or the refusal."""
    out = StringIO()
    monkeypatch.setattr("sys.stdin", Terminal(f"{typed}\n"))
    try:
        call_command("restore", str(backup), stdout=out)
    except CommandError as refusal:
        out.write(str(refusal))
    return out.getvalue()


def test_it_shows_who_would_hold_which_right_and_asks(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = restore(backup, "no", monkeypatch)
    assert "  ada: owner (as now, but with ANOTHER PASSWORD)\n" in said
    assert "  cleo: owner (NEW: has no such right now)\n" in said
    assert "  bob: nothing any more (now: staff)\n" in said
    assert said.endswith("Nothing was restored. Nobody has said yes.")
    assert not Account.objects.get(username="cleo").is_superuser
    assert "The database holds 0 games" in restore(backup, "yes", monkeypatch)
    assert Account.objects.get(username="cleo").is_superuser


@pytest.mark.parametrize("interruption", [EOFError, KeyboardInterrupt])
def test_no_answer_is_a_no(
    site: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    def interrupted(prompt: str) -> str:
        raise interruption

    monkeypatch.setattr("builtins.input", interrupted)
    assert restore(backup, "", monkeypatch).endswith("Nothing was restored. Nobody has said yes.")
    assert kept_aside(site) == []


def test_without_a_terminal_it_is_not_done_unasked(site: Path, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("yes\n"))
    with pytest.raises(CommandError, match=r"Nothing was restored\. There is no terminal to ask at.*--yes"):
        call_command("restore", str(backup), stdout=StringIO())
    assert kept_aside(site) == []
    assert "  cleo: owner" in run("restore", backup)


def test_a_backup_of_a_site_without_owner_says_so(site: Path) -> None:
    assert "  nobody: the next start prints a link" in run("restore", backed_up(site))


def test_an_older_state_that_was_accepted_is_repeated_by_every_audit(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(2)
    said = run("restore", backup, "--accept-older")
    assert "every audit will say so" in said
    report = audit()
    assert report.is_clean
    [remark] = report.remarks
    assert remark.code == "witness/accepted"
    for words in ("restore --accept-older", backup.name, "from checkpoint 4 of", "to checkpoint 2 of"):
        assert words in remark.sentence
    table()
    assert make_checkpoint() == 3


def test_a_backup_is_restored_although_that_cannot_be_remembered_and_it_says_what_is_left_to_do(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_and_sign(2)
    backup, older = backed_up(site), bodies()
    play_and_sign(2)
    monkeypatch.setattr(
        "games.integrity.witness.file._write", lambda _: (_ for _ in ()).throw(OSError(28, "No space left"))
    )
    told = StringIO()
    said = run("restore", backup, "--accept-older", stderr=told)
    assert "The database holds" in said
    assert "every audit will say so" not in said
    assert "witness accept --by NAME --reason WHY" in told.getvalue()
    assert bodies() == older


def test_without_a_database_the_witness_still_tells_that_a_backup_is_older(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(1)
    connections.close_all()
    site.unlink()
    with pytest.raises(CommandError, match="ends at checkpoint 2, but checkpoint 3 was signed"):
        run("restore", backup)
    assert not site.exists()


@pytest.mark.slow
def test_every_start_says_that_the_database_was_taken_back(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(1)
    environment(site)
    site.write_bytes(backup.read_bytes())
    for ending in ("-wal", "-shm"):
        site.with_name(site.name + ending).unlink(missing_ok=True)
    for _ in range(2):
        done = in_a_process(site, "prepare")
        assert done.returncode == 0, done.stderr
        assert "ATTENTION: This site has signed checkpoint 3 of" in done.stdout
        assert "manage.py witness accept" in done.stdout
