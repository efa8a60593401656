"""Count triplets for T-measures, without enumerating them.

Fix a query q. In both hierarchies, the depth at which a frame meets q never rises away from q. So
each side of q is a short chain of *runs*, stretches of equal depth in the reference and in the
estimate. The frames further from q than a run in both hierarchies form a suffix on each side. The
number of triplets is a sum over runs of ``frames in the run x frames in the two suffixes``.

Between two neighboring boundaries (a *cell*) the chains of all queries have the same ends; a
window only cuts them. So the chains are built once per cell (:func:`_fill_runs`,
:func:`_fill_steps`), and a query costs O(layers) at any window (:func:`_count`).

Positions are float64: frame numbers (``own = 1``: the query is a frame and never counts as i or j)
or seconds (``own = 0``: the limit of small frames). Counts are products of whole numbers far below
2**53, so they are exact.

The four measures have these indices everywhere: 0 recall reduced, 1 precision reduced, 2 recall
full, 3 precision full.
"""

import numpy as np

from core.compiling import njit

# One flat buffer holds LANES queries. Fixed offsets show the compiler that rows do not overlap, so
# it vectorizes (4 times faster than one query at a time).
_LANES = 64
_Q, _BACK, _AHEAD, _ALL, _INNER = 0, 64, 128, 192, 256
_REF, _EST, _FULL = 320, 384, 448  # agreeing: reduced in the reference, in the estimate, full
_REF_ALL, _EST_ALL, _REF_FULL, _EST_FULL = 512, 576, 640, 704
_BUFFER = 768
_OUTPUTS = ((_REF, _REF_ALL), (_EST, _EST_ALL), (_FULL, _REF_FULL), (_FULL, _EST_FULL))

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_TOLERANCE = 1e-12  # tolerance of the mean of g over a piece, per bisection
_NARROWEST = 1e-10  # width of a piece; narrower ones can't matter, as g lies in [0, 1]
_SAMPLES = (0.125, 0.5, 0.875)  # places of the samples in a piece
_PIECES = _LANES // 3
_THINNEST = 1e-12  # pieces thinner than this share of the track are rounding noise


@njit(cache=True, nogil=True)
def _least(a, b):
    """Return the smaller number, in one instruction (the builtin min also checks for NaN)."""
    return a if a < b else b


@njit(cache=True, nogil=True)
def extents(starts, ends, offsets, edges):
    """Return the interval {x : depth(q, x) >= l} for each depth l and q in each cell.

    Segments of layer l are ``starts[offsets[l-1]:offsets[l]]``, and ``ends`` likewise; they may
    overlap or leave gaps. `edges` holds all starts and ends, sorted. Returns left and right ends,
    shape (layers + 1, cells), and for each cell whether every layer covers it. If no layer at l or
    deeper covers a cell, the interval is the cell itself.
    """
    n_layers = len(offsets) - 1
    n_cells = len(edges) - 1
    left = np.empty((n_layers + 1, n_cells))
    right = np.empty((n_layers + 1, n_cells))
    covered = np.ones(n_cells, np.bool_)
    here = np.empty(n_cells, np.bool_)
    for level in range(n_layers, 0, -1):
        for cell in range(n_cells):
            if level == n_layers:
                left[level, cell] = edges[cell]
                right[level, cell] = edges[cell + 1]
            else:
                left[level, cell] = left[level + 1, cell]
                right[level, cell] = right[level + 1, cell]
            here[cell] = False
        for segment in range(offsets[level - 1], offsets[level]):
            start = starts[segment]
            end = ends[segment]
            cell = np.searchsorted(edges, start)
            while cell < n_cells and edges[cell] < end:
                left[level, cell] = min(left[level, cell], start)
                right[level, cell] = max(right[level, cell], end)
                here[cell] = True
                cell += 1
        for cell in range(n_cells):
            covered[cell] &= here[cell]
    left[0, :] = edges[0]
    right[0, :] = edges[-1]
    return left, right, covered


