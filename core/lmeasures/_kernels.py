"""Count triplets of labels for L-measures, without enumerating them.

Two points meet at the deepest layer in which they have the same label. Labels are constant between
neighboring boundaries of both hierarchies (a *cell*). So all points of a cell meet a query at the
same depths. A table (depth in the reference x depth in the estimate) holds the amount of the window
at each pair of depths. The number of triplets is a sum over pairs of its entries.

The ends of a window lie in two cells, p and r. While they stay there, the table consists of whole
cells, plus u at the entry of p and v at that of r. Counts are bilinear in u and v, so their four
coefficients are computed once (:func:`_coefficients`).

Positions are float64: frame numbers (``own = 1``: the query is a frame and never counts as i or j)
or seconds (``own = 0``: the limit of small frames). Counts are products of whole numbers far below
2**53, so they are exact.
"""

import numpy as np

from core.compiling import njit

_THINNEST = 1e-12  # pieces thinner than this share of the track are rounding noise


@njit(cache=True, nogil=True)
def label_cells(starts, ends, offsets, labels, edges):
    """Return the number of each layer's label in each cell, -1 for none, shape (layers, cells)."""
    n_layers = len(offsets) - 1
    cells = np.full((n_layers, len(edges) - 1), -1, np.int64)
    for layer in range(n_layers):
        for segment in range(offsets[layer], offsets[layer + 1]):
            cell = np.searchsorted(edges, starts[segment])
            while cell < len(edges) - 1 and edges[cell] < ends[segment]:
                cells[layer, cell] = labels[segment]
                cell += 1
    return cells


@njit(cache=True, nogil=True)
def _room(ref_labels, est_labels):
    """Allocate arrays for depths of meeting, the table, its sums, and coefficients."""
    n_cells = ref_labels.shape[1]
    n_rows = ref_labels.shape[0] + 1
    n_columns = est_labels.shape[0] + 1
    return (
        np.empty(n_cells, np.int64),
        np.empty(n_cells, np.int64),
        np.empty((n_rows, n_columns)),
        np.zeros((n_rows + 1, n_columns + 1)),
        np.empty(n_rows),
        np.empty(n_columns),
        np.empty((3, 4)),
    )


@njit(cache=True, nogil=True)
def _fill_meets(labels, cell, meets):
    """Write the depth at which each cell meets `cell`."""
    meets[:] = 0
    for layer in range(labels.shape[0]):
        own = labels[layer, cell]
        if own >= 0:
            for other in range(len(meets)):
                meets[other] = layer + 1 if labels[layer, other] == own else meets[other]


@njit(cache=True, nogil=True)
def _coefficients(table, below, rows, columns, ref_p, est_p, ref_r, est_r, terms):
    """Write the coefficients of 1, u, v and uv in three counts, for a table plus u and v.

    Rows of `terms`: agreeing triplets, all triplets of the reference, all of the estimate. `below`
    holds the cumulative sums of the table.
    """
    n_rows, n_columns = table.shape
    agreeing = 0.0
    for row in range(n_rows):
        along = 0.0
        for column in range(n_columns):
            value = table[row, column]
            agreeing += value * below[row, column]
            along += value
            below[row + 1, column + 1] = below[row, column + 1] + along
        rows[row] = along
    for column in range(n_columns):
        columns[column] = below[n_rows, column + 1] - below[n_rows, column]
    every = below[n_rows, n_columns]
    terms[0, 0] = agreeing
    terms[0, 1] = _comparable(below, ref_p, est_p)
    terms[0, 2] = _comparable(below, ref_r, est_r)
    terms[0, 3] = 1.0 if (ref_p - ref_r) * (est_p - est_r) > 0 else 0.0
    for which in range(2):
        line = rows if which == 0 else columns
        at_p = ref_p if which == 0 else est_p
        at_r = ref_r if which == 0 else est_r
        alike = 0.0
        for value in line:
            alike += value * value
        terms[which + 1, 0] = 0.5 * (every * every - alike)
        terms[which + 1, 1] = every - line[at_p]
        terms[which + 1, 2] = every - line[at_r]
        terms[which + 1, 3] = 1.0 if at_p != at_r else 0.0


