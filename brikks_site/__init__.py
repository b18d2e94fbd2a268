"""The Django project: settings, addresses, shared pages and the scripts that start everything.

Nothing may be imported here: the scripts load this package before Django is installed.
"""
