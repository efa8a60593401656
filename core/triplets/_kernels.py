"""The arithmetic of triplets: every pair (i, j) of a query, as products of runs.

Two moments meet at the deepest layer that gives them the same *mark*: their segment, for
T-measures, or its label, for L-measures. For all queries of a *cell* (between two neighbouring
boundaries of either hierarchy) the track falls into the same *runs*, stretches of equal depth in
the reference and in the estimate; a window only cuts them short. A *block* is one run of i times
one run of j, so its triplets are ``frames in the run of i x frames in the run of j``, and all of
them agree, tie or are inverted together. Runs of the same depths are of one *kind*, and sums over
all blocks are sums over pairs of kinds.

Positions are float64 and mean frame numbers (``own = 1``: the query is itself a frame and never
counts as i or j) or seconds (``own = 0``: the limit of small frames). `edges` are all boundaries,
sorted; `ref_marks` and `est_marks`, of shape (layers, cells), number the marks, -1 for none.
"""

import numpy as np
from numba import njit

AGREE, TIE, INVERTED = 0, 1, 2

# The columns of a listed block.
(
    QUERY, RUN_I, RUN_J, START_I, END_I, START_J, END_J, REF_I, REF_J, EST_I, EST_J, OUTCOME,
    COUNT, TOTAL, SHARE, FIRST_QUERY, LAST_QUERY, COLUMNS,
) = range(18)  # fmt: skip

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
_TOLERANCE = 1e-12  # of the mean over a piece, per bisection
_NARROWEST = 1e-10  # of a piece
_SAME = 1e-12  # shares that differ by less, in proportion, are the same
_THINNEST = 1e-12  # of the track; thinner pieces and runs are rounding noise


@njit(cache=True, nogil=True)
def _room(ref_marks, est_marks, side):
    """Give room for what is filled in for each cell: see :func:`_fill_runs` and those after it."""
    n_cells = ref_marks.shape[1]
    meets = np.empty((2, n_cells), np.int64)
    bounds = np.empty((n_cells, 2))
    depths = np.empty((n_cells, 2), np.int64)
    lengths = np.empty(n_cells)
    held = np.empty((ref_marks if side == 0 else est_marks).shape[0] + 1)
    return meets, bounds, depths, lengths, held


@njit(cache=True, nogil=True)
def _fill_runs(edges, ref_marks, est_marks, cell, meets, bounds, depths):
    """Write the runs of a cell; return how many there are, and how many of them lead to the right.

    A row of `bounds` is a run's start and end, of `depths` its depth in the reference and in the
    estimate. Run 0 holds the queries themselves; then the others on the right, nearest first; then
    those on the left. `meets` is room for the depth of each cell.
    """
    n_cells = len(edges) - 1
    meets[:] = 0
    for which in range(2):
        marks = ref_marks if which == 0 else est_marks
        for layer in range(marks.shape[0]):
            own = marks[layer, cell]
            for other in range(n_cells if own >= 0 else 0):
                if marks[layer, other] == own:
                    meets[which, other] = layer + 1
    bounds[0, 0] = edges[cell]
    bounds[0, 1] = edges[cell + 1]
    depths[0] = meets[:, cell]
    n_runs = 1
    run = 0
    for other in range(cell + 1, n_cells):
        if meets[0, other] != depths[run, 0] or meets[1, other] != depths[run, 1]:
            run = n_runs
            n_runs += 1
            bounds[run, 0] = edges[other]
            depths[run] = meets[:, other]
        bounds[run, 1] = edges[other + 1]
    n_right = n_runs
    run = 0
    for other in range(cell - 1, -1, -1):
        if meets[0, other] != depths[run, 0] or meets[1, other] != depths[run, 1]:
            run = n_runs
            n_runs += 1
            bounds[run, 1] = edges[other + 1]
            depths[run] = meets[:, other]
        bounds[run, 0] = edges[other]
    return n_runs, n_right


@njit(cache=True, nogil=True)
def _fill_kinds(depths, n_runs, n_columns, number, kinds, of_run):
    """Write the kinds of runs, by their depths; return how many there are.

    `kinds` takes the depths of each, `of_run` the kind of each run; `number` is room for the kind
    of each pair of depths.
    """
    number[:] = -1
    n_kinds = 0
    for run in range(n_runs):
        at = depths[run, 0] * n_columns + depths[run, 1]
        if number[at] < 0:
            number[at] = n_kinds
            kinds[n_kinds] = depths[run]
            n_kinds += 1
        of_run[run] = number[at]
    return n_kinds


