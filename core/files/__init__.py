"""What is the same for files of every kind: their names, their folders, tables that list them."""
