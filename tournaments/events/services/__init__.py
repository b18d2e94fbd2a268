"""What people do to tournaments, each named by its verb: those who take part, and those who run it.

Everything goes through the same lock and the same log as what happens by itself, and leaves a situation from which
the next step follows (`tournaments.events.rounds`).
"""