@njit(cache=True, nogil=True)
def _kind_room(ref_marks, est_marks):
    """Give room for what :func:`_fill_kinds` and :func:`_add_up` write, and for pairs of kinds."""
    n_cells = ref_marks.shape[1]
    every = (ref_marks.shape[0] + 1) * (est_marks.shape[0] + 1)
    most = min(every, n_cells)
    number = np.empty(every, np.int64)
    kinds = np.empty((most, 2), np.int64)
    of_run = np.empty(n_cells, np.int64)
    by_kind = np.empty(most)
    pairs, outcomes = _pair_room(most)
    return number, kinds, of_run, by_kind, pairs, outcomes


@njit(cache=True, nogil=True)
def _pair_room(most):
    """Give room for pairs of runs, or of kinds, and their outcomes."""
    return np.empty((most * most, 2), np.int64), np.empty(most * most, np.int64)


@njit(cache=True, nogil=True)
def _add_up(lengths, of_run, n_runs, by_kind, n_kinds):
    """Write how long the runs of each kind are together."""
    by_kind[:n_kinds] = 0.0
    for run in range(n_runs):
        by_kind[of_run[run]] += lengths[run]


@njit(cache=True, nogil=True)
def _fill_pairs(depths, n_runs, side, transitive, pairs, outcomes):
    """Write the pairs of runs, or of kinds, that make triplets of a hierarchy; return how many."""
    n_pairs = 0
    for i in range(n_runs):
        for j in range(n_runs):
            fall = depths[i, side] - depths[j, side]
            if fall < 1 or (fall > 1 and not transitive):
                continue
            other = depths[i, 1 - side] - depths[j, 1 - side]
            pairs[n_pairs, 0] = i
            pairs[n_pairs, 1] = j
            outcomes[n_pairs] = AGREE if other > 0 else TIE if other == 0 else INVERTED
            n_pairs += 1
    return n_pairs


@njit(cache=True, nogil=True)
def _measure(q, back, ahead, own, thinnest, bounds, n_runs, lengths):
    """Write how much of each run is in the window of q, and may be i or j."""
    for run in range(n_runs):
        start = max(bounds[run, 0], q - back)
        end = min(bounds[run, 1], q + ahead)
        length = end - start - (own if run == 0 else 0.0)
        lengths[run] = length if length > thinnest else 0.0


@njit(cache=True, nogil=True)
def _total(lengths, depths, n_runs, side, transitive, held):
    """Count the triplets of a query, agreeing or not; `held` is room for a number a depth."""
    held[:] = 0.0
    for run in range(n_runs):
        held[depths[run, side]] += lengths[run]
    total = 0.0
    below = held[0]
    for depth in range(1, len(held)):
        total += held[depth] * below
        below = below + held[depth] if transitive else held[depth]
    return total


@njit(cache=True, nogil=True)
def _rank(rows, n_rows):
    """Sort rows by share, largest first, equal ones in their order."""
    order = np.argsort(-rows[:n_rows, SHARE], kind="mergesort")
    rows[:n_rows] = rows[:n_rows][order]


@njit(cache=True, nogil=True)
def _wants(pair, outcome, depths, side, wanted, depth_i, depth_j):
    """Whether a filter lets a pair of runs through."""
    return (
        wanted[outcome]
        and (depth_i < 0 or depths[pair[0], side] == depth_i)
        and (depth_j < 0 or depths[pair[1], side] == depth_j)
    )


@njit(cache=True, nogil=True)
def _meets(q, back, ahead, own, run, low, high):
    """Whether anything in [low, high) is in a run and in the window of q, but q itself."""
    start = max(run[0], q - back, low)
    end = min(run[1], q + ahead, high)
    return end - start > (own if start <= q < end else 0.0)


@njit(cache=True, nogil=True)
def _signed(run, n_right):
    """Number a run from the queries: 1, 2, ... to the right, -1, -2, ... to the left."""
    return run if run < n_right else n_right - 1 - run


