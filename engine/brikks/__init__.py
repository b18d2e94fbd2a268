"""The game of Brikks: sheets, blocks, rounds, scores. Pure values in, pure values out."""
