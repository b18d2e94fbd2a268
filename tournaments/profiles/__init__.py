"""What a profile shows of somebody's results: ranges of time, the graph of a rating, form. All of it is pure."""
