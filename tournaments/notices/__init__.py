"""Telling people what concerns them beside their games: on the site, and by mail to confirmed addresses."""
