"""How a club is doing in some weeks: people, games and tournaments, as figures and bars."""
