"""Trials in a file of JSON lines as they come, so that an experiment goes on where it was.

The first line says of what the trials are; each other is a trial. Beside it, in a file whose name
ends in ``.distances.npz``, are the distances of the whole collection.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from core.caemsi.compressors import get_compressor
from core.caemsi.distances import Distances
from core.caemsi.experiment_trials import Trial
from core.caemsi.items import Item
from core.errors import ReadError
from core.jobs.files import locked, replacing

_FORMAT = 1  # rises when the same settings give other trials
_ARRAYS = ("values", "sizes")


class Store:
    """The files of an experiment; as a context, it keeps other runs out of them.

    Parameters
    ----------
    path : str or path-like
        That of the trials.
    items : sequence of Item
        The collection.
    compressor, order : str
        Of the distances.
    settings : dict
        What else makes trials what they are: the seed, the number of permutations.

    Raises
    ------
    ReadError
        On entering it, if its folder is not there, or another run is at it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        items: Sequence[Item],
        *,
        compressor: str,
        order: str = "canonical",
        settings: dict[str, Any],
    ) -> None:
        self.path = Path(path)
        self.beside = self.path.with_name(f"{self.path.name}.distances.npz")
        self._count = len(items)
        used = get_compressor(compressor)
        self._of = {
            "collection": _digest(items),
            "compressor": f"{compressor} ({used.version})",
            "order": order,
        }
        self._told: dict[str, Any] = {
            "compressor": compressor,
            "version": used.version,
            "order": order,
            "reach": used.reach,
        }
        self._head = {_KIND: _FORMAT, **self._of, **settings}

    def __enter__(self) -> Self:
        # Or the lock would make it.
        if not self.path.parent.is_dir():
            raise ReadError(
                "there is no such folder", source=str(self.path), mend="Make it, or choose another"
            )
        lock = self.path.with_name(f".{self.path.name}.lock")
        self._lock = locked(lock, self.path, "Wait for it, or choose another file")
        self._lock.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.__exit__(None, None, None)

    def trials(self) -> list[Trial]:
        """Read what is done.

        A line that was cut off when the run was killed is taken out of the file.

        Returns
        -------
        list of Trial
            Empty where there is no file yet.

        Raises
        ------
        ReadError
            If the file holds something else, or trials of another collection or other settings.
        """
        content = self._content()
        whole = content[: content.rfind(b"\n") + 1]
        if not whole:
            self.path.unlink(missing_ok=True)
            return []
        first, *lines = whole.splitlines()
        try:
            head = json.loads(first)
        except (ValueError, RecursionError) as error:
            raise self._foreign() from error
        made = head[_KIND]
        if head != self._head:
            other = [name for name, value in self._head.items() if head.get(name) != value]
            raise ReadError(
                f"its trials were made with another setting: {', '.join(other)}"
                if made == _FORMAT and other
                else "its trials are of another version of hierscope",
                source=str(self.path),
                mend="Choose another file, or begin it anew with --fresh",
            )
        trials = []
        for number, line in enumerate(lines, 2):
            try:
                trials.append(Trial.from_document(json.loads(line)))
            except (ValueError, RecursionError) as error:
                raise ReadError(
                    "this is no trial",
                    source=str(self.path),
                    line=number,
                    mend="Take the line out, or begin anew with --fresh",
                ) from error
        if len(whole) < len(content):
            os.truncate(self.path, len(whole))
        return trials

    def keep(self, trials: Sequence[Trial]) -> None:
        """Add trials to the file."""
        lines = [json.dumps(trial.document()) for trial in trials]
        with self.path.open("a", encoding="utf-8") as stream:
            if stream.tell() == 0:
                lines.insert(0, json.dumps(self._head))
            stream.write("".join(f"{line}\n" for line in lines))

    def distances(self) -> Distances | None:
        """Read the distances; None where there are none of this collection and compressor."""
        try:
            with self.beside.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
                document = json.loads(str(found["document"]))
                values, sizes = (found[name] for name in _ARRAYS)
        except Exception:
            # numpy raises what zipfile and zlib come upon where an archive is damaged: seen were
            # BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError, NotImplementedError.
            return None
        match document:
            case {"of": self._of, "longest": int(longest)} if self._fit(values, sizes):
                for array in (values, sizes):
                    array.flags.writeable = False
                return Distances(values, sizes, longest=longest, **self._told)
        return None

    def _fit(self, values: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> bool:
        """Whether arrays can be distances of the collection, and sizes of its items."""
        return (
            values.shape == (self._count, self._count)
            and sizes.shape == (self._count,)
            and values.dtype == np.float64
            and sizes.dtype == np.int64
            and bool(np.isfinite(values).all() and (sizes > 0).all())
        )

    def keep_distances(self, distances: Distances) -> None:
        """Write the distances; the file is there when it is whole."""
        document = {"of": self._of, "longest": distances.longest}
        arrays = {name: getattr(distances, name) for name in _ARRAYS}
        with replacing(self.beside, alone=True) as stream:
            np.savez(stream, document=np.array(json.dumps(document)), **arrays)

    def clear(self) -> None:
        """Begin anew: forget the trials. Distances stay, as long as they are those.

        Raises
        ------
        ReadError
            If the file holds something else.
        """
        self._content()
        self.path.unlink(missing_ok=True)

    def _content(self) -> bytes:
        """Read the file of trials, which may be cut off anywhere, or not be there."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return b""
        if content[: len(_HEAD)] != _HEAD[: len(content)]:
            raise self._foreign()
        return content

    def _foreign(self) -> ReadError:
        return ReadError(
            "this is no file of trials", source=str(self.path), mend="Choose another file"
        )


_KIND = "caemsi experiment"
_HEAD = f'{{"{_KIND}": '.encode()


def _digest(items: Sequence[Item]) -> str:
    """Tell collections apart: by classes and data, in order."""
    hashed = hashlib.sha256()
    for item in items:
        label = item.label.encode(errors="surrogatepass")
        hashed.update(f"{len(label)} {len(item.data)} ".encode() + label + item.data)
    return hashed.hexdigest()
