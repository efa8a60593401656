"""Write docs/licenses.md, the licenses of all packages: `python docs/licenses.py`."""

import re
from importlib import metadata
from pathlib import Path

DOCS = Path(__file__).resolve().parent
HEAD = """# Licenses

hierscope has the [MIT license](https://opensource.org/license/mit). `python3 run.py` installs these
packages. Their licenses permit every use, and changes without publishing them. Only certifi's
(MPL-2.0) requires that changed files of certifi are published under the same license.

| package | license |
| --- | --- |
"""


def license_of(package: str) -> str:
    """Return the name of the license that a package declares."""
    declared = metadata.metadata(package)
    kinds = [kind.rpartition(" :: ")[2] for kind in declared.get_all("Classifier") or ()]
    names = (declared.get("License-Expression"), declared.get("License"), *kinds)
    return next(name for name in names if name and "\n" not in name)  # not the whole license


def table() -> str:
    versions = (DOCS.parent / "versions" / "run.txt").read_text("utf-8")
    names = sorted(set(re.findall(r"^([\w.-]+)==", versions, re.MULTILINE)))
    return "\n".join(f"| {name} | {license_of(name)} |" for name in names)


if __name__ == "__main__":
    (DOCS / "licenses.md").write_text(f"{HEAD}{table()}\n", "utf-8")
