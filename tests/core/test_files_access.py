"""Files at paths named by a user: only regular files, within limits, in open places."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from results_files import read_pair

from core.caemsi.reading import corpus_of_paths, names_in, read_corpus, read_labeled
from core.corpus.items import Item
from core.corpus.reading import digest
from core.corpus.sources.folders import from_folders
from core.corpus.sources.manifest import from_manifest
from core.corpus.sources.salami import from_salami
from core.corpus.store import read_results
from core.errors import HierscopeError, ReadError
from core.files import access, tables
from core.files.access import (
    ClosedError,
    Listing,
    confine,
    exists,
    expanded,
    is_file,
    is_folder,
    is_link,
    open_file,
    read_file,
    real_path,
    without_places,
)
from core.io import limits, read_path
from core.papers.downloading import download_salami
from core.papers.salami import salami_pair

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs pipes, symlinks and /dev")
PAIRS = "track,reference,estimate\n"
LAYERS = "0, 60\n0, 30, 60\n"

READERS = {
    "hierarchy": read_path,
    "manifest": from_manifest,
    "references": lambda path: from_folders(path, path),
    "salami": from_salami,
    "track of salami": lambda path: salami_pair(path, 7),
    "results": read_results,
    "corpus": read_corpus,
    "files": lambda path: corpus_of_paths("some", [str(path)]),
    "classes": read_labeled,
    "pair": lambda path: read_pair(Item("t", "m", (str(path),), (str(path),))),
    "digest": lambda path: digest(Item("t", "m", (str(path),), (str(path),))),
}


@pytest.fixture(params=READERS)
def reads(request):
    return READERS[request.param]


@pytest.fixture
def pipe(tmp_path):
    """A pipe that nobody writes to: to open it takes for ever."""
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "pipe", "link"])
def test_only_regular_files_are_read(reads, tmp_path, pipe, name):
    (tmp_path / "link").symlink_to("/dev/zero")
    with pytest.raises(HierscopeError) as caught:
        reads(tmp_path / name)
    words = str(caught.value)
    assert "not a f" in words or "opened" in words or "no such folder" in words


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "~nosuchuser/a", "x" * 5000])
def test_what_no_path_can_be_is_told(reads, text):
    with pytest.raises(HierscopeError):
        reads(text)


def test_what_the_system_makes_up_as_it_is_read_is_not_read():
    assert read_file("/proc/self/maps", 1000) == b""


def test_a_file_is_read_to_one_byte_beyond_the_bound(tmp_path):
    (tmp_path / "a").write_bytes(b"12345")
    assert [read_file(tmp_path / "a", most) for most in (3, 5, 9)] == [b"1234", b"12345", b"12345"]


def test_what_comes_in_the_place_of_a_file_is_not_waited_for(tmp_path, pipe, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    regular = os.stat(tmp_path / "file")
    monkeypatch.setattr(os, "stat", lambda path: regular)
    with pytest.raises(ReadError, match="not a file"):
        open_file(pipe)


def test_a_table_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    with open(path, "ab") as stream:
        stream.truncate(limits.MAX_TABLE_BYTES + 1)
    with pytest.raises(ReadError, match="is larger than 100 MB"):
        from_manifest(path)
    path.write_text(PAIRS)
    assert (
        list(tables.read_table(str(path), ["track"], bounds=tables.Bounds(len(PAIRS), 9, 99))) == []
    )


def test_folders_are_listed_up_to_a_bound(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "c").write_text("")
    place = str(tmp_path)
    found = dict(Listing("it", 4).walk(place))
    assert found == {place: [], f"{place}/a": ["c"], f"{place}/b": ["c"]}
    with pytest.raises(ReadError, match=r"^it: has more than the 3 files and folders"):
        list(Listing("it", 3).walk(place))
    listing = Listing("it", 2)
    assert len(listing.entries(place)) == 2
    with pytest.raises(ReadError):
        listing.entries(tmp_path / "a")


@pytest.mark.parametrize("module", ["caemsi.reading", "corpus.sources.patterns", "io.limits"])
def test_corpora_are_listed_up_to_a_bound(tmp_path, monkeypatch, module):
    for name in "abc":
        (tmp_path / f"{name}.csv").write_text(LAYERS)
    monkeypatch.setattr(sys.modules[f"core.{module}"], "MAX_LISTED", 2)
    read = {"caemsi.reading": "corpus", "io.limits": "hierarchy"}.get(module, "references")
    with pytest.raises(ReadError, match="has more than the 2 files"):
        READERS[read](tmp_path)


@pytest.fixture
def places(tmp_path):
    """A folder that is open, one of hierscope's own, and one that is closed, with links to it."""
    for name in ("open", "own", "closed"):
        (tmp_path / name / "annotations" / "7").mkdir(parents=True)
        for annotator in (1, 2):
            track = tmp_path / name / "annotations" / "7" / f"textfile{annotator}.txt"
            track.write_text("0\tA, a\n30\tB, b\n60\tEnd\n")
        (tmp_path / name / "a.csv").write_text(LAYERS)
        (tmp_path / name / "b.csv").write_text(LAYERS)
    (tmp_path / "open" / "link").symlink_to(tmp_path / "closed")
    (tmp_path / "open" / "link.csv").symlink_to(tmp_path / "closed" / "a.csv")
    (tmp_path / "open" / "annotations" / "8").symlink_to(tmp_path / "closed" / "annotations" / "7")
    (tmp_path / "open" / "inner.csv").symlink_to("a.csv")
    confine([tmp_path / "open"], [tmp_path / "own"])
    return tmp_path


