"""Rounds that run by themselves: the steps, and the sweep that takes them.

What is due follows from rows (`tournaments.events.state_machine`, pure). A step is one transaction that claims the
tournament's row, does what is due, appends what has happened to the log and says when the next step is due
(`runner`); so a worker that is killed has done a step or has not, and two that come at once do it once.
"""
