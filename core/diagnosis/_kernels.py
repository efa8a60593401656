"""Match two sequences without crossings."""

import numpy as np

from core.compiling import njit


@njit(cache=True, nogil=True)
def pair_up(worth):
    """Pair rows with columns to maximize the sum of worths; pairs never cross."""
    n, m = worth.shape
    best = np.zeros((n + 1, m + 1))
    for row in range(n - 1, -1, -1):
        for column in range(m - 1, -1, -1):
            value = max(best[row + 1, column], best[row, column + 1])
            here = worth[row, column]
            if here > 0.0:
                value = max(value, here + best[row + 1, column + 1])
            best[row, column] = value
    partners = np.full(n, -1)
    row = 0
    column = 0
    while row < n and column < m:
        here = worth[row, column]
        if here > 0.0 and best[row, column] == here + best[row + 1, column + 1]:
            partners[row] = column
            row += 1
            column += 1
        elif best[row, column] == best[row + 1, column]:
            row += 1
        else:
            column += 1
    return partners
