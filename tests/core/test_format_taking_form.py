"""Files of Taking Form's published corpus."""

import os
from pathlib import Path

import pytest

from core.io import read_path

SHARED = Path(os.environ.get("HIERSCOPE_FORMATS") or Path(__file__).parents[3] / "shared/formats")


@pytest.mark.skipif(not (SHARED / "taking-form").is_dir(), reason="no files of Taking Form")
@pytest.mark.parametrize(
    ("name", "counts", "end"),
    [
        ("K284-mvt1", [3, 9, 24, 54, 61], 127),
        ("K457-mvt1", [4, 14, 38, 58, 76, 89], 185),
        ("K545-mvt1", [3, 7, 20, 36], 73),
    ],
)
def test_files_of_the_corpus(name, counts, end):
    [found] = read_path(SHARED / f"taking-form/{name}.csv")
    assert [len(layer.labels) for layer in found.hierarchy.layers] == counts
    assert (found.hierarchy.end, found.hierarchy.missing) == (end, 0)
    assert found.hierarchy.labels[0][:2] == ["Exposition", "Development"]
