"""Names of files beside each other."""

import os

import pytest

from core.files.names import file_names


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["A/3.lab", "B/3.lab", "c.lab"], ["A", "B", "c"]),
        (["A/x/3.lab", "B/x/3.jams"], ["A", "B"]),
        (["A/3.lab", "A/3.jams"], ["3.lab", "3.jams"]),
        (["A/3.lab", "A/3.jams", "B/3.lab"], ["A/3.lab", "A/3.jams", "B/3.lab"]),
        (["A/3.lab", "A/3.lab"], ["3", "3"]),
        ([f"{os.curdir}/A/3.lab", "A/3.lab"], ["3", "3"]),
        ([".lab"], [".lab"]),
        ([], []),
    ],
)
def test_files_are_named_by_stems_or_by_folders(paths, names):
    assert file_names(paths) == names
