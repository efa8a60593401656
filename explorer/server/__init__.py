"""The server: access, limits on clients, and messages on failure."""
