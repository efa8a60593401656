"""List the triplets of queries as blocks: products of runs of i and j.

Two moments meet at the deepest layer that gives them the same *mark*: their segment for T-measures,
its label for L-measures. A *cell* is a stretch between neighboring boundaries of either hierarchy.
For all its queries the track has the same *runs*, stretches of equal depth in the reference and in
the estimate; a window only cuts them. A *block* is a run of i times a run of j. It has ``frames in
the run of i x frames in the run of j`` triplets, which all agree, tie or are inverted. Runs of the
same depths are of one *kind*, and sums over all blocks are sums over pairs of kinds.

Positions are float64: frame numbers (``own = 1``: the query is a frame and never counts as i or j)
or seconds (``own = 0``: the limit of small frames).
"""

from typing import NamedTuple

import numpy as np

from core.compiling import njit

AGREE, TIE, INVERTED = 0, 1, 2

(
    QUERY, RUN_I, RUN_J, START_I, END_I, START_J, END_J, REF_I, REF_J, EST_I, EST_J, OUTCOME,
    COUNT, TOTAL, SHARE, FIRST_QUERY, LAST_QUERY, COLUMNS,
) = range(18)  # fmt: skip

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_TOLERANCE = 1e-12  # tolerance of the mean over a piece, per bisection
_NARROWEST = 1e-10  # bisections of a piece
_SAME = 1e-12  # relative; shares that differ by less are equal
_THINNEST = 1e-12  # share of the track; thinner pieces and runs are rounding noise

# Always inline; otherwise numba counts references to a structure's arrays at each call.
_inlined = njit(cache=True, nogil=True, forceinline=True)


class Counting(NamedTuple):
    """The marks of a pair, and the triplets that count."""

    edges: np.ndarray  # all boundaries, sorted
    ref_marks: np.ndarray  # shape (layers, cells): numbers of the marks, -1 for none
    est_marks: np.ndarray
    side: int  # source of the triplets: 0 the reference, 1 the estimate
    every_layer: bool  # whether the depths of i and j may differ by more than one layer
    own: float


class Queries(NamedTuple):
    """Positions of queries, and the window's reach for each query or for all."""

    positions: np.ndarray
    back: np.ndarray
    ahead: np.ndarray


class Wanted(NamedTuple):
    outcomes: np.ndarray  # whether to list each outcome, by code
    depth_i: int  # in the hierarchy of `side`; -1 for any
    depth_j: int
    role: int  # the moment that must be in the region: 0 the query, 1 i, 2 j
    low: float
    high: float


class _Runs(NamedTuple):
    """Arrays for the runs of a cell (:func:`_fill_runs`), and their lengths in a window."""

    meets: np.ndarray
    bounds: np.ndarray
    depths: np.ndarray
    lengths: np.ndarray
    by_depth: np.ndarray  # length by depth
    thinnest: float


class _Kinds(NamedTuple):
    """Arrays for the kinds of runs of a cell, and for pairs of kinds."""

    number: np.ndarray  # number of the kind of each pair of depths
    depths: np.ndarray
    of_run: np.ndarray
    lengths: np.ndarray
    pairs: np.ndarray
    outcomes: np.ndarray


@njit(cache=True, nogil=True)
def _run_room(pair):
    n_cells = len(pair.edges) - 1
    return _Runs(
        np.empty((2, n_cells), np.int64),
        np.empty((n_cells, 2)),
        np.empty((n_cells, 2), np.int64),
        np.empty(n_cells),
        np.empty((pair.ref_marks if pair.side == 0 else pair.est_marks).shape[0] + 1),
        _THINNEST * (pair.edges[-1] - pair.edges[0]),
    )


