"""Limits of all inputs: uploads, files, folders, archives, links, images, lessons.

``explorer/.streamlit/config.toml`` has the same limit for uploads; a test compares them.
"""

from core.errors import ReadError
from core.files.tables import Bounds

MAX_BYTES = 20_000_000
"""Bytes of an upload, a file, and all files read at once; a whole album has a few kilobytes."""

MAX_FILES = 200  # in a folder, an archive, or a list of files of one track
MAX_UPLOADED = 5000  # files of an uploaded corpus, `MAX_BYTES` in total
MAX_UPLOADED_FOLDERS = 50  # annotators and methods in it

MAX_LISTED = 200_000  # files and folders in all folders of a corpus together
MAX_TABLE_BYTES = 100_000_000  # of a table that lists files: half a million pairs
MAX_LAYERS = 100  # of a hierarchy
MAX_SEGMENTS = 100_000  # of a hierarchy
MAX_ALL_SEGMENTS = 200_000  # of all hierarchies read at once, such as from an archive: two seconds
MAX_LABELS = 50 * MAX_SEGMENTS  # characters of all labels of a hierarchy
MAX_TEXT_BYTES = 100 * MAX_SEGMENTS  # of a text with one line per segment or layer
MAX_LINES = MAX_SEGMENTS + 1  # of a text: one per segment, and a header or an end
MAX_ALL_LINES = 3 * MAX_SEGMENTS  # with blank lines and comments, which take time, too
MAX_CELLS = 1_000_000  # delimiters (commas, semicolons, tabs) in a text
MAX_COLUMNS = 1000  # of a table with a header; each row is searched for each column
MAX_ROW = 1_000_000  # characters in a line of a table that lists files
TABLE_BOUNDS = Bounds(MAX_TABLE_BYTES, MAX_COLUMNS, MAX_ROW)  # of a table that lists files

MAX_VALUES = 1_000_000
"""Values of JSON; a JAMS observation has seven. A value can take 100 times its text in memory."""

MAX_TAGS = 500_000  # start and end tags of XML; an ELAN annotation has eight
MAX_TAG = 1_000_000  # characters of an XML tag with its attributes and the text after it
MAX_DEPTH = 50  # of nested XML elements; ELAN has five

MAX_PARTS = 1000
MAX_SHEET_BYTES = 5_000_000
MAX_SHEET_ROWS = 100_000
MAX_SHEET_CELLS = 100_000
MAX_STYLES = 150_000
"""Parts of a workbook, and bytes, rows, cells and styles of the first sheet. A table of a thousand
segments has 0.3 MB; Excel has at most 64,000 styles."""

MAX_TIME = 1e9  # seconds (32 years); larger times are no times of a recording
MAX_NUMBER = 1e16  # of a time in a smaller unit, such as 100 ns; then `MAX_TIME` in seconds
MAX_TIMES = 100_000  # in a file of frame times, such as beats

MAX_PAIR_SEGMENTS = 20_000
"""Segments of a drawn pair or a pair in a link; far more than a person draws or a link can hold."""

MAX_TEXT = 500  # characters of a name or label of such a pair
MAX_END = 1e6  # its latest end, in seconds: eleven days

MAX_PACKED = 2_000_000
MAX_UNPACKED = 4_000_000
"""Characters of a link, and bytes of its JSON; unpacking stops there."""

MAX_PATTERN = 500  # characters of a pattern of paths; file names are shorter in all file systems
MAX_KEPT = 2_000_000_000  # bytes of cached results on the disk; see core.corpus.room

MAX_IMAGE_BYTES = 100_000_000
MAX_PIXELS = 16_000_000
"""Bytes of an image file, and pixels in its header; decoding takes 16 bytes per pixel."""

MAX_SIDE = 50_000  # pixels in a row or column; resizing needs memory for each
MAX_SCANS = 100  # of a progressive JPEG; each decodes the whole image, and encoders write ten
MAX_NOTES = 500_000  # of a MIDI file; a symphony has 50,000

MAX_QUESTIONS = 20
MAX_LESSON = 200_000
"""Questions and characters of a teacher's own lesson; all pairs share `MAX_PAIR_SEGMENTS`."""

MAX_PROMPT = 600
MAX_OPTION = 200
"""Characters of a question, and of an option or its feedback."""


def refuse_more(
    count: int,
    limit: int,
    what: str,
    *,
    source: str = "",
    line: int | None = None,
    advice: str = "Is this the right file?",
) -> None:
    """Raise ReadError if there is more of something than allowed."""
    if count > limit:
        problem = f"{count:,} {what}, more than the {limit:,} allowed"
        raise ReadError(problem, source=source, line=line, advice=advice)


def refuse_larger(size: int, limit: int, what: str, *, source: str = "", advice: str = "") -> None:
    """Raise ReadError if something has more bytes than allowed."""
    if size > limit:
        problem = f"{what} has more than the {limit / 1e6:.0f} MB allowed"
        advice = advice or "Segment files are much smaller. Is this the right file?"
        raise ReadError(problem, source=source, advice=advice)
