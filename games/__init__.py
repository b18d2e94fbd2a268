"""Playing games and keeping their logs. So far it holds the rules page."""
