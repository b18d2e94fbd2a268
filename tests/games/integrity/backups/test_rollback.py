"""A backup that knows less than what was signed is a rollback: named, and restored only by whoever accepts it."""

from pathlib import Path

import pytest
from django.core.management import CommandError
from django.db import connections

from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Checkpoint, Game
from games.log.state_cache import fold_memory
from tests.games.integrity.backups.sites import backed_up, bodies, bodies_in, kept_aside, play_and_sign, run
from tests.games.sample_tables import move, table

pytestmark = pytest.mark.slow


def signed_at(number: int) -> str:
    return Checkpoint.objects.get(pk=number).at


def test_a_backup_that_ends_before_the_database_in_use_is_refused(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(3)
    told = f"The backup ends at checkpoint 2, but checkpoint 5 was signed at {signed_at(5)}"
    before = bodies()
    with pytest.raises(CommandError, match=rf"Nothing was restored\. {told}.* --accept-older"):
        run("restore", backup)
    assert bodies() == before
    assert kept_aside(site) == []


def test_whoever_accepts_it_gets_the_older_state_and_keeps_the_newer(site: Path) -> None:
    play_and_sign(2)
    backup, older = backed_up(site), bodies()
    play_and_sign(1)
    newer = bodies()
    said = run("restore", backup, "--accept-older")
    assert "Accepted: The backup ends at checkpoint 2, but checkpoint 3 was signed" in said
    assert bodies() == older
    [old] = kept_aside(site)
    assert bodies_in(old) == newer


def test_events_since_the_last_checkpoint_count_as_well(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    move(Game.objects.get().pk)
    game = Game.objects.get()
    told = f"1 end earlier in the backup; an example is {game.pk}, whose event {game.seq} it lacks"
    with pytest.raises(CommandError, match=f"{told}.* --accept-older"):
        run("restore", backup)
    assert told in run("restore", backup, "--accept-older")


def test_a_backup_that_holds_more_events_but_lacks_a_game_is_refused(site: Path) -> None:
    games = [table(), table()]
    early = backed_up(site, "early")
    for _ in range(3):
        move(games[0])
    later = backed_up(site, "later")
    run("restore", early, "--accept-older")
    move(games[1])
    last = Game.objects.get(pk=games[1])
    with pytest.raises(CommandError, match=f"1 end earlier in the backup; an example is {last.pk}"):
        run("restore", later)
    assert Game.objects.get(pk=games[1]).head_hash == last.head_hash


def test_a_game_that_went_on_in_another_way_is_a_fork(site: Path) -> None:
    game = table()
    early = backed_up(site, "early")
    for _ in range(4):
        move(game)
    later = backed_up(site, "later")
    run("restore", early, "--accept-older")
    fold_memory.clear()
    move(game)
    seq, here = Game.objects.get(pk=game).seq, bodies()
    told = f"1 went on in another way in the backup and 0 end earlier there; an example is {game}, whose event {seq}"
    with pytest.raises(CommandError, match=f"{told}.* --accept-older"):
        run("restore", later)
    assert bodies() == here
    assert told in run("restore", later, "--accept-older")


def test_notes_that_were_kept_elsewhere_tell_it_even_without_a_database(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(2)
    kept = site.parent.parent / "notes"
    kept.write_text(run("checkpoints"))
    told = f"ends at checkpoint 2, but checkpoint 4 was signed at {signed_at(4)}"
    connections.close_all()
    site.unlink()
    with pytest.raises(CommandError, match=told):
        run("restore", backup, "--checkpoints", kept)
    assert not site.exists()
    run("restore", backup, "--checkpoints", kept, "--accept-older")
    assert Checkpoint.objects.count() == 2


def test_a_backup_that_knows_all_that_was_kept_is_restored(site: Path) -> None:
    play_and_sign(2)
    kept = site.parent.parent / "notes"
    kept.write_text(run("checkpoints", "--since", "1"))
    play_and_sign(1)
    backup, before = backed_up(site), bodies()
    run("restore", backup, "--checkpoints", kept)
    assert bodies() == before


def test_a_history_that_was_begun_anew_after_a_rollback_is_told_from_the_old_one(site: Path) -> None:
    play_and_sign(2)
    early = backed_up(site, "early")
    play_and_sign(2)
    kept, told = site.parent.parent / "notes", signed_at(3)
    kept.write_text(run("checkpoints"))
    run("restore", early, "--accept-older")
    play_and_sign(3)
    other = backed_up(site, "other")
    with pytest.raises(CommandError, match=f"another checkpoint 3 than the one that was signed at {told}"):
        run("restore", other, "--checkpoints", kept)
    kept.write_text(kept.read_text() + run("checkpoints"))
    run("restore", other, "--checkpoints", kept)


def test_notes_that_somebody_has_changed_are_refused(site: Path) -> None:
    play_and_sign(2)
    backup, before = backed_up(site), bodies()
    kept = site.parent.parent / "notes"
    kept.write_text(run("checkpoints").replace("\n2\n", "\n9\n"))
    for accepting in ([], ["--accept-older"]):
        with pytest.raises(CommandError, match=r"Note 2 of those kept elsewhere cannot be used\. The signature"):
            run("restore", backup, "--checkpoints", kept, *accepting)
    kept.write_bytes(b"\xff")
    with pytest.raises(CommandError, match="is not UTF-8"):
        run("restore", backup, "--checkpoints", kept)
    with pytest.raises(CommandError, match="No such file"):
        run("restore", backup, "--checkpoints", site.parent / "nowhere")
    assert bodies() == before


def test_a_rollback_is_told_later_by_the_audit_and_by_what_is_printed_next(site: Path) -> None:
    play_and_sign(2)
    backup = backed_up(site)
    play_and_sign(2)
    kept = site.parent.parent / "notes"
    kept.write_text(run("checkpoints"))
    assert audit(kept=kept).is_clean
    run("restore", backup, "--accept-older")
    assert audit().is_clean
    assert [finding.code for finding in audit(kept=kept).findings] == ["checkpoint/rolled-back"]
    with pytest.raises(CommandError, match="ends at checkpoint 2; it has been taken back"):
        run("checkpoints", "--since", "4")
    assert make_checkpoint() is None
