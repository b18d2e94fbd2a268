"""The commands of `manage.py` about games and their logs, each named like its module."""
