"""Pages about people: their settings, tokens and data, what others see of them, and what is kept about everybody."""
