"""The rules engine: pure functions over immutable values, standard library only.

No clock, no randomness, no I/O outside the command line. `protocol` says what a game is, `registry` finds one by
key and rules version, `engine.brikks` is the first of them.
"""

from engine.brikks.game import BRIKKS
from engine.registry import register

register(BRIKKS)
