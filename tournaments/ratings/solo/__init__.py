"""Games of one person, and games on the same dice: their table, their figures, and the field of all who played them."""
