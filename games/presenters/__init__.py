"""How games look and speak on pages: a presenter for each game that has one, a plain one for the others."""
