"""Files of corpora: POP909, JSD, FINE and SWD, Billboard, BPS-FH."""

import os
from pathlib import Path

import pytest
from format_cases import FILES

from core.io import File, file_names, formats, read, read_path, write_zip

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")

SONATA = "Beethoven_Op002No1-01_AB96.csv"
FINE = b""""start";"end";"structure"
0.75;9.0;"Exposition:FirstGroup"
9.0;21.0;"Exposition:Transition"
9.0;21.0;"Exposition:Transition"
21.0;29.75;"Exposition:FirstGroup"
29.75;57.0;"Development"
"""
COARSE = b""""start";"end";"structure"
0.75;21;"Exposition"
21;29.75;"Exposition"
29.75;57;"Development"
"""


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


def kinds(found):
    return [note.kind for note in found.notes]


@pytest.mark.parametrize("key", ["pop909", "jsd", "structure", "billboard", "bps-fh"])
def test_each_is_known_by_its_content(key):
    [(name, data)] = [(name, data) for name, (its, data) in FILES.items() if its == key]
    for called in (name, "file"):
        for changed in (data, b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")):
            assert formats.format_of(File(called, changed)).key == key


@pytest.mark.skipif(not (SHARED / "pop909").is_dir(), reason="no files of POP909")
def test_pop909_as_published():
    [found] = read_path(SHARED / "pop909/002_human_label1.txt")
    assert boundaries(found)[0] == [0, 4, 21, 25, 38, 42, 56, 58]
    assert "".join(found.hierarchy.labels[1]) == "iAABbABbBXo"


def test_an_archive_with_folders_of_coarse_and_fine_files():
    places = {"structureCoarse": COARSE, "structureFine": FINE}
    names = (SONATA, SONATA.replace("AB", "MC"))
    archive = write_zip(
        {f"ann_audio_{folder}/{name}": text for folder, text in places.items() for name in names}
        | {"ann_audio_structureFine/other_FG58.csv": FINE}
    )
    found = read([File("bpsd.zip", archive)])
    assert [each.title for each in found] == [
        *(f"ann_audio_structure, {name} (2 layers)" for name in names),
        "ann_audio_structureFine, other_FG58.csv (2 layers)",
    ]
    assert [kinds(each) for each in found[:2]] == [["duplicate-left-out"]] * 2
    files = [File("bpsd.zip", archive)]
    assert file_names(files)[:2] == (f"ann_audio_structure/{SONATA}",) * 2


def test_folders_of_layers_belong_to_the_folder_that_holds_them():
    layers = {"coarse": b"0 10 A\n", "fine": b"0 4 a\n4 10 b\n"}
    lie = {f"{who}/{scale}/x.lab": layers[scale] for who in "AB" for scale in layers}
    found = read([File("a.zip", write_zip(lie))])
    assert [each.title for each in found] == ["A (x, x)", "B (x, x)"]
    assert [boundaries(each) for each in found] == [[[0, 10], [0, 4, 10]]] * 2
    apart = {"A/coarse/x.lab": layers["coarse"], "B/fine/x.lab": layers["fine"]}
    assert len(read([File("a.zip", write_zip(apart))])) == 2
