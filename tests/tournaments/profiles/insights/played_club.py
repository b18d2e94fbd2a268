"""A club in which something was played, for tests of its insights."""

from typing import Any

from games.play.models import PlayerGame
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import day, ended_game
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club, ClubPerson
from tournaments.events.models import Entrant, Place, Round, Table, Tournament
from tournaments.leagues.models import Division, League, Season

TODAY = day(17)
"""A Thursday, three weeks after the first."""


def busy_club(**fields: Any) -> Club:
    """The Bricklayers, of whom Olga and Mia have played this week, Mia and Dan the week before."""
    made = club(**fields)
    ended_game(day(15), {"Olga": 1, "Mia": 2}, club=made.pk)
    ended_game(day(16), {"Olga": 1, "Mia": 2}, club=made.pk, variant="duel")
    last = ended_game(day(8), {"Dan": 1, "Mia": 2}, club=made.pk)
    PlayerGame.objects.filter(game=last, account=account("Dan")).update(level=4)
    return made


def tournament_of(made: Club, name: str, **fields: Any) -> Tournament:
    """A tournament of a club that was played."""
    number = Tournament.objects.count() + 1
    usual = {"status": "finished", "round": 1, "round_count": 1, "created_at": day(0), "is_public": True}
    kept = {"format": "swiss", "settings": "{}", "seed": "", "seq": 1, "head_hash": "", "last_at": ""}
    return Tournament.objects.create(
        id=f"t-{number}", club=made, name=name, invite=f"t-{number}", **{**kept, **usual, **fields}
    )


def season_of(made: Club, name: str, number: int, *tournaments: Tournament) -> Season:
    """A season of a new league, with these divisions."""
    league = League.objects.create(id=f"l-{name}", club=made, name=name, rules="{}", created_at=day(0))
    season = Season.objects.create(league=league, number=number, status="finished", starts_on=day(0).date())
    for rank, tournament in enumerate(tournaments, start=1):
        Division.objects.create(season=season, rank=rank, tournament=tournament)
    return season


def round_of(tournament: Tournament, at: int, came: str, on_paper: bool = False, **fields: Any) -> Round:
    """A round that closed on some day, at whose only table these sat: `+` for who came, `-` for who did not."""
    number = tournament.rounds.count() + 1
    usual = {"status": "closed", "opens_at": day(at), "closes_at": day(at), "closed_at": day(at)}
    made = Round.objects.create(tournament=tournament, number=number, **{**usual, **fields})
    table = Table.objects.create(round=made, number=1, is_done=True, is_on_paper=on_paper)
    for seat, sign in enumerate(came):
        Place.objects.create(
            round=made,
            entrant=_entrant(tournament, seat),
            table=table,
            seat=seat,
            score=None if sign == "-" else 50,
            place=1,
            has_forfeited=sign == "-",
        )
    return made


def _entrant(tournament: Tournament, seat: int) -> Entrant:
    """Piet and others without an account, the same in every round."""
    person, _ = ClubPerson.objects.get_or_create(
        club=tournament.club, name=f"Piet {seat}", defaults={"name_key": f"piet {seat}", "added_at": day(0)}
    )
    found, _ = Entrant.objects.get_or_create(
        tournament=tournament,
        person=person,
        defaults={"id": f"e-{tournament.pk}-{seat}", "number": seat + 1, "bot": "", "joined_round": 1},
    )
    return found
