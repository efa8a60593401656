"""Writes the sample pairs of tunes: `python sample_data/make_tunes.py`.

Notes and readings come from the tunes' own files. The estimate of the algorithm comes from the
notes alone: it describes each two bars by how long each pitch class sounds, and repeatedly merges
the two neighboring groups that are most alike (Ward's criterion). Layers are the states with a
given number of groups.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.cluster import AgglomerativeClustering

from core.hierarchy import Hierarchy
from core.io import write_jams
from core.tunes import TUNES, Tune, tune

UNIT = 2  # bars that are described together


def pitch_classes(music: Tune) -> npt.NDArray[np.float64]:
    """Return how many seconds each of the 12 pitch classes sounds in each unit."""
    edges = np.arange(0.0, music.end + 1e-9, UNIT * music.bar)
    sums = np.zeros((len(edges) - 1, 12))
    for start, length, pitch, _ in music.notes:
        sounding = np.minimum(start + length, edges[1:]) - np.maximum(start, edges[:-1])
        sums[:, pitch % 12] += np.maximum(sounding, 0.0)
    return sums


def estimate(music: Tune) -> Hierarchy:
    """Merge neighboring units from the bottom up."""
    sums = pitch_classes(music)
    neighbors = np.eye(len(sums), k=1) + np.eye(len(sums), k=-1)
    layers = []
    for count in music.algorithm.values():
        groups = AgglomerativeClustering(count, connectivity=neighbors).fit_predict(sums)
        inner = UNIT * music.bar * (np.flatnonzero(np.diff(groups)) + 1)
        layers.append([0.0, *inner.tolist(), music.end])
    name = f"{music.title}, algorithm"
    return Hierarchy.from_boundaries(layers, layer_names=[*music.algorithm], name=name)


def pairs() -> dict[str, bytes]:
    """Return all sample pairs of tunes: two readings, or a reading and the estimate."""
    made = {f"{name}.jams": write_jams(*tune(name).readings) for name in TUNES}
    for music in map(tune, TUNES):
        if music.algorithm:
            name = f"{music.id}_algorithm.jams"
            made[name] = write_jams(music.readings[0], estimate(music))
    return made


if __name__ == "__main__":
    for name, content in pairs().items():
        (Path(__file__).parent / name).write_bytes(content)
