"""A lecturer asks, the phones of a class vote, and everyone sees how the room divides."""
