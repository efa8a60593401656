"""Files of corpora: POP909, JSD, BPSD and SWD, Billboard, BPS-FH."""

import os
import re
from pathlib import Path

import pytest

from core.errors import ReadError
from core.io import Choices, File, file_names, formats, read, read_path, write_zip

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")

POP909 = "i4A4B8A4b4b4A4o3\n"
JSD = """segment_start;segment_end;label;instrument
0.0;0.5;silence;
0.5;14.25;intro;cl,b,dr
14.25;60.5;theme_01_01;cl,b,dr
60.5;96.75;solo_01_01;s_cl,b_b,b_dr
96.75;132.5;solo_01_02;s_cl,b_b,b_dr
132.5;166.5;solo_02_01;s_b,b_dr
"""
BPSD = """"start";"end";"structure"
0.75;9.0;"Exposition:FirstGroup"
9.0;21.0;"Exposition:Transition"
9.0;21.0;"Exposition:Transition"
21.0;29.75;"Exposition:FirstGroup"
29.75;57.0;"Development"
"""
BILLBOARD = """# title: T
# artist: A
# metre: 4/4
# tonic: C

0.0\tsilence
7.5\tA, intro, | A:min | A:min |, (guitar
22.25\tB, verse, | A:min . . E:7 | C:maj | x2
29.75\t| A:min | E:7 |, guitar)
# metre: 3/4
37.0\tB', verse, | A:min |
44.0\tZ, fadeout
50.0\tsilence
55.25\tend
"""
BPS_FH = """-1,8,Exposition,First Subject Group,Theme a
8,16,,,Theme a'
15,31,Exposition,Transition,Theme b
31,64.33,,Second Subject Group,Theme c
64.33,72,Exposition,First Subject Group,Theme a
72,80.5,Development,d1,Theme a
"""
BY_HAND = {
    "pop909": ("001.txt", POP909),
    "jsd": ("Anthropology.csv", JSD),
    "structure": ("structure.csv", BPSD),
    "billboard": ("salami_chords.txt", BILLBOARD),
    "bps-fh": ("phrases.csv", BPS_FH),
}


def only(text, name="file", choices=""):
    [found] = read([File(name, text.encode())], choices=Choices.of(choices))
    return found


def boundaries(found):
    return [row.tolist() for row in found.hierarchy.boundaries]


def kinds(found):
    return [note.kind for note in found.notes]


@pytest.mark.parametrize("key", BY_HAND)
def test_each_is_known_by_its_content(key):
    name, text = BY_HAND[key]
    for called in (name, "file"):
        for data in (text.encode(), b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()):
            assert formats.format_of(File(called, data)).key == key


@pytest.mark.parametrize("row", ["0,1,10000000.0,10000001.0,2e7", "0;1;10000000,5;10000001,5"])
def test_large_numbers_are_no_labels_of_phrases(row):
    assert formats.format_of(File("row.csv", row.encode())).key == "boundaries"


def test_pop909_has_phrases_and_sections_that_are_put_together():
    found = only(POP909)
    assert found.hierarchy.unit == "measures"
    assert boundaries(found) == [[0, 4, 16, 20, 28, 32, 35], [0, 4, 8, 16, 20, 24, 28, 32, 35]]
    assert found.hierarchy.labels == [
        ["i", "AB", "A", "bb", "A", "o"],
        ["i", "A", "B", "A", "b", "b", "A", "o"],
    ]
    assert kinds(found) == ["unit-read", "layer-inferred"]
    assert boundaries(only(POP909, choices="rate=0.5"))[0] == [0, 8, 32, 40, 56, 64, 70]


@pytest.mark.skipif(not (SHARED / "pop909").is_dir(), reason="no files of POP909")
def test_pop909_as_published():
    [found] = read_path(SHARED / "pop909/002_human_label1.txt")
    assert boundaries(found)[0] == [0, 4, 21, 25, 38, 42, 56, 58]
    assert "".join(found.hierarchy.labels[1]) == "iAABbABbBXo"


def test_jsd_has_parts_and_choruses():
    found = only(JSD)
    assert boundaries(found) == [
        [0, 0.5, 14.25, 60.5, 132.5, 166.5],
        [0, 0.5, 14.25, 60.5, 96.75, 132.5, 166.5],
    ]
    assert found.hierarchy.labels[0] == ["silence", "intro", "theme_01", "solo_01", "solo_02"]
    assert found.notes == ()
    older = JSD.replace("segment_", "region_").replace("solo_01_02", "solo_02_02")
    equal = only(older.replace("solo_02_01", "solo_03_01"))
    assert boundaries(equal) == [[0, 0.5, 14.25, 60.5, 96.75, 132.5, 166.5]]
    assert [str(note) for note in equal.notes] == [
        "choruses left out: they have the boundaries of the parts"
    ]
    assert equal.notes[0].material


def test_the_structure_of_a_performance_is_in_seconds():
    found = only(BPSD, "Beethoven_Op002No1-01_AB96.csv")
    assert boundaries(found) == [[0.75, 21, 29.75, 57], [0.75, 9, 21, 29.75, 57]]
    assert found.hierarchy.labels == [
        ["Exposition", "Exposition", "Development"],
        ["FirstGroup", "Transition", "FirstGroup", "Development"],
    ]
    assert kinds(found) == ["duplicate-left-out", "layer-inferred"]
    assert "comes again (1 of 3)" in str(found.notes[1])


COARSE = """"start";"end";"structure"
0.75;21;"Exposition"
21;29.75;"Exposition"
29.75;57;"Development"
"""
SONATA = "Beethoven_Op002No1-01_AB96.csv"


