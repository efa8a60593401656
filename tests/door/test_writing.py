"""Writing from a notebook: all formats, and warnings on lost content."""

import hierscope
from core.hierarchy import Hierarchy

SONG = Hierarchy.from_boundaries([[0, 20, 30], [0, 10, 20, 30]])
NAMED = Hierarchy.from_boundaries(
    [[0, 20, 30]], [["A", "B"]], layer_names=["sections"], name="song"
)


def test_what_is_lost_is_said(tmp_path):
    assert hierscope.write(NAMED, tmp_path / "out.jams") == ()
    assert hierscope.write(NAMED, tmp_path / "out.csv") == ()
    assert hierscope.write(NAMED, tmp_path / "rows.csv", to="boundaries") == ("labels",)
    assert hierscope.write(NAMED, tmp_path / "labs") == ("names of layers",)


def test_layers_that_stay_in_a_folder_are_said(tmp_path):
    hierscope.write(SONG, tmp_path / "labs")
    (tmp_path / "labs/notes.md").write_text("is not read")
    _, said = hierscope.write(NAMED, tmp_path / "labs")
    assert said == "the folder has another file that will be read as a layer: layer2.lab"


def test_choices_take_the_place_of_what_is_understood(tmp_path):
    path = tmp_path / "song.lab"
    path.write_text("0 23800 A\n23800 30000 B\n")
    assert [offer.unit for offer in hierscope.read(path).understood.offers] == [
        "milliseconds",
        "centiseconds",
        "frames",
    ]
    found = hierscope.read(path, choices="unit=centiseconds")
    assert found.end == 300
    [note] = found.notes
    assert (note.kind, str(note)) == ("reading-chosen", "times read as centiseconds")
