"""Django's database backend for SQLite, with writers that queue before the database instead of polling it."""
