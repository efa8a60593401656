"""What a visitor's session remembers, and what it is told by the pictures."""
