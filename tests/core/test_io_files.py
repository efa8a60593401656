"""Encodings, sizes and hostile names: the same for every format."""

import tomllib
from pathlib import Path

import pytest

from core.errors import ReadError
from core.io import File, read, read_path, read_text
from core.io.limits import MAX_BYTES


def test_a_hostile_name_is_in_no_message():
    with pytest.raises(ReadError) as caught:
        read([File("../\x1b[31m" + "y" * 10_000, b"0 x\n")])
    assert caught.value.source == "[31m" + "y" * 35 + "…" + "y" * 20
    assert len(str(caught.value)) < 200


def test_a_large_file_is_read_no_further_than_allowed(tmp_path):
    path = tmp_path / "x.lab"
    path.write_bytes(b"0 1 a\n" + b"#" * MAX_BYTES)
    with pytest.raises(ReadError, match="more than the 20 MB"):
        read_path(path)


def test_more_segments_than_allowed_are_refused(monkeypatch):
    lines = [f"{second} {second + 1}\n" for second in range(100_002)]
    assert read_text("".join(lines[:100_000]))
    with pytest.raises(ReadError, match="100,002 lines, more than the 100,001 allowed"):
        read_text("".join(lines))
    monkeypatch.setattr("core.io._understand.MAX_SEGMENTS", 9)
    with pytest.raises(ReadError, match="10 segments, more than the 9 allowed"):
        read_text("".join(lines[:10]))
    with pytest.raises(ReadError, match="100,002 boundaries in a row"):
        read_text(",".join(map(str, range(100_002))))
    with pytest.raises(ReadError, match="101 layers, more than the 100 allowed"):
        read_text("0,1\n" * 101)


@pytest.mark.parametrize("line", ["1" * 200_000 + "x", "0 " + "1" * 200_000, "0," + "1" * 200_000])
def test_endless_numbers_are_refused_at_once(line):
    with pytest.raises(ReadError, match=r"not a time|not recognized|longest possible|field limit"):
        read_text(line)


def test_pasted_text_with_half_a_surrogate_pair():
    with pytest.raises(ReadError, match="not UTF-8"):
        read_text("0 1 \ud800")


def test_the_page_takes_uploads_as_large_as_the_readers_do():
    config = Path(__file__).parents[2] / "explorer/.streamlit/config.toml"
    settings = tomllib.loads(config.read_text())
    assert settings["server"]["maxUploadSize"] * 1_000_000 == MAX_BYTES


def test_a_name_of_half_a_surrogate_pair_is_none():
    assert File("\ud800", b"").display == "unnamed file"
