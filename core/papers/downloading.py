"""Download SALAMI's annotations with mirdata (the optional extra ``hierscope[salami]``)."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from core.errors import ReadError
from core.files.access import ClosedError, expanded, is_confined
from core.papers.salami import salami_pair

_OWN = "Download the annotations yourself and set their folder instead"
_POLL = 0.2  # seconds
_NO_MIRDATA = 3  # exit status

# A separate process can be ended at any time, unlike mirdata's download.
_SCRIPT = f"""
import sys
from core.jobs.running import end_with_parent
end_with_parent(int(sys.argv[2]))
try:
    import mirdata
except ModuleNotFoundError:
    sys.exit({_NO_MIRDATA})
salami = mirdata.initialize("salami", data_home=sys.argv[1])
salami.download(partial_download=["annotations"], force_overwrite=True)
"""


def download_salami(
    folder: str | os.PathLike[str],
    progress: Callable[[float, str], object] = lambda done, step: None,
) -> Path:
    """Download SALAMI's annotations with mirdata; an error raised in `progress` stops it."""
    if is_confined():
        raise ClosedError(os.fspath(folder))
    target = Path(expanded(folder)).absolute()
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReadError(
            f"can't be made ({error.strerror})", source=str(target), advice="Choose another folder"
        ) from error
    with (
        tempfile.TemporaryFile("w+", errors="replace") as errors,
        subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, str(target), str(os.getpid())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        ) as process,
    ):
        try:
            while process.poll() is None:
                progress(*_state(target))
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_POLL)
        finally:
            process.kill()
        errors.seek(0)
        _check(process.returncode, errors.read(), target)
    progress(1.0, "The annotations are there")
    return target


def _state(target: Path) -> tuple[float, str]:
    archives = [path.stat().st_size for path in target.glob("salami*.zip")]
    if any(target.glob("*/annotations")):
        return 2 / 3, "Unpacking"
    if archives:
        return 1 / 3, f"{max(archives) / 1e6:.1f} MB have come"
    return 0.0, "Asking for the annotations"


def _check(status: int, errors: str, target: Path) -> None:
    """Raise the error of a download, unless the annotations are complete."""
    if status == 0:
        return
    if status == _NO_MIRDATA:
        raise ReadError(
            "mirdata is not installed",
            source="SALAMI",
            advice=f"pip install 'hierscope[salami]', or: {_OWN}",
        )
    try:
        # mirdata also fetches an index, from another host, after the annotations.
        salami_pair(target)
    except ReadError as error:
        last = errors.strip().splitlines()[-1:] or [f"status {status}"]
        raise ReadError(
            f"the download failed ({last[0].strip()})", source="SALAMI", advice=_OWN
        ) from error
