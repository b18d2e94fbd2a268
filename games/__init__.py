"""Playing games and keeping their logs: rooms by feature, whose order `tests/test_layers.py` tests."""
