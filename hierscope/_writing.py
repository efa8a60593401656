"""`hierscope.write`: hierarchies as files of any format that is written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.hierarchy import Hierarchy
from core.io import beside, lost, save, target_of
from hierscope._reading import path_of


def write(
    hierarchy: Hierarchy | Iterable[Hierarchy], path: object, *, to: str = ""
) -> tuple[str, ...]:
    """Write a hierarchy, or several where the format takes them, over what is there.

    Parameters
    ----------
    hierarchy : Hierarchy or iterable of Hierarchy
        What :func:`hierscope.read` gives, or :class:`core.hierarchy.Hierarchy`.
    path : str or path-like
        The file, or the folder for formats with a file a layer; ``song.svl`` then stands for
        ``song_layer1.svl``, ``song_layer2.svl``, and so on. ``~`` is your home.
    to : str
        The format, such as ``"textgrid"``; by default as the path ends.

    Returns
    -------
    tuple of str
        What the format can't hold, and whether the folder holds other files, which are read with
        those that are written, a sentence each; empty where there is nothing to say.

    Raises
    ------
    ReadError
        If there is no such format.
    HierarchyError
        If there is no hierarchy, or a label can't be written.

    Examples
    --------
    >>> import hierscope, tempfile
    >>> found = hierscope.read("sample_data/pop_two_annotators.jams", annotation=2)
    >>> hierscope.write(found, tempfile.mkdtemp() + "/layers.csv", to="boundaries")
    ('labels',)
    """
    given = [hierarchy] if isinstance(hierarchy, Hierarchy) else list(hierarchy)
    output = Path(path_of(path))
    known = target_of(output, to)
    said = lost(given if known.several else given[:1], known)
    said += beside(given, output, known) if given else []
    save(given, output, known)
    return tuple(said)
