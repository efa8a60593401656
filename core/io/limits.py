"""The limits of what is read: of an upload, a file, a folder, an archive, a pair in a link.

``explorer/.streamlit/config.toml`` has the same limit of an upload; a test compares them.
"""

from core.errors import ReadError
from core.files.tables import Bounds

MAX_BYTES = 20_000_000
"""Of an upload, a file, and all files read at once. A whole album has a few kilobytes."""

MAX_FILES = 200  # of a folder, an archive, or a list of files: of one track
MAX_GIVEN = 5000  # files of an uploaded corpus, `MAX_BYTES` in total
MAX_GIVEN_FOLDERS = 50  # its annotators and methods

MAX_LISTED = 200_000
"""Files and folders that are looked at in the folders of a corpus, all together."""

MAX_TABLE_BYTES = 100_000_000  # of a table that lists files: half a million pairs
MAX_SEGMENTS = 100_000  # of a hierarchy

MAX_ALL_SEGMENTS = 200_000
"""Of all hierarchies that are read at once, such as those of an archive: two seconds."""

MAX_LAYERS = 100

MAX_LABELS = 5_000_000
"""Characters of all labels of a hierarchy: fifty for each of as many segments as it may have."""

MAX_TEXT_BYTES = 10_000_000
"""Of a text with a line a segment or layer: a hundred for each of as many segments."""

MAX_LINES = MAX_SEGMENTS + 1  # of a text: one for each segment, and a header or an end

MAX_ALL_LINES = 3 * MAX_SEGMENTS
"""Of a text, with blank lines and comments, which are looked at before they are left out."""

MAX_CELLS = 1_000_000
"""Commas, semicolons and tabs of a text: what a table, or a line of labels, is cut at."""

MAX_COLUMNS = 1000
"""Of a table with a header. Each is looked up for each row."""

MAX_ROW = 1_000_000
"""Characters of a line of a table that lists files, which may be of any length."""

TABLE_BOUNDS = Bounds(MAX_TABLE_BYTES, MAX_COLUMNS, MAX_ROW)  # of a table that lists files

MAX_VALUES = 1_000_000
"""Of JSON; an observation of JAMS has seven. A value can take 100 times its text in memory."""

MAX_TAGS = 500_000
"""Of XML: starts and ends of elements, of which an annotation of ELAN has eight."""

MAX_TAG = 1_000_000  # characters of a tag of XML, with its attributes and the text after it

MAX_DEPTH = 50
"""Of elements of XML in one another. ELAN has five."""

MAX_PARTS = 1000
MAX_SHEET_BYTES = 5_000_000
MAX_SHEET_ROWS = 100_000
MAX_SHEET_CELLS = 100_000
MAX_STYLES = 150_000
"""Of a workbook: its parts, and of those that hold the first sheet the bytes, rows, cells and
styles. A table of a thousand segments has 0.3 MB; Excel has at most 64,000 styles of cells."""

MAX_TIME = 1e9  # times in seconds above this (32 years) are no times of a recording
MAX_TIMES = 100_000  # of a file of frame times, such as beats

MAX_PAIR_SEGMENTS = 20_000
"""Of a pair that is drawn or in a link: far more than can be drawn by hand or fit into one."""

MAX_TEXT = 500  # characters of a name or label of such a pair
MAX_END = 1e6  # its latest end, in seconds: eleven days

MAX_PACKED = 2_000_000
MAX_UNPACKED = 4_000_000
"""Characters of a link, and bytes of the JSON in it. A bomb is never unpacked further."""

MAX_PATTERN = 500
"""Characters of a pattern of paths: no name that a file system takes has more in a part."""

MAX_KEPT = 2_000_000_000
"""Bytes of what is kept on the disk to spare computing it again; see :mod:`core.corpus.room`."""

MAX_IMAGE_BYTES = 100_000_000
MAX_PIXELS = 16_000_000
"""Of an image: its file, and its pixels by its header; decoding takes 16 bytes a pixel."""

MAX_SIDE = 50_000
"""Of its rows and columns: a row that is shrunk is weighed in memory, pixel by pixel."""

MAX_SCANS = 100
"""Of a progressive JPEG: each goes through the whole image. Encoders write ten."""

MAX_NOTES = 500_000
"""Of a MIDI file. A symphony has 50,000."""

MAX_QUESTIONS = 20
MAX_LESSON = 200_000
"""Of a teacher's own lesson: questions and characters. Its pairs share `MAX_PAIR_SEGMENTS`."""

MAX_PROMPT = 600
MAX_OPTION = 200
"""Characters of a question, and of an option or what is said to it."""


def refuse_more(
    count: int,
    limit: int,
    what: str,
    *,
    source: str = "",
    line: int | None = None,
    mend: str = "Is this the right file?",
) -> None:
    if count > limit:
        problem = f"{count:,} {what}, more than the {limit:,} allowed"
        raise ReadError(problem, source=source, line=line, mend=mend)


def refuse_larger(size: int, limit: int, what: str, *, source: str = "", mend: str = "") -> None:
    if size > limit:
        problem = f"{what} has more than the {limit / 1e6:.0f} MB allowed"
        mend = mend or "Segment files are much smaller. Is this the right file?"
        raise ReadError(problem, source=source, mend=mend)
