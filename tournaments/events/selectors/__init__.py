"""Every read of tournaments: what a viewer may see, with names, in the order people expect.

Whatever takes a `SeenTournament` relies on `visibility` having been asked. Pairings that are not published are for
those who run it; of a round in which everybody gets the same dice nobody sees more than their own game until it is
closed."""
