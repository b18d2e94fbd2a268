"""A history that was rewritten without any key is not signed: this machine remembers what it has signed before."""

import json
import logging
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.checkpoint import note_hash, signed_text, write_note
from games.integrity.audit.checkpoints import check_witness
from games.integrity.audit.findings import Finding, Report
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.integrity.startup import check_at_start
from games.integrity.tasks import make_checkpoint as make_checkpoint_task
from games.integrity.witness import file
from games.integrity.witness.history import HistoryContradicted, _Counted, catch_up, contradiction, witness_alarms
from games.keys.signing import signing_key
from games.log.models import Checkpoint, CheckpointLeaf, Event, Game
from games.log.state_cache import fold_at, fold_memory
from tests.emptying import _delete, _filled
from tests.games.choices import choices
from tests.games.integrity.audit.tampering import IS_SQLITE, around_the_guards, event, execute, remake
from tests.games.sample_tables import move, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SPOILING = (
    (
        "CREATE TRIGGER spoil AFTER INSERT ON games_checkpoint BEGIN"
        " UPDATE games_checkpoint"
        " SET note = replace(note, char(10) || '4' || char(10), char(10) || '5' || char(10)); END"
    ),
)
SPOILING_ON_POSTGRESQL = (
    (
        "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN NEW.note = replace(NEW.note, E'\\n4\\n', E'\\n5\\n'); RETURN NEW; END$$"
    ),
    "CREATE TRIGGER spoil BEFORE INSERT ON games_checkpoint FOR EACH ROW EXECUTE FUNCTION spoil()",
)
"""A trigger that puts another number into the fourth note."""


@pytest.fixture
def game() -> str:
    """A game under three checkpoints; the last move is one of several that the rules allow."""
    other, game = table(), table()
    make_checkpoint()
    move(other)
    make_checkpoint()
    move(game)
    make_checkpoint()
    return game


def remarks(report: Report | None = None) -> list[Finding]:
    """What the witness remarks; PostgreSQL may say besides that it cannot be asked for its pages."""
    return [remark for remark in (report or audit()).remarks if remark.code.startswith("witness/")]


def unsign(after: int = 0) -> None:
    """Delete the checkpoints after one, and whatever tells that there were any."""
    with around_the_guards():
        execute("DELETE FROM games_checkpointleaf WHERE checkpoint_id > %s", after)
        execute("DELETE FROM games_checkpoint WHERE number > %s", after)
    for game in Game.objects.all():
        covered = CheckpointLeaf.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True).first()
        Game.objects.filter(pk=game.pk).update(checkpointed_seq=covered or 0)
    fold_memory.clear()


def change_last_move(game: str) -> None:
    """Let somebody have done something else that the rules allow, and reckon chain and head anew."""
    last = Event.objects.filter(game=game).order_by("-seq")[0]
    before = fold_at(game, last.seq - 1)
    done = {"kind": last.kind, "seat": last.seat, **json.loads(last.body)["data"]}
    others = choices(before.rules.options(before.state, last.seat or 0), last.seat or 0)
    chosen = next(one for one in others if one["kind"] == last.kind and one != done)
    remake(game, last.seq, data={key: value for key, value in chosen.items() if key not in ("kind", "seat")})
    assert event(game, last.seq).hash != last.hash


def rewrite_everything(game: str) -> None:
    unsign()
    change_last_move(game)


def lose_the_last(game: str) -> None:
    unsign(after=2)


def lose_several_and_rewrite(game: str) -> None:
    unsign(after=1)
    change_last_move(game)


def exchange_the_last_note(game: str) -> None:
    """Put another note in the place of the last, linked as it should be, and even signed with our key."""
    last = Checkpoint.objects.get(number=3)
    root, key = last.note.split("\n")[4], signing_key()
    previous = note_hash(Checkpoint.objects.get(number=2).note)
    signed = signed_text(3, "2026-01-01T00:00:00.000000Z", previous, root, key.id)
    with around_the_guards():
        Checkpoint.objects.filter(number=3).update(note=write_note(signed, key.sign(signed)))


def lose_all_games(game: str) -> None:
    """Only the notes are left."""
    kept = {"games_checkpoint"}
    with around_the_guards():
        _delete(_filled() - kept)
    fold_memory.clear()


def lose_events(game: str) -> None:
    """The rows of games and all checkpoints are left."""
    with around_the_guards():
        execute("DELETE FROM games_event WHERE game_id = %s", game)
    fold_memory.clear()
    _Counted.until = 0.0  # that is looked at every few minutes


def lose_everything(game: str) -> None:
    with around_the_guards():
        _delete(_filled())
    fold_memory.clear()


