"""Clubs: their members and roles, how people join, persons without an account, announcements, links to calendars."""
