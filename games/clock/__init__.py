"""Time: what time it is for all processes of the site, and how a machine's clock that was set is told from time
passing.
"""
