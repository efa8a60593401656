"""`hierscope docs`: open the guide in the browser."""

import os
import subprocess
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

from core.errors import HierscopeError
from core.files.folders import own_folder
from hierscope.cli.shared import Command, Options

_SETTINGS = Path(__file__).resolve().parents[2] / "mkdocs.yml"


def add_options(_: Command) -> None:
    """Add none: the command has no options."""


def run(_: Options) -> None:
    if not (_SETTINGS.exists() and find_spec("mkdocstrings")):
        raise HierscopeError(
            "run pip install '.[docs]' in hierscope's source, or open the explorer's page Guide"
        )
    site = own_folder() / "guide"
    build = (sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site))
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([*build, "--config-file", str(_SETTINGS)], env=quiet, check=True)
    print(site / "index.html")
    webbrowser.open((site / "index.html").as_uri())
