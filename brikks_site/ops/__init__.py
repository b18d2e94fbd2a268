"""What operators look at: health, readiness, metrics, logs, and the sentences with which programs end."""
