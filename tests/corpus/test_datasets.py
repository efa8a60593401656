"""Folders with the layout of known data sets; contents are invented."""

import pytest

import hierscope
from core.errors import ReadError
from hierscope.cli import main

HARMONIX = "0.0 intro\n8.5 verse\n30.0 chorus\n48.0 end\n"
JSD = "segment_start;segment_end;label;instrument_solo\n0.0;20.5;theme_01;\n20.5;40.0;solo_01;sax\n"
LAB = "0.000\t12.500\tintro\n12.500\t40.000\tverse\n"
LAYOUTS = [
    ("harmonix", "dataset/segments/0001_song.txt", HARMONIX, "0001_song"),
    ("isophonics", "seglab/A Band/01_-_First/01_-_Song.lab", LAB, "01_-_Song"),
    ("jsd", "data/annotations_csv/Player_Tune_Orig.csv", JSD, "Player_Tune_Orig"),
]


@pytest.mark.parametrize(("name", "place", "text", "track"), LAYOUTS)
def test_a_data_set_is_scored_by_its_name(tmp_path, capsys, name, place, text, track):
    home, mine = tmp_path / "home", tmp_path / "mine"
    (home / place).parent.mkdir(parents=True)
    (home / place).write_text(text)
    mine.mkdir()
    (mine / f"{track}.lab").write_text("0 10 a\n10 40 b\n")
    results = hierscope.corpus(home, {"m": mine}, dataset=name, windows=[15], why=False)
    assert results.tracks == (track,)
    assert not results.problems
    options = ["--windows", "15", "--no-why", "-o", str(tmp_path / "r.parquet")]
    assert main(["corpus", "--dataset", name, "--home", str(home), f"m={mine}", *options]) == 0
    assert f"{results.score('reduced', 'f_measure')[0, 0]:.4f}" in capsys.readouterr().out
    with pytest.raises(ReadError, match=r"has no file .*Choose the folder of .* in which .* is"):
        hierscope.corpus(mine, {"m": mine}, dataset=name)


def test_a_data_set_needs_its_folder_and_a_known_name(tmp_path, capsys):
    with pytest.raises(ReadError, match=r"no data set 'rwc'. Choose one of harmonix, "):
        hierscope.corpus(tmp_path, tmp_path, dataset="rwc")
    with pytest.raises(ReadError, match="can't be combined with dataset"):
        hierscope.corpus(salami=tmp_path, dataset="jsd")
    assert main(["corpus", "--dataset", "jsd", str(tmp_path), "-o", "x.parquet"]) == 2
    assert "--dataset: needs --home FOLDER" in capsys.readouterr().err
