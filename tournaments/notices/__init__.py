"""Telling people what concerns them beside their games."""
