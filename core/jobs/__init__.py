"""Long work, whatever it is about: many tasks at once, here or on a cluster, and its files."""
