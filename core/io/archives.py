"""Read and write zip archives; they are unpacked in memory, never to the disk."""

import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from core.errors import ReadError, naming
from core.files.folders import holder
from core.files.names import is_hidden, shortened
from core.io._files import File
from core.io._grouping import by_scale
from core.io.limits import MAX_BYTES, MAX_FILES, refuse_larger, refuse_more

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")  # the second is the start of an empty archive
_GZIP = b"\x1f\x8b"
_ENTRY = b"PK\x01\x02"
_LISTED = 10  # entries per allowed file, including folders and hidden files
_ENCRYPTED = 1
_WORKBOOK = (b"[Content_Types].xml", b"xl/workbook.xml")
_OFFICE = {"[Content_Types].xml", "mimetype"}
_EPOCH = (1980, 1, 1, 0, 0, 0)


def write_zip(files: Mapping[str, bytes]) -> bytes:
    """Write files to a zip archive with the same bytes every time."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # otherwise it depends on the machine
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return stream.getvalue()


def is_zip(file: File) -> bool:
    """Return whether a file is an archive, by its content; a workbook is not."""
    return file.data.startswith(_MAGIC) and not all(mark in file.data for mark in _WORKBOOK)


def is_workbook(file: File) -> bool:
    """Return whether a file is an Excel workbook, by its content."""
    return file.data.startswith(_MAGIC) and not is_zip(file)


def count_entries(file: File) -> int:
    """Count the entries of an archive before listing them."""
    return file.data.count(_ENTRY)


def inflated(file: File, most: int) -> File:
    """Return a file without gzip compression, up to one byte beyond a limit."""
    if not file.data.startswith(_GZIP):
        return file
    name = re.sub(r"\.gz$", "", file.name, flags=re.IGNORECASE)
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(file.data)) as stream:
            return File(name, stream.read(max(most, 0) + 1))
    except (OSError, EOFError, zlib.error) as error:
        problem = "the gzip archive is damaged"
        raise ReadError(problem, source=file.display, advice="Compress the file again") from error


def unpack(file: File, most: int = MAX_BYTES) -> list[tuple[str, list[File]]]:
    """Unpack an archive into the files of each folder, by the name of the folder."""
    folders: dict[tuple[str, ...], list[File]] = {}
    for (*folder, name), data in unpack_all(file, most, MAX_FILES):
        folders.setdefault(tuple(holder(folder)), []).append(File(name, data))
    return [
        (shortened(folder[-1]) if folder else "", files)
        for folder, files in by_scale([*folders.items()])
    ]


def unpack_all(file: File, most: int, most_files: int) -> list[tuple[list[str], bytes]]:
    """Return path and content of the visible files in an archive."""
    with naming(file.display):
        refuse_larger(len(file.data), MAX_BYTES, "the archive")
        # Check before listing: an archive of only entries would take hundreds of megabytes.
        refuse_more(count_entries(file), _LISTED * most_files, "entries")
        with opened(file, "zip archive", "Create the archive again") as archive:
            unpacked = []
            left = most
            for parts, entry in _members(archive, most_files):
                unpacked.append((parts, _data(archive, entry, left)))
                left -= len(unpacked[-1][1])
            return unpacked


@contextmanager
def opened(file: File, what: str, advice: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive; any error until it is closed becomes a ReadError."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            yield archive
    except ReadError:
        raise
    except Exception as error:
        # For a damaged archive, zipfile raises any exception of Python, zlib and struct.
        raise ReadError(f"the {what} is damaged", advice=advice) from error


def _members(archive: zipfile.ZipFile, most: int) -> list[tuple[list[str], zipfile.ZipInfo]]:
    entries = archive.infolist()
    if _OFFICE & {entry.filename for entry in entries}:
        raise ReadError("this is an Office document", advice="Save the table as CSV")
    members = [
        (parts, entry)
        for entry in entries
        if (parts := _parts(entry.filename)) and not any(map(is_hidden, parts))
    ]
    if not members:
        raise ReadError("the archive has no file", advice="Add segment files to it")
    refuse_more(len(members), most, "files in the archive")
    return members


def _parts(name: str) -> list[str]:
    """Split a file name into safe parts that stay inside the archive; empty for a folder."""
    *folder, base = re.split(r"[/\\]", name)
    return [part for part in (*folder, base) if part not in ("", ".", "..")] if base else []


def _data(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    shown = File(entry.filename, b"").display
    if entry.flag_bits & _ENCRYPTED:
        raise ReadError(f"{shown} in the archive is encrypted", advice="Remove the password")
    if not is_streamed(entry):
        problem = f"{shown} in the archive is compressed with an unsupported method"
        raise ReadError(problem, advice="Create a standard zip archive")
    with archive.open(entry) as stream:
        data = inflated(File(entry.filename, stream.read(left + 1)), left).data
    refuse_larger(MAX_BYTES - left + len(data), MAX_BYTES, "the archive")
    if is_zip(File(entry.filename, data)):
        raise ReadError(f"{shown} is an archive inside the archive", advice="Unpack it first")
    return data


def is_streamed(entry: zipfile.ZipInfo) -> bool:
    """Return whether zipfile unpacks an entry in small pieces, not in whole blocks."""
    return entry.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
