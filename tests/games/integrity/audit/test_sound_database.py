"""A database in which nothing is wrong: everything is checked and nothing is found."""

from games.integrity.audit.full_audit import audit
from games.log.models import Checkpoint, Event, Game
from tests.games.integrity.audit.world import World


def test_nothing_is_found(world: World) -> None:
    report = audit()
    assert report.findings == []
    assert report.games == Game.objects.count() == len(world.games)
    assert report.events == Event.objects.count()
    assert report.checkpoints == Checkpoint.objects.count() == 2
    assert report.imported == 1
