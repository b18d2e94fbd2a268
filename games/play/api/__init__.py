"""The interface for playing: commands to a game, lists of games and new ones, and what can be read of one."""
