"""What becomes of those who did not come or did not finish, by the tournament's own rule."""

import pytest

from games.accounts.models import Account
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Game
from games.play.moves import make_move
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    announced,
    counts,
    duplicate,
    entrant,
    game_of,
    latest,
    pass_time,
    row,
    settings,
    settle_down,
    sit_down,
    status,
    told,
)
from tests.tournaments.sample_clubs import club
from tournaments.clubs.services.persons import add_person
from tournaments.events.models import Entrant, Place, Table
from tournaments.events.rounds import close_round
from tournaments.events.rounds.runner import take_step
from tournaments.events.services.entrants import check_in, leave_every_tournament, withdraw


def seats(tournament: str, number: int = 1) -> dict[str, tuple[int | None, int | None, bool]]:
    """By name, how everybody came out of a round."""
    places = Place.objects.filter(round__tournament=tournament, round__number=number, table__isnull=False)
    rows = places.values_list("entrant__account__display_name", "score", "place", "has_forfeited")
    return {name: (score, place, has_forfeited) for name, score, place, has_forfeited in rows}


def test_who_does_not_come_forfeits_to_who_does(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    game = game_of(tournament, "Ada")
    pass_time(watch, HOUR)
    assert seats(tournament) == {"Ada": (None, 1, False), "Bob": (None, 2, True)}
    assert (status(tournament), fold_of(game).status) == (("finished", 1, "closed"), "aborted")
    [said] = told(tournament, "result/recorded")
    assert said["source"] == "no-show"


def test_if_nobody_comes_all_forfeit(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    assert [seat[2] for seat in seats(tournament).values()] == [True, True]
    [said] = told(tournament, "tournament/finished")
    assert [points for _, _, points in said["standings"]] == [0, 0]


def test_nobody_keeps_a_round_from_closing_by_using_up_the_name_of_its_end(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    fold = fold_of(game_of(tournament, "Ada"))
    make_move(
        game_of(tournament, "Ada"), caller("Ada"), "round-closes", fold.rules.actions(fold.state, 0)[0], fold.asked
    )
    pass_time(watch, HOUR)
    assert status(tournament) == ("finished", 1, "closed")


@pytest.mark.parametrize(("rule", "forfeits"), [("forfeit", True), ("as-stands", False)])
def test_an_unfinished_game_is_decided_by_the_rule(watch: Watch, rule: str, forfeits: bool) -> None:
    tournament = announced(settings(rounds=1, unfinished=rule, variant="duel"), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game = game_of(tournament, "Ada")
    fold = fold_of(game)
    awaited = {fold.seated[seat] for seat in fold.awaited}
    pass_time(watch, HOUR)
    fold = fold_of(game)
    assert fold.status == "adjudicated"
    [said] = told(tournament, "result/recorded")
    assert [seat["forfeited"] for seat in said["seats"]] == [actor in awaited and forfeits for actor in fold.seated]
    assert (said["source"], said["game"], said["game_seq"]) == ("deadline", game, fold.seq)


def test_a_result_is_recorded_as_soon_as_the_game_is_over_and_the_round_closes_with_the_last(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob", "Cleo", "Dan")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob", "Cleo", "Dan")
    games = list(Table.objects.filter(round=latest(tournament)).order_by("number").values_list("game", flat=True))
    for number, game in enumerate(games, start=1):
        assert game is not None
        for name in ("Ada", "Bob", "Cleo", "Dan"):
            if game_of(tournament, name) == game:
                resign(game, name)
        pass_time(watch, 1)
        assert counts(tournament)["result/recorded"] == number
    assert status(tournament) == ("finished", 1, "closed")


def resign(game: str, name: str) -> None:
    """Give a game up, if it is not over."""
    fold = fold_of(game)
    by = account(name)
    seat = next(at for at, actor in enumerate(fold.seated) if actor in by.actors.values_list("name", flat=True))
    if not fold.is_over:
        make_move(game, caller(name), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)


def test_who_never_comes_is_taken_out(watch: Watch) -> None:
    tournament = announced(settings(rounds=4, out_after=2), "Ada", robots=3)
    pass_time(watch, FIRST)
    for _ in range(2):
        pass_time(watch, HOUR)
    [said] = told(tournament, "entrant/removed")
    assert said == {"entrant": entrant(tournament, "Ada"), "round": 3, "cause": "no-shows"}
    assert not Place.objects.filter(round__tournament=tournament, round__number=3, entrant=said["entrant"]).exists()


def test_who_does_not_check_in_is_not_paired(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, check_in=HOUR), "Ada", "Bob", "Cleo", robots=1)
    pass_time(watch, FIRST - HOUR)
    assert status(tournament)[0] == "check-in"
    for name in ("Ada", "Cleo"):
        check_in(tournament, caller(name), command())
    pass_time(watch, HOUR)
    [said] = told(tournament, "entrant/removed")
    assert (said["entrant"], said["cause"]) == (entrant(tournament, "Bob"), "check-in")
    [paired] = told(tournament, "round/paired")
    assert sum(map(len, paired["tables"])) + len(paired["byes"]) == 3


def test_a_tournament_to_which_too_few_come_is_called_off(watch: Watch) -> None:
    tournament = announced(settings(), "Ada")
    pass_time(watch, FIRST)
    assert told(tournament, "tournament/cancelled") == [{"cause": "too-few"}]
    assert (status(tournament), row(tournament).due_at) == (("cancelled", 0, ""), None)


def test_who_has_left_before_the_round_opens_is_not_waited_for(watch: Watch) -> None:
    agreed = settings(rounds=2, seats=4, every=2 * HOUR)
    tournament = announced(agreed, "Ada", "Bob", "Cleo", "Dan")
    pass_time(watch, FIRST)
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "published")
    withdraw(tournament, caller("Bob"), command())
    pass_time(watch, HOUR)
    assert len(fold_of(game_of(tournament, "Ada")).seated) == 3
    sit_down(tournament, "Ada", "Cleo", "Dan")
    for name in ("Ada", "Cleo", "Dan"):
        resign(game_of(tournament, name), name)
    pass_time(watch, 1)
    places = seats(tournament, 2)
    assert places["Bob"] == (None, 4, True)
    assert sorted(place for _, place, _ in places.values() if place) == [1, 2, 3, 4]


def test_somebody_whose_account_was_erased_loses_without_a_game(watch: Watch) -> None:
    tournament = announced(settings(rounds=1, every=0), "Ada", "Bob")
    Entrant.objects.filter(tournament=tournament, account=account("Bob")).update(account=None)
    pass_time(watch, FIRST)
    [said] = told(tournament, "result/recorded")
    assert (said["source"], [seat["forfeited"] for seat in said["seats"]].count(True)) == ("no-show", 1)
    assert not Game.objects.exists()


def test_somebody_erased_while_the_round_opens_keeps_nobody_waiting(watch: Watch) -> None:
    tournament = announced(settings(rounds=1), "Ada", "Bob", "Cleo", "Dan")
    pass_time(watch, FIRST - 1)
    watch.set(1)
    while status(tournament)[2] != "opening":
        take_step(tournament, watch.at)
    leave_every_tournament(account("Ada").pk)
    settle_down()
    assert (status(tournament), Game.objects.count()) == (("running", 1, "open"), 1)
    [said] = told(tournament, "result/recorded")
    assert (said["source"], [seat["forfeited"] for seat in said["seats"]].count(True)) == ("no-show", 1)
    pass_time(watch, HOUR)
    make_checkpoint()
    assert (status(tournament)[0], audit().findings) == ("finished", [])


def test_a_paper_table_without_a_result_counts_for_nobody(watch: Watch) -> None:
    made = club()
    persons = [add_person(made.pk, caller("Olga"), name).pk for name in ("Paul", "Rita")]
    tournament = announced(settings(rounds=1), persons=persons, of=made)
    pass_time(watch, FIRST)
    assert (status(tournament)[2], Game.objects.count()) == ("open", 0)
    pass_time(watch, HOUR)
    [said] = told(tournament, "result/recorded")
    assert (said["void"], said["source"], status(tournament)) == (True, "deadline", ("finished", 1, "closed"))


def test_those_who_have_not_finished_are_reminded_once(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    reminded: list[str] = []
    monkeypatch.setattr(close_round, "notify_of_round_end", lambda played, entrants: reminded.extend(entrants))
    tournament = announced(settings(rounds=1, remind=HOUR // 2), "Ada", "Bob", "Cleo", "Dan", "Eve", "Mia")
    pass_time(watch, FIRST)
    sit_down(tournament, *opponents_of(tournament, "Ada"))
    for name in opponents_of(tournament, "Ada"):
        resign(game_of(tournament, name), name)
    pass_time(watch, HOUR // 2)
    late = {"Ada", "Bob", "Cleo", "Dan", "Eve", "Mia"} - set(opponents_of(tournament, "Ada"))
    assert sorted(reminded) == sorted(entrant(tournament, name) for name in late)
    pass_time(watch, 60)
    assert len(reminded) == 4


def test_what_was_played_before_keeps_nobody_from_being_reminded(watch: Watch) -> None:
    tournament = announced(duplicate(), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    pass_time(watch, HOUR)
    assert status(tournament) == ("running", 2, "open")
    everybody = [entrant(tournament, name) for name in ("Ada", "Bob")]
    assert close_round.unfinished_entrants(latest(tournament)) == everybody


def opponents_of(tournament: str, name: str) -> list[str]:
    """Somebody and whoever they play against."""
    table = Table.objects.get(game=game_of(tournament, name))
    accounts = Account.objects.filter(entries__places__table=table)
    return list(accounts.values_list("display_name", flat=True))
