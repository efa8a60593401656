"""The server: who may come in, what browsers are held to, what is said when it fails."""
