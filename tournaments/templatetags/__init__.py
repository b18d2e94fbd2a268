"""What the templates of clubs, tournaments, ratings and leagues say in words and draw."""
