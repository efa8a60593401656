"""The state of the pages: one table of typed values per page, with keys in the address."""
