"""The command line: records in, one JSON line out for each, never a traceback."""
