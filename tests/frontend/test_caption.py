"""bar.js: a boundary that only one side has is told for a second, among very many."""

CAPTIONS = """
({ captionAt }, times) => {
  const boundaries = Array.from({ length: 100_001 }, (_, at) => 10 * at);
  const stacks = [["reference", boundaries], ["estimate", boundaries.toSpliced(4, 1)]].map(
    ([word, coarse]) => ({ word, segmentsAt: () => [{ label: word[0] === "e" ? "" : "A" }, {}],
      hierarchy: { layers: [{ boundaries: coarse }, { boundaries: [0, 4.7, 1_000_000] }] } }));
  return times.map((time) => captionAt(time, "q", stacks, { at: String }, 1));
}
"""


def test_a_caption_names_labels_and_a_boundary_that_only_one_side_has(modules):
    times = [0.5, 4.9, 30.9, 39.9, 40, 41, 41.5, 999_999]
    lack = " Here the estimate has no boundary."
    assert modules.run("listen/bar", CAPTIONS, times) == [
        f"q, {time} · reference: A.{lack * (40 <= time <= 41)}" for time in times
    ]
