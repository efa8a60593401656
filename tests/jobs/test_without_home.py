"""Commands without a home folder: one line at most, and everything is computed."""

import os
import subprocess
import sys
from pathlib import Path

from core.compiled import ensure_folder

ROOT = Path(__file__).resolve().parents[2]
LAYER = "0\t10\tA\n10\t20\tB\n"
FOLDER = """
from core.files.folders import own_folder
place = own_folder()
print(place == own_folder() and place.is_dir())
"""


def run(arguments, folder, **environment):
    """The output of Python in a folder, without a home folder."""
    ensure_folder()  # compiled code is kept elsewhere
    kept = {name: value for name, value in os.environ.items() if name[:4] not in ("XDG_", "HIER")}
    kept |= {"HOME": os.devnull, "USERPROFILE": os.devnull, "PYTHONPATH": str(ROOT)}
    kept.pop("LOCALAPPDATA", None)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_commands_need_no_home(tmp_path):
    (tmp_path / "a.lab").write_text(LAYER)
    (tmp_path / "b.lab").write_text(LAYER.replace("10", "12"))
    done = run(["-m", "hierscope", "agreement", "a.lab", "b.lab"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "T_F" in done.stdout


def test_results_are_in_a_temporary_folder_with_one_line(tmp_path):
    done = run(["-c", FOLDER], tmp_path, TMPDIR=str(tmp_path))
    assert done.stdout == "True\n"
    (line,) = done.stderr.splitlines()
    assert line.endswith("Set a folder with HIERSCOPE_CACHE")
    assert not any(tmp_path.iterdir())  # deleted at the end
