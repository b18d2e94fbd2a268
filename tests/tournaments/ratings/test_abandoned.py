"""What is called off or played anew counts nowhere: in no rating, in no solo table, and after a rebuild neither."""

from collections.abc import Callable

import pytest

from games.accounts.callers import ANYBODY
from games.integrity.audit.full_audit import audit
from games.play.deals import reveal_deal, unrevealed_deals
from games.play.models import GameCard, SeatResult
from games.play.replay import see_replay
from games.records.explanation import explain_game
from games.records.export import export_record
from games.refusals import NotFound
from tests.games.clock.watch import Watch
from tests.games.refusals import refused
from tests.games.sample_tables import account, caller, command, fold_of
from tests.tournaments.desk.world import duels, play_game
from tests.tournaments.events.rounds.world import (
    FIRST,
    HOUR,
    after,
    announced,
    duplicate,
    entrant,
    game_of,
    latest,
    pass_time,
    play_as,
    play_together,
    settle_down,
    sit_down,
)
from tests.tournaments.ratings.world import LATER
from tournaments.events.models import Table
from tournaments.events.services.results import override_result
from tournaments.events.services.rounds import unpublish_round
from tournaments.events.services.schedule import cancel, reopen_last_round
from tournaments.ratings.models import RatedMatch, Rating, RatingPool, SoloRun
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.services import count_waiting_results
from tournaments.ratings.solo.selectors import luck_and_skill_of_account, see_deal, statistics_of_account
from tournaments.ratings.solo.services import rebuild_solo

CallOff = Callable[[str], object]


def take_back(tournament: str) -> None:
    """Take the pairings back."""
    unpublish_round(tournament, caller("Olga"), command())


def call_off(tournament: str) -> None:
    """Cancel the tournament."""
    cancel(tournament, caller("Olga"), command(), "The room is flooded.")


def counted() -> tuple[set[tuple[str, int]], list[str]]:
    """Count everything; how many ratings there are with how many matches, and the games in the solo table."""
    settle_down()
    count_waiting_results(LATER)
    shown = dict(RatingPool.objects.values_list("key", "generation"))
    ratings = Rating.objects.values_list("pool", "generation", "player", "games")
    return (
        {(player, games) for pool, generation, player, games in ratings if shown[pool] == generation},
        sorted(SoloRun.objects.values_list("pk", flat=True)),
    )


def made_anew() -> tuple[set[tuple[str, int]], list[str]]:
    """The same after everything was made anew."""
    list(rebuild_ratings())
    list(rebuild_solo())
    return counted()


