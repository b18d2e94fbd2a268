"""How Brikks looks and speaks: its sheets, choices, texts, rules and lessons."""
