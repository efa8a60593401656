"""The public functions on corpora: scores of many pairs, and styles."""

import math
import re
import shutil

import numpy as np
import pytest
from salami_corpus import FIRST, write_salami

import hierscope
from core.corpus.baselines import MADE
from core.corpus.store import read_results
from core.corpus.summary import describe
from core.errors import ReadError, ScoreError
from core.io import write_csv
from core.samples import sample
from core.settings import Settings
from core.tmeasures import score

TRACKS = "figure2", "figure6", "jingle_bells_algorithm"


@pytest.fixture
def corpus(tmp_path):
    """Folders of references and of two methods' estimates, one of which is broken."""
    for kind in ("references", "a", "b"):
        (tmp_path / kind).mkdir()
    for pair in map(sample, TRACKS):
        (tmp_path / "references" / f"{pair.id}.csv").write_bytes(write_csv(pair.reference))
        for method in ("a", "b"):
            (tmp_path / method / f"{pair.id}.csv").write_bytes(write_csv(pair.estimate))
    (tmp_path / "b" / "figure6.csv").write_text("")
    return tmp_path


def test_folders_are_scored_into_one_table(corpus):
    methods = {"A": corpus / "a", "B": str(corpus / "b" / "{track}.csv")}
    found = hierscope.corpus(corpus / "references", methods, windows=[15, math.inf])
    assert len(found) == 2 * len(TRACKS) - 1
    table = found.to_pandas()
    assert list(table)[:4] == ["track", "method", "window", "measure"]
    assert len(table) == 2 * 3 * len(found)
    pair = sample("jingle_bells_algorithm")
    wanted = score(pair.reference, pair.estimate, [15, math.inf])
    mine = table.query("track == 'jingle_bells_algorithm' and method == 'B'").reset_index()
    assert mine.window.tolist() == [15, 15, 15, math.inf, math.inf, math.inf]
    assert mine.measure.tolist() == 2 * ["reduced", "full", "l"]
    assert mine.recall[3] == wanted.scores["reduced"].recall[1]
    assert mine.f_measure[1] == wanted.scores["full"].f_measure[0]
    assert mine.precision_share[4] == wanted.scores["full"].precision_share[1]
    both = hierscope.corpus(corpus / "references", methods, windows=[15], baselines=True)
    table = both.to_pandas()
    assert table[table.baseline].method.unique().tolist() == [*MADE]
    assert len(table[~table.baseline]) == 3 * len(found)
    assert both.notes == found.notes
    assert found.cite() == found.cite()
    assert found.to_latex([15], "Means", 3) == found.to_latex([15], "Means", digits=3)
    with pytest.raises(ScoreError, match="16 s was not scored"):
        found.to_latex([16])


def test_a_corpus_shows_its_means_and_what_is_missing(corpus):
    methods = {"A": corpus / "a", "B": corpus / "b"}
    found = hierscope.corpus(corpus / "references", methods, windows=[3, 15])
    first, *notes = repr(found).splitlines()
    assert first.startswith("corpus of 3 tracks, 5 pairs by 2 methods, 2 windows")
    assert any("figure6.csv: the file is empty" in note for note in notes)
    mine = found.take([method == "A" for method in found.methods])
    mean = describe(mine.score("reduced", "f_measure"))
    cell = f"<td>{mean.mean[1]:.3f} ({mean.low[1]:.3f}–{mean.high[1]:.3f})</td>"
    assert cell in found._repr_html_()
    assert "<th>15 s</th>" in found._repr_html_()


def test_results_are_kept_and_read_again(corpus, home):
    output = corpus / "a" / "kept.parquet"
    home(output.parent)
    folders = corpus / "references", corpus / "a"
    first = hierscope.corpus(*folders, output="~/kept.parquet", windows=[3])
    calls = []
    again = hierscope.corpus(
        *folders, output=output, windows=[3], progress=lambda *count: calls.append(count)
    )
    assert calls[-1] == (len(first), len(first))
    assert not any("kept" in str(note) for note in again.notes)  # it is no estimate
    read = hierscope.corpus(results="~/kept.parquet")
    np.testing.assert_array_equal(read.scores, first.scores)
    assert read_results(output).tracks == read.tracks
    assert repr(read) == repr(again) == repr(first)
    said, *notes = hierscope.corpus(*folders, output=output, windows=[3, 15]).notes
    assert said.text.startswith(f"{output} was scored with other settings: 1 window, ")
    assert said.text.endswith(f"it was renamed {output}.before")
    assert tuple(notes) == first.notes


