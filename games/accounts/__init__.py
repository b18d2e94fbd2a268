"""People's accounts: signing up, guests, tokens, leaving; and who sits at a device."""