@njit(cache=True, nogil=True)
def _fill_runs(outward, ref_left, ref_right, est_left, est_right, cell, runs):
    """Write the runs of one side of a cell, nearest first; return their number.

    `outward` is 1 for the right side, -1 for the left. The row of a run has its outer end, and the
    inner ends of the suffixes that are further away in both hierarchies (right, left). Then it has
    the ends of "exactly one layer further in the reference" within those suffixes (right, left),
    and the same for the estimate. Runs that share no layer with q in a hierarchy can't be i and are
    left out.
    """
    ref_depth = ref_left.shape[0] - 1
    est_depth = est_left.shape[0] - 1
    n_runs = 0
    inner = -np.inf
    while ref_depth >= 1 and est_depth >= 1:
        if outward > 0:
            ref_end = ref_right[ref_depth, cell]
            est_end = est_right[est_depth, cell]
        else:
            ref_end = -ref_left[ref_depth, cell]
            est_end = -est_left[est_depth, cell]
        end = min(ref_end, est_end)
        if end > inner:
            far_right = max(ref_right[ref_depth, cell], est_right[est_depth, cell])
            far_left = min(ref_left[ref_depth, cell], est_left[est_depth, cell])
            runs[n_runs, 0] = end * outward
            runs[n_runs, 1] = far_right
            runs[n_runs, 2] = far_left
            runs[n_runs, 3] = max(ref_right[ref_depth - 1, cell], far_right)
            runs[n_runs, 4] = min(ref_left[ref_depth - 1, cell], far_left)
            runs[n_runs, 5] = max(est_right[est_depth - 1, cell], far_right)
            runs[n_runs, 6] = min(est_left[est_depth - 1, cell], far_left)
            n_runs += 1
            inner = end
        if ref_end == end:
            ref_depth -= 1
        if est_end == end:
            est_depth -= 1
    return n_runs


@njit(cache=True, nogil=True)
def _fill_steps(left, right, cell, steps):
    """Write the depths that occur in a cell, deepest first; return their number.

    A row has the left and right end of {depth >= l}, then of {depth >= l - 1}. A layer with the
    same interval as the layer below adds no frames and is left out.
    """
    n_layers = left.shape[0] - 1
    n_steps = 0
    for level in range(n_layers, 0, -1):
        if (
            level < n_layers
            and left[level, cell] == left[level + 1, cell]
            and right[level, cell] == right[level + 1, cell]
        ):
            continue
        steps[n_steps, 0] = left[level, cell]
        steps[n_steps, 1] = right[level, cell]
        steps[n_steps, 2] = left[level - 1, cell]
        steps[n_steps, 3] = right[level - 1, cell]
        n_steps += 1
    return n_steps


@njit(cache=True, nogil=True)
def _add_agreeing(outward, reach, runs, n_runs, lanes, n):
    """Add the agreeing triplets with i on one side of q, for up to LANES queries.

    `reach` is the farthest reach of the windows on this side.
    """
    last = lanes[_Q + n - 1] if outward > 0 else lanes[_Q]
    for run in range(n_runs):
        end = runs[run, 0]
        right = runs[run, 1]
        left = runs[run, 2]
        ref_right = runs[run, 3]
        ref_left = runs[run, 4]
        est_right = runs[run, 5]
        est_left = runs[run, 6]
        for lane in range(n):
            q = lanes[_Q + lane]
            back = lanes[_BACK + lane]
            ahead = lanes[_AHEAD + lane]
            outer = _least(end - q, ahead) if outward > 0 else _least(q - end, back)
            count = outer - lanes[_INNER + lane]
            lanes[_INNER + lane] = outer
            near = _least(right - q, ahead) + _least(q - left, back)
            lanes[_FULL + lane] += count * (lanes[_ALL + lane] - near)
            lanes[_REF + lane] += count * (
                _least(ref_right - q, ahead) + _least(q - ref_left, back) - near
            )
            lanes[_EST + lane] += count * (
                _least(est_right - q, ahead) + _least(q - est_left, back) - near
            )
        if (end - last) * outward >= reach:
            break


