"""Guards that had been made and are gone are put back, but never in silence; those that never were are no matter."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.integrity.audit.batches import Selection
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.integrity.witness import file
from games.integrity.witness.history import witness_alarms
from games.log.guards import missing_guards
from games.log.models import Checkpoint, Event, Game
from tests.games.audit.tampering import IS_SQLITE, change_event, execute
from tests.games.tables import move, table

pytestmark = pytest.mark.django_db(transaction=True)

GUARD = "games_event_no_update"


def migrate() -> None:
    call_command("migrate", verbosity=0)


def drop_guard() -> None:
    execute(f"DROP TRIGGER {GUARD}" + ("" if IS_SQLITE else " ON games_event"))


@pytest.fixture
def game() -> str:
    """A game on a site that has been started before."""
    migrate()
    game = table()
    make_checkpoint()
    return game


def test_a_guard_that_is_gone_is_put_back_and_repeated_until_somebody_acknowledges_it(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    drop_guard()
    migrate()
    assert missing_guards() == []
    assert f"gone or were changed since they were made: {GUARD}" in caplog.text
    for _ in range(2):
        migrate()
        [finding] = audit().findings
        assert finding.code == "guard/gone"
        assert GUARD in finding.sentence
        assert GUARD in "".join(witness_alarms())
    call_command("witness", "acknowledge", "--by", "Ada", "--reason", "That was me.", stdout=StringIO())
    assert audit().is_clean
    assert not list(witness_alarms())
    [gone] = file.read_witness().gone
    assert (gone.names, gone.reason) == ((GUARD,), "That was me.")
    with pytest.raises(CommandError, match="nothing to acknowledge"):
        call_command("witness", "acknowledge", "--by", "Ada", "--reason", "Again.")


def test_a_guard_that_was_exchanged_for_a_weaker_one_is_named(game: str) -> None:
    drop_guard()
    if IS_SQLITE:
        execute(f"CREATE TRIGGER {GUARD} BEFORE UPDATE ON games_event WHEN 0 BEGIN SELECT 1; END")
    else:
        execute(
            f"CREATE TRIGGER {GUARD} BEFORE UPDATE ON games_event FOR EACH ROW WHEN (1 = 0) EXECUTE FUNCTION {GUARD}()"
        )
    migrate()
    assert [finding.code for finding in audit().findings] == ["guard/gone"]


def test_on_a_machine_that_remembers_nothing_a_log_without_guards_is_named(game: str) -> None:
    file.witness_path().unlink()
    drop_guard()
    migrate()
    assert [gone.names for gone in file.read_witness().gone] == [(GUARD,)]


def test_a_new_version_that_makes_other_guards_raises_no_alarm(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.log.guards import tables

    longer = tables.EVENTS._replace(continues=f"1 = 1 AND {tables.EVENTS.continues}")
    own = (longer, *tables.OWN_TABLES[1:])
    monkeypatch.setattr(tables, "OWN_TABLES", own)
    monkeypatch.setattr("games.log.guards.OWN_TABLES", own)
    assert missing_guards() == ["games_event_no_insert"]
    migrate()
    assert (missing_guards(), file.read_witness().gone) == ([], ())
    monkeypatch.undo()
    migrate()
    assert (missing_guards(), file.read_witness().gone) == ([], ())


def test_what_is_made_for_the_first_time_is_remembered_and_no_matter(game: str) -> None:
    """That a migration may drop and make them anew is in `tests/games/guards/test_upgrading.py`."""
    assert (file.read_witness().gone, set(file.read_witness().guards) >= {GUARD, "games_checkpoint_no_delete"}) == (
        (),
        True,
    )


def test_meanwhile_a_log_is_gone_through_before_it_is_signed(game: str, caplog: pytest.LogCaptureFixture) -> None:
    sound = table()
    for one in (game, sound):
        move(one)
    first = Event.objects.get(game=game, seq=1)
    change_event(game, 1, body=first.body.replace('"levels":[1,', '"levels":[2,'))
    assert Event.objects.get(game=game, seq=1).body != first.body
    drop_guard()
    migrate()
    assert make_checkpoint() == 2
    assert Game.objects.get(pk=sound).checkpointed_seq == Game.objects.get(pk=sound).seq
    assert Game.objects.get(pk=game).checkpointed_seq < Game.objects.get(pk=game).seq
    assert f"The log of game {game} is not signed" in caplog.text
    assert make_checkpoint() is None
    assert Checkpoint.objects.count() == 2


def test_meanwhile_every_audit_looks_at_everything(game: str) -> None:
    other = table()
    change_event(other, 1, actor="p-0")
    selection = Selection(games=(game,))
    assert audit(selection).is_clean
    drop_guard()
    migrate()
    assert {finding.code for finding in audit(selection).findings} == {"guard/gone", "column/actor"}