@njit(cache=True, nogil=True)
def _describe(q, back, ahead, own, bounds, depths, n_right, i, j, row):
    """Write the runs of a block, as far as they are in the window of q, and its count."""
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


@njit(cache=True, nogil=True)
def sweep_query(
    q, back, ahead, own, side, transitive, edges, ref_marks, est_marks,
    wanted, depth_i, depth_j, role, low, high, run_i, run_j,
):  # fmt: skip
    """Count the triplets of one query for many windows, and give one block for each."""
    meets, bounds, depths, lengths, _ = _room(ref_marks, est_marks, side)
    thinnest = _THINNEST * (edges[-1] - edges[0])
    counts = np.zeros((len(back), 3))
    rows = np.zeros((len(back), COLUMNS))
    cell = np.searchsorted(edges, q, side="right") - 1
    n_runs, n_right = _fill_runs(edges, ref_marks, est_marks, cell, meets, bounds, depths)
    pairs, outcomes = _pair_room(n_runs)
    n_pairs = _fill_pairs(depths, n_runs, side, transitive, pairs, outcomes)
    asked = -1
    for pair in range(n_pairs):
        i, j = pairs[pair]
        if _signed(i, n_right) == run_i and _signed(j, n_right) == run_j:
            asked = pair
    for window in range(len(back)):
        before = back[window]
        after = ahead[window]
        _measure(q, before, after, own, thinnest, bounds, n_runs, lengths)
        row = rows[window]
        best = -1
        largest = 0.0
        for pair in range(n_pairs):
            i, j = pairs[pair]
            count = lengths[i] * lengths[j]
            counts[window, outcomes[pair]] += count
            if best == asked >= 0 or count <= 0.0 or (count <= largest and pair != asked):
                continue
            run = bounds[i if role == 1 else j]
            if (
                _wants(pairs[pair], outcomes[pair], depths, side, wanted, depth_i, depth_j)
                and (role > 0 or low <= q < high)
                and (role == 0 or _meets(q, before, after, own, run, low, high))
            ):
                best = pair
                largest = count
        if best < 0:
            continue
        i, j = pairs[best]
        _describe(q, before, after, own, bounds, depths, n_right, i, j, row)
        row[OUTCOME] = outcomes[best]
        row[TOTAL] = counts[window].sum()
        row[SHARE] = row[COUNT] / row[TOTAL]
    return counts, rows


