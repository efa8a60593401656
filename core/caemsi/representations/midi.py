"""Represent MIDI by onsets, offsets and time deltas (the paper's "Data Representation")."""

from dataclasses import dataclass

import numpy as np
from symusic.core import ScoreTick

from core.errors import ReadError
from core.io.limits import MAX_NOTES, refuse_more
from core.vocabulary import IntArray

RESOLUTION = 480  # ticks per quarter note after conversion
OFFSET, DELTA = 128, 256  # first tokens of offsets and time deltas; onsets start at 0
LONGEST = 65535 - DELTA  # ticks of the longest time delta in 16 bits

_MOST_TICKS = 2**31
_DTYPE = np.dtype("<u2")


@dataclass(frozen=True, eq=False)
class Notes:
    pitches: IntArray
    starts: IntArray
    ends: IntArray


def midi_bytes(data: bytes) -> bytes:
    """Return a MIDI file as the paper's stream of tokens, 16 bits each, the lower byte first."""
    return tokens(read_notes(data)).astype(_DTYPE).tobytes()


def read_notes(data: bytes) -> Notes:
    """Read the notes of all tracks and percussion, at 480 ticks per quarter; skip unended notes."""
    try:
        score = ScoreTick.from_midi(data)
    except Exception as error:
        # symusic mostly raises RuntimeError, but does not document it.
        why = str(error).splitlines()[0].removeprefix("MiniMidi: ").removesuffix(": iostream error")
        raise ReadError(f"not a readable MIDI file ({why})", advice="Save it again") from error
    resolution = score.ticks_per_quarter
    if resolution <= 0:
        raise ReadError("has no resolution", advice="Save it again")
    count = sum(map(len, (track.notes for track in score.tracks)))
    refuse_more(count, MAX_NOTES, "notes", advice="Leave it out")
    columns = [track.notes.numpy() for track in score.tracks if len(track.notes)]
    if not columns:
        raise ReadError("has no notes", advice="Leave it out")
    pitches, starts, lengths = (
        np.concatenate([track[key] for track in columns]).astype(np.int64)
        for key in ("pitch", "time", "duration")
    )
    ends = starts + lengths
    starts, ends = ((2 * at * RESOLUTION + resolution) // (2 * resolution) for at in (starts, ends))
    # Times beyond 32 bits become negative.
    if starts.min() < 0 or (ends < starts).any() or ends.max() > _MOST_TICKS:
        problem = f"longer than {_MOST_TICKS // RESOLUTION:,} quarter notes"
        raise ReadError(problem, advice="Leave it out")
    return Notes(pitches, starts, ends)


def tokens(notes: Notes) -> IntArray:
    """Write notes as onsets (0 to 127), offsets (128 to 255) and time deltas (256 and up)."""
    ends = np.maximum(notes.ends, notes.starts + 1)
    times = np.concatenate((ends, notes.starts))
    events = np.concatenate((OFFSET + notes.pitches, notes.pitches))
    is_onset = np.repeat([False, True], len(ends))
    order = np.lexsort((events, is_onset, times))
    times, events = times[order], events[order]
    gaps = np.diff(times, prepend=times[0])
    counts = -(-gaps // LONGEST)
    deltas = np.full(counts.sum(), LONGEST)
    # The last delta of a gap is the remainder after the full ones.
    last = np.cumsum(counts)[counts > 0] - 1
    deltas[last] = (gaps - (counts - 1) * LONGEST)[counts > 0]
    return np.insert(events, np.repeat(np.arange(len(events)), counts), DELTA + deltas)


def onset_pitches(data: bytes) -> bytes:
    """Return the pitches in order of onset, from low to high within a tick."""
    stream = np.frombuffer(data, _DTYPE)
    return stream[stream < OFFSET].astype(np.uint8).tobytes()
