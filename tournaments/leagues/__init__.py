"""Leagues as pure computation: their rules, their calendar, and who goes up and down."""
