"""What the pages remember: a table of typed values a page; what of them stands in the address."""
