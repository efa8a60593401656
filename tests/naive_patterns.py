"""Patterns as regular expressions: simple to verify, but possibly very slow."""

import re

PLACES = {"track": "[^/]+", "method": "[^/]+?", "layer": "[^/]+?"}


def fit(pattern, name):
    """The texts of the placeholders in a name, or None."""
    pieces, seen = [], set()
    for piece in re.findall(r"\{\w+\}|\*|[^{}*]+", pattern):
        place = piece.strip("{}")
        if piece == "*":
            pieces.append("[^/]*?")
        elif piece[0] != "{":
            pieces.append(re.escape(piece))
        elif place in seen:
            pieces.append(f"(?P={place})")
        else:
            pieces.append(f"(?P<{place}>{PLACES[place]})")
            seen.add(place)
    found = re.fullmatch("".join(pieces), name)
    return found.groupdict() if found else None
