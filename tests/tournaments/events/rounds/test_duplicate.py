"""Everybody gets the same dice, nothing is told before a round closes, and then everything can be checked."""

from itertools import pairwise, takewhile

import pytest

from engine.verify import verify
from games.accounts.callers import ANYBODY
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.event_store import read_log
from games.play.creation import create_game
from games.play.deals import seed_of
from games.play.models import Deal, ResultChange
from games.play.setup import Setup
from games.records.export import export_record
from games.refusals import Conflict
from tests.games.clock.watch import Watch
from tests.games.sample_tables import CONTRIBUTION, caller, command, fold_of
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    counts,
    duplicate,
    game_of,
    latest,
    pass_time,
    play_as,
    play_bots,
    row,
    settle_down,
    sit_down,
    status,
    told,
)
from tournaments.events.models import Place, Table, TournamentEvent
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.schedule import reopen_last_round


def rolls(game: str) -> list[object]:
    """The rolls of a game, rerolls apart."""
    return [link.entry.data for link in read_log(game) if link.entry.kind == "roll"]


def games(tournament: str) -> list[str]:
    found = Table.objects.filter(round=latest(tournament)).order_by("number").values_list("game", flat=True)
    return [game for game in found if game is not None]


def test_everybody_gets_the_same_rolls_however_they_play(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob", robots=2)
    contribute_to_round(tournament, caller("Ada"), CONTRIBUTION)
    pass_time(watch, FIRST)
    assert fold_of(game_of(tournament, "Ada")).contributions == (CONTRIBUTION,)
    sit_down(tournament, "Ada", "Bob")
    play_as(tournament, "Ada")
    play_as(tournament, "Bob", "greedy")
    played = games(tournament)
    play_bots(tournament)
    seen = sorted((rolls(game) for game in played), key=len)
    assert len(played) == 4
    assert len(seen[0]) > 3
    assert all(longer[: len(shorter)] == shorter for shorter, longer in pairwise(seen))


def test_nothing_of_a_run_is_in_the_log_before_the_round_closes(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob", robots=2)
    pass_time(watch, FIRST)
    before = TournamentEvent.objects.filter(tournament=tournament).count()
    sit_down(tournament, "Ada")
    play_as(tournament, "Ada")
    play_bots(tournament)
    assert TournamentEvent.objects.filter(tournament=tournament).count() == before
    assert not ResultChange.objects.exists()
    assert not Place.objects.filter(round=latest(tournament), score__isnull=False).exists()
    assert not Table.objects.filter(round=latest(tournament), is_done=True).exists()
    pass_time(watch, HOUR)
    assert counts(tournament)["result/recorded"] == 4
    kinds = list(TournamentEvent.objects.filter(tournament=tournament, seq__gt=before).order_by("seq"))
    assert [event.kind for event in kinds] == [
        "round/closing",
        *["result/recorded"] * 4,
        "round/closed",
        "tournament/finished",
    ]


def test_after_the_close_the_seed_is_revealed_and_every_record_verifies(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob", robots=1)
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    play_as(tournament, "Ada")
    played, deal = games(tournament), latest(tournament).deal_id
    assert deal is not None
    pass_time(watch, HOUR)
    settle_down()
    assert Deal.objects.get(pk=deal).revealed_at is not None
    runs = [game for game in played if fold_of(game).status != "aborted"]
    assert len(runs) == 2
    for game in runs:
        [revealed] = [link.entry.data for link in read_log(game) if link.entry.kind == "dice/revealed"]
        assert revealed == {"seed": seed_of(deal).hex()}
        checks = verify(export_record(game, ANYBODY))
        assert [checks[name] for name in ("chain", "dice", "rules", "result")] == ["ok"] * 4


def test_the_next_round_has_dice_of_its_own_to_which_people_can_add(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2, every=2 * HOUR), "Ada", "Bob")
    first = row(tournament).deal_id
    pass_time(watch, FIRST)
    assert (latest(tournament).deal_id, row(tournament).deal_id) == (first, None)
    with pytest.raises(Conflict):
        contribute_to_round(tournament, caller("Ada"), CONTRIBUTION)
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 1, "closed")
    second = row(tournament).deal_id
    assert second not in (None, first)
    contribute_to_round(tournament, caller("Ada"), CONTRIBUTION)
    pass_time(watch, HOUR)
    assert (status(tournament), latest(tournament).deal_id) == (("running", 2, "open"), second)
    assert [said["deal"] for said in told(tournament, "round/dealt")] == [first, second]


def test_nobody_else_can_play_the_deal(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    setup = Setup("solo", [1], [{"kind": "person"}], deal=latest(tournament).deal_id)
    with pytest.raises(Exception, match="deal"):
        create_game(setup, caller("Dan"), command())


def test_reopening_a_round_that_was_revealed_needs_a_new_deal(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    play_as(tournament, "Ada")
    old_deal, old_game = latest(tournament).deal_id, game_of(tournament, "Ada")
    pass_time(watch, HOUR)
    assert status(tournament)[0] == "finished"
    reopen_last_round(tournament, caller("Olga"), command(), after(HOUR), "The dice were shown to somebody.")
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    assert latest(tournament).deal_id not in (None, old_deal)
    assert not Place.objects.filter(round=latest(tournament), place__isnull=False).exists()
    assert game_of(tournament, "Ada") != old_game
    sit_down(tournament, "Ada", "Bob")
    for name in ("Ada", "Bob"):
        play_as(tournament, name)
    settle_down()
    assert status(tournament) == ("finished", 1, "closed")
    ours = [rolls(game_of(tournament, name)) for name in ("Ada", "Bob")]
    same = list(takewhile(lambda pair: pair[0] == pair[1], zip(*ours, strict=False)))
    assert len(same) == min(map(len, ours)) > 0
    assert rolls(old_game)[:4] != ours[0][:4]
    make_checkpoint()
    assert audit().findings == []
