"""Set hierscope up and run it, or its tests: `python3 run.py`, or `python3 run.py test`.

Needs Python 3.11 or later, and nothing else; uses a virtual environment of its own in `.venv`, with
the versions that were tested. `python3 run.py lock` renews the list of these, and `python3 run.py
test --lowest` tests the lowest that pyproject.toml allows, in `.venv-lowest`.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROJECT = ROOT / "pyproject.toml"
TESTED = ROOT / "versions" / "tested.txt"
LOWEST = ROOT / "versions" / "lowest.txt"
MOST_WORKERS = 8  # each has a server and a Chromium of its own, 2 GB in all
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 - that is what it is there to say
        sys.exit(f"hierscope needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    words = sys.argv[1:]
    if words[:1] == ["lock"]:
        return lock()
    if words[:2] == ["test", "--lowest"]:
        if sys.version_info[:2] != (3, 11):
            sys.exit("hierscope: the lowest versions are those of Python 3.11; run it with that")
        # Types are checked against what the tested versions say of theirs.
        left_out = "--deselect=tests/test_rules.py::test_types_hold"
        python = set_up(ROOT / ".venv-lowest", "[test]", LOWEST)
        return test(python, [left_out, *words[2:]])
    if words[:1] == ["test"]:
        return test(set_up(VENV, "[test]", tested()), words[1:])
    python = set_up(VENV, "", tested())
    say("starting the explorer")
    try:
        return subprocess.call([python, "-m", "hierscope", *words])
    except KeyboardInterrupt:
        return 0


def test(python, words):
    """Run the tests: all, or those that the words for pytest name."""
    browser = find_browser(python)
    say("running the tests")
    # The tests start some hundred commands: what these import is compiled once.
    environment = os.environ | {"HIERSCOPE_CHROMIUM": browser, "PYTHONDONTWRITEBYTECODE": ""}
    command = [python, "-m", "pytest", *shared_out(), "--durations=15", *words]
    return subprocess.call(command, cwd=ROOT, env=environment)


def shared_out():
    """Return pytest's options to use all cores; the same options after them take their place."""
    allowed = getattr(os, "sched_getaffinity", None)
    cores = len(allowed(0)) if allowed else os.cpu_count() or 1
    # A worker whose tests are done takes half of what another has left, so none ends long after.
    return [f"-n{min(cores, MOST_WORKERS)}", "--dist=worksteal"]


def say(text):
    print(f"hierscope: {text}", flush=True)


def tested():
    """Return the list of tested versions, or None where there is none for this Python."""
    import tomllib  # there since Python 3.11

    tried = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["classifiers"]
    here = "Programming Language :: Python :: {}.{}".format(*sys.version_info)
    return TESTED if TESTED.exists() and here in tried else None


def set_up(venv, extra, versions):
    """Install into an environment, unless that was done for these very files; give its Python."""
    python = python_of(venv)
    content = [PROJECT.read_bytes(), extra.encode(), str(ROOT).encode()]
    content += [versions.read_bytes()] if versions else []
    stamp = venv / f"installed{extra}"
    wanted = hashlib.sha256(b"".join(content)).hexdigest()
    works = python.exists() and not subprocess.call([python, "-c", ""])
    if works and stamp.exists() and stamp.read_text() == wanted:
        return python
    if not works:
        make_environment(venv)
    say("installing what it needs there (a minute or two the first time)")
    what = ["pip", "--editable", f"{ROOT}{extra}"]
    if not versions:
        say("no tested versions are listed for this Python: taking the newest")
        done = install(python, *what)
    else:
        done = install(python, "--constraint", versions, *what)
        if not done and versions == TESTED:
            say("the tested versions can't be had here (see above): taking the newest")
            done = install(python, *what)
    if not done:
        sys.exit("hierscope: the installation failed; the lines above say why")
    stamp.write_text(wanted)
    return python


def install(python, *what):
    """Have pip install into the environment of a Python; tell whether it could."""
    quietly = ["install", "--quiet", "--disable-pip-version-check"]
    return not subprocess.call([*pip(python), *quietly, *what])


def lock():
    """Renew both lists of versions; uv finds them, in an environment of its own."""
    with tempfile.TemporaryDirectory() as folder:
        python = python_of(Path(folder))
        make_environment(Path(folder))
        if not install(python, "uv"):
            sys.exit("hierscope: uv can't be had; the lines above say why")
        say(f"writing {TESTED} and {LOWEST}")
        # pip, which is no dependency, comes in by standard input.
        find = [python, "-m", "uv", "pip", "compile", "--quiet", "--upgrade", "--no-annotate"]
        find += ["--custom-compile-command=python3 run.py lock", "--python-version=3.11"]
        find += ["--extra=cluster", "--extra=test", PROJECT, "-", "--output-file"]
        subprocess.run([*find, TESTED, "--universal"], input="pip", text=True, check=True)
        subprocess.run(
            [*find, LOWEST, "--resolution=lowest-direct"], input="", text=True, check=True
        )
    return 0


def python_of(venv):
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_environment(venv):
    say(f"making a virtual environment in {venv}")
    shutil.rmtree(venv, ignore_errors=True)
    # Debian's Python has no ensurepip unless python3-venv is there; pip itself will do.
    if subprocess.call([sys.executable, "-m", "venv", str(venv)], stdout=subprocess.DEVNULL):
        shutil.rmtree(venv, ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", "--without-pip", str(venv)]):
            sys.exit("hierscope: no virtual environment; on Debian: apt install python3-venv")


def pip(python):
    """Return the pip of the environment, or else this Python's, working on the environment."""
    own = [python, "-m", "pip"]
    there = not subprocess.call(
        [*own, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return own if there else [sys.executable, "-m", "pip", "--python", python]


def find_browser(python):
    """Return a Chromium for the browser tests, installing one where there is none."""
    browser = present_browser(python)
    if browser:
        return browser
    if shutil.which("apt-get") and ((hasattr(os, "geteuid") and os.geteuid() == 0) or sudo()):
        say("installing Chromium for the browser tests (apt-get)")
        prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.call([*prefix, "apt-get", "update", "-qq"], env=environment)
        subprocess.call([*prefix, "apt-get", "install", "-y", "-qq", "chromium"], env=environment)
    else:
        say("installing Chromium for the browser tests (playwright)")
        subprocess.call([python, "-m", "playwright", "install", "chromium"])
    browser = present_browser(python)
    if not browser:
        sys.exit(
            "hierscope: the browser tests need Chromium; install it, or set HIERSCOPE_CHROMIUM"
        )
    return browser


def present_browser(python):
    """Return the path of a Chromium that is there, or None."""
    own = os.environ.get("HIERSCOPE_CHROMIUM")
    if own:
        return own
    for name in BROWSERS:
        if shutil.which(name):
            return shutil.which(name)
    ask = (
        "from playwright.sync_api import sync_playwright as p\n"
        "with p() as q: print(q.chromium.executable_path)"
    )
    answer = subprocess.run([python, "-c", ask], capture_output=True, text=True)
    path = answer.stdout.strip()
    return path if path and Path(path).exists() else None


def sudo():
    return bool(shutil.which("sudo")) and subprocess.call(["sudo", "-n", "true"]) == 0


if __name__ == "__main__":
    sys.exit(main())
