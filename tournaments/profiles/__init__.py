"""What a profile shows of somebody's results: ratings and their graph, form, achievements; and how a club is doing."""
