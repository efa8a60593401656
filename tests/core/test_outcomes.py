"""The results for files and pairs in the tables of `tests/outcomes.py`."""

import pytest
from outcomes import FILES, outcome, tables

from core.io import formats

TABLES = tables()


@pytest.mark.parametrize("cases", TABLES.values(), ids=[path.stem for path in TABLES])
def test_what_comes_of_each_case_is_as_its_table_has_it(cases):
    for case in cases:
        found = outcome(case)
        assert found == {key: case[key] for key in found}, case["case"]


def test_every_format_has_a_whole_file_and_tables_of_damaged_ones_have_twenty():
    damaged = {
        path.stem.removeprefix("damaged-"): cases
        for path, cases in TABLES.items()
        if path.stem.startswith("damaged-")
    }
    assert all(len(cases) >= 20 for cases in damaged.values())
    assert {key for key, _ in FILES.values()} == {known.key for known in formats.FORMATS}
