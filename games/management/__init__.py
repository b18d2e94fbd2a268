"""What `manage.py` can do about games and their logs."""