@njit(cache=True, nogil=True)
def _fill_runs(pair, cell, runs):
    """Write the runs of a cell; return their number, and the number up to the last on the right.

    A row of `bounds` is a run's start and end; a row of `depths` is its depth in the reference and
    in the estimate. Run 0 contains the queries. Runs on the right follow, nearest first, then runs
    on the left. `meets` is an array for the depth of each cell.
    """
    edges, meets, bounds, depths = pair.edges, runs.meets, runs.bounds, runs.depths
    n_cells = len(edges) - 1
    meets[:] = 0
    for which in range(2):
        marks = pair.ref_marks if which == 0 else pair.est_marks
        for layer in range(marks.shape[0]):
            own = marks[layer, cell]
            for other in range(n_cells if own >= 0 else 0):
                if marks[layer, other] == own:
                    meets[which, other] = layer + 1
    bounds[0, 0] = edges[cell]
    bounds[0, 1] = edges[cell + 1]
    depths[0, 0] = meets[0, cell]
    depths[0, 1] = meets[1, cell]
    n_runs = 1
    n_right = 1
    for step in (1, -1):
        run = 0
        other = cell + step
        while 0 <= other < n_cells:
            if meets[0, other] != depths[run, 0] or meets[1, other] != depths[run, 1]:
                run = n_runs
                n_runs += 1
                bounds[run, 0] = edges[other]
                bounds[run, 1] = edges[other + 1]
                depths[run, 0] = meets[0, other]
                depths[run, 1] = meets[1, other]
            elif step == 1:
                bounds[run, 1] = edges[other + 1]
            else:
                bounds[run, 0] = edges[other]
            other += step
        if step == 1:
            n_right = n_runs
    return n_runs, n_right


@njit(cache=True, nogil=True)
def _fill_kinds(pair, runs, n_runs, kinds):
    """Write the kinds of runs; return their number."""
    kinds.number[:] = -1
    n_kinds = 0
    for run in range(n_runs):
        at = runs.depths[run, 0] * (pair.est_marks.shape[0] + 1) + runs.depths[run, 1]
        if kinds.number[at] < 0:
            kinds.number[at] = n_kinds
            kinds.depths[n_kinds, 0] = runs.depths[run, 0]
            kinds.depths[n_kinds, 1] = runs.depths[run, 1]
            n_kinds += 1
        kinds.of_run[run] = kinds.number[at]
    return n_kinds


@njit(cache=True, nogil=True)
def _kind_room(pair):
    """Allocate arrays for the kinds of runs of any cell, and for pairs of kinds."""
    n_cells = len(pair.edges) - 1
    every = (pair.ref_marks.shape[0] + 1) * (pair.est_marks.shape[0] + 1)
    most = min(every, n_cells)
    pairs, outcomes = _pair_room(most)
    return _Kinds(
        np.empty(every, np.int64),
        np.empty((most, 2), np.int64),
        np.empty(n_cells, np.int64),
        np.empty(most),
        pairs,
        outcomes,
    )


@njit(cache=True, nogil=True)
def _pair_room(most):
    """Allocate arrays for pairs of runs or kinds, and their outcomes."""
    return np.empty((most * most, 2), np.int64), np.empty(most * most, np.int64)


@_inlined
def _add_up(runs, n_runs, kinds, n_kinds):
    """Write the total length of the runs of each kind."""
    kinds.lengths[:n_kinds] = 0.0
    for run in range(n_runs):
        kinds.lengths[kinds.of_run[run]] += runs.lengths[run]


@njit(cache=True, nogil=True)
def _fill_pairs(pair, depths, n_runs, pairs, outcomes):
    """Write the pairs of runs or kinds that are triplets of a hierarchy; return their number."""
    n_pairs = 0
    for i in range(n_runs):
        for j in range(n_runs):
            fall = depths[i, pair.side] - depths[j, pair.side]
            if fall < 1 or (fall > 1 and not pair.every_layer):
                continue
            other = depths[i, 1 - pair.side] - depths[j, 1 - pair.side]
            pairs[n_pairs, 0] = i
            pairs[n_pairs, 1] = j
            outcomes[n_pairs] = AGREE if other > 0 else TIE if other == 0 else INVERTED
            n_pairs += 1
    return n_pairs


@njit(cache=True, nogil=True)
def _lost_pairs(pair, n_kinds, kinds):
    """Write the pairs of kinds with lost triplets; return their number."""
    n_lost = 0
    for at in range(_fill_pairs(pair, kinds.depths, n_kinds, kinds.pairs, kinds.outcomes)):
        if kinds.outcomes[at] != AGREE:
            kinds.pairs[n_lost, 0] = kinds.pairs[at, 0]
            kinds.pairs[n_lost, 1] = kinds.pairs[at, 1]
            kinds.outcomes[n_lost] = kinds.outcomes[at]
            n_lost += 1
    return n_lost


