"""Calling a tournament off, and opening its last round again."""

from engine.errors import Malformed
from engine.protocol import Json
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Game
from games.refusals import Conflict
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    counts,
    duplicate,
    latest,
    pass_time,
    play_as,
    play_together,
    row,
    settings,
    settle_down,
    sit_down,
    status,
)
from tests.tournaments.refusals import refused
from tournaments.events.models import Place, Round, TournamentText
from tournaments.events.services.results import enter_paper_result, override_result
from tournaments.events.services.schedule import cancel, extend_round, reopen_last_round

OLGA = "Olga"


def test_a_tournament_that_is_called_off_ends_its_games(watch: Watch) -> None:
    for agreed in (settings, duplicate):
        tournament, olga = announced(agreed(), "Ada", "Bob"), caller(OLGA)
        pass_time(watch, FIRST)
        sit_down(tournament, "Ada")
        play_as(tournament, "Ada")
        deal = latest(tournament).deal
        with refused(Malformed, "tournament/no-reason"):
            cancel(tournament, olga, command(), "")
        with refused(Malformed, "tournament/no-reason"):
            cancel(tournament, olga, command(), "\u200b …")
        cancel(tournament, olga, command(), "The room is flooded.")
        settle_down()
        assert (status(tournament), row(tournament).due_at) == (("cancelled", 1, "closed"), None)
        assert not Game.objects.filter(status__in=("open", "running")).exists()
        assert counts(tournament)["result/recorded"] == 0
        if deal is not None:
            deal.refresh_from_db()
            assert deal.closed_at is not None
        with refused(Conflict, "tournament/wrong-moment"):
            cancel(tournament, olga, command(), "Again.")
    assert TournamentText.objects.filter(text="The room is flooded.").count() == 2


def test_the_last_round_is_opened_again_and_what_was_paired_after_it_is_dropped(watch: Watch) -> None:
    tournament, olga = announced(settings(every=4 * HOUR), "Ada", "Bob", "Cleo", "Dan"), caller(OLGA)
    pass_time(watch, FIRST)
    enter_paper_result(tournament, olga, command(), 1, seats(1, 40, 50))
    absent = [place.entrant.account.display_name for place in at_table(2) if place.entrant.account]
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "published")
    with refused(Malformed, "tournament/no-reason"):
        reopen_last_round(tournament, olga, command(), after(HOUR), "")
    reopen_last_round(tournament, olga, command(), after(HOUR), "They were in hospital.")
    settle_down()
    assert (status(tournament), Round.objects.count()) == (("running", 1, "open"), 1)
    assert [place.score for place in (*at_table(1), *at_table(2))] == [40, 50, None, None]
    assert [place.has_forfeited for place in at_table(2)] == [False, False]
    assert audit().findings == []
    sit_down(tournament, *absent)
    play_together(tournament, *absent)
    settle_down()
    assert all(place.score is not None for place in at_table(2))
    override_result(tournament, olga, command(), 1, seats(1, 60, 50), "The sheet was read wrongly.")
    assert status(tournament) == ("running", 1, "open")
    extend_round(tournament, olga, command(), after(60))
    pass_time(watch, 60)
    assert status(tournament) == ("running", 2, "published")
    assert counts(tournament)["round/paired"] == 3
    make_checkpoint()
    assert audit().findings == []


def at_table(number: int) -> list[Place]:
    """Who sits at a table of the first round."""
    return list(Place.objects.filter(round__number=1, table__number=number).order_by("seat"))


def seats(number: int, *scores: int) -> list[Json]:
    """Points for those who sit there."""
    return [
        {"entrant": place.entrant_id, "score": score} for place, score in zip(at_table(number), scores, strict=True)
    ]


def test_a_finished_tournament_goes_on_when_its_last_round_is_opened_again(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    with refused(Conflict, "tournament/wrong-moment"):
        reopen_last_round(tournament, olga, command(), after(HOUR), "Too soon.")
    pass_time(watch, HOUR)
    assert status(tournament)[0] == "finished"
    with refused(Malformed, "round/end"):
        reopen_last_round(tournament, olga, command(), after(-HOUR), "Too late.")
    reopen_last_round(tournament, olga, command(), after(HOUR), "They want to play.")
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    pass_time(watch, HOUR)
    assert (status(tournament), counts(tournament)["tournament/finished"]) == (("finished", 1, "closed"), 2)
