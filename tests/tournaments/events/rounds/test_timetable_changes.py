"""Starting early, extending, pausing and going on: through the same machine as what happens by itself."""

from datetime import datetime, timedelta

from engine.errors import Malformed
from games.refusals import Conflict, Forbidden, NotFound
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
    row,
    settings,
    settle_down,
    status,
    told,
)
from tests.tournaments.refusals import refused
from tournaments.events.history import settings_of
from tournaments.events.models import Tournament
from tournaments.events.services.entrants import check_in
from tournaments.events.services.schedule import extend_round, pause, resume, start_early

OLGA = "Olga"


def test_an_organiser_starts_early_and_everybody_is_there(watch: Watch) -> None:
    tournament = announced(settings(check_in=HOUR, every=2 * HOUR), "Ada", "Bob")
    start_early(tournament, caller("Otto"), command())
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    assert latest(tournament).closes_at == watch.at + timedelta(hours=1)
    assert settings_of(row(tournament)).opening(2) == watch.at + timedelta(hours=2)
    assert counts(tournament)["entrant/removed"] == 0


def test_the_next_round_can_be_opened_early_as_well(watch: Watch) -> None:
    for agreed in (settings, duplicate):
        tournament = announced(agreed(every=3 * HOUR), "Ada", "Bob")
        begin = watch.at
        pass_time(watch, FIRST)
        pass_time(watch, HOUR)
        start_early(tournament, caller(OLGA), command())
        settle_down()
        assert status(tournament) == ("running", 2, "open")
        assert latest(tournament).closes_at == begin + timedelta(seconds=FIRST + 4 * HOUR)


def test_with_too_few_nothing_starts_early(watch: Watch) -> None:
    tournament, olga = announced(settings(), "Ada"), caller(OLGA)
    with refused(Conflict, "tournament/too-few"):
        start_early(tournament, olga, command())


def test_with_too_few_who_are_there_nothing_starts_early(watch: Watch) -> None:
    tournament, olga = announced(settings(check_in=HOUR), "Ada", "Bob", robots=1), caller(OLGA)
    pass_time(watch, FIRST - HOUR)
    with refused(Conflict, "tournament/too-few"):
        start_early(tournament, olga, command())
    check_in(tournament, caller("Ada"), command())
    start_early(tournament, olga, command())
    settle_down()
    assert status(tournament) == ("running", 1, "open")
    assert counts(tournament)["entrant/removed"] == 1


def test_a_round_is_made_longer_not_shorter(watch: Watch) -> None:
    tournament, olga = announced(settings(rounds=1, remind=600), "Ada", "Bob"), caller(OLGA)
    pass_time(watch, FIRST)
    said = command()
    receipt = extend_round(tournament, olga, said, after(2 * HOUR), "The trains do not run.")
    assert extend_round(tournament, olga, said, after(2 * HOUR), "The trains do not run.") == receipt
    assert latest(tournament).remind_at == watch.at + timedelta(seconds=2 * HOUR - 600)
    pass_time(watch, HOUR)
    assert status(tournament)[2] == "open"
    with refused(Conflict, "round/shorter"):
        extend_round(tournament, olga, command(), after(60))
    with refused(Malformed, "round/end"):
        extend_round(tournament, olga, command(), after(400 * 24 * HOUR))
    with refused(Malformed, "round/time"):
        extend_round(tournament, olga, command(), "soon")  # type: ignore[arg-type]
    for end in ("9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+12:00"):
        with refused(Malformed, "round/time"):
            extend_round(tournament, olga, command(), datetime.fromisoformat(end))
    pass_time(watch, HOUR)
    assert status(tournament) == ("finished", 1, "closed")
    [extended] = told(tournament, "round/extended")
    assert set(extended) == {"round", "closes_at", "reason"}


def test_a_pause_moves_everything_that_is_still_to_come(watch: Watch) -> None:
    tournament, olga = announced(settings(every=2 * HOUR, remind=600), "Ada", "Bob"), caller(OLGA)
    begin = watch.at + timedelta(seconds=FIRST)
    pass_time(watch, FIRST)
    pass_time(watch, HOUR // 2)
    pause(tournament, olga, command())
    assert row(tournament).due_at is None
    with refused(Conflict, "tournament/paused"):
        pause(tournament, olga, command())
    with refused(Conflict, "tournament/paused"):
        extend_round(tournament, olga, command(), after(9 * HOUR))
    pass_time(watch, 24 * HOUR)
    assert status(tournament) == ("running", 1, "open")
    resume(tournament, olga, command())
    with refused(Conflict, "tournament/not-paused"):
        resume(tournament, olga, command())
    settle_down()
    assert (status(tournament)[2], latest(tournament).closes_at) == ("open", watch.at + timedelta(minutes=30))
    assert latest(tournament).remind_at == watch.at + timedelta(minutes=20)
    assert settings_of(row(tournament)).opening(2) == begin + timedelta(hours=26)
    pass_time(watch, HOUR // 2)
    assert (status(tournament), latest(tournament).opens_at) == (
        ("running", 2, "published"),
        begin + timedelta(hours=26),
    )


def test_registration_can_be_paused_too(watch: Watch) -> None:
    tournament, olga = announced(settings(), "Ada", "Bob"), caller(OLGA)
    pause(tournament, olga, command())
    pass_time(watch, 2 * FIRST)
    assert status(tournament)[0] == "registration"
    resume(tournament, olga, command())
    pass_time(watch, FIRST)
    assert status(tournament) == ("running", 1, "open")


def test_only_those_who_run_the_club_do_any_of_it(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    Tournament.objects.update(is_public=False)
    for name, sort, code in (
        ("Mia", Forbidden, "tournament/not-organiser"),
        ("Ada", Forbidden, "tournament/not-organiser"),
        ("Dan", NotFound, "tournament/not-found"),
    ):
        by = caller(name)
        for service in (start_early, pause, resume):
            with refused(sort, code):
                service(tournament, by, command())
        with refused(sort, code):
            extend_round(tournament, by, command(), after(HOUR))
