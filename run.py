"""Set hierscope up and run it, or its tests: `python3 run.py`, or `python3 run.py test` or `fuzz`.

Needs Python 3.11 or later, and nothing else; uses a virtual environment of its own in `.venv`.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MOST_WORKERS = 8  # each has a server and a Chromium of its own, 2 GB in all
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 - that is what it is there to say
        sys.exit(f"hierscope needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    words = sys.argv[1:]
    if words[:1] == ["test"]:
        set_up("[test]")
        browser = find_browser()
        say("running all tests")
        # The tests start some hundred commands: what these import is compiled once.
        environment = os.environ | {"HIERSCOPE_CHROMIUM": browser, "PYTHONDONTWRITEBYTECODE": ""}
        command = [PYTHON, "-m", "pytest", *shared_out(), "--durations=15", *words[1:]]
        return subprocess.call(command, cwd=ROOT, env=environment)
    if words[:1] == ["fuzz"]:
        set_up("[test]")
        return subprocess.call([PYTHON, "-m", "tests.fuzz", *words[1:]], cwd=ROOT)
    set_up("")
    say("starting the explorer")
    try:
        return subprocess.call([PYTHON, "-m", "explorer", *words])
    except KeyboardInterrupt:
        return 0


def shared_out():
    """Give pytest's options to use all cores; the same options after them take their place."""
    allowed = getattr(os, "sched_getaffinity", None)
    cores = len(allowed(0)) if allowed else os.cpu_count() or 1
    # A worker whose tests are done takes half of what another has left, so none ends long after.
    return [f"-n{min(cores, MOST_WORKERS)}", "--dist=worksteal"]


def say(text):
    print(f"hierscope: {text}", flush=True)


def set_up(extra):
    """Install into `.venv`, unless that was done for this very pyproject.toml."""
    content = (ROOT / "pyproject.toml").read_bytes() + extra.encode() + str(ROOT).encode()
    stamp = VENV / f"installed{extra}"
    wanted = hashlib.sha256(content).hexdigest()
    works = PYTHON.exists() and not subprocess.call([PYTHON, "-c", ""])
    if works and stamp.exists() and stamp.read_text() == wanted:
        return
    if not works:
        make_environment()
    say("installing what it needs there (a minute or two the first time)")
    install = [*pip(), "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.call([*install, "pip", "--editable", f"{ROOT}{extra}"]):
        sys.exit("hierscope: the installation failed; the lines above say why")
    stamp.write_text(wanted)


def make_environment():
    say(f"making a virtual environment in {VENV}")
    shutil.rmtree(VENV, ignore_errors=True)
    # Debian's Python has no ensurepip unless python3-venv is there; pip itself will do.
    if subprocess.call([sys.executable, "-m", "venv", str(VENV)], stdout=subprocess.DEVNULL):
        shutil.rmtree(VENV, ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", "--without-pip", str(VENV)]):
            sys.exit("hierscope: no virtual environment; on Debian: apt install python3-venv")


def pip():
    """Give the pip of the environment, or else this Python's, working on the environment."""
    own = [PYTHON, "-m", "pip"]
    there = not subprocess.call(
        [*own, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    return own if there else [sys.executable, "-m", "pip", "--python", PYTHON]


def find_browser():
    """Give a Chromium for the browser tests, installing one where there is none."""
    browser = present_browser()
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
        subprocess.call([PYTHON, "-m", "playwright", "install", "chromium"])
    browser = present_browser()
    if not browser:
        sys.exit(
            "hierscope: the browser tests need Chromium; install it, or set HIERSCOPE_CHROMIUM"
        )
    return browser


def present_browser():
    """Give the path of a Chromium that is there, or None."""
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
    answer = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True)
    path = answer.stdout.strip()
    return path if path and Path(path).exists() else None


def sudo():
    return bool(shutil.which("sudo")) and subprocess.call(["sudo", "-n", "true"]) == 0


if __name__ == "__main__":
    sys.exit(main())
