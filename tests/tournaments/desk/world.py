"""Rated tournaments for tests of rulings: people play as a bot would, through the services of people."""

from typing import NamedTuple

from django.db.models import Q

from engine.protocol import Json
from games.accounts.callers import Caller
from games.accounts.models import Actor
from games.clock.site_time import now
from games.disputes.services import give_ruling, reverse_ruling
from games.play.moves import make_move
from games.play.seats import join_game
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller, command, fold_of
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, row, settings, settle_down
from tournaments.desk.preview import Preview
from tournaments.events.history import load_history, settings_of
from tournaments.events.models import Place, Table
from tournaments.events.standings.ranking import Standing, standings
from tournaments.ratings.leaderboards.periods import ALL
from tournaments.ratings.models import BoardBucket, BoardRow, Rating, RatingPool
from tournaments.ratings.services import count_waiting_results
from tournaments.ratings.values import Skill

PLAYERS = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn")
REASON = "Somebody has touched the dice."


def duels(**changes: object) -> Json:
    """A rated Swiss tournament of duels over five rounds."""
    breaks = ["buchholz", "sonneborn-berger", "total", "lots"]
    return settings(**{"variant": "duel", "rounds": 5, "is_rated": True, "tie_breaks": breaks, **changes})


def played(watch: Watch, agreed: Json, rounds: int, *people: str) -> str:
    """A tournament of which so many rounds are played and counted."""
    tournament = announced(agreed, *(people or PLAYERS))
    pass_time(watch, FIRST)
    for _ in range(rounds):
        play_round(tournament, watch)
    follow()
    return tournament


def play_round(tournament: str, watch: Watch) -> None:
    """Let everybody play their game of the latest round, one game after the other, and let the round close."""
    for game in games_in(tournament, row(tournament).round):
        play_game(game)
        watch.run(4)
    settle_down()


def play_game(game: str) -> None:
    """Let those whose seats are kept sit down and play to the end, as it comes but without giving up."""
    people = dict(Actor.objects.filter(game=game, account__isnull=False).values_list("name", "account__display_name"))
    for name in people.values():
        join_game(game, caller(name), command(), "")
    while not (fold := fold_of(game)).is_over:
        seat = fold.awaited[0]
        view = fold.rules.view(fold.state, seat)
        action = fold.rules.bots["random"](view, seat, fold.hash)
        if action["kind"] == "drop":
            action = fold.rules.bots["greedy"](view, seat, fold.hash)
        make_move(game, caller(people[fold.seated[seat] or ""]), command(), action, fold.asked)


def games_in(tournament: str, number: int) -> list[str]:
    """The games of a round, by their tables."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    return [str(game) for game in tables.values_list("game", flat=True)]


def flipped(tournament: str, number: int) -> list[Json]:
    """The first table of a round with the loser as the winner, or one of both after a draw or before anything was
    played; as to points, as they were played."""
    places = Place.objects.filter(round__tournament=tournament, round__number=number, table__number=1).order_by("seat")
    loser, winner = sorted(places, key=lambda place: place.place or 0, reverse=True)
    named = {loser.seat: 1, winner.seat: 2}
    return [{"entrant": one.entrant_id, "place": named[one.seat], "score": one.score} for one in places]


def resign(game: str, loser: str) -> None:
    """Let everybody sit down, and one of them give up at once."""
    people = dict(Actor.objects.filter(game=game, account__isnull=False).values_list("account__display_name", "name"))
    for name in people:
        join_game(game, caller(name), command(), "")
    seat = fold_of(game).seat_of(people[loser])
    make_move(game, caller(loser), command(), {"kind": "drop", "seat": seat, "reason": "resign"}, None)


def auditor() -> Caller:
    """Somebody who looks after the site and plays nowhere."""
    return caller("Aura", is_staff=True)


def follow() -> None:
    """Let tournaments and ratings follow what has happened in games."""
    settle_down()
    count_waiting_results(now())


def void(game: str) -> int:
    """Let a game count for nobody; the number of the ruling."""
    return _followed(give_ruling(game, auditor(), command(), "voided", reason=REASON).seq)


def forfeit(game: str, *seats: int) -> int:
    """Let some seats forfeit a game."""
    return _followed(give_ruling(game, auditor(), command(), "forfeited", seats, REASON).seq)


def reverse(game: str, ruling: int) -> int:
    """Let a ruling count no more."""
    return _followed(reverse_ruling(game, auditor(), command(), ruling, "It was a mistake.").seq)


def _followed(seq: int) -> int:
    follow()
    return seq


class Figures(NamedTuple):
    """Everything that a ruling may change."""

    standings: dict[str, Standing]
    ratings: dict[tuple[str, str], Skill]


def figures(tournament: str) -> Figures:
    """How everything stands now, from the rows."""
    found = row(tournament)
    table = standings(settings_of(found), load_history(found), explained=())
    return Figures({standing.entrant: standing for standing in table}, ratings())


def ratings() -> dict[tuple[str, str], Skill]:
    """Everybody's rating in every pool, exactly."""
    shown = dict(RatingPool.objects.values_list("key", "generation"))
    found = Rating.objects.values_list("pool", "generation", "player", "mu", "sigma", "games")
    return {
        (pool, player): Skill(mu, sigma, games)
        for pool, generation, player, mu, sigma, games in found
        if shown[pool] == generation
    }


def boards() -> dict[str, list[tuple[object, ...]]]:
    """The leaderboards of all pools and periods as they are shown, and how many have each value."""
    shown = Q()
    for pool, generation in RatingPool.objects.values_list("key", "generation"):
        shown |= Q(pool=pool, generation=generation)
    rows = BoardRow.objects.filter(shown).order_by("pool", "period", "player")
    buckets = BoardBucket.objects.filter(shown).order_by("pool", "period", "value")
    figures = ("value", "before", "deviation", "games", "is_listed")
    return {
        "rows": list(rows.values_list("pool", "period", "player", *figures)),
        "buckets": list(buckets.values_list("pool", "period", "value", "players")),
    }


def place_of(pool: str, player: str) -> int | None:
    """Where somebody stands on the leaderboard of all time, None for nowhere."""
    lines = {row[2]: row[3] for row in boards()["rows"] if row[:2] == (pool, ALL) and row[7]}
    return 1 + sum(int(str(value)) > int(str(lines[player])) for value in lines.values()) if player in lines else None


def foretold(before: Figures, preview: Preview) -> Figures:
    """How everything would stand if the changes that a preview tells were all there are, and nothing else."""
    table, skills = dict(before.standings), dict(before.ratings)
    for change in preview.standings:
        assert table[change.entrant] == change.before
        table[change.entrant] = change.after
    for shift in preview.ratings:
        assert skills.get((shift.pool, shift.player), Skill()) == shift.before
        skills[shift.pool, shift.player] = shift.after
    return Figures(table, {key: skill for key, skill in skills.items() if skill.games})