@njit(cache=True, nogil=True)
def _merge(at, share, worst):
    """Add a query's share to those of its neighbours.

    `worst` holds the largest share, the first and the last query of those that have it in a row,
    the sum of all shares, and the first and the last query of all.
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
    """See that there is room for one more row: grow, or keep only the top.

    Returns the rows, how many there are, and the share that a row must exceed to be of the top.
    """
    if n_rows < len(rows):
        return rows, n_rows, least
    if n_rows < 2 * top:
        grown = np.empty((min(2 * top, 2 * n_rows), COLUMNS))
        grown[:n_rows] = rows
        return grown, n_rows, least
    _rank(rows, n_rows)
    return rows, top, rows[top - 1, SHARE]


@njit(cache=True, nogil=True)
def _bound(
    positions, back, ahead, first, own, thinnest, side, transitive, bounds, depths, n_runs, lengths,
    held, longest,
):  # fmt: skip
    """Write how much of each run is in the window of any of some queries; give the fewest triplets.

    The count is infinite where no query has any; `first` is the index of the first query.
    """
    longest[:n_runs] = 0.0
    fewest = np.inf
    for at in range(len(positions)):
        column = first + at if len(back) > 1 else 0
        _measure(positions[at], back[column], ahead[column], own, thinnest, bounds, n_runs, lengths)
        total = _total(lengths, depths, n_runs, side, transitive, held)
        if total > 0.0:
            fewest = min(fewest, total)
            for run in range(n_runs):
                longest[run] = max(longest[run], lengths[run])
    return fewest


@njit(cache=True, nogil=True)
def list_blocks(
    positions, back, ahead, own, side, transitive, edges, ref_marks, est_marks,
    wanted, depth_i, depth_j, role, low, high, merge, top,
):  # fmt: skip
    """List the blocks of many queries, largest share of their query's triplets first."""
    meets, bounds, depths, lengths, held = _room(ref_marks, est_marks, side)
    pairs, outcomes = _pair_room(0)
    worst = np.empty((0, 6))  # of merged pairs, see _merge
    longest = np.empty(len(lengths))
    thinnest = _THINNEST * (edges[-1] - edges[0])
    rows = np.empty((min(2 * top, 1024), COLUMNS))
    n_rows = 0
    least = 0.0  # what is no larger can't be among the top

    n = len(positions)
    first = 0
    for cell in range(len(edges) - 1):
        last = first
        while last < n and positions[last] < edges[cell + 1]:
            last += 1
        if last == first:
            continue
        n_runs, n_right = _fill_runs(edges, ref_marks, est_marks, cell, meets, bounds, depths)
        if n_runs * n_runs > len(outcomes):
            pairs, outcomes = _pair_room(n_runs)
            worst = np.empty((len(outcomes), 6))
        n_pairs = _fill_pairs(depths, n_runs, side, transitive, pairs, outcomes)
        # What is not in any of the windows, or too short to be of the top, is not looked at again.
        of_block = last - first if merge else 1
        least_total = _bound(
            positions[first:last], back, ahead, first, own, thinnest, side, transitive, bounds,
            depths, n_runs, lengths, held, longest,
        )  # fmt: skip
        kept = 0
        for pair in range(n_pairs):
            i, j = pairs[pair]
            if of_block * longest[i] * longest[j] * (1.0 + _SAME) <= least * least_total:
                continue
            if _wants(pairs[pair], outcomes[pair], depths, side, wanted, depth_i, depth_j):
                pairs[kept] = pairs[pair]
                outcomes[kept] = outcomes[pair]
                worst[kept, :] = 0.0
                kept += 1
        for at in range(first, last):
            q = positions[at]
            if role == 0 and not low <= q < high:
                continue
            column = at if len(back) > 1 else 0
            before = back[column]
            after = ahead[column]
            _measure(q, before, after, own, thinnest, bounds, n_runs, lengths)
            total = _total(lengths, depths, n_runs, side, transitive, held)
            if total <= 0.0:
                continue
            for pair in range(kept):
                i, j = pairs[pair]
                share = lengths[i] * lengths[j] / total
                if share <= 0.0 or (share <= least and not merge):
                    continue
                run = bounds[i if role == 1 else j]
                if role > 0 and not _meets(q, before, after, own, run, low, high):
                    continue
                if merge:
                    _merge(at, share, worst[pair])
                    continue
                rows, n_rows, least = _make_room(rows, n_rows, least, top)
                if share > least:
                    row = rows[n_rows]
                    _describe(q, before, after, own, bounds, depths, n_right, i, j, row)
                    row[OUTCOME] = outcomes[pair]
                    row[TOTAL] = total
                    row[SHARE] = share
                    row[QUERY] = row[FIRST_QUERY] = row[LAST_QUERY] = at
                    n_rows += 1
        for pair in range(kept if merge else 0):
            share = worst[pair, 3]
            if share <= least:
                continue
            rows, n_rows, least = _make_room(rows, n_rows, least, top)
            if share <= least:
                continue
            # The middle of the queries that lose most, which are often many.
            at = int(worst[pair, 1] + worst[pair, 2]) // 2
            q = positions[at]
            column = at if len(back) > 1 else 0
            before = back[column]
            after = ahead[column]
            _measure(q, before, after, own, thinnest, bounds, n_runs, lengths)
            i, j = pairs[pair]
            row = rows[n_rows]
            _describe(q, before, after, own, bounds, depths, n_right, i, j, row)
            row[OUTCOME] = outcomes[pair]
            row[TOTAL] = _total(lengths, depths, n_runs, side, transitive, held)
            row[SHARE] = share
            row[QUERY] = at
            row[FIRST_QUERY] = worst[pair, 4]
            row[LAST_QUERY] = worst[pair, 5]
            n_rows += 1
        first = last
    _rank(rows, n_rows)
    return rows[: min(n_rows, top)].copy()


