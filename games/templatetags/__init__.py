"""What templates of games can say beside Django's own words; no Python imports it."""
