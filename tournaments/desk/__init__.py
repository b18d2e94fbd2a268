"""The audit desk: disputes, rulings, and what a ruling would change."""
