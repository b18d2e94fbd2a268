"""How requests come in and answers go out: the handler, the protocol, bodies, middleware, errors.

Nothing may be imported here: `file_limit` is asked before Django is installed.
"""
