"""Insights: how a club is doing, for those who run it. Numbers only, and charts of them; nobody is named."""