@njit(cache=True, nogil=True)
def _comparable(below, ref, est):
    """Sum the entries that are deeper than an entry in both hierarchies, or less deep in both."""
    n_rows, n_columns = below.shape[0] - 1, below.shape[1] - 1
    deeper = (
        below[n_rows, n_columns]
        - below[ref + 1, n_columns]
        - below[n_rows, est + 1]
        + below[ref + 1, est + 1]
    )
    return deeper + below[ref, est]


@njit(cache=True, nogil=True)
def _advance(p, r, to_p, to_r, edges, ref_meets, est_meets, table):
    """Update the table from the cells between `p` and `r` to those between `to_p` and `to_r`."""
    while r < to_r:
        if r > p:
            table[ref_meets[r], est_meets[r]] += edges[r + 1] - edges[r]
        r += 1
    while p < to_p:
        p += 1
        if p < r:
            table[ref_meets[p], est_meets[p]] -= edges[p + 1] - edges[p]
    while p > to_p:
        if p < r:
            table[ref_meets[p], est_meets[p]] += edges[p + 1] - edges[p]
        p -= 1


@njit(cache=True, nogil=True)
def score_points(positions, back, ahead, own, edges, ref_labels, est_labels, keep):
    """Count the triplets of each query by labels, and sum g(q) over queries.

    A triplet (q, i, j) of one hierarchy is one in which i meets q, by label, in a deeper layer than
    j does. g(q) is the share of them that the other hierarchy has, too (L-measure of McFee, Nieto,
    Farbood and Bello 2017).

    Parameters
    ----------
    positions, back, ahead, own, edges, keep
        As for T-measures (`core/tmeasures/_kernels.py`).
    ref_labels, est_labels : ndarray, shape (layers, cells)
        Numbers of labels; moments with equal ones meet.

    Returns
    -------
    total, counted : ndarray, shape (windows, 2)
        Recall and precision: the sums of g, and the numbers of queries that have a triplet.
    scores, sizes : ndarray, shape (windows, 2, n)
        g, NaN without a triplet, and the numbers of triplets; of shape (0, 2, n) unless `keep`.
    """
    n = len(positions)
    n_windows = back.shape[0]
    varies = back.shape[1] > 1
    n_cells = len(edges) - 1
    low = edges[0]
    high = edges[-1]
    # Without frames, rounding can make a window's end miss a boundary.
    least = 0.0 if own > 0.0 else _THINNEST * (high - low) ** 2
    ref_meets, est_meets, table, below, rows, columns, terms = _room(ref_labels, est_labels)
    total = np.zeros((n_windows, 2))
    counted = np.zeros((n_windows, 2))
    scores = np.full((n_windows if keep else 0, 2, n), np.nan)
    sizes = np.zeros((n_windows if keep else 0, 2, n))

    first = 0
    for cell in range(n_cells):
        last = np.searchsorted(positions, edges[cell + 1])
        if last == first:
            continue
        _fill_meets(ref_labels, cell, ref_meets)
        _fill_meets(est_labels, cell, est_meets)
        p = -1
        r = 0
        for window in range(n_windows):
            start = first
            while start < last:
                column = start if varies else 0
                begins = max(low, positions[start] - back[window, column])
                ends = min(high, positions[start] + ahead[window, column])
                to_p = p
                to_r = r
                if start == first:
                    to_p = min(cell, np.searchsorted(edges, begins, "right") - 1)
                    to_r = max(cell, np.searchsorted(edges, ends) - 1)
                while to_p < cell and edges[to_p + 1] <= begins:
                    to_p += 1
                while to_r < n_cells - 1 and edges[to_r + 1] < ends:
                    to_r += 1
                # Counts of frames are integers, so the sums of the previous window stay exact.
                if start == first and (own == 0.0 or to_p > p or to_r < r):
                    table[:] = 0.0
                    table[ref_meets[cell], est_meets[cell]] = -own
                    p = to_p
                    r = to_p
                _advance(p, r, to_p, to_r, edges, ref_meets, est_meets, table)
                p = to_p
                r = to_r
                _coefficients(
                    table, below, rows, columns,
                    ref_meets[p], est_meets[p], ref_meets[r], est_meets[r], terms,
                )  # fmt: skip
                query = start
                while query < last:
                    column = query if varies else 0
                    begins = max(low, positions[query] - back[window, column])
                    ends = min(high, positions[query] + ahead[window, column])
                    if query > start and (
                        (p < cell and edges[p + 1] <= begins)
                        or (r < n_cells - 1 and edges[r + 1] < ends)
                    ):
                        break
                    u = edges[p + 1] - begins if p < r else ends - begins
                    v = ends - edges[r] if p < r else 0.0
                    agreeing = terms[0, 0] + u * terms[0, 1] + v * (terms[0, 2] + u * terms[0, 3])
                    for side in range(2):
                        every = (
                            terms[side + 1, 0]
                            + u * terms[side + 1, 1]
                            + v * (terms[side + 1, 2] + u * terms[side + 1, 3])
                        )
                        if every > least:
                            g = agreeing / every
                            total[window, side] += g
                            counted[window, side] += 1.0
                            if keep:
                                scores[window, side, query] = g
                                sizes[window, side, query] = every
                    query += 1
                start = query
        first = last
    return total, counted, scores, sizes


