"""Why somebody got an opponent, a table, a seat or a bye: codes with their numbers; pages put them in words.

Points are in the unit of the format. Entrants are named by their ids.
"""

from collections.abc import Sequence

from tournaments.events.values import EntrantId, Reason


def score_group(points: int, size: int) -> Reason:
    """They have so many points, as have `size` players of this round, they themselves included."""
    return Reason("score-group", {"points": points, "size": size})


def floated(points: int, others: Sequence[int]) -> Reason:
    """They sit with somebody of another score group: from their points to the least and the most of the others."""
    return Reason("floated", {"from": points, "to": min(others), "to_most": max(others)})


def late(number: int) -> Reason:
    """They come in with this round."""
    return Reason("late", {"round": number})


def opponents_met(met: int, group: int) -> Reason:
    """Of the `group` others in their score group they have met so many before, and sit with nobody they have met."""
    return Reason("opponents-met", {"met": met, "group": group})


def rematch_unavoidable(opponents: Sequence[EntrantId], times: int) -> Reason:
    """They meet these again, after at most so many times, because every other pairing has more rematches."""
    return Reason("rematch-unavoidable", {"opponents": sorted(opponents), "times": times})


def rematch_left(opponents: Sequence[EntrantId], times: int) -> Reason:
    """They meet these again, after at most so many times; a pairing with fewer rematches was searched for in vain."""
    return Reason("rematch-left", {"opponents": sorted(opponents), "times": times})


def rematch_for_starts(opponents: Sequence[EntrantId], times: int) -> Reason:
    """They meet these again, after at most so many times: with fewer rematches somebody would begin too far from their
    share."""
    return Reason("rematch-for-starts", {"opponents": sorted(opponents), "times": times})


def rounds_foreseen(rounds: int) -> Reason:
    """Other pairs would have been closer in points, but then one of the `rounds` to come would have had a rematch."""
    return Reason("rounds-foreseen", {"rounds": rounds})


def starts_foreseen() -> Reason:
    """Others would sit together, but after that no fair way to begin was found for the next round."""
    return Reason("starts-foreseen", {})


def kept_apart(opponents: Sequence[EntrantId]) -> Reason:
    """These, who play in this round, may not sit with them."""
    return Reason("kept-apart", {"opponents": sorted(opponents)})


def table_size(size: int, seats: int) -> Reason:
    """Their table is smaller than the usual one, because the field does not come out even."""
    return Reason("table-size", {"size": size, "seats": seats})


def seat_balance(seat: int, firsts: int, rounds: int) -> Reason:
    """They sit on this seat, from 1, having begun so many of their games: whoever begins has a better claim to it."""
    return Reason("seat-balance", {"seat": seat, "firsts": firsts, "rounds": rounds})


def seat_foreseen(seat: int, firsts: int, rounds: int) -> Reason:
    """The same, but by a look ahead: so the rounds to come can be seated fairly as well."""
    return Reason("seat-foreseen", {"seat": seat, "firsts": firsts, "rounds": rounds})


def seat_drawn(seat: int, firsts: int, rounds: int) -> Reason:
    """The same, but by lot: nobody at the table has a better claim to begin."""
    return Reason("seat-drawn", {"seat": seat, "firsts": firsts, "rounds": rounds})


def random_draw(lot: int) -> Reason:
    """Among all pairings that are as good the lot decided; this is theirs, from the seed."""
    return Reason("random-draw", {"lot": f"{lot:016x}"})


def bye_turn(byes: int, waiting: int) -> Reason:
    """The bye is theirs: they have had so many, and nobody in the round has had fewer; `waiting` have had as few."""
    return Reason("bye-turn", {"byes": byes, "waiting": waiting})


def bye_again(byes: int, fewest: int) -> Reason:
    """They have a bye again though others have had fewer: else there would be a rematch more, or a forbidden pair."""
    return Reason("bye-again", {"byes": byes, "fewest": fewest})


def bye_lowest(points: int, candidates: int) -> Reason:
    """Of those whose turn it is they are in the lowest score group, with `candidates` players."""
    return Reason("bye-lowest", {"points": points, "candidates": candidates})


def bye_above(points: int, lowest: int) -> Reason:
    """Lower ones have no bye, because then there would be a rematch, an unfair start or a forbidden pair."""
    return Reason("bye-above", {"points": points, "lowest": lowest})


def bye_alone() -> Reason:
    """Nobody else plays in this round."""
    return Reason("bye-alone", {})


def round_robin_schedule(number: int, rounds: int, leg: int) -> Reason:
    """The schedule that was drawn at the start says so, for this round of so many, in the first or second leg."""
    return Reason("round-robin-schedule", {"round": number, "rounds": rounds, "leg": leg})


def opponent_away(opponent: EntrantId) -> Reason:
    """The opponent of the schedule has left, so there is a bye."""
    return Reason("opponent-away", {"opponent": opponent})


def round_robin_bye(players: int) -> Reason:
    """The schedule has an odd number of players, so each of them has one bye in every leg."""
    return Reason("round-robin-bye", {"players": players})


def shared_deal(players: int) -> Reason:
    """They play alone, on the same dice as all others."""
    return Reason("shared-deal", {"players": players})