@pytest.mark.parametrize("end", [take_back, call_off])
@pytest.mark.parametrize("agreed", [duels, lambda **more: duplicate(is_rated=True, **more)])
def test_a_game_in_which_nobody_has_moved_counts_nowhere(
    watch: Watch, agreed: Callable[..., dict[str, object]], end: CallOff
) -> None:
    tournament = announced(agreed(rounds=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game = game_of(tournament, "Ada")
    end(tournament)
    assert counted() == made_anew() == (set(), [])
    assert (fold_of(game).status, GameCard.objects.get(pk=game).status) == ("aborted", "aborted")
    assert not SeatResult.objects.exists()
    assert statistics_of_account(account("Ada").pk).runs == 0
    assert audit().findings == []


def test_of_a_cancelled_round_counts_what_was_played_to_its_end(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2, is_rated=True), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob", "Cleo")
    ended = [game_of(tournament, name) for name in ("Ada", "Bob")]
    for name in ("Ada", "Bob"):
        play_as(tournament, name)
    call_off(tournament)
    ratings, runs = counted()
    assert (sorted(games for _, games in ratings), runs) == ([1, 1], sorted(ended))
    assert made_anew() == (ratings, runs)
    assert audit().findings == []


def test_nobody_loses_to_somebody_whose_game_was_called_off(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2, is_rated=True), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    played = game_of(tournament, "Ada")
    play_as(tournament, "Ada")
    call_off(tournament)
    assert counted() == made_anew() == (set(), [played])


def test_a_game_that_was_called_off_half_way_says_so_everywhere_and_its_dice_can_be_checked(watch: Watch) -> None:
    tournament = announced(duels(rounds=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game = game_of(tournament, "Ada")
    for _ in range(3):
        for name in ("Ada", "Bob"):
            play_as(tournament, name)
    assert fold_of(game).rolls > 1
    call_off(tournament)
    settle_down()
    record = export_record(game, ANYBODY)
    assert [event["kind"] for event in record["events"][-2:]] == ["game/aborted", "dice/revealed"]
    assert (record["result"]["status"], record["result"]["places"]) == ("running", None)
    steps = {step.name: step.outcome for step in explain_game(game, ANYBODY)}
    assert (steps["Dice"], steps["Rules"], steps["Result"]) == ("good", "good", "never")
    assert see_replay(game, ANYBODY)["is_over"]
    assert audit().findings == []


def test_the_shared_dice_of_a_round_that_was_taken_back_are_revealed_in_its_games(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=2, is_rated=True), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada")
    begun, waiting = game_of(tournament, "Ada"), game_of(tournament, "Bob")
    take_back(tournament)
    for deal in unrevealed_deals():
        reveal_deal(deal)
    assert (fold_of(begun).is_revealed, fold_of(waiting).is_revealed) == (True, False)
    assert audit().findings == []


def test_a_game_that_goes_on_is_not_rated_where_another_result_was_entered(watch: Watch) -> None:
    tournament = announced(duels(rounds=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    sit_down(tournament, "Ada", "Bob")
    game = game_of(tournament, "Ada")
    said = [{"entrant": entrant(tournament, name), "place": place} for name, place in (("Ada", 1), ("Bob", 2))]
    override_result(tournament, caller("Olga"), command(), 1, said, "The screen has broken.")
    assert counted() == made_anew() == (set(), [])
    assert (fold_of(game).status, Table.objects.get(game=game).is_done) == ("aborted", True)
    assert audit().findings == []


def test_what_was_played_to_its_end_counts_although_the_tournament_was_called_off_later(watch: Watch) -> None:
    tournament = announced(duels(rounds=2), "Ada", "Bob")
    pass_time(watch, FIRST)
    play_game(game_of(tournament, "Ada"))
    call_off(tournament)
    ratings, _ = counted()
    assert {games for _, games in ratings} == {1}
    assert made_anew()[0] == ratings


def play_duplicate(tournament: str, watch: Watch) -> list[str]:
    """Let Ada and Bob play a round on the same dice, and let it close; their games."""
    sit_down(tournament, "Ada", "Bob")
    games = [game_of(tournament, name) for name in ("Ada", "Bob")]
    for name in ("Ada", "Bob"):
        play_together(tournament, name)
    pass_time(watch, HOUR)
    return sorted(games)


def test_a_round_that_is_played_anew_counts_once(watch: Watch) -> None:
    tournament = announced(duplicate(rounds=1, is_rated=True), "Ada", "Bob")
    pass_time(watch, FIRST)
    first = play_duplicate(tournament, watch)
    old = latest(tournament).deal_id
    assert old is not None
    ratings, runs = counted()
    assert ({games for _, games in ratings}, runs) == ({1}, first)
    assert luck_and_skill_of_account(account("Ada").pk).runs == 1
    reopen_last_round(tournament, caller("Olga"), command(), after(HOUR), "The dice were shown to somebody.")
    assert counted() == made_anew() == (set(), [])
    assert not RatedMatch.objects.exists()
    assert luck_and_skill_of_account(account("Ada").pk).runs == 0
    assert audit().findings == []
    second = play_duplicate(tournament, watch)
    ratings, runs = counted()
    assert ({games for _, games in ratings}, runs) == ({1}, second)
    assert made_anew() == (ratings, runs)
    assert luck_and_skill_of_account(account("Ada").pk).runs == 1
    assert audit().findings == []
    with refused(NotFound, "deal/not-found"):
        see_deal(old, ANYBODY)
