"""Time: what time it is, until when somebody must act, and what happens when nobody did."""