@njit(cache=True, nogil=True)
def pieces(back, ahead, edges, ref_labels, est_labels):
    """Cut the range of queries where a query or an end of its window meets a boundary: between two
    cuts every count is quadratic in s from -1 to 1."""
    n_windows = back.shape[0]
    n_cells = len(edges) - 1
    low = edges[0]
    high = edges[-1]
    thinnest = _THINNEST * (high - low)
    ref_meets, est_meets, table, below, rows, columns, terms = _room(ref_labels, est_labels)
    # Each boundary, shifted by the window, cuts one cell.
    cut = np.empty((n_windows * (3 * n_cells + 4), 11))
    n = 0
    for cell in range(n_cells):
        _fill_meets(ref_labels, cell, ref_meets)
        _fill_meets(est_labels, cell, est_meets)
        for window in range(n_windows):
            before = back[window, 0]
            after = ahead[window, 0]
            table[:] = 0.0
            p = 0
            r = 0
            start = edges[cell]
            while start < edges[cell + 1]:
                to_p = p
                while to_p < cell and edges[to_p + 1] + before <= start:
                    to_p += 1
                to_r = max(r, cell)
                while to_r < n_cells - 1 and edges[to_r + 1] - after <= start:
                    to_r += 1
                if start == edges[cell]:
                    p = to_p
                    r = to_p
                _advance(p, r, to_p, to_r, edges, ref_meets, est_meets, table)
                p = to_p
                r = to_r
                back_moves = 0.0 if start < low + before else 1.0
                ahead_moves = 1.0 if start < high - after else 0.0
                end = edges[cell + 1]
                leaves = (edges[p + 1] if back_moves > 0.0 else low) + before
                if start < leaves < end:
                    end = leaves
                meets = edges[r + 1] - after
                if start < meets < end:
                    end = meets
                length = end - start
                if length > thinnest and p < r:
                    half = 0.5 * length
                    middle = 0.5 * (start + end)
                    u = edges[p + 1] - max(low, middle - before)
                    v = min(high, middle + after) - edges[r]
                    _coefficients(
                        table, below, rows, columns,
                        ref_meets[p], est_meets[p], ref_meets[r], est_meets[r], terms,
                    )  # fmt: skip
                    u_moves = -half * back_moves
                    v_moves = half * ahead_moves
                    cut[n, 0] = window
                    cut[n, 1] = length
                    for count in range(3):
                        by_none, by_u, by_v, by_both = terms[count]
                        cut[n, 2 + 3 * count] = by_none + u * by_u + v * (by_v + u * by_both)
                        cut[n, 3 + 3 * count] = u_moves * (by_u + v * by_both) + v_moves * (
                            by_v + u * by_both
                        )
                        cut[n, 4 + 3 * count] = u_moves * v_moves * by_both
                    n += 1
                start = end
    return cut[:n]