@_inlined
def _measure(q, back, ahead, own, runs, n_runs):
    """Write the length of each run within the window of q, without q itself."""
    for run in range(n_runs):
        start = max(runs.bounds[run, 0], q - back)
        end = min(runs.bounds[run, 1], q + ahead)
        length = end - start - (own if run == 0 else 0.0)
        runs.lengths[run] = length if length > runs.thinnest else 0.0


@_inlined
def _total(pair, runs, n_runs):
    """Count all triplets of a query."""
    by_depth = runs.by_depth
    by_depth[:] = 0.0
    for run in range(n_runs):
        by_depth[runs.depths[run, pair.side]] += runs.lengths[run]
    total = 0.0
    below = by_depth[0]
    for depth in range(1, len(by_depth)):
        total += by_depth[depth] * below
        below = below + by_depth[depth] if pair.every_layer else by_depth[depth]
    return total


@_inlined
def _look(pair, queries, at, runs, n_runs):
    """Measure the runs in the window of a query; return the query, the reach of its window back
    and ahead, and its number of triplets."""
    column = at if len(queries.back) > 1 else 0
    q, back, ahead = queries.positions[at], queries.back[column], queries.ahead[column]
    _measure(q, back, ahead, pair.own, runs, n_runs)
    return q, back, ahead, _total(pair, runs, n_runs)


@njit(cache=True, nogil=True)
def _ranked(rows, n_rows, room):
    """Return an array of `room` rows that begins with these rows, largest share first; equal shares
    keep their order. numba needs ten times as long to compile ``argsort`` as this merging."""
    order, merged = np.empty(n_rows, np.int64), np.empty(n_rows, np.int64)
    for at in range(n_rows):
        order[at] = at
    width = 1
    while width < n_rows:
        for start in range(0, n_rows, 2 * width):
            left, middle, end = start, start + width, min(start + 2 * width, n_rows)
            right = middle
            for at in range(start, end):
                if right >= end or (
                    left < middle and rows[order[left], SHARE] >= rows[order[right], SHARE]
                ):
                    merged[at] = order[left]
                    left += 1
                else:
                    merged[at] = order[right]
                    right += 1
        order, merged = merged, order
        width *= 2
    ranked = np.empty((room, COLUMNS))
    for at in range(min(room, n_rows)):
        for column in range(COLUMNS):
            ranked[at, column] = rows[order[at], column]
    return ranked


@njit(cache=True, nogil=True)
def _wants(wanted, i, j, outcome, depths):
    """Whether a pair of runs passes a filter; `depths` are those of the counted side."""
    return (
        wanted.outcomes[outcome]
        and (wanted.depth_i < 0 or depths[i] == wanted.depth_i)
        and (wanted.depth_j < 0 or depths[j] == wanted.depth_j)
    )


@njit(cache=True, nogil=True)
def _meets(q, back, ahead, own, run, wanted):
    """Whether a run and the window of q contain a part of the region, apart from q."""
    start = max(run[0], q - back, wanted.low)
    end = min(run[1], q + ahead, wanted.high)
    return end - start > (own if start <= q < end else 0.0)


@njit(cache=True, nogil=True)
def _signed(run, n_right):
    """Number a run from the queries: 1, 2, ... to the right, -1, -2, ... to the left."""
    return run if run < n_right else n_right - 1 - run


