"""A whole season through the real services, with a moved clock: three divisions of eight, seven rounds.

Bots play, people play and give up, some never come, some withdraw, one joins late, some play on paper. What must come
of it is worked out beside it (`tests.tournaments.leagues.ledger`), from what the test itself has done and from the
games' own logs.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string

from brikks_site.event_catalogue.kinds import DECLARED, faults
from engine.log import read_body
from engine.result import official_result
from games.accounts.callers import ANYBODY
from games.accounts.models import Actor
from games.clock.site_time import use_clock
from games.integrity.audit.full_audit import audit
from games.log.event_store import read_log, record_of
from games.play import bots
from games.play.moves import make_move
from games.play.seats import join_game
from games.sweep import sweep_once
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, choose, command, fold_of
from tests.tournaments.events.rounds.world import counts, is_unbroken, pass_time, row, settle_down, told
from tests.tournaments.leagues.ledger import WIN, Ledger
from tests.tournaments.leagues.seasons import who
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services.persons import add_person
from tournaments.events.models import Entrant, Round, Table, TournamentEvent
from tournaments.events.services.entrants import enter_other, withdraw
from tournaments.events.services.results import enter_paper_result
from tournaments.leagues.models import League, Season
from tournaments.leagues.selectors import divisions_of, see_season
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.leagues import create_league
from tournaments.leagues.services.seasons import draft_season, publish_season

pytestmark = pytest.mark.slow

BERLIN = ZoneInfo("Europe/Berlin")
BEGIN = datetime(2026, 3, 16, 12, tzinfo=UTC)
FIRST = datetime(2026, 3, 24, 18, tzinfo=UTC)
"""A Tuesday at seven in the evening in Berlin, five days before clocks are put forward there."""
ROUNDS = 7
RULES = {
    "divisions": 3,
    "size": 8,
    "up": 2,
    "down": 2,
    "weekday": 1,
    "time": "19:00",
    "days": 5,
    "tournament": {
        "format": "round-robin",
        "variant": "duel",
        "tie_breaks": ["sonneborn-berger", "lots"],
        "out_after": 3,
        "late_until": 3,
        "remind": None,
    },
}
LINE_UP = (
    "ada bob cleo dan wilma +Paul *greedy *random",
    "eve finn hana iris nico nele werner *random",
    "jan kim lena +Rita *random *random *random",
)
"""People by their handles, those without an account with a plus, bots with a star. Wilma and Werner (or Finn) withdraw,
Nico never comes, Nele not always, and Lars joins the last division late."""
LATE = "lars"
AWAY: dict[str, Sequence[int]] = {"nico": range(1, 8), "nele": (2, 5), "wilma": (4,)}
"""Who does not come, in which rounds."""
OUT = {"nico": 4, "wilma": 5}
"""From which round on somebody is not paired any more."""
LEAVERS = ("werner", "finn")
"""Of whom one withdraws before the third round opens: the one whose opponent there comes. Nico would win without
coming, and the lot decides who meets whom."""


@pytest.fixture
def watch(db: None) -> Iterator[Watch]:
    """A clock that a test moves, in the week before the season."""
    watch = Watch(BEGIN)
    with use_clock(watch):
        sweep_once()
        yield watch


def test_a_whole_season_comes_out_as_it_must(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "AWAY", dict(AWAY))
    monkeypatch.setitem(globals(), "OUT", dict(OUT))
    made = published()
    divisions = [Played(division.tournament_id) for division in Season.objects.get().divisions.order_by("rank")]
    for number in range(1, ROUNDS + 1):
        pass_time(watch, (opening(number) - watch.at).total_seconds())
        go_away(divisions, number, is_open=True)
        for division in divisions:
            division.play(number)
        check_dates(divisions, number)
        pass_time(watch, (closing(number) - watch.at).total_seconds())
        go_away(divisions, number, is_open=False)
    check_end(divisions)
    check_tables(made, divisions)
    check_marks(made, divisions)
    check_next_season(made, divisions)
    check_logs(divisions)


def published() -> League:
    """A league whose first season is published."""
    home, olga = club(time_zone="Europe/Berlin", is_public=True), caller("Olga")
    enrol_everybody(home)
    made = create_league(home.pk, olga, "Winter League", RULES)
    draft_season(made.pk, olga, FIRST.date().isoformat())
    for rank, names in enumerate(LINE_UP, 1):
        for name in names.split():
            assign_player(made.pk, 1, olga, rank, **player(home, name))
    publish_season(made.pk, 1, olga)
    return made


def enrol_everybody(home: Club) -> None:
    names = [name for names in (*LINE_UP, LATE) for name in names.split() if name.isalpha()]
    people = [Membership(club=home, account=account(name.title()), role="member", joined_at=BEGIN) for name in names]
    Membership.objects.bulk_create(people)


def player(home: Club, name: str) -> dict[str, str | int]:
    """Somebody of the line-up, as the services name them."""
    if name.startswith("+"):
        return {"person": add_person(home.pk, caller("Olga"), name[1:]).pk}
    return {"bot": name[1:]} if name.startswith("*") else {"handle": name}


def opening(number: int) -> datetime:
    """When a round opens: on Tuesdays at seven, by the clocks of Berlin."""
    return evening(7 * (number - 1))


def closing(number: int) -> datetime:
    """When it closes: on Sundays at seven."""
    return evening(7 * (number - 1) + 5)


def evening(days: int) -> datetime:
    return (FIRST.astimezone(BERLIN) + timedelta(days=days)).astimezone(UTC)


def go_away(divisions: list["Played"], number: int, is_open: bool) -> None:
    """Whoever withdraws does so now, be it while a round is open or between two; and Lars joins late."""
    if is_open and number == 4:
        withdraw(divisions[0].tournament, caller("Wilma"), command())
    if not is_open and number == 2:
        leaver = next(name for name in LEAVERS if "nico" not in divisions[1].met_in(3, name))
        AWAY[leaver], OUT[leaver] = (3,), 4
        withdraw(divisions[1].tournament, caller(leaver.title()), command())
    if is_open and number == 2:
        enter_other(divisions[2].tournament, caller("Olga"), command(), account=LATE)
        divisions[2].learn()


class Played:
    """A division as the test plays it, with what must come of that."""

    def __init__(self, tournament: str) -> None:
        self.tournament = tournament
        self.labels: dict[str, str] = {}
        """Everybody by entrant: a handle, a name with a plus, or a bot with a star."""
        self.learn()
        self.ledger = Ledger(lambda: row(tournament).seed, list(self.labels))

    def learn(self) -> None:
        """See who has entered."""
        found = Entrant.objects.filter(tournament=self.tournament).order_by("number")
        for entrant in found.select_related("account", "person"):
            self.labels[entrant.pk] = label(entrant)
        if hasattr(self, "ledger"):
            self.ledger.entrants = list(self.labels)

    def met_in(self, number: int, name: str) -> list[str]:
        """Whoever sits at the table of somebody in a round."""
        [entrant] = [entrant for entrant, known in self.labels.items() if known == name]
        tables = Table.objects.filter(round__tournament=self.tournament, round__number=number, places__entrant=entrant)
        seated = Entrant.objects.filter(places__table__in=tables).values_list("pk", flat=True)
        return [self.labels[one] for one in seated]

    def play(self, number: int) -> None:
        """Play all tables of a round, and note who has a bye."""
        tables = Table.objects.filter(round__tournament=self.tournament, round__number=number).order_by("number")
        paired = set()
        for table in tables:
            pair = list(table.places.order_by("seat").values_list("entrant", flat=True))
            paired |= set(pair)
            self.play_table(table, number, pair)
        settle_down()
        joined = {entrant for entrant, name in self.labels.items() if name != LATE or number > 2}
        playing = {entrant for entrant in joined if number < OUT.get(self.labels[entrant], ROUNDS + 1)}
        assert paired <= playing
        self.ledger.byes += sorted(playing - paired)

    def play_table(self, table: Table, number: int, pair: list[str]) -> None:
        """Let two play as they are: on paper, by giving up, to the end, or not at all."""
        names = [self.labels[entrant] for entrant in pair]
        here = [number not in AWAY.get(name, ()) for name in names]
        if any(name.startswith("+") for name in names):
            self.play_on_paper(table.number, number, pair, here)
        elif not all(here):
            for name, is_here in zip(names, here, strict=True):
                if is_here and name.isalpha() and table.game_id is not None and not table.is_done:
                    join_game(table.game_id, caller(name.title()), command(), "")
            self.ledger.note(pair, *(WIN * is_here for is_here in here))
        else:
            assert table.game_id is not None
            self.play_game(table.game_id, number, pair, names)

    def play_on_paper(self, table: int, number: int, pair: list[str], here: list[bool]) -> None:
        """Enter what two have scored at a table in the club; who is not there has forfeited."""
        scores = [score_of(self.labels[entrant], number) if at else -1 for entrant, at in zip(pair, here, strict=True)]
        seats = [
            {"entrant": entrant, "score": score, "place": 1 + sum(other > score for other in scores)}
            if score >= 0
            else {"entrant": entrant, "forfeited": True}
            for entrant, score in zip(pair, scores, strict=True)
        ]
        enter_paper_result(self.tournament, caller("Olga"), command(), table, seats)
        self.ledger.note(pair, (scores[0] > scores[1]) + (scores[0] >= scores[1]))

    def play_game(self, game: str, number: int, pair: list[str], names: list[str]) -> None:
        """Play a game on the site; its own log says how it came out."""
        people = [name for name in names if name.isalpha()]
        for name in people:
            join_game(game, caller(name.title()), command(), "")
        if len(people) == 2:
            weaker = min(people, key=lambda name: score_of(name, number))
            resign(game, weaker)
            assert fold_of(game).is_over
            self.ledger.note(pair, WIN * (names[0] != weaker))
            return
        play_out(game, people)
        one, other = official_result(record_of(read_log(game)))["places"]
        self.ledger.note(pair, (one < other) + (one <= other))


def label(entrant: Entrant) -> str:
    """Somebody who takes part, as the line-up names them."""
    if entrant.account is not None:
        return entrant.account.username
    return f"+{entrant.person.name}" if entrant.person is not None else f"*{entrant.bot}"


def score_of(name: str, number: int) -> int:
    """How well somebody plays in a round, from 0 to 15: always the same."""
    return int(sha256(f"{name} {number}".encode()).hexdigest()[0], 16)


def seat_of(game: str, name: str) -> int:
    actor = Actor.objects.get(game=game, account__username=name).name
    seat = fold_of(game).seat_of(actor)
    assert seat is not None
    return seat


def resign(game: str, name: str) -> None:
    """Give a game up."""
    dropped = {"kind": "drop", "seat": seat_of(game, name), "reason": "resign"}
    make_move(game, caller(name.title()), command(), dropped, None)


def play_out(game: str, people: list[str]) -> None:
    """Let bots play, and whoever sits with them, until the game is over."""
    while not (fold := fold_of(game)).is_over:
        seat = fold.awaited[0]
        if fold.bot(seat) is not None:
            bots.play(game, seconds=60)
        else:
            [name] = people
            make_move(game, caller(name.title()), command(), choose(fold, seat), fold.asked)


def check_dates(divisions: list[Played], number: int) -> None:
    """Every round opens at the same time of the day, by the clocks of the club."""
    for division in divisions:
        [found] = Round.objects.filter(tournament=division.tournament, number=number)
        assert found.opened_at is not None
        assert (found.opened_at, found.closes_at) == (opening(number), closing(number))
        assert found.opened_at.astimezone(BERLIN).strftime("%A %H:%M") == "Tuesday 19:00"


def check_end(divisions: list[Played]) -> None:
    """Everything is finished by itself, and what had to happen has happened."""
    assert Season.objects.get().status == "finished"
    for division in divisions:
        seen = counts(division.tournament)
        assert (row(division.tournament).status, row(division.tournament).due_at) == ("finished", None)
        assert [seen[f"round/{kind}"] for kind in ("paired", "opened", "closed")] == [ROUNDS] * 3
        assert not division.ledger.has_met_twice()
    first, second, third = [counts(division.tournament) for division in divisions]
    assert (first["entrant/withdrawn"], second["entrant/withdrawn"], second["entrant/removed"]) == (1, 1, 1)
    assert (first["entrant/entered"], third["entrant/entered"]) == (8, 8)
    sources = [{said["source"] for said in told(division.tournament, "result/recorded")} for division in divisions]
    assert sources[0] >= {"game", "paper"}
    assert sources[1] >= {"game", "no-show"}
    assert sources[2] >= {"game", "paper"}


def check_tables(made: League, divisions: list[Played]) -> None:
    """The final tables are those of the ledgers, in the log and on the page."""
    shown = divisions_of(see_season(made.pk, 1, ANYBODY), ANYBODY)
    for division, seen in zip(divisions, shown, strict=True):
        points = division.ledger.points()
        expected = [(one, place, 6 * points[one]) for place, one in enumerate(division.ledger.table(), 1)]
        assert [(one.standing.entrant, one.standing.place, one.standing.points) for one in seen.rows] == expected
        [finished] = told(division.tournament, "tournament/finished")
        assert [tuple(one) for one in finished["standings"]] == expected


def check_marks(made: League, divisions: list[Played]) -> None:
    """Who goes up and down is marked on the page: two each, those who are out among those who would go down."""
    shown = divisions_of(see_season(made.pk, 1, ANYBODY), ANYBODY)
    words = ("▲</span> Goes up", "▼</span> Goes down", "✕</span> Has withdrawn")
    pages = [render_to_string("tournaments/leagues/_division.html", {"division": division}) for division in shown]
    assert [[page.count(word) for word in words] for page in pages] == [[0, 1, 1], [2, 0, 2], [2, 0, 0]]
    marked = {
        division.labels[one.standing.entrant]
        for division, seen in zip(divisions, shown, strict=True)
        for one in seen.rows
        if one.way == "out"
    }
    assert marked == OUT.keys()


def check_next_season(made: League, divisions: list[Played]) -> None:
    """Two go up from each division and two go down, those who are out among them; a gap is filled from below."""
    stayed = [[one for one in names_of(division) if one not in OUT] for division in divisions]
    first, second, third = stayed
    assert [len(some) for some in stayed] == [7, 6, 8]
    drafted = draft_season(made.pk, caller("Olga"))
    assert who(drafted) == [
        " ".join([*first[:6], *second[:2]]),
        " ".join([*first[6:], *second[2:], *third[:3]]),
        " ".join(third[3:]),
    ]
    came = list(drafted.assignments.order_by("rank", "position").values_list("came", flat=True))
    assert came == ["stays"] * 6 + ["up"] * 2 + ["down"] + ["stays"] * 4 + ["up"] * 2 + ["fills"] + ["stays"] * 5


def names_of(division: Played) -> list[str]:
    """The final table, in names as drafts show them."""
    return [division.labels[one].lstrip("+*") for one in division.ledger.table()]


def check_logs(divisions: list[Played]) -> None:
    """The logs are whole, the catalogue of events knows all that they hold, and the audit finds nothing."""
    for event in TournamentEvent.objects.all():
        assert faults(DECLARED[event.kind], read_body(event.body)["data"]) == [], event.kind
    assert all(is_unbroken(division.tournament) for division in divisions)
    report = audit()
    assert report.is_clean, report.findings
    assert report.beside["tournament"] == len(divisions)
