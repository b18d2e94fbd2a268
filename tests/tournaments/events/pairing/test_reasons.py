"""Reasons: everybody can read why they got their opponents, table, seat or bye."""

from random import Random

from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.events.pairing.fields import SEED, Ledger, Story, decided, entries, forbid, settings_for, stories
from tournaments.events.formats.format import find_format
from tournaments.events.values import History, Participation, PlayedRound, Reason

SWISS = find_format("swiss")


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


@settings(max_examples=size(40, 500), deadline=None, database=None)
@given(stories(seats=(2, 3, 4), most=10))
def test_everybody_has_reasons_that_are_true(story: Story) -> None:
    for history, pairings in story.rounds(6):
        ledger = Ledger(story.settings, history)
        assert set(pairings.reasons) == set(ledger.playing)
        for table in pairings.tables:
            for seat, entrant in enumerate(table.entrants, start=1):
                told = {reason.code: reason.facts for reason in pairings.reasons[entrant]}
                points = {ledger.points[other] for other in table.entrants}
                again = [other for other in table.entrants if ledger.met[frozenset((entrant, other))]]
                assert told["score-group"]["points"] == ledger.points[entrant]
                assert ("floated" in told) == (len(points) > 1)
                meeting = told.keys() & {"rematch-unavoidable", "rematch-for-starts"}
                assert len(meeting) == (len(set(again) - {entrant}) > 0)
                assert ("opponents-met" in told) != bool(meeting)
                assert "rematch-left" not in told
                assert ("table-size" in told) == (len(table.entrants) < story.settings.seats)
                seats = [facts["seat"] for code, facts in told.items() if code.startswith("seat-")]
                assert seats == [seat]
        for entrant in pairings.byes:
            assert {"bye-turn", "bye-again", "bye-alone"} & set(codes(pairings.reasons[entrant]))


def test_the_reasons_of_a_floater_name_both_groups() -> None:
    history = History(SEED, entries(6))
    first = SWISS.pair(settings_for(), history)
    second = SWISS.pair(settings_for(), history._replace(rounds=(decided(first, 1),)))
    floated = {
        (reason.facts["from"], reason.facts["to"])
        for reasons in second.reasons.values()
        for reason in reasons
        if reason.code == "floated"
    }
    assert floated == {(12, 0), (0, 12)}


def test_who_is_late_or_kept_apart_is_told_so() -> None:
    people = (*entries(3), Participation("e-4", 4, joined_round=2))
    history = History(SEED, people, (PlayedRound(1, (), ("e-1", "e-2", "e-3")),), forbid((1, 4)))
    pairings = SWISS.pair(settings_for(), history)
    assert Reason("late", {"round": 2}) in pairings.reasons["e-4"]
    assert Reason("kept-apart", {"opponents": ["e-1"]}) in pairings.reasons["e-4"]
    assert "late" not in codes(pairings.reasons["e-1"])


def test_a_rematch_is_told_with_its_number() -> None:
    history = History(SEED, entries(2))
    for number in (1, 2):
        history = history._replace(rounds=(*history.rounds, decided(SWISS.pair(settings_for(), history), number)))
    reasons = SWISS.pair(settings_for(), history).reasons["e-1"]
    assert Reason("rematch-unavoidable", {"opponents": ["e-2"], "times": 2}) in reasons


def test_a_look_ahead_that_changed_the_pairs_is_told() -> None:
    """Six players in five rounds: after two of them some fields would come into a corner."""
    told = [
        reason.facts["rounds"]
        for chance in range(20)
        for _, pairings in Story(settings_for(), entries(6), frozenset(), Random(chance), is_wild=False).rounds(5)
        for reason in pairings.reasons[pairings.tables[0].entrants[0]]
        if reason.code == "rounds-foreseen"
    ]
    assert set(told) == {2}


def test_a_rematch_is_called_unavoidable_only_where_that_is_known() -> None:
    """Thirteen at tables of four: after four rounds a search comes to its end, after six it does not any more."""
    story = Story(settings_for(seats=4, rounds=8), entries(13), frozenset(), Random(1), is_wild=False)
    told = [
        {reason.code for why in pairings.reasons.values() for reason in why if reason.code.startswith("rematch")}
        for _, pairings in story.rounds(8)
    ]
    assert told == [set()] * 4 + [{"rematch-unavoidable"}] * 2 + [{"rematch-left"}] * 2
