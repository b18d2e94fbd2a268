"""A ruling after the end of a season: who would go up or down is told, and a season that is drafted already stays."""

from games.accounts.models import Account
from games.play.models import PlayerGame
from tests.games.clock.watch import Watch
from tests.games.sample_tables import caller
from tests.tournaments.desk.world import figures, follow, foretold, forfeit, play_game, resign
from tests.tournaments.events.rounds.world import pass_time, row, settle_down
from tests.tournaments.leagues.seasons import crowd, drafted, league, who
from tests.tournaments.sample_clubs import club, viewer
from tournaments.desk.ruling_preview import foresee_ruling
from tournaments.events.models import Table
from tournaments.leagues.models import Division, Season
from tournaments.leagues.selectors import divisions_of, see_season
from tournaments.leagues.services.seasons import draft_season, publish_season


class Played:
    """A league of two divisions whose first season is over: who has the higher number gives up, but for P04 and P05,
    who play."""

    def __init__(self, watch: Watch) -> None:
        home = club(time_zone="Europe/Berlin")
        crowd(home, 6)
        agreed = {"format": "round-robin", "variant": "duel", "is_rated": True, "tie_breaks": ["lots"], "remind": None}
        self.league = league(home, size=3, tournament=agreed)
        drafted(self.league, ["p01", "p02", "p03"], ["p04", "p05", "p06"])
        publish_season(self.league.pk, 1, caller("Olga"))
        self.divisions = [one.tournament_id for one in Division.objects.order_by("rank")]
        while Season.objects.get(number=1).status != "finished":
            self._play(watch)
        follow()

    def _play(self, watch: Watch) -> None:
        pass_time(watch, (min(row(one).due_at or watch.at for one in self.divisions) - watch.at).total_seconds())
        for game in Table.objects.filter(game__status="open").values_list("game", flat=True):
            [_, second] = sorted(Account.objects.filter(actors__game=game).values_list("display_name", flat=True))
            if second == "P05":
                play_game(str(game))
            else:
                resign(str(game), second)
        settle_down()

    def game_between(self, one: str, other: str) -> str:
        """The game of two players."""
        tables = Table.objects.filter(places__entrant__account__username=one)
        return str(tables.get(places__entrant__account__username=other).game_id)


def test_whoever_would_go_up_is_told_and_a_drafted_season_stays(watch: Watch) -> None:
    season = Played(watch)
    game = season.game_between("p04", "p05")
    preview = foresee_ruling(game, "voided")
    assert "next-season" not in preview.notes, "nobody has drafted the next season yet"
    draft = draft_season(season.league.pk, caller("Olga"))
    drafted_before = who(draft)
    assert drafted_before in (["p01 p02 p04", "p03 p05 p06"], ["p01 p02 p05", "p03 p04 p06"])

    first = drafted_before[0].split()[-1]
    seat = PlayerGame.objects.get(game=game, account__username=first).seat
    before = figures(season.divisions[1])
    preview = foresee_ruling(game, "forfeited", [seat])
    ways = {change.ways for change in preview.standings if change.has_other_way}
    assert ways == {("up", "stays"), ("stays", "up")}
    assert "next-season" in preview.notes
    forfeit(game, seat)
    assert figures(season.divisions[1]) == foretold(before, preview)
    assert who(draft) == drafted_before
    [_, lower] = divisions_of(see_season(season.league.pk, 1, viewer("Olga")), viewer("Olga"))
    assert [line.way for line in lower.rows] == ["up", "stays", "stays"]