def test_means_say_of_how_many_pairs_they_are(tmp_path):
    files = {
        "named.lab": "0 10 A\n10 20 B\n20 40 A\n",
        "other.lab": "0 10 A\n10 40 B\n",
        "plain.csv": "0, 10, 30, 40\n",
        "flat.csv": "0, 10, 20, 40\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    named, other, plain, flat = (str(tmp_path / name) for name in files)
    pairs = {"a": (named, other), "b": (plain, flat)}
    # Within less than a frame there is no triplet.
    html = hierscope.corpus(pairs=pairs, windows=[0.5, 15], frame_size=1.0)._repr_html_()
    cells = [re.findall("<td[^>]*>(.*?)</td>", row) for row in html.split("<tr>")[2:]]
    assert [row[2] for row in cells] == [""] * 3
    assert [row[3] for row in cells] == ["–, n = 0"] * 3
    assert [row[4].partition(", ")[2] for row in cells] == ["n = 2", "n = 2", "n = 1"]


def test_pairs_stay_where_they_are(both, home, monkeypatch):
    monkeypatch.chdir(both.parent)
    home(both.parents[1])
    given = (both.name, f"~/{both.parent.name}/{both.name}")
    found = hierscope.corpus(pairs={5: given}, windows=15, convention="frameless")
    assert found.windows.tolist() == [15]
    pair = sample("jingle_bells")
    wanted = score(pair.reference, pair.estimate, settings=Settings(found.job.convention))
    assert found.job.convention.name == "frameless"
    assert found.to_pandas().recall.tolist() == [
        wanted.scores[key].recall[0] for key in ("reduced", "full", "l")
    ]
    (item,) = found.items
    assert (item.track, item.reference, item.estimate) == ("5", (str(both),), (str(both),))
    assert item.estimate_choice == 1
    headline = repr(found).splitlines()[0]
    assert headline.startswith("corpus of 1 track, 1 pair by 1 method, 1 window, ")
    said = "the pair has a file with several annotations, of which one is used, such as 5: "
    assert said in str(found.notes[0])


def test_an_empty_table_of_a_corpus_has_the_types_of_a_full_one(both):
    found = hierscope.corpus(pairs={"a": (both, both)}, windows=[15])
    none = found.take([False])
    assert len(none.to_pandas()) == 0
    assert none.to_pandas().dtypes.to_dict() == found.to_pandas().dtypes.to_dict()


def test_a_manifest_has_metadata(corpus):
    rows = "track,reference,estimate,genre\nx,references/figure6.csv,a/figure6.csv,pop\n"
    (corpus / "pairs.csv").write_text(rows)
    table = hierscope.corpus(manifest=corpus / "pairs.csv", windows=[15]).to_pandas()
    assert table.genre.tolist() == ["pop"] * 3
    assert table.track.tolist() == ["x"] * 3


def test_annotators_of_salami_are_paired(tmp_path):
    write_salami(tmp_path, track=1)
    write_salami(tmp_path, track=2, textfile1=FIRST)
    found = hierscope.corpus(salami=tmp_path, windows=[15])
    assert len(found) == 1
    assert "1 track with one annotation only" in map(str, found.notes)


def test_folders_without_a_pair_say_the_first_reason(corpus):
    shutil.rmtree(corpus / "a")
    (corpus / "a").mkdir()
    with pytest.raises(ReadError, match=r"there is no pair to score \(.+\)\. Check the folders"):
        hierscope.corpus(corpus / "references", corpus / "a")


def test_two_corpora_are_tested(styles):
    found = hierscope.caemsi(*styles, keep_duplicates=True, exact=True, margin=(0.1, 0.2))
    table = found.to_pandas().set_index("test")
    assert list(table.index) == [
        "difference", "equivalence", "equivalence of A", "equivalence of B",
    ]  # fmt: skip
    assert table.p_value["difference"] == found.difference.p_value
    assert table.significant["difference"] == found.verdict.different
    assert table.p_value["equivalence of B"] == found.equivalence.b.value
    assert found.difference.n_permutations == 70
    assert (found.equivalence.inferior, found.equivalence.superior) == (0.1, 0.2)
    assert repr(found).splitlines()[0].startswith("one (4 items) and other (4 items): ")
    assert repr(found).splitlines()[1].strip() == found.verdict.sentence
    assert found.verdict.sentence.split("(")[0] in found._repr_html_()
    assert "Two corpora of 4 and 4 items were tested" in found.cite().text
    # Files are as good as a folder.
    files = [sorted(folder.iterdir()) for folder in styles]
    listed = hierscope.caemsi(*files, keep_duplicates=True, exact=True)
    assert listed.difference.p_value == found.difference.p_value
    assert listed.difference.statistic == found.difference.statistic
    assert [corpus.name for corpus in listed.corpora] == ["A", "B"]


@pytest.fixture
def layers(tmp_path):
    """Two folders of three layer files each, no two of one title."""
    folders = tmp_path / "one", tmp_path / "other"
    for folder, labels in zip(folders, ("ABAC", "XYZX"), strict=True):
        (folder / "deep").mkdir(parents=True)
        for number, place in enumerate((folder, folder, folder / "deep")):
            lines = (f"{t} {t + 1} {label}" for t, label in enumerate(labels * (number + 1)))
            (place / f"{folder.name}{number}.lab").write_text("\n".join(lines))
    return folders


def listed(folder):
    return sorted(folder.rglob("*.lab"))


@pytest.mark.parametrize("representation", ["bytes", "hierarchy"])
def test_a_list_is_an_item_a_file_however_it_is_written(layers, home, monkeypatch, representation):
    def tested(*sides):
        return hierscope.caemsi(*sides, representation=representation)

    files = [*map(listed, layers)]
    absolute = tested(*files)
    assert [len(corpus.items) for corpus in absolute.corpora] == [3, 3]
    monkeypatch.chdir(layers[0].parent)
    home(layers[0])
    written = [path.relative_to(layers[0].parent) for path in files[0]]
    relative = tested([written[2], f"./{written[0]}", files[0][1]], iter(files[1]))
    names = [item.name for item in relative.corpora[0].items]
    assert sorted(names) == sorted([str(written[2]), f"./{written[0]}", str(files[0][1])])
    assert tested([f"~/{path.relative_to(layers[0])}" for path in files[0]], files[1]).difference
    monkeypatch.chdir(layers[0])
    nested = tested([path.relative_to(layers[0]) for path in files[0]], files[1])
    for found in (relative, nested):
        np.testing.assert_array_equal(found.distances.values, absolute.distances.values)
        assert found.difference.p_value == absolute.difference.p_value
        titles = [[item.title for item in corpus.items] for corpus in found.corpora]
        assert titles == [[f"{folder.name}{n}" for n in (2, 0, 1)] for folder in layers]


def test_a_listed_folder_holds_the_layers_of_one(layers):
    one, other = map(listed, layers)
    found = hierscope.caemsi([layers[0] / "deep", *one[1:], layers[0]], other)
    assert [item.title for item in found.corpora[0].items] == ["one", "deep", "one0", "one1"]


def test_a_listed_file_that_is_broken_is_named_as_it_is_given(layers, monkeypatch):
    monkeypatch.chdir(layers[0].parent)
    one, other = map(listed, layers)
    (layers[0] / "bad.lab").write_text("")
    found = hierscope.caemsi(["one/bad.lab", *one], other)
    assert found.notes[-1].startswith("A: left out one/bad.lab: ")