@njit(cache=True, nogil=True)
def _add_all(steps, n_steps, own, reduced, full, lanes, n):
    """Count all triplets of one hierarchy, agreeing or not, for up to LANES queries."""
    for lane in range(n):
        lanes[_INNER + lane] = own
        lanes[reduced + lane] = 0.0
        lanes[full + lane] = 0.0
    for step in range(n_steps):
        left = steps[step, 0]
        right = steps[step, 1]
        left_above = steps[step, 2]
        right_above = steps[step, 3]
        for lane in range(n):
            q = lanes[_Q + lane]
            back = lanes[_BACK + lane]
            ahead = lanes[_AHEAD + lane]
            near = _least(right - q, ahead) + _least(q - left, back)
            above = _least(right_above - q, ahead) + _least(q - left_above, back)
            count = near - lanes[_INNER + lane]
            lanes[_INNER + lane] = near
            lanes[full + lane] += count * (lanes[_ALL + lane] - near)
            lanes[reduced + lane] += count * (above - near)


@njit(cache=True, nogil=True)
def _count(own, low, high, ref_steps, n_ref, est_steps, n_est, runs_r, n_r, runs_l, n_l, lanes, n):
    """Count agreeing and all triplets of the queries in `lanes`, which share one cell."""
    reach_back = 0.0
    reach_ahead = 0.0
    for lane in range(n):
        q = lanes[_Q + lane]
        back = lanes[_BACK + lane]
        ahead = lanes[_AHEAD + lane]
        lanes[_ALL + lane] = _least(high - q, ahead) + _least(q - low, back)
        lanes[_INNER + lane] = own
        lanes[_FULL + lane] = 0.0
        lanes[_REF + lane] = 0.0
        lanes[_EST + lane] = 0.0
        reach_back = max(reach_back, back)
        reach_ahead = max(reach_ahead, ahead)
    _add_agreeing(1.0, reach_ahead, runs_r, n_r, lanes, n)
    for lane in range(n):
        lanes[_INNER + lane] = 0.0
    _add_agreeing(-1.0, reach_back, runs_l, n_l, lanes, n)
    _add_all(ref_steps, n_ref, own, _REF_ALL, _REF_FULL, lanes, n)
    _add_all(est_steps, n_est, own, _EST_ALL, _EST_FULL, lanes, n)


@njit(cache=True, nogil=True)
def score_points(
    positions, back, ahead, own, edges, ref_left, ref_right, est_left, est_right, keep
):
    """Count the triplets of each query, and sum g(q) over queries (Eq. 8 and the sum of Eq. 9).

    g(q) is the share of the triplets (q, i, j) of one hierarchy, with i and j within the window of
    q, with which the other hierarchy agrees. Without a triplet, g(q) is not defined.

    Parameters
    ----------
    positions : ndarray, shape (n,)
        Increasing: numbers of frames, or seconds.
    back, ahead : ndarray, shape (windows, 1) or (windows, n)
        How far each window reaches before and after a query; `ahead` is exclusive.
    own : float
        1 for frames, 0 for seconds; see the top of this file.
    edges : ndarray, shape (cells + 1,)
    ref_left, ref_right, est_left, est_right : ndarray, shape (layers + 1, cells)
        See :func:`extents`.
    keep : bool
        Whether to return values of single queries.

    Returns
    -------
    total, counted : ndarray, shape (windows, 4)
        The sums of g, and the numbers of queries that have a triplet.
    scores, sizes : ndarray, shape (windows, 4, n)
        g, NaN without a triplet, and the numbers of triplets; of shape (0, 4, n) unless `keep`.
    """
    n = len(positions)
    n_windows = back.shape[0]
    varies = back.shape[1] > 1
    n_ref_layers = ref_left.shape[0] - 1
    n_est_layers = est_left.shape[0] - 1
    ref_steps = np.empty((n_ref_layers, 4))
    est_steps = np.empty((n_est_layers, 4))
    runs_r = np.empty((n_ref_layers + n_est_layers, 7))
    runs_l = np.empty((n_ref_layers + n_est_layers, 7))
    lanes = np.empty(_BUFFER)
    low = edges[0]
    high = edges[-1]
    # Without frames, rounding can make a window's end miss a boundary.
    least = 0.0 if own > 0.0 else _THINNEST * (high - low) ** 2
    total = np.zeros((n_windows, 4))
    counted = np.zeros((n_windows, 4))
    scores = np.full((n_windows if keep else 0, 4, n), np.nan)
    sizes = np.zeros((n_windows if keep else 0, 4, n))

    first = 0
    for cell in range(len(edges) - 1):
        last = np.searchsorted(positions, edges[cell + 1])
        if last == first:
            continue
        n_ref = _fill_steps(ref_left, ref_right, cell, ref_steps)
        n_est = _fill_steps(est_left, est_right, cell, est_steps)
        n_r = _fill_runs(1.0, ref_left, ref_right, est_left, est_right, cell, runs_r)
        n_l = _fill_runs(-1.0, ref_left, ref_right, est_left, est_right, cell, runs_l)
        for window in range(n_windows):
            for start in range(first, last, _LANES):
                n_lanes = min(_LANES, last - start)
                for lane in range(n_lanes):
                    column = start + lane if varies else 0
                    lanes[_Q + lane] = positions[start + lane]
                    lanes[_BACK + lane] = back[window, column]
                    lanes[_AHEAD + lane] = ahead[window, column]
                _count(
                    own, low, high, ref_steps, n_ref, est_steps, n_est,
                    runs_r, n_r, runs_l, n_l, lanes, n_lanes,
                )  # fmt: skip
                for measure in range(4):
                    agreeing, all_ = _OUTPUTS[measure]
                    for lane in range(n_lanes):
                        if lanes[all_ + lane] > least:
                            g = lanes[agreeing + lane] / lanes[all_ + lane]
                            total[window, measure] += g
                            counted[window, measure] += 1.0
                            if keep:
                                scores[window, measure, start + lane] = g
                                sizes[window, measure, start + lane] = lanes[all_ + lane]
        first = last
    return total, counted, scores, sizes


