"""What `./run`, `./test`, `./check` and `./bench` do.

Nothing may be imported here: the scripts load this package before anything is installed.
"""
