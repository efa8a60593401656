"""The formats of files, a module each."""