@njit(cache=True, nogil=True)
def _describe(q, back, ahead, own, runs, n_right, i, j, outcome, total, row):
    """Write a block: its runs within the window of q, and its share of the query's triplets."""
    bounds, depths = runs.bounds, runs.depths
    row[RUN_I] = _signed(i, n_right)
    row[RUN_J] = _signed(j, n_right)
    row[START_I] = max(bounds[i, 0], q - back)
    row[END_I] = min(bounds[i, 1], q + ahead)
    row[START_J] = max(bounds[j, 0], q - back)
    row[END_J] = min(bounds[j, 1], q + ahead)
    row[REF_I] = depths[i, 0]
    row[REF_J] = depths[j, 0]
    row[EST_I] = depths[i, 1]
    row[EST_J] = depths[j, 1]
    count_i = row[END_I] - row[START_I] - (own if i == 0 else 0.0)
    count_j = row[END_J] - row[START_J] - (own if j == 0 else 0.0)
    row[COUNT] = count_i * count_j
    row[OUTCOME] = outcome
    row[TOTAL] = total
    row[SHARE] = row[COUNT] / total


@njit(cache=True, nogil=True)
def sweep_query(pair, q, back, ahead, wanted, run_i, run_j):
    """Count the triplets of one query at many windows, and return one block for each."""
    own, role = pair.own, wanted.role
    runs = _run_room(pair)
    counts = np.zeros((len(back), 3))
    rows = np.zeros((len(back), COLUMNS))
    cell = np.searchsorted(pair.edges, q, side="right") - 1
    n_runs, n_right = _fill_runs(pair, cell, runs)
    depths, lengths = runs.depths[:, pair.side], runs.lengths
    pairs, outcomes = _pair_room(n_runs)
    n_pairs = _fill_pairs(pair, runs.depths, n_runs, pairs, outcomes)
    asked = -1
    for at in range(n_pairs):
        i, j = pairs[at]
        if _signed(i, n_right) == run_i and _signed(j, n_right) == run_j:
            asked = at
    for window in range(len(back)):
        before = back[window]
        after = ahead[window]
        _measure(q, before, after, own, runs, n_runs)
        row = rows[window]
        best = -1
        largest = 0.0
        for at in range(n_pairs):
            i, j = pairs[at]
            count = lengths[i] * lengths[j]
            counts[window, outcomes[at]] += count
            if best == asked >= 0 or count <= 0.0 or (count <= largest and at != asked):
                continue
            run = runs.bounds[i if role == 1 else j]
            if (
                _wants(wanted, i, j, outcomes[at], depths)
                and (role > 0 or wanted.low <= q < wanted.high)
                and (role == 0 or _meets(q, before, after, own, run, wanted))
            ):
                best = at
                largest = count
        if best < 0:
            continue
        i, j = pairs[best]
        total = counts[window, AGREE] + counts[window, TIE] + counts[window, INVERTED]
        _describe(q, before, after, own, runs, n_right, i, j, outcomes[best], total, row)
    return counts, rows


@njit(cache=True, nogil=True)
def _merge(at, share, worst):
    """Add a query's share to those of its neighbors.

    `worst` holds the largest share, the first and last of the successive queries with this share,
    the sum of all shares, and the first and last of all queries.
    """
    if share > worst[0] * (1.0 + _SAME):
        worst[0] = share
        worst[1] = at
        worst[2] = at
    elif worst[2] == at - 1 and share >= worst[0] * (1.0 - _SAME):
        worst[2] = at
    if worst[3] == 0.0:
        worst[4] = at
    worst[3] += share
    worst[5] = at


@njit(cache=True, nogil=True)
def _make_room(rows, n_rows, least, top):
    """Make room for a row: enlarge the array, or drop all but the top rows. Return rows, their
    number, and the share that a new row must exceed."""
    if n_rows < len(rows):
        return rows, n_rows, least
    rows = _ranked(rows, n_rows, min(2 * top, 2 * n_rows))
    if n_rows < 2 * top:
        return rows, n_rows, least
    return rows, top, rows[top - 1, SHARE]


@njit(cache=True, nogil=True)
def _bound(pair, queries, first, last, runs, n_runs, longest):
    """Write the maximum length of each run over the windows of some queries; return the minimum
    number of triplets of a query, or infinity without triplets."""
    longest[:n_runs] = 0.0
    fewest = np.inf
    for at in range(first, last):
        total = _look(pair, queries, at, runs, n_runs)[3]
        if total > 0.0:
            fewest = min(fewest, total)
            for run in range(n_runs):
                longest[run] = max(longest[run], runs.lengths[run])
    return fewest


