"""The limits of what is read: of an upload, a file, a folder, an archive, a pair in a link.

``explorer/script/.streamlit/config.toml`` has the same limit of an upload; a test compares them.
"""

from __future__ import annotations

MAX_BYTES = 20_000_000
"""Of an upload and of a file. A hierarchy of a whole album has a few kilobytes."""

MAX_FILES = 200
"""Of a folder or an archive: of one track."""

MAX_LISTED = 200_000
"""Files and folders that are looked at in the folders of a corpus, all together."""

MAX_TABLE_BYTES = 100_000_000
"""Of a table that lists files: half a million pairs."""

MAX_SEGMENTS = 100_000
"""Of a hierarchy."""

MAX_LAYERS = 100

MAX_LINES = MAX_SEGMENTS + 1
"""Of a text: one for each segment, and a header or an end."""

MAX_TIME = 1e9
"""Times in seconds above this (32 years) are no times of a recording."""

MAX_TIMES = 100_000
"""Of a file of frame times, such as beats."""

MAX_PAIR_SEGMENTS = 20_000
"""Of a pair that is drawn or in a link: far more than can be drawn by hand or fit into one."""

MAX_TEXT = 500
"""Characters of a name or label of such a pair."""

MAX_END = 1e6
"""Its latest end, in seconds: eleven days."""

MAX_PACKED = 2_000_000
MAX_UNPACKED = 4_000_000
"""Characters of a link, and bytes of the JSON in it. A bomb is never unpacked further."""

MAX_PATTERN = 500
"""Characters of a pattern of paths: no name that a file system takes has more in a part."""

MAX_KEPT = 2_000_000_000
"""Bytes of what is kept on the disk to spare computing it again; see :mod:`core.corpus.room`."""