@pytest.mark.parametrize("names", [(SONATA, SONATA), ("x_AB96_fine.csv", "x_AB96_coarse.csv")])
def test_a_coarse_file_gives_the_layer_that_is_else_put_together(names):
    [found] = read([File(names[0], BPSD.encode()), File(names[1], COARSE.encode())])
    assert boundaries(found) == [[0.75, 21, 29.75, 57], [0.75, 9, 21, 29.75, 57]]
    assert [layer.name for layer in found.hierarchy.layers] == ["coarse", "fine"]
    assert "layer-inferred" not in kinds(found)
    assert [each.source for each in found.understood.layers] == list(names[::-1])


@pytest.mark.parametrize("other", [COARSE.replace("Dev", "Env"), COARSE.replace("29.75", "30")])
def test_a_file_of_the_same_name_that_is_no_coarse_layer_stays_its_own(other):
    assert len(read([File(SONATA, BPSD.encode()), File(SONATA, other.encode())])) == 2


def test_nothing_tells_which_of_two_coarse_files_is_meant():
    files = [File(SONATA, text.encode()) for text in (BPSD, COARSE, COARSE)]
    assert len(read(files)) == 3


def test_an_archive_with_folders_of_coarse_and_fine_files():
    places = {"structureCoarse": COARSE, "structureFine": BPSD}
    names = (SONATA, SONATA.replace("AB", "MC"))
    archive = write_zip(
        {
            f"ann_audio_{folder}/{name}": text.encode()
            for folder, text in places.items()
            for name in names
        }
        | {"ann_audio_structureFine/other_FG58.csv": BPSD.encode()}
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


@pytest.mark.parametrize(
    "text", [JSD, BPSD, "0;8.5;Exposition;Theme;a\n8.5;16;;;b\n", "1;1;A;a\n2;2.5;;X\n4;1;B;X\n"]
)
def test_a_comma_is_decimal_where_semicolons_part_cells(text):
    with_commas = re.sub(r"(\d)\.(\d)", r"\1,\2", text)
    assert with_commas != text
    assert boundaries(only(with_commas)) == boundaries(only(text))


def test_the_structure_of_a_score_counts_measures_from_1():
    found = only(BPSD, "Beethoven_Op002No1-01.csv")
    assert found.hierarchy.unit == "measures"
    assert boundaries(found)[0] == [0, 20, 28.75, 56]
    assert kinds(found)[:2] == ["unit-read", "cropped"]
    assert boundaries(only(BPSD, "Beethoven_Op002No1-01.csv", "offset=0.25"))[0][1] == 20.25
    assert only(BPSD, "Beethoven_Op002No1-01.csv", "unit=seconds").hierarchy.end == 57


def test_a_structure_that_may_be_of_a_score_is_doubted():
    found = only(BPSD, "renamed.csv")
    assert found.hierarchy.unit == "seconds"
    assert "as measures the score would have 56 measures" in str(found.notes[0])
    assert [offer.unit for offer in found.understood.offers] == ["measures"]
    assert boundaries(only(BPSD, "renamed.csv", "unit=measures"))[0] == [0, 20, 28.75, 56]
    later = BPSD.replace("0.75;9.0", "3.217301;9.0")
    assert only(later, "renamed.csv").understood.offers == ()
    flat = '"start";"end";"structure"\n1.0;8.75;"A1"\n8.75;17;"B"\n'
    assert boundaries(only(flat, "Schubert_D911-01.csv")) == [[0, 7.75, 16]]


def test_billboard_has_sections_by_letters_and_a_phrase_a_line():
    found = only(BILLBOARD)
    assert boundaries(found) == [
        [0, 7.5, 22.25, 37, 44, 50, 55.25],
        [0, 7.5, 22.25, 29.75, 37, 44, 50, 55.25],
    ]
    assert found.hierarchy.labels[0] == [
        "silence", "A, intro", "B, verse", "B', verse", "Z, fadeout", "silence",
    ]  # fmt: skip
    assert found.hierarchy.labels[1][2:4] == ["| A:min . . E:7 | C:maj |", "| A:min | E:7 |"]
    assert found.notes == ()
    cut = only(BILLBOARD.replace("55.25\tend\n", ""))
    assert (cut.hierarchy.end, kinds(cut)) == (50, ["no-end"])


def test_bps_fh_has_a_layer_a_column_in_crotchets():
    found = only(BPS_FH)
    assert found.hierarchy.unit == "crotchets"
    assert boundaries(found) == [
        [0, 64.33, 72, 80.5],
        [0, 15, 31, 64.33, 72, 80.5],
        [0, 8, 15, 31, 64.33, 72, 80.5],
    ]
    assert [layer.name for layer in found.hierarchy.layers] == ["sections", "themes", "phrases"]
    assert found.hierarchy.labels[0] == ["Exposition", "Exposition", "Development"]
    assert kinds(found) == ["unit-read", "cropped", "overlap-cut", "layer-inferred"]
    assert "end where the next one starts: 1, by up to 1" in str(found.notes[2])


def test_positions_that_may_be_seconds_are_doubted_and_the_order_of_rows_mended():
    rows = ["8,16,A,b,c", "0,8,A,a,c", "16,20,B,,d"]
    found = only("\n".join(rows), "table.csv")
    assert found.hierarchy.unit == "seconds"
    assert [offer.unit for offer in found.understood.offers] == ["crotchets"]
    assert boundaries(found) == [[0, 16, 20], [0, 8, 16, 20], [0, 8, 16, 20]]
    assert kinds(found) == ["unit-doubt", "sorted"]
    assert only("\n".join(rows), "phrases.csv").hierarchy.unit == "crotchets"


def test_phrases_without_end():
    with pytest.raises(ReadError, match=r"line 1: 100001 phrases, more than the 100000 allowed"):
        only("A1" * 100_001)
