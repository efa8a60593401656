"""Data for several tests of the core."""

import pytest


@pytest.fixture
def pair(tmp_path):
    """Figure 6 as a folder of layers and a CSV."""
    reference = tmp_path / "ref"
    reference.mkdir()
    (reference / "layer1.lab").write_text("0 20 A\n20 40 B\n40 60 C\n")
    (reference / "layer2.lab").write_text("".join(f"{t} {t + 10} x\n" for t in range(0, 60, 10)))
    estimate = tmp_path / "est.csv"
    estimate.write_text("0,10,15,20,25,30,35,40,45,50,60\n")
    return str(reference), str(estimate)
