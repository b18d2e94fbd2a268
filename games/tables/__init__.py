"""The pages about playing: the lobby, a new game, seats, the table, watching and replay, players' profiles, the
tutorial and the rules.
"""
