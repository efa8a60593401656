"""Set hierscope up and run it, or its tests: `python3 run.py`, or `python3 run.py test`.

Needs Python 3.11 or later with pip, and nothing else. It uses a virtual environment of its own in
`.venv`, and installs the versions that were tested, with uv. `python3 run.py lock` renews the lists
of versions, and `python3 run.py test --lowest` tests the lowest that pyproject.toml allows, in
`.venv-lowest`. All other arguments are those of the explorer, which follow:
"""

import hashlib
import importlib.util
import os
import shlex
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROJECT = ROOT / "pyproject.toml"
LISTS = ROOT / "versions"  # each version with its hashes; made by `lock`
HOSTED = ROOT / "requirements.txt"  # for hosting services, whose pip takes no hashes beside "."
MOST_WORKERS = 8  # each has a server and a Chromium of its own, 2 GB in all
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)


def main():
    if sys.version_info < (3, 11):  # noqa: UP036 - this line tells users of older versions
        sys.exit(f"hierscope needs Python 3.11 or later; this is {sys.version.split()[0]}.")
    arguments = sys.argv[1:]
    if arguments[:1] == ["lock"]:
        return lock()
    if arguments[:2] == ["test", "--lowest"]:
        if sys.version_info[:2] != (3, 11):
            sys.exit("hierscope: --lowest needs Python 3.11")
        # Types are checked against the stubs of the tested versions.
        left_out = "--deselect=tests/test_rules.py::test_types_hold"
        return test(set_up(ROOT / ".venv-lowest", "lowest"), [left_out, *arguments[2:]])
    if arguments[:1] == ["test"]:
        return test(set_up(VENV, "test"), arguments[1:])
    python = set_up(VENV, "run")
    if {"-h", "--help"}.intersection(arguments[:1]):
        print(__doc__, flush=True)
    else:
        say("starting the explorer")
    return become([python, "-m", "hierscope", *arguments])


def become(command):
    """Run a command in place of this process, which would pass on no signals to it."""
    if os.name != "nt":
        os.execv(command[0], list(map(str, command)))
    try:  # Windows would return to the prompt at once
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 0


def test(python, arguments):
    """Run all tests, or those that the arguments of pytest name."""
    browser = find_browser(python)
    say("collecting the tests")
    # The tests start many commands: Python keeps the compiled modules for all of them.
    os.environ |= {"HIERSCOPE_CHROMIUM": browser, "PYTHONDONTWRITEBYTECODE": ""}
    os.chdir(ROOT)
    return become([python, "-m", "pytest", *workers(), *arguments])


def workers():
    """Return pytest's options to use all cores; the same options in the arguments replace them."""
    allowed = getattr(os, "sched_getaffinity", None)
    cores = len(allowed(0)) if allowed else os.cpu_count() or 1
    # An idle worker takes half of the tests that another one has left.
    return [f"-n{min(cores, MOST_WORKERS)}", "--dist=worksteal"]


def say(text):
    print(f"hierscope: {text}", flush=True)


def set_up(venv, name):
    """Install a list of versions and hierscope, unless these are installed; return the Python."""
    python = python_of(venv)
    versions = LISTS / f"{name}.txt"
    stamp = venv / f"installed-{name}"
    content = PROJECT.read_bytes() + versions.read_bytes() + str(ROOT).encode()
    wanted = hashlib.sha256(content).hexdigest()
    works = python.exists() and not subprocess.call([python, "-c", ""])
    if works and stamp.exists() and stamp.read_text() == wanted:
        return python
    if not works:
        make_environment(venv)
    install = [*find_uv(python), "pip", "install", "--quiet", "--python", python]
    say(f"installing the versions in versions/{name}.txt (up to a minute the first time)")
    steps = [
        ["--require-hashes", "--requirement", versions],
        ["--no-deps", "--no-build-isolation", "--editable", ROOT],
    ]
    for step in steps:
        if subprocess.call([*install, *step]):
            sys.exit(
                f"hierscope: installing versions/{name}.txt failed; the lines above say why. "
                f"To install the newest versions instead: {newest(python, name)}"
            )
    stamp.write_text(wanted)
    return python


def find_uv(python):
    """Return the command of uv: an installed one, or one that pip puts into the environment."""
    # uv brings certificates along; those of a company's network are among the system's.
    if ssl.create_default_context().get_ca_certs():
        os.environ["UV_SYSTEM_CERTS"] = "1"
    if shutil.which("uv"):
        return ["uv"]
    uv = [python, "-m", "uv"]
    if subprocess.call([*uv, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        say("installing uv, which installs the rest")
        listed = ["--require-hashes", "--requirement", LISTS / "uv.txt"]
        if subprocess.call([*pip(python), "install", "-qq", *listed]):
            sys.exit(
                f"hierscope: uv can't be installed; the lines above say why. "
                f"Without it: {newest(python, 'run')}"
            )
    return uv


def newest(python, name):
    """Return the command that installs the newest versions with pip."""
    extra = "" if name == "run" else "[test]"
    return shlex.join(map(str, [*pip(python), "install", "--editable", f"{ROOT}{extra}"]))


def pip(python):
    """Return the command of this Python's pip for an environment, or else the environment's."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "--python", python]
    return [python, "-m", "pip"]


def python_of(venv):
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_environment(venv):
    say(f"making a virtual environment in {venv}")
    shutil.rmtree(venv, ignore_errors=True)
    # Debian's Python has pip for environments only with the package python3-venv.
    own = ["--without-pip"] if importlib.util.find_spec("pip") else []
    if subprocess.call([sys.executable, "-m", "venv", *own, venv]):
        sys.exit(
            "hierscope: no virtual environment could be made; on Debian: apt install python3-venv"
        )


def lock():
    """Renew all lists of versions; this needs uv, but none of them."""
    if not python_of(VENV).exists():
        make_environment(VENV)
    compile_ = [*find_uv(python_of(VENV)), "pip", "compile", "--quiet", "--upgrade"]
    compile_ += ["--no-annotate", "--custom-compile-command=python3 run.py lock"]
    compile_ += ["--python-version=3.11"]
    everywhere = ["--universal", "--generate-hashes"]
    lowest = ["--generate-hashes", "--resolution=lowest-direct"]
    extras = ["--extra=cluster", "--extra=test"]
    tools = "pip>=22.3\nsetuptools>=77\n"  # setuptools installs hierscope itself
    same = ["--constraint", LISTS / "test.txt"]
    HOSTED.unlink(missing_ok=True)  # its last line is ours
    for target, options, packages in (
        (LISTS / "uv.txt", [*everywhere, "-"], "uv"),
        (LISTS / "test.txt", [*everywhere, *extras, PROJECT, "-"], tools),
        (LISTS / "run.txt", [*everywhere, *same, PROJECT, "-"], tools),
        (LISTS / "lowest.txt", [*lowest, *extras, PROJECT, "-"], tools),
        (HOSTED, ["--universal", *same, PROJECT], ""),
    ):
        say(f"writing {target}")
        command = [*compile_, *options, "--output-file", target]
        subprocess.run(command, input=packages, text=True, check=True)
    with HOSTED.open("a") as file:
        file.write("--editable .\n")
    return 0


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
        # Without windows it takes less room and time; only newer systems have it as a package.
        for package in BROWSERS[:2]:
            install = [*prefix, "apt-get", "install", "-y", "-qq", package]
            if subprocess.call(install, env=environment) == 0:
                break
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
