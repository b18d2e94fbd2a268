"""A second, plain referee written from the rules alone: cells are sets, nothing is clever, nothing is fast.

The tests compare it with the engine event by event. It shares no code with the engine and never imports it.
"""
