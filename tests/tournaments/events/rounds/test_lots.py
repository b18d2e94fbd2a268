"""Lots: nobody can choose one, neither by an id that is made up nor by a moment at which somebody enters."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from engine.protocol import Json
from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account
from tests.tournaments.events.pairing.fields import SEED, entries, played, settings_for
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, row, settings, told
from tournaments.audit.tournaments import check_tournament
from tournaments.events.formats.format import find_format
from tournaments.events.log.event_store import UnitOfWork, read_log
from tournaments.events.models import TournamentEvent
from tournaments.events.seed import commitment_to, make_seed
from tournaments.events.settings import Settings
from tournaments.events.standings.ranking import standings
from tournaments.events.values import EntrantId, History, Pairings, Participation, PlayedRound

PEOPLE = 11


def renamed(names: dict[EntrantId, EntrantId], pairings: Pairings) -> tuple[object, ...]:
    """Who sits where, by the names that somebody else would have given."""
    tables = [tuple(names[entrant] for entrant in table.entrants) for table in pairings.tables]
    return tables, sorted(names[entrant] for entrant in pairings.byes)


def retold(names: dict[EntrantId, EntrantId], history: History) -> History:
    """The same history under other names."""

    def round_of(each: PlayedRound) -> PlayedRound:
        tables = [
            table._replace(seats=tuple(seat._replace(entrant=names[seat.entrant]) for seat in table.seats))
            for table in each.tables
        ]
        seated = tuple(tuple(names[entrant] for entrant in table) for table in each.seated)
        return each._replace(tables=tuple(tables), byes=tuple(names[one] for one in each.byes), seated=seated)

    people = tuple(entry._replace(id=names[entry.id]) for entry in history.entries)
    return history._replace(entries=people, rounds=tuple(map(round_of, history.rounds)))


@pytest.mark.parametrize(
    "rules",
    [
        settings_for(seats=2, rounds=4, tie_breaks=("lots",)),
        settings_for(seats=4, rounds=4, tie_breaks=("total", "lots")),
        settings_for("round-robin", tie_breaks=("lots",)),
    ],
    ids=["duels", "tables", "round robin"],
)
def test_a_server_that_picks_other_ids_changes_no_lot(rules: Settings) -> None:
    form, rng, history = find_format(rules.format), Random(7), History(SEED, entries(PEOPLE))
    for number in range(1, 5):
        pairings = form.pair(rules, history)
        for attempt in range(3):
            ids = Random(f"{number} {attempt}").sample(range(1000, 9999), PEOPLE)
            names = {entry.id: f"e-{new}" for entry, new in zip(history.entries, ids, strict=True)}
            again = retold(names, history)
            same = {name: name for name in names.values()}
            assert renamed(same, form.pair(rules, again)) == renamed(names, pairings)
            places = [(names[each.entrant], each.place) for each in standings(rules, history)]
            assert [(each.entrant, each.place) for each in standings(rules, again)] == places
        history = history._replace(rounds=(*history.rounds, played(pairings, number, rng)))


def test_who_comes_late_has_the_lot_of_their_number() -> None:
    rules, late = settings_for(seats=2, rounds=4), Participation("e-late", PEOPLE + 1, joined_round=2)
    form, history = find_format("swiss"), History(SEED, entries(PEOPLE))
    first = played(form.pair(rules, history), 1, Random(1))
    drawn = [
        renamed({**{entry.id: entry.id for entry in history.entries}, name: "late"}, form.pair(rules, again))
        for name in map("e-{}".format, range(100, 130))
        for again in [history._replace(rounds=(first,), entries=(*history.entries, late._replace(id=name)))]
    ]
    assert all(each == drawn[0] for each in drawn)


@pytest.mark.django_db
def test_the_seed_is_fixed_before_anybody_enters_and_known_when_it_starts(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Cleo")
    seed = make_seed(tournament)
    [created] = told(tournament, "tournament/created")
    assert created["commitment"] == commitment_to(tournament, seed)
    ada, paths = browser(account("Ada")), [f"/api/v1/tournaments/{tournament}"]
    paths += [f"/api/v1/tournaments/{tournament}/{part}" for part in ("log", "entrants", "standings")]
    for path in paths:
        assert seed not in ada.get(path).content.decode(), path
    assert seed not in "".join(link.body for link in read_log(tournament))
    said = ada.get(paths[0]).json()
    assert (said["seed"], said["seed_commitment"]) == (None, created["commitment"])
    pass_time(watch, FIRST)
    [started] = told(tournament, "tournament/started")
    assert started["seed"] == row(tournament).seed == seed
    assert ada.get(paths[0]).json()["seed"] == seed
    [paired] = told(tournament, "round/paired")
    assert paired["seed"] == seed
    assert not check_tournament(tournament).findings


@pytest.mark.django_db
def test_the_audit_names_a_seed_that_was_chosen_afterwards(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = announced(settings(), "Ada", "Bob", "Cleo")
    monkeypatch.setattr("tournaments.events.rounds.lifecycle.reveal_seed", lambda tournament, commitment: "c" * 64)
    pass_time(watch, FIRST)
    assert TournamentEvent.objects.filter(kind="tournament/started").exists()
    assert {finding.code for finding in check_tournament(tournament).findings} == {"lots/seed"}


@pytest.mark.parametrize(
    ("kind", "forged"),
    [
        ("tournament/created", lambda data: {name: data[name] for name in data if name != "commitment"}),
        ("tournament/created", lambda data: {**data, "commitment": "", "seed": "c" * 64}),
        ("round/paired", lambda data: {**data, "seed": "c" * 64}),
    ],
    ids=["none", "another that is public", "another for a round"],
)
@pytest.mark.django_db
def test_the_audit_names_a_seed_that_nothing_has_fixed(
    watch: Watch, monkeypatch: pytest.MonkeyPatch, kind: str, forged: Callable[[Json], Json]
) -> None:
    add = UnitOfWork.add

    def forging(draft: UnitOfWork, said: str, data: Json, *more: Any) -> None:
        """What a site would write that chooses the seed when everybody has entered."""
        add(draft, said, forged(data) if said == kind else data, *more)

    monkeypatch.setattr(UnitOfWork, "add", forging)
    monkeypatch.setattr("tournaments.events.rounds.lifecycle.seed_commitment", lambda tournament: "any")
    monkeypatch.setattr(
        "tournaments.events.rounds.lifecycle.reveal_seed", lambda tournament, commitment: make_seed(tournament)
    )
    tournament = announced(settings(), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    assert told(tournament, "round/paired")
    assert {finding.code for finding in check_tournament(tournament).findings} == {"lots/seed"}


@pytest.mark.django_db
def test_the_audit_names_numbers_of_entries_that_were_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    add = UnitOfWork.add

    def skipping(draft: UnitOfWork, kind: str, data: Json, *more: Any) -> None:
        """What a site would do that likes the lot of another number better."""
        chosen = {"number": data["number"] + 4} if kind == "entrant/entered" and data["number"] > 2 else {}
        add(draft, kind, {**data, **chosen}, *more)

    monkeypatch.setattr(UnitOfWork, "add", skipping)
    tournament = announced(settings(), "Ada", "Bob", "Cleo")
    assert [entered["number"] for entered in told(tournament, "entrant/entered")] == [1, 2, 7]
    assert {finding.code for finding in check_tournament(tournament).findings} == {"lots/number"}
