"""Pages of ledgers."""

from games.api.paging import NewestFirstPagination


class ByMatch(NewestFirstPagination):
    """Pages of a ledger in the order in which matches count; ids of its rows change whenever ratings are made anew."""

    field = "at"
    tie = "match"
