"""mir_eval's own tests of its hierarchy module, run with hierscope's functions."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The skipped one is mir_eval's regression test, whose data are not in the source archive;
# `test_evaluate_gives_the_same_with_ours_in_place` compares evaluate on other data.
PASSED, SKIPPED, XFAILED = 28, 1, 10

# Without `_lca`, mir_eval's own tmeasure fails: a test of it that passes has called ours.
PLUGIN = """
import mir_eval.hierarchy
from core.lmeasures.dropin import lmeasure
from core.tmeasures.dropin import tmeasure

mir_eval.hierarchy.tmeasure = tmeasure
mir_eval.hierarchy.lmeasure = lmeasure
mir_eval.hierarchy._lca = None
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mir_eval")
    download = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--retries", "1", "--timeout", "10", "--no-deps", "--no-binary", ":all:",
        "--dest", folder, "mir_eval==0.8.2",
    ]  # fmt: skip
    try:
        subprocess.run(download, check=True, capture_output=True, timeout=60)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"mir_eval's source archive can't be downloaded: {error}")
    (archive,) = folder.glob("mir_eval-*.tar.gz")
    with tarfile.open(archive) as tar:
        (member,) = (m for m in tar if m.name.endswith("/tests/test_hierarchy.py"))
        (folder / "test_hierarchy.py").write_bytes(tar.extractfile(member).read())
    (folder / "ours.py").write_text(PLUGIN)
    return folder


@pytest.mark.thorough  # it builds what it downloads
def test_mir_evals_own_tests_pass_with_our_functions(suite):
    path = os.pathsep.join([str(ROOT), str(suite), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "ours", "-p", "no:cacheprovider",
            "-c", os.devnull, "--rootdir", suite, suite / "test_hierarchy.py",
        ],
        cwd=suite,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )  # fmt: skip
    last = run.stdout.strip().splitlines()[-1]
    counts = {word: int(n) for n, word in re.findall(r"(\d+) (\w+)", last)}
    assert run.returncode == 0, run.stdout
    assert counts.get("failed", 0) == 0
    assert (counts["passed"], counts["skipped"], counts["xfailed"]) == (PASSED, SKIPPED, XFAILED)
