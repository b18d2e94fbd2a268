"""The parts of the settings, each read from the environment; `settings` puts them together.

Nothing may be imported here: `addresses` is asked before Django is installed.
"""