@njit(cache=True, nogil=True)
def list_blocks(pair, queries, wanted, merge, top):
    """List the blocks of many queries, largest share of their query's triplets first."""
    positions, own, role = queries.positions, pair.own, wanted.role
    runs = _run_room(pair)
    depths, lengths = runs.depths[:, pair.side], runs.lengths
    pairs, outcomes = _pair_room(np.int64(0))
    worst = np.empty((0, 6))  # merged pairs, see _merge
    longest = np.empty(len(lengths))
    rows = np.empty((min(2 * top, 1024), COLUMNS))
    n_rows = np.int64(0)
    least = 0.0  # a share that is not larger can't be among the top

    first = np.int64(0)  # numba would compile each function once more for the number 0
    for cell in range(len(pair.edges) - 1):
        last = np.searchsorted(positions, pair.edges[cell + 1])
        if last == first:
            continue
        n_runs, n_right = _fill_runs(pair, cell, runs)
        if n_runs * n_runs > len(outcomes):
            pairs, outcomes = _pair_room(n_runs)
            worst = np.empty((len(outcomes), 6))
        n_pairs = _fill_pairs(pair, runs.depths, n_runs, pairs, outcomes)
        # Skip pairs outside all windows, and pairs too short for the top.
        of_block = last - first if merge else 1
        least_total = _bound(pair, queries, first, last, runs, n_runs, longest)
        kept = 0
        for at in range(n_pairs):
            i, j = pairs[at]
            if of_block * longest[i] * longest[j] * (1.0 + _SAME) <= least * least_total:
                continue
            if _wants(wanted, i, j, outcomes[at], depths):
                pairs[kept, 0] = i
                pairs[kept, 1] = j
                outcomes[kept] = outcomes[at]
                worst[kept, :] = 0.0
                kept += 1
        for query in range(first, last):
            if role == 0 and not wanted.low <= positions[query] < wanted.high:
                continue
            q, back, ahead, total = _look(pair, queries, query, runs, n_runs)
            if total <= 0.0:
                continue
            for at in range(kept):
                i, j = pairs[at]
                share = lengths[i] * lengths[j] / total
                if share <= 0.0 or (share <= least and not merge):
                    continue
                run = runs.bounds[i if role == 1 else j]
                if role > 0 and not _meets(q, back, ahead, own, run, wanted):
                    continue
                if merge:
                    _merge(query, share, worst[at])
                    continue
                rows, n_rows, least = _make_room(rows, n_rows, least, top)
                if share > least:
                    row = rows[n_rows]
                    _describe(q, back, ahead, own, runs, n_right, i, j, outcomes[at], total, row)
                    row[QUERY] = row[FIRST_QUERY] = row[LAST_QUERY] = query
                    n_rows += 1
        for at in range(kept if merge else 0):
            share = worst[at, 3]
            if share <= least:
                continue
            rows, n_rows, least = _make_room(rows, n_rows, least, top)
            if share <= least:
                continue
            # The middle of the queries that lose most, which are often many.
            query = int(worst[at, 1] + worst[at, 2]) // 2
            q, back, ahead, total = _look(pair, queries, query, runs, n_runs)
            i, j = pairs[at]
            row = rows[n_rows]
            _describe(q, back, ahead, own, runs, n_right, i, j, outcomes[at], total, row)
            row[SHARE] = share
            row[QUERY] = query
            row[FIRST_QUERY] = worst[at, 4]
            row[LAST_QUERY] = worst[at, 5]
            n_rows += 1
        first = last
    return _ranked(rows, n_rows, min(n_rows, top))


@njit(cache=True, nogil=True)
def _spread(start, end, density, width, whole, part):
    """Add a stretch of constant density to bins of equal width.

    `whole` collects differences between neighboring bins that are fully covered, `part` the
    amounts of partly covered bins.
    """
    first = int(start / width)
    last = int(end / width)
    if first >= len(part):
        return
    if first == last:
        part[first] += density * (end - start)
        return
    part[first] += density * ((first + 1) * width - start)
    whole[first + 1] += density * width
    if last < len(part):
        part[last] += density * (end - last * width)
        whole[last] -= density * width


