"""What `./bench` measures: the engine against named references, as ratios from one interleaved run.

Timings are statements for people, never conditions of a test: whether a goal is met is printed, not returned.
"""
