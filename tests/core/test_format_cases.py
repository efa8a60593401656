"""What comes of reading files of every format: the tables in `tests/cases/formats`."""

import pytest
from format_cases import outcome, tables

CASES = [
    pytest.param(case, id=f"{name}: {case['case']}")
    for name, cases in tables().items()
    for case in cases
]


@pytest.mark.parametrize("case", CASES)
def test_what_comes_of_files_is_as_the_tables_have_it(case):
    found = outcome(case)
    assert found == {key: case[key] for key in found}