@njit(cache=True, nogil=True)
def _add_sums(whole, part):
    """Add the fully covered stretches to bins, see :func:`_spread`."""
    covered = 0.0
    for bin_ in range(len(part)):
        covered += whole[bin_]
        part[bin_] += covered


@njit(cache=True, nogil=True)
def survey(pair, queries, weights, n_bins, width, n_pixels, pixel):
    """Sum the losses of many queries by outcome, layers, and place in time."""
    positions, own = queries.positions, pair.own
    runs = _run_room(pair)
    kinds = _kind_room(pair)
    pairs, outcomes, by_kind = kinds.pairs, kinds.outcomes, kinds.lengths
    of_pair = np.empty(len(outcomes))
    densities = np.empty((2, len(by_kind)))
    n = len(positions)
    counts = np.zeros((n, 3))
    n_ref = pair.ref_marks.shape[0] + 1
    n_est = pair.est_marks.shape[0] + 1
    by_ref = np.zeros((2, n_ref, n_ref))
    by_est = np.zeros((2, n_est, n_est))
    places = np.zeros((3, n_bins))
    whole = np.zeros((2, n_bins + 1))
    pixels = np.zeros((n_pixels, n_pixels))
    whole_pixels = np.zeros((n_pixels, n_pixels + 1))

    first = 0
    for cell in range(len(pair.edges) - 1):
        last = np.searchsorted(positions, pair.edges[cell + 1])
        if last == first:
            continue
        n_runs, _ = _fill_runs(pair, cell, runs)
        n_kinds = _fill_kinds(pair, runs, n_runs, kinds)
        n_lost = _lost_pairs(pair, n_kinds, kinds)
        of_pair[:n_lost] = 0.0
        for query in range(first, last):
            q, back, ahead, total = _look(pair, queries, query, runs, n_runs)
            counts[query, 0] = total
            if total <= 0.0:
                continue
            _add_up(runs, n_runs, kinds, n_kinds)
            densities[:, :n_kinds] = 0.0
            scale = weights[query] / total
            for at in range(n_lost):
                i = pairs[at, 0]
                j = pairs[at, 1]
                count = by_kind[i] * by_kind[j]
                counts[query, outcomes[at]] += count
                of_pair[at] += count * scale
                densities[0, i] += by_kind[j] * scale
                densities[1, j] += by_kind[i] * scale
            bin_ = min(int(q / width), n_bins - 1)
            # A frame can lie in several rows of the table.
            first_row = min(int(q / pixel), n_pixels - 1)
            last_row = min(int((q + own) / pixel), n_pixels - 1) if n_pixels else -2
            places[0, bin_] += (counts[query, TIE] + counts[query, INVERTED]) * scale
            for run in range(n_runs):
                if runs.lengths[run] <= 0.0:
                    continue
                start = max(runs.bounds[run, 0], q - back)
                end = min(runs.bounds[run, 1], q + ahead)
                for part in range(2):
                    density = densities[part, kinds.of_run[run]]
                    if density <= 0.0:
                        continue
                    _spread(start, end, density, width, whole[part], places[1 + part])
                    if run == 0:
                        places[1 + part, bin_] -= density * own
                    for row in range(first_row, last_row + 1):
                        if own > 0.0:
                            covered = min(q + own, (row + 1) * pixel) - max(q, row * pixel)
                            in_row = density * covered / own
                        else:
                            in_row = density
                        _spread(start, end, in_row, pixel, whole_pixels[row], pixels[row])
                        if run == 0 and own > 0.0:
                            _spread(q, q + own, -in_row, pixel, whole_pixels[row], pixels[row])
        for at in range(n_lost):
            i, j = pairs[at]
            kind = outcomes[at] - TIE
            by_ref[kind, kinds.depths[i, 0], kinds.depths[j, 0]] += of_pair[at]
            by_est[kind, kinds.depths[i, 1], kinds.depths[j, 1]] += of_pair[at]
        first = last
    for part in range(2):
        _add_sums(whole[part], places[1 + part])
    for row in range(n_pixels):
        _add_sums(whole_pixels[row], pixels[row])
    return counts, by_ref, by_est, places, pixels