@njit(cache=True, nogil=True)
def _spread(start, end, density, width, whole, part):
    """Add a stretch of equal density to bins of one width.

    `whole` takes the differences between neighbouring bins that are covered whole, `part` the
    amounts of bins that are covered in part.
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
def survey(
    positions, weights, back, ahead, own, side, transitive, edges, ref_marks, est_marks,
    n_bins, width, n_pixels, pixel,
):  # fmt: skip
    """Add up what is lost over many queries: by outcome, layers, and place in time."""
    meets, bounds, depths, lengths, held = _room(ref_marks, est_marks, side)
    number, kinds, of_run, by_kind, pairs, outcomes = _kind_room(ref_marks, est_marks)
    of_pair = np.empty(len(outcomes))
    densities = np.empty((2, len(by_kind)))
    n = len(positions)
    thinnest = _THINNEST * (edges[-1] - edges[0])
    counts = np.zeros((n, 3))
    n_ref = ref_marks.shape[0] + 1
    n_est = est_marks.shape[0] + 1
    by_ref = np.zeros((2, n_ref, n_ref))
    by_est = np.zeros((2, n_est, n_est))
    places = np.zeros((3, n_bins))
    whole = np.zeros((2, n_bins + 1))
    pixels = np.zeros((n_pixels, n_pixels))
    whole_pixels = np.zeros((n_pixels, n_pixels + 1))

    first = 0
    for cell in range(len(edges) - 1):
        last = first
        while last < n and positions[last] < edges[cell + 1]:
            last += 1
        if last == first:
            continue
        n_runs, _ = _fill_runs(edges, ref_marks, est_marks, cell, meets, bounds, depths)
        n_kinds = _fill_kinds(depths, n_runs, n_est, number, kinds, of_run)
        n_pairs = 0
        for pair in range(_fill_pairs(kinds, n_kinds, side, transitive, pairs, outcomes)):
            if outcomes[pair] != AGREE:
                pairs[n_pairs] = pairs[pair]
                outcomes[n_pairs] = outcomes[pair]
                of_pair[n_pairs] = 0.0
                n_pairs += 1
        for at in range(first, last):
            q = positions[at]
            column = at if len(back) > 1 else 0
            _measure(q, back[column], ahead[column], own, thinnest, bounds, n_runs, lengths)
            total = _total(lengths, depths, n_runs, side, transitive, held)
            counts[at, 0] = total
            if total <= 0.0:
                continue
            _add_up(lengths, of_run, n_runs, by_kind, n_kinds)
            densities[:, :n_kinds] = 0.0
            scale = weights[at] / total
            for pair in range(n_pairs):
                i = pairs[pair, 0]
                j = pairs[pair, 1]
                count = by_kind[i] * by_kind[j]
                counts[at, outcomes[pair]] += count
                of_pair[pair] += count * scale
                densities[0, i] += by_kind[j] * scale
                densities[1, j] += by_kind[i] * scale
            bin_ = min(int(q / width), n_bins - 1)
            # A frame may lie in several rows of the table.
            first_row = min(int(q / pixel), n_pixels - 1)
            last_row = min(int((q + own) / pixel), n_pixels - 1) if n_pixels else -2
            places[0, bin_] += (counts[at, TIE] + counts[at, INVERTED]) * scale
            for run in range(n_runs):
                if lengths[run] <= 0.0:
                    continue
                start = max(bounds[run, 0], q - back[column])
                end = min(bounds[run, 1], q + ahead[column])
                for part in range(2):
                    density = densities[part, of_run[run]]
                    if density <= 0.0:
                        continue
                    _spread(start, end, density, width, whole[part], places[1 + part])
                    if run == 0:
                        places[1 + part, bin_] -= density * own
                    for row in range(first_row, last_row + 1):
                        if own > 0.0:
                            held_by = min(q + own, (row + 1) * pixel) - max(q, row * pixel)
                            in_row = density * held_by / own
                        else:
                            in_row = density
                        _spread(start, end, in_row, pixel, whole_pixels[row], pixels[row])
                        if run == 0 and own > 0.0:
                            _spread(q, q + own, -in_row, pixel, whole_pixels[row], pixels[row])
        for pair in range(n_pairs):
            i, j = pairs[pair]
            kind = outcomes[pair] - TIE
            by_ref[kind, kinds[i, 0], kinds[j, 0]] += of_pair[pair]
            by_est[kind, kinds[i, 1], kinds[j, 1]] += of_pair[pair]
        first = last
    for part in range(2):
        places[1 + part] += np.cumsum(whole[part])[:n_bins]
    for row in range(n_pixels):
        pixels[row] += np.cumsum(whole_pixels[row])[:n_pixels]
    return counts, by_ref, by_est, places, pixels


@njit(cache=True, nogil=True)
def _shares(
    q, back, ahead, thinnest, side, transitive, bounds, depths, n_runs, of_run, n_kinds, lost,
    n_lost, lengths, held, by_kind,
):  # fmt: skip
    """Give the shares of a query's triplets that tie and that are inverted; zeros for none."""
    _measure(q, back, ahead, 0.0, thinnest, bounds, n_runs, lengths)
    total = _total(lengths, depths, n_runs, side, transitive, held)
    tie = 0.0
    inverted = 0.0
    if total > 0.0:
        _add_up(lengths, of_run, n_runs, by_kind, n_kinds)
        for pair in range(n_lost):
            count = by_kind[lost[pair, 0]] * by_kind[lost[pair, 1]]
            if lost[pair, 2] == TIE:
                tie += count
            else:
                inverted += count
        tie /= total
        inverted /= total
    return tie, inverted