@njit(cache=True, nogil=True)
def _ratio(numerator, denominator, low, high):
    """Integrate the ratio of two quadratics from low to high by an 8-point Gauss rule."""
    middle = 0.5 * (high + low)
    half = 0.5 * (high - low)
    value = 0.0
    for node in range(8):
        s = middle + half * _NODES[node]
        below = denominator[0] + s * (denominator[1] + s * denominator[2])
        if below > 0.0:
            above = numerator[0] + s * (numerator[1] + s * numerator[2])
            value += _WEIGHTS[node] * above / below
    return half * value


@njit(cache=True, nogil=True)
def _mean_ratio(numerator, denominator):
    """Return the mean of numerator / denominator over s in [-1, 1], bisecting until convergence."""
    ends = np.empty((64, 2))
    whole = np.empty(64)
    ends[0, 0] = -1.0
    ends[0, 1] = 1.0
    whole[0] = _ratio(numerator, denominator, -1.0, 1.0)
    height = 1
    value = 0.0
    while height:
        height -= 1
        low = ends[height, 0]
        high = ends[height, 1]
        middle = 0.5 * (low + high)
        left = _ratio(numerator, denominator, low, middle)
        right = _ratio(numerator, denominator, middle, high)
        if abs(left + right - whole[height]) < _TOLERANCE or high - low < _NARROWEST:
            value += left + right
            continue
        ends[height, 0] = low
        ends[height, 1] = middle
        whole[height] = left
        ends[height + 1, 0] = middle
        ends[height + 1, 1] = high
        whole[height + 1] = right
        height += 2
    return 0.5 * value


@njit(cache=True, nogil=True)
def mean_ratios(numerators, denominators, least):
    """Return means over s in [-1, 1] of ratios of quadratics, for measures with own pieces."""
    n = len(numerators)
    means = np.full(n, np.nan)
    for piece in range(n):
        below = denominators[piece]
        if below[0] <= least:
            continue
        above = numerators[piece]
        if below[1] == 0.0 and below[2] == 0.0 and above[1] == 0.0 and above[2] == 0.0:
            means[piece] = above[0] / below[0]
        else:
            means[piece] = _mean_ratio(above, below)
    return means