@pytest.mark.parametrize("ask", [exists, is_file, is_folder, open_file, real_path])
def test_what_is_closed_is_neither_looked_at_nor_told_of(places, touches, ask):
    said = set()
    with touches(places / "closed", places / "own") as seen:
        for name in ("closed/a.csv", "closed/gone/a.csv", "open/../closed/a.csv", "own/a.csv"):
            with pytest.raises(ClosedError) as caught:
                ask(places / name)
            said.add(str(caught.value))
    assert seen == []
    assert said == {"a.csv: is not open to visitors of this server"}


def test_what_is_open_is_open_by_all_its_names(places):
    assert read_file(places / "open" / "a.csv", 99) == LAYERS.encode()
    assert read_file(places / "open" / "inner.csv", 99) == LAYERS.encode()
    assert read_file(places / "open" / "gone" / ".." / "a.csv", 99) == LAYERS.encode()
    assert is_link(places / "open" / "link.csv")
    assert is_folder(places / "open")
    assert not exists(places / "open" / "gone")
    with open_file(places / "own" / "a.csv", "own") as stream:
        assert stream.read() == LAYERS.encode()
    assert read_file(places / "open" / "link" / ".." / "a.csv", 99) == LAYERS.encode()
    assert Listing("it", 9).entries(places / "open" / "link" / ".." / "annotations")
    with pytest.raises(ClosedError):
        exists(f"{places / 'open'}er")
    (places / "open" / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="Too many"):
        open_file(places / "open" / "loop")


def test_links_that_lead_out_are_closed(places):
    ways = ("link", "link.csv", "link/a.csv", "link/gone.csv", "annotations/8/x")
    for name in ways:
        with pytest.raises(ClosedError):
            exists(places / "open" / name)
    names = {entry.name for entry in Listing("it", 99).entries(places / "open")}
    assert names == {"a.csv", "b.csv", "inner.csv", "annotations"}


def test_no_reader_gets_at_what_is_closed(places, reads, touches):
    with touches(places / "closed", places / "own") as seen:
        said = set()
        for name in ("closed/a.csv", "closed/g.csv", "open/../closed/a.csv", "closed/annotations"):
            with pytest.raises(HierscopeError, match="not open to visitors") as caught:
                reads(places / name)
            said.add(re.sub(r"\S+: ", "", str(caught.value)))
    assert seen == []
    assert len(said) == 1  # whether it is there or not


def test_nothing_that_is_open_leads_out(places, touches):
    table = places / "open" / "pairs.csv"
    ways = ("../closed/a.csv", str(places / "closed" / "a.csv"), "link/a.csv", "link.csv")
    table.write_text(PAIRS + "".join(f"t{n},{way},b.csv\n" for n, way in enumerate(ways)))
    with touches(places / "closed") as seen:
        found = from_manifest(table)
        assert found.items == ()
        assert len(found.problems) == len(ways)
        assert all("is not open to visitors" in each.reason for each in found.problems)
        assert "link" not in {item.label for item in read_labeled(places / "open").items}
        items = from_salami(places / "open").items
        assert [item.track for item in items] == ["7"]
        folder = places / "open"
        problems = from_folders(folder, folder, reference_pattern="{track}.csv").problems
        assert not any("link" in str(each) for each in problems)
        for pattern in ("link/{track}.csv", f"{places}/closed/{{track}}.csv"):
            assert from_folders(folder, folder, reference_pattern=pattern).items == ()
        with pytest.raises(ReadError, match="leads out"):
            from_folders(folder, folder, reference_pattern="../closed/{track}.csv")
        assert "a.csv" in names_in(str(folder))
        assert names_in(str(places / "closed")) == []
        with pytest.raises(ClosedError):
            download_salami(folder)
    assert seen == []


def test_processes_that_are_started_are_confined_too(places):
    script = "import sys; from core.files.access import exists; exists(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", script, str(places / "closed")],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ClosedError" in done.stderr


def test_a_message_does_not_say_where_what_is_open_is(places):
    place = places / "open"
    assert without_places(f"{place}/a/b.csv: bad ({place})") == "a/b.csv: bad (open)"
    assert without_places(f"{places}/own/r") == "r"


def test_everything_is_open_where_nothing_is_confined(tmp_path):
    assert access.allowed(tmp_path / "..") == f"{tmp_path}/.."
    assert without_places(str(tmp_path)) == str(tmp_path)
    assert expanded("~nosuchuser") == "~nosuchuser"
