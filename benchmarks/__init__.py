"""What `./bench` measures: the engine, storing and the audit, as ratios to named references from one interleaved run.

Timings are statements for people, never conditions of a test: whether a goal is met is printed, not returned.
"""
