"""Access to files of every kind: paths, names, folders, and tables that list files."""
