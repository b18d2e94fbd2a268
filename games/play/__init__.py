"""Every change of a game, each named by its verb. People, bots, clocks and organisers all enter here.

A service locks the game's row, checks who asks and what the log says, lets the rules decide, and appends in one
transaction. Nothing is announced before it is committed; what is refused has changed nothing. What lists show of a game
is derived here as well.
"""