@_inlined
def _shares(q, back, ahead, pair, runs, n_runs, kinds, n_kinds, n_lost):
    """Return the shares of a query's triplets that tie and are inverted; 0 without triplets."""
    _measure(q, back, ahead, pair.own, runs, n_runs)
    total = _total(pair, runs, n_runs)
    tie = 0.0
    inverted = 0.0
    if total > 0.0:
        _add_up(runs, n_runs, kinds, n_kinds)
        for at in range(n_lost):
            count = kinds.lengths[kinds.pairs[at, 0]] * kinds.lengths[kinds.pairs[at, 1]]
            if kinds.outcomes[at] == TIE:
                tie += count
            else:
                inverted += count
        tie /= total
        inverted /= total
    return tie, inverted


@njit(cache=True, nogil=True)
def quadrature(pair, back, ahead, n_bins, width):
    """Choose queries and weights that integrate the loss over time; pieces are bisected until an
    8-point Gauss rule converges."""
    edges = pair.edges
    runs = _run_room(pair)
    kinds = _kind_room(pair)
    values = np.empty((3, 2))
    stack = np.empty((64, 2))
    points = np.empty(1 << 14)
    weights = np.empty(1 << 14)
    n_points = 0

    for cell in range(len(edges) - 1):
        low = edges[cell]
        high = edges[cell + 1]
        n_runs, _ = _fill_runs(pair, cell, runs)
        n_kinds = _fill_kinds(pair, runs, n_runs, kinds)
        n_lost = _lost_pairs(pair, n_kinds, kinds)
        first_bin = int(low / width) + 1
        last_bin = min(int(high / width), n_bins - 1)
        breaks = np.empty(2 + 2 * n_runs + max(0, last_bin - first_bin + 1))
        breaks[0] = low
        breaks[1] = high
        n_breaks = 2
        for bin_ in range(first_bin, last_bin + 1):
            if low < bin_ * width < high:
                breaks[n_breaks] = bin_ * width
                n_breaks += 1
        for run in range(n_runs):
            for mark in (runs.bounds[run, 1] - ahead, runs.bounds[run, 0] + back):
                if low < mark < high:
                    breaks[n_breaks] = mark
                    n_breaks += 1
        breaks[:n_breaks].sort()
        for piece in range(n_breaks - 1):
            length = breaks[piece + 1] - breaks[piece]
            if length <= runs.thinnest:
                continue
            stack[0, 0] = breaks[piece]
            stack[0, 1] = breaks[piece + 1]
            height = 1
            while height:
                height -= 1
                start = stack[height, 0]
                end = stack[height, 1]
                middle = 0.5 * (start + end)
                # Compare the rule over the whole with the rule over its halves.
                values[:] = 0.0
                for part in range(3):
                    left = middle if part == 2 else start
                    right = middle if part == 1 else end
                    for node in range(8):
                        q = 0.5 * (left + right) + 0.5 * (right - left) * _NODES[node]
                        tie, inverted = _shares(
                            q, back, ahead, pair, runs, n_runs, kinds, n_kinds, n_lost
                        )
                        scale = 0.5 * (right - left) / length * _WEIGHTS[node]
                        values[part, 0] += scale * tie
                        values[part, 1] += scale * inverted
                if (
                    np.abs(values[1] + values[2] - values[0]).max() >= _TOLERANCE
                    and end - start > _NARROWEST * length
                ):
                    # The left half on top, so that points are in order.
                    stack[height, 0] = middle
                    stack[height, 1] = end
                    stack[height + 1, 0] = start
                    stack[height + 1, 1] = middle
                    height += 2
                    continue
                if n_points + 8 > len(points):
                    points = np.append(points, np.empty(len(points)))
                    weights = np.append(weights, np.empty(len(weights)))
                for node in range(8):
                    points[n_points] = middle + 0.5 * (end - start) * _NODES[node]
                    weights[n_points] = 0.5 * (end - start) * _WEIGHTS[node]
                    n_points += 1
    return points[:n_points].copy(), weights[:n_points].copy()