@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (rewrite_everything, "witness/older"),
        (lose_the_last, "witness/older"),
        (lose_several_and_rewrite, "witness/older"),
        (exchange_the_last_note, "witness/other"),
        (lose_all_games, "witness/smaller"),
        (lose_events, "witness/smaller"),
        (lose_everything, "witness/older"),
    ],
)
def test_no_forged_history_is_signed_and_every_one_is_named(
    game: str, attack: Callable[[str], None], code: str, caplog: pytest.LogCaptureFixture
) -> None:
    attack(game)
    if attack in (rewrite_everything, lose_everything):
        assert audit(is_in_use=False).is_clean, "nothing but the witness can tell"
    before = list(Checkpoint.objects.values_list("note", flat=True))
    table()  # something to sign
    assert code in {finding.code for finding in audit().findings}
    with pytest.raises(HistoryContradicted, match="Nothing is signed"):
        make_checkpoint()
    make_checkpoint_task()
    check_at_start()
    assert sum("Nothing is signed" in record.message for record in caplog.records) == 2
    assert all(record.levelno == logging.ERROR for record in caplog.records if "signed" in record.message)
    assert list(Checkpoint.objects.values_list("note", flat=True)) == before


def test_a_forgery_stays_named_when_it_has_grown_past_what_was_signed(game: str) -> None:
    """Without the witness the site itself signs the forged history until it is longer than the true one."""
    remembered = file.witness_path().read_text()
    rewrite_everything(game)
    file.witness_path().unlink()
    for _ in range(4):
        table()
        make_checkpoint()
    file.witness_path().write_text(remembered)
    [wrong] = [finding for finding in audit().findings if finding.code.startswith("witness/")]
    assert (wrong.code, wrong.checkpoint) == ("witness/other", 3)


def test_a_witness_that_is_behind_catches_up(game: str) -> None:
    """As after a crash between the commit and the file, or on a machine that has not signed for a while."""
    behind = file.witness_path().read_text()
    for _ in range(3):
        table()
        make_checkpoint()
    ahead = file.read_witness()
    file.witness_path().write_text(behind)
    assert audit().is_clean
    catch_up()
    assert file.read_witness() == ahead
    assert not remarks()


def test_notes_that_do_not_follow_what_was_seen_are_a_contradiction(game: str) -> None:
    behind = file.witness_path().read_text()
    table()
    make_checkpoint()
    with around_the_guards():
        Checkpoint.objects.filter(number=4).update(note=Checkpoint.objects.get(number=4).note.replace("\n4\n", "\n5\n"))
    file.witness_path().write_text(behind)
    assert "witness/other" in {finding.code for finding in audit().findings}
    with pytest.raises(HistoryContradicted, match="comes one that it has not"):
        catch_up()


def test_what_was_signed_is_remembered_and_not_what_the_database_made_of_it(game: str) -> None:
    """Else a trigger that spoils notes as they are stored would have the witness vouch for whatever it puts there."""
    table()
    with around_the_guards():
        for statement in SPOILING if IS_SQLITE else SPOILING_ON_POSTGRESQL:
            execute(statement)
        assert make_checkpoint() == 4
        execute("DROP TRIGGER spoil" if IS_SQLITE else "DROP FUNCTION spoil CASCADE")
    table()
    with pytest.raises(HistoryContradicted, match="has another one under that number"):
        make_checkpoint()
    assert "witness/other" in {finding.code for finding in audit().findings}


def test_a_note_that_nobody_has_signed_is_not_adopted(game: str, caplog: pytest.LogCaptureFixture) -> None:
    file.witness_path().unlink()
    with around_the_guards():
        Checkpoint.objects.filter(number=3).update(note=Checkpoint.objects.get(number=3).note.replace("\n3\n", "\n9\n"))
    check_at_start()
    assert file.read_witness().seen is None
    assert "Checkpoint 3 is not remembered beside the keys: The signature of checkpoint 9 is wrong." in caplog.text
    table()
    assert make_checkpoint() == 4
    assert "witness/adopted" in {remark.code for remark in remarks()}


def test_a_database_from_before_is_adopted_and_the_audit_says_so_for_ever(game: str) -> None:
    file.witness_path().unlink()
    assert [remark.code for remark in remarks()] == ["witness/none"]
    check_at_start()
    table()
    make_checkpoint()
    report = audit()
    assert report.is_clean
    [remark] = remarks(report)
    assert (remark.code, remark.checkpoint) == ("witness/adopted", 3)
    assert remark._asdict() in report.as_json()["remarks"]