@njit(cache=True, nogil=True)
def _fit(lanes, first, coefficients):
    """Fit a quadratic in s, which runs from -1 to 1 over a piece, through its three samples."""
    left = lanes[first]
    middle = lanes[first + 1]
    right = lanes[first + 2]
    s = 2.0 * _SAMPLES[2] - 1.0
    coefficients[0] = middle
    coefficients[1] = (right - left) / (2.0 * s)
    coefficients[2] = (right - 2.0 * middle + left) / (2.0 * s * s)


@njit(cache=True, nogil=True)
def _fill_breaks(low, high, back, ahead, left, right, cell, breaks, n_breaks):
    """Append the queries at which a window's end passes an interval's end; return their number."""
    for level in range(left.shape[0]):
        if low < right[level, cell] - ahead < high:
            breaks[n_breaks] = right[level, cell] - ahead
            n_breaks += 1
        if low < left[level, cell] + back < high:
            breaks[n_breaks] = left[level, cell] + back
            n_breaks += 1
    return n_breaks


@njit(cache=True, nogil=True)
def integrate(back, ahead, edges, ref_left, ref_right, est_left, est_right):
    """Score without frames: integrate g over all queries, for many windows.

    Breakpoints are boundaries, and queries whose window ends at one. Between two breakpoints every
    length is linear in q and every count quadratic, so three samples determine it.
    """
    n_windows = back.shape[0]
    n_ref_layers = ref_left.shape[0] - 1
    n_est_layers = est_left.shape[0] - 1
    ref_steps = np.empty((n_ref_layers, 4))
    est_steps = np.empty((n_est_layers, 4))
    runs_r = np.empty((n_ref_layers + n_est_layers, 7))
    runs_l = np.empty((n_ref_layers + n_est_layers, 7))
    breaks = np.empty(2 * (n_ref_layers + n_est_layers) + 6)
    lanes = np.empty(_BUFFER)
    lengths = np.empty(_PIECES)
    numerator = np.empty(3)
    denominator = np.empty(3)
    total = np.zeros((n_windows, 4))
    counted = np.zeros((n_windows, 4))
    start = edges[0]
    end = edges[-1]
    thinnest = _THINNEST * (end - start)

    for cell in range(len(edges) - 1):
        n_ref = _fill_steps(ref_left, ref_right, cell, ref_steps)
        n_est = _fill_steps(est_left, est_right, cell, est_steps)
        n_r = _fill_runs(1.0, ref_left, ref_right, est_left, est_right, cell, runs_r)
        n_l = _fill_runs(-1.0, ref_left, ref_right, est_left, est_right, cell, runs_l)
        low = edges[cell]
        high = edges[cell + 1]
        for window in range(n_windows):
            before = back[window, 0]
            after = ahead[window, 0]
            breaks[0] = low
            breaks[1] = high
            n_breaks = _fill_breaks(low, high, before, after, ref_left, ref_right, cell, breaks, 2)
            n_breaks = _fill_breaks(
                low, high, before, after, est_left, est_right, cell, breaks, n_breaks
            )
            breaks[:n_breaks].sort()
            piece = 0
            while piece < n_breaks - 1:
                n_pieces = 0
                while piece < n_breaks - 1 and n_pieces < _PIECES:
                    length = breaks[piece + 1] - breaks[piece]
                    if length > thinnest:
                        for sample in range(3):
                            lane = 3 * n_pieces + sample
                            lanes[_Q + lane] = breaks[piece] + length * _SAMPLES[sample]
                            lanes[_BACK + lane] = before
                            lanes[_AHEAD + lane] = after
                        lengths[n_pieces] = length
                        n_pieces += 1
                    piece += 1
                _count(
                    0.0, start, end, ref_steps, n_ref, est_steps, n_est,
                    runs_r, n_r, runs_l, n_l, lanes, 3 * n_pieces,
                )  # fmt: skip
                for done in range(n_pieces):
                    for measure in range(4):
                        agreeing, all_ = _OUTPUTS[measure]
                        _fit(lanes, all_ + 3 * done, denominator)
                        if denominator[0] <= 0.0:
                            continue
                        _fit(lanes, agreeing + 3 * done, numerator)
                        counted[window, measure] += lengths[done]
                        total[window, measure] += lengths[done] * _mean_ratio(
                            numerator, denominator
                        )
    return total, counted
