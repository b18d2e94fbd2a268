"""Which deals count: those of rounds. A round that is played anew has other dice, and what was played with the old ones
counts nowhere any more."""

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Round


def is_dealt() -> Exists:
    """Of the card of a game, whether its deal is that of a round."""
    return Exists(Round.objects.filter(deal=OuterRef("deal")))


def counts_nowhere() -> Q:
    """The games on shared deals that do not count: while others may still be playing there, and those of a tournament
    whose round is played anew."""
    is_set_aside = Q(tournament__isnull=False) & ~Q(is_dealt())
    return Q(deal__is_shared=True) & (Q(deal__closed_at=None) | is_set_aside)
