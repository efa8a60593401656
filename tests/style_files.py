"""Images and MIDI files for tests of styles."""

import io

from PIL import Image
from symusic import Note, Score, Track


def midi(*tracks, resolution=480, drums=()):
    """A file of tracks, each a list of (pitch, start, end) in ticks."""
    score = Score(resolution)
    for number, rows in enumerate(tracks):
        track = Track("", 0, number in drums)
        for pitch, start, end in rows:
            track.notes.append(Note(start, end - start, pitch, 64))
        score.tracks.append(track)
    return score.dumps_midi()


def picture(pixels, form="PNG", **kwargs):
    stream = io.BytesIO()
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    image.save(stream, form, **kwargs)
    return stream.getvalue()
