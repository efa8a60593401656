"""The folder for compiled code, and code there that can't be loaded or stored."""

import os
import stat
import subprocess
import sys

import pytest

from core import compiled


@pytest.fixture
def ensured(monkeypatch, tmp_path):
    """Give the folder that is named where the cache is in one that the test has made."""
    monkeypatch.setenv(compiled.VARIABLE, "")  # so that what is set below ends with this test
    monkeypatch.delenv(compiled.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def ensure():
        compiled.ensure_folder()
        return os.environ[compiled.VARIABLE]

    return ensure


def test_a_folder_of_the_users_own_is_named(ensured, tmp_path, caplog):
    place = ensured()
    assert place.startswith(str(tmp_path / "cache" / "hierscope"))
    if os.name != "nt":
        assert stat.S_IMODE(os.stat(place).st_mode) == 0o700
    assert os.listdir(place) == caplog.messages == []


def test_other_structures_have_another_folder_and_other_functions_the_same(tmp_path):
    """numba can't load compiled code for a structure that was renamed, not even to replace it."""
    kernels = tmp_path / "some" / "_kernels.py"
    kernels.parent.mkdir()
    structure = "class Pair(NamedTuple):\n    edges: np.ndarray\n\n    side: int\n\n\n"
    keys = []
    for text in (
        f"{structure}def score(pair):\n    return 1\n",
        f"{structure}def score(pair):\n    return 2\n",
        structure.replace("Pair", "Counting"),
        structure.replace("side", "own"),
    ):
        kernels.write_text(text)
        keys.append(compiled.structures(tmp_path))
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert compiled.structures() != compiled.structures(tmp_path)


def test_a_folder_that_the_environment_names_is_left_alone(monkeypatch):
    monkeypatch.setenv(compiled.VARIABLE, "/elsewhere")
    compiled.ensure_folder()
    assert os.environ[compiled.VARIABLE] == "/elsewhere"


@pytest.mark.parametrize("others", ["a file", "writable by others", "no home", "no folder at all"])
def test_without_a_folder_of_ones_own_there_is_one_for_this_start(
    ensured, tmp_path, caplog, monkeypatch, others
):
    left = []
    monkeypatch.setattr("atexit.register", lambda *do, **how: left.append((do, how)))
    if others in ("a file", "no folder at all"):
        (tmp_path / "cache").touch()
        if others == "no folder at all":
            monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    elif others == "no home":
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setattr("os.path.expanduser", lambda path: path)
    elif os.name == "nt":
        pytest.skip("Windows has no such modes")
    else:
        place = tmp_path / "cache" / "hierscope" / f"compiled-{compiled.structures()}"
        place.mkdir(parents=True)
        place.chmod(0o777)
    place = ensured()
    (line,) = caplog.messages
    assert "Set a folder with NUMBA_CACHE_DIR" in line
    assert ("no home folder" if others == "no home" else str(tmp_path / "cache")) in line
    if others == "no folder at all":
        assert not left
        return
    assert os.path.dirname(place) == str(tmp_path)
    (((do, *what), how),) = left
    do(*what, **how)
    assert not os.path.exists(place)


KERNEL = """
@njit(cache=True, nogil=True)
def {0}(number):
    return 2 * number
print({0}(21), {0}.stats.cache_hits and "loaded" or "compiled")
"""


def compile_in(place, tmp_path, *kernels, before=""):
    """What a process with kernels prints, whose cache is in a folder."""
    if not (script := tmp_path / "kernel.py").exists():
        code = "".join(map(KERNEL.format, kernels))
        script.write_text(f"{before}from core.compiling import njit\n{code}")
    named = os.environ | {compiled.VARIABLE: str(place), "PYTHONPATH": os.getcwd()}
    run = [sys.executable, str(script)]
    return subprocess.run(run, env=named, capture_output=True, text=True, check=True)


def cut(path):
    os.truncate(path, path.stat().st_size // 3)


def change(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def replace(path):
    path.write_bytes(b"a text")


def make_folder(path):
    path.unlink()
    path.mkdir()


DAMAGES = {
    "a": ("nbi", os.truncate, 0),
    "b": ("nbi", cut),
    "c": ("nbi", replace),
    "d": ("nbc", os.truncate, 0),
    "e": ("nbc", cut),
    "f": ("nbc", change),
    "g": ("nbc", replace),
    "h": ("nbi", make_folder),
    "i": ("nbc", make_folder),
}


def test_damaged_compiled_code_is_compiled_again_and_said_once(tmp_path, monkeypatch):
    place, count = tmp_path / "cache", len(DAMAGES)
    assert compile_in(place, tmp_path, *DAMAGES).stdout == count * "42 compiled\n"
    for kernel, (kind, damage, *how) in DAMAGES.items():
        (path,) = place.rglob(f"kernel.{kernel}-*.{kind}")
        damage(path, *how)
    again = compile_in(place, tmp_path)
    assert again.stdout == count * "42 compiled\n"
    assert again.stderr.count("was damaged") == 1
    assert again.stderr.count("can't be stored (Is a directory)") == 1
    assert again.stderr.count("\n") == 2
    after = compile_in(place, tmp_path)
    assert after.stdout == (count - 2) * "42 loaded\n" + 2 * "42 compiled\n"
    assert after.stderr.count("\n") == 1
    # Code of an older version of the module does not count as stored.
    monkeypatch.setenv(compiled.VARIABLE, str(place))
    kernels = tmp_path / "kernel.py"
    assert compiled.stored(kernels)
    os.utime(kernels, (2e9, 2e9))
    assert not compiled.stored(kernels)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_compiled_code_that_cannot_be_stored_is_used_and_said_once(tmp_path):
    full = "import builtins\nmade = open\nbuiltins.open = lambda path, mode='r', *a, **k: "
    full += "made('/dev/full' if '.tmp.' in str(path) else path, mode, *a, **k)\n"
    run = compile_in(tmp_path / "cache", tmp_path, "twice", before=full)
    assert run.stdout == "42 compiled\n"
    assert run.stderr.count("\n") == run.stderr.count("can't be stored (No space left") == 1
