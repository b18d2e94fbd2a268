"""What the pages about playing show: the lists of the lobby, and a table before, during and after its game."""