def test_a_history_that_was_rewritten_when_the_witness_was_gone_is_adopted_too(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    rewrite_everything(game)
    file.witness_path().unlink()
    assert [remark.code for remark in remarks()] == ["witness/none"]
    call_command("migrate", verbosity=0)
    assert "begins with logs that were there before" in caplog.text
    assert make_checkpoint() == 1
    for _ in range(2):
        call_command("migrate", verbosity=0)
        [remark] = remarks()
        assert (remark.code, remark.checkpoint) == ("witness/adopted", 0)
        assert "took its logs without a checkpoint at its word" in remark.sentence


def test_a_new_site_adopts_nothing() -> None:
    file.witness_path().unlink(missing_ok=True)
    call_command("migrate", verbosity=0)
    check_at_start()
    table()
    make_checkpoint()
    assert file.read_witness().seen is not None
    assert not remarks()


def test_what_an_owner_accepts_is_signed_again_and_repeated_for_ever(game: str) -> None:
    lose_the_last(game)
    out = StringIO()
    with pytest.raises(CommandError, match="Say who and why"):
        call_command("witness", "accept", "--by", "Ada")
    call_command("witness", "accept", "--by", "Ada", "--reason", "The disk\nwas broken.", stdout=out)
    assert "from checkpoint 3 of" in out.getvalue()
    assert make_checkpoint() == 3
    for _ in range(2):
        report = audit()
        assert report.is_clean
        [remark] = remarks(report)
        assert remark.code == "witness/accepted"
        for words in ("Ada (", "The disk was broken.", "from checkpoint 3 of", "to checkpoint 2 of", "sha256"):
            assert words in remark.sentence
    with pytest.raises(CommandError, match="There is nothing to accept"):
        call_command("witness", "accept", "--by", "Ada", "--reason", "Once more.")


def test_an_empty_database_can_be_accepted(game: str) -> None:
    lose_everything(game)
    call_command("witness", "accept", "--by", "Ada", "--reason", "We begin anew.", stdout=StringIO())
    table()
    assert make_checkpoint() == 1
    assert audit().is_clean


ODD: dict[str, Any] = {
    "format": "brikks-witness/1",
    "seen": None,
    "guards": {},
    "adopted": [],
    "accepted": [],
    "gone": [],
}
"""A memory of nothing, into which something is written that nobody would remember."""


@pytest.mark.parametrize(
    "content",
    [
        *("", "{}", '{"format": "brikks-witness/9"}', "\x00", "[" * 99999),
        json.dumps({**ODD, "guards": {"games_event_no_update": 1}}),
        json.dumps({**ODD, "gone": [{"at": "2026", "names": [1]}]}),
        json.dumps({**ODD, "adopted": [{"at": 1, "number": 1, "sha256": ""}]}),
        json.dumps({**ODD, "accepted": [{"at": "2026", "by": None, "reason": "", "before": "", "after": ""}]}),
    ],
)
def test_a_damaged_memory_is_named_and_nothing_is_signed(game: str, content: str) -> None:
    file.witness_path().write_text(content)
    table()
    assert [finding.code for finding in audit().findings] == ["witness/unreadable"]
    make_checkpoint_task()
    assert Checkpoint.objects.count() == 3
    [alarm] = witness_alarms()
    assert str(file.witness_path()) in alarm
    with pytest.raises(CommandError, match="cannot be used"):
        call_command("witness")
    assert file.witness_path().read_text() == content


@pytest.mark.skipif(not IS_SQLITE, reason="PostgreSQL stores no text that is none")
def test_a_note_that_is_no_text_any_more_is_named(game: str) -> None:
    with around_the_guards():
        execute("UPDATE games_checkpoint SET note = CAST(x'ff' AS TEXT) WHERE number = 3")
    assert "witness/unreadable" in {finding.code for finding in check_witness(file.read_witness()).findings}


def test_only_its_owner_can_read_it_and_nothing_is_left_beside_it(game: str) -> None:
    assert file.witness_path().stat().st_mode & 0o777 == 0o600
    assert not list(file.witness_path().parent.glob(f".{file.FILE}*"))


def test_the_command_shows_what_is_remembered(game: str) -> None:
    out = StringIO()
    call_command("witness", stdout=out)
    assert "remembers checkpoint 3 of" in out.getvalue()
    assert f"which covers 2 logs with {Event.objects.count()} events" in out.getvalue()


def test_logs_and_events_are_counted_once_in_a_while_and_not_whenever_a_monitor_asks(game: str) -> None:
    seen = file.read_witness().seen
    assert contradiction(seen, is_patient=True) is None
    with CaptureQueriesContext(connection) as asked:
        assert contradiction(seen) is None
    assert not any("count(*)" in query["sql"].lower() for query in asked)
    lose_all_games(game)
    wrong = contradiction(seen, is_patient=True)
    assert wrong is not None
    assert wrong.code == "witness/smaller"
    assert contradiction(seen) == wrong, "what has vanished is said at once from then on"
