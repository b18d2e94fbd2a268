"""Everything that arranges games: clubs, tournaments, leagues, ratings, the desk, and profiles."""
