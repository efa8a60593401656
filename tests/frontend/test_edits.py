"""edits.js: the editing rules by the table shared with Python, and typed times."""

import math

import pytest
from cases import case_rows, edits, times

EDITED = """
(all, song, { edit, level, time, to, nested }) => {
  const layers = song.boundaries.map((boundaries, at) => (
    { name: "", boundaries, labels: song.labels[at] }));
  const before = JSON.stringify(layers);
  const layer = layers[level - 1];
  // As the editor asks, before it adds; only a boundary that is chosen can be removed or moved.
  const refused = edit === "add"
    ? all.refusal(time, layer.boundaries.at(-1)) || all.inTheWay(layer, time, all.CLOSE) >= 0
    : all.boundaryAt(layer, time) < 0;
  const found = refused ? null : {
    add: () => all.addBoundary(layers, level - 1, time, nested),
    remove: () => all.removeBoundary(layers, level - 1, time, nested),
    move: () => all.moveBoundary(layers, level - 1, time, to, nested),
  }[edit]();
  return { found, untouched: JSON.stringify(layers) === before };
}
"""
LAYERS = [
    {"name": "large", "boundaries": [0, 20, 40], "labels": ["A", "B"]},
    {"name": "small", "boundaries": [0, 10, 30, 40], "labels": ["a", "b", "c"]},
]


@pytest.mark.parametrize(("song", "case", "wanted"), edits("javascript"))
def test_edits(modules, song, case, wanted):
    done = modules.run("edit/edits", EDITED, song, case)
    assert done["untouched"]
    if wanted is None:
        assert done["found"] is None
        return
    found = [[round(time, 9) for time in layer["boundaries"]] for layer in done["found"]]
    assert found == wanted["boundaries"]
    assert [layer["labels"] for layer in done["found"]] == wanted["labels"]


@pytest.mark.parametrize(("text", "seconds"), times("toolbar"))
def test_typed_times(modules, text, seconds):
    found = modules.call("shared/times", "readTime", text)
    assert (found if math.isfinite(found) else None) == seconds


@pytest.mark.parametrize(
    ("time", "segment"), [(0, 0), (9.9, 0), (10, 1), (29.9, 1), (30, 2), (39, 2), (40, 2), (99, 2)]
)
def test_the_segment_that_holds_a_time(modules, time, segment):
    assert modules.call("shared/times", "segmentAt", LAYERS[1], time) == segment


def test_why_a_boundary_can_not_stand_there(modules):
    for words, refused in {
        "Type a time, such as 12.5 or 1:03.1": [math.nan, math.inf],
        "A boundary must be inside the track": [-1, 0.05, 39.95],
        "": [0.1, 39.9],
    }.items():
        for time in refused:
            assert modules.call("edit/edits", "refusal", time, 40) == words


def test_faults_are_what_deeper_layers_lack_and_refining_adds_it(modules):
    assert modules.call("edit/edits", "faults", LAYERS) == [{"level": 1, "time": 20}]
    refined = modules.call("edit/edits", "refine", LAYERS)
    assert refined[0] == LAYERS[0]
    assert refined[1]["boundaries"] == [0, 10, 20, 30, 40]
    assert refined[1]["labels"] == ["a", "b", "b", "c"]
    assert modules.call("edit/edits", "faults", refined) == []
    # What two layers have is one fault.
    lacking = [*LAYERS[:1], LAYERS[0] | {"boundaries": [0, 20.000001, 40]}, LAYERS[1]]
    assert modules.call("edit/edits", "faults", lacking) == [{"level": 2, "time": 20}]


def test_a_layer_below_has_the_boundaries_when_nested_and_is_in_one_piece_when_free(modules):
    nested = modules.call("edit/edits", "addLayer", LAYERS, 0, True)
    assert nested[1] == {"name": "", "boundaries": [0, 20, 40], "labels": ["", ""]}
    free = modules.call("edit/edits", "addLayer", LAYERS, 1, False)
    assert free[2] == {"name": "", "boundaries": [0, 40], "labels": [""]}
    assert [nested[0], nested[2], *free[:2]] == [*LAYERS, *LAYERS]


@pytest.mark.parametrize(("seconds", "boundaries", "labels"), case_rows("frontend", "lengths"))
def test_another_length_cuts_what_lies_beyond_and_fills_the_rest(
    modules, seconds, boundaries, labels
):
    found = modules.call("edit/edits", "stretch", LAYERS, seconds)[1]
    assert (found["boundaries"], found["labels"]) == (boundaries, labels)


def test_a_boundary_is_in_the_way_within_its_room_only(modules):
    asked = [(30, 0.1), (30.05, 0.1), (30.1, 0.1), (0.01, 0.1), (30.05, 0), (30, 0)]
    found = [modules.call("edit/edits", "inTheWay", LAYERS[1], *each) for each in asked]
    assert found == [2, 2, -1, -1, -1, -1]


def test_a_mark_of_an_edit_without_effect_is_neither_a_gains_nor_a_losss(modules):
    marks = """(all) => all.partsOf({
      chosen: { word: "estimate", level: 0, at: 0 }, layer: LAYER, nested: true, dragged: null,
      history: { pair: { estimate: { layers: [LAYER] } } }, time: null, hint: null, pressed: null,
      marks: [0.1, 0, -0.1].map((gain) => ({ kind: "remove", level: 0, time: 5, gain, size: 1 })),
    }, {
      view: { start: 0, end: 40, left: 0, width: 9, x: (t) => t, clip: (t) => t },
      row: () => ({ y: 0, height: 9 }),
      colors: { gained: "green", lost: "red", text: "black", background: "white" },
    }).filter(([, { class: name }]) => name === "effect remove")
      .map(([, { fill, stroke }]) => `${fill} ${stroke}`)
    """.replace("LAYER", "{ boundaries: [0, 10, 40], labels: [] }")
    assert modules.run("edit/parts", marks) == ["green #ffffff", "white black", "white red"]