@njit(cache=True, nogil=True)
def quadrature(back, ahead, side, transitive, edges, ref_marks, est_marks, n_bins, width):
    """Choose queries and weights that integrate over time what a query loses.

    Pieces run between boundaries, the places where a window's end meets one, and the ends of bins.
    They are bisected until an 8-point Gauss rule has converged.
    """
    meets, bounds, depths, lengths, held = _room(ref_marks, est_marks, side)
    number, kinds, of_run, by_kind, pairs, outcomes = _kind_room(ref_marks, est_marks)
    lost = np.empty((len(outcomes), 3), np.int64)
    values = np.empty((3, 2))
    stack = np.empty((64, 2))
    points = np.empty(1 << 14)
    weights = np.empty(1 << 14)
    n_points = 0
    thinnest = _THINNEST * (edges[-1] - edges[0])

    for cell in range(len(edges) - 1):
        low = edges[cell]
        high = edges[cell + 1]
        n_runs, _ = _fill_runs(edges, ref_marks, est_marks, cell, meets, bounds, depths)
        n_kinds = _fill_kinds(depths, n_runs, est_marks.shape[0] + 1, number, kinds, of_run)
        n_lost = 0
        for pair in range(_fill_pairs(kinds, n_kinds, side, transitive, pairs, outcomes)):
            if outcomes[pair] != AGREE:
                lost[n_lost, 0] = pairs[pair, 0]
                lost[n_lost, 1] = pairs[pair, 1]
                lost[n_lost, 2] = outcomes[pair]
                n_lost += 1
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
            for mark in (bounds[run, 1] - ahead, bounds[run, 0] + back):
                if low < mark < high:
                    breaks[n_breaks] = mark
                    n_breaks += 1
        breaks[:n_breaks].sort()
        for piece in range(n_breaks - 1):
            length = breaks[piece + 1] - breaks[piece]
            if length <= thinnest:
                continue
            stack[0, 0] = breaks[piece]
            stack[0, 1] = breaks[piece + 1]
            height = 1
            while height:
                height -= 1
                start = stack[height, 0]
                end = stack[height, 1]
                middle = 0.5 * (start + end)
                # The rule over the whole against the rule over its halves.
                values[:] = 0.0
                for part in range(3):
                    left = middle if part == 2 else start
                    right = middle if part == 1 else end
                    for node in range(8):
                        q = 0.5 * (left + right) + 0.5 * (right - left) * _NODES[node]
                        tie, inverted = _shares(
                            q, back, ahead, thinnest, side, transitive, bounds, depths, n_runs,
                            of_run, n_kinds, lost, n_lost, lengths, held, by_kind,
                        )  # fmt: skip
                        scale = 0.5 * (right - left) / length * _WEIGHTS[node]
                        values[part, 0] += scale * tie
                        values[part, 1] += scale * inverted
                if (
                    np.abs(values[1] + values[2] - values[0]).max() >= _TOLERANCE
                    and end - start > _NARROWEST * length
                ):
                    # The nearer half on top, so that points come out in their order.
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
