"""Excel workbooks: the first sheet as a table, made by openpyxl or malicious."""

import datetime
import io
import zipfile

import openpyxl
import pytest
from outcomes import FILES
from what_was_read import boundaries

from core.errors import ReadError
from core.io import File, formats, read, read_path
from core.io.archives import write_zip

TABLE = [("start", "end", "level", "label"), (0, 1.5, 1, "A"), (1.5, 4, 1, 'b; "c"')]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def book(rows, *, formats=(), more=()):
    """A workbook with a sheet of rows, the cells of which have formats by column."""
    made = openpyxl.Workbook()
    sheet = made.active
    for row in rows:
        sheet.append(row)
    for column, code in formats:
        for cell in sheet[column][1:]:
            cell.number_format = code
    for name in more:
        made.create_sheet(name)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def with_part(name, text, data=None):
    """A workbook in which a part has another text; None leaves it out."""
    data = data or book(TABLE)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", 8) as new:
        for entry in old.namelist():
            if entry != name:
                new.writestr(entry, old.read(entry))
        if text is not None:
            new.writestr(name, text)
    return stream.getvalue()


def sheet(body):
    return with_part(
        "xl/worksheets/sheet1.xml",
        f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData></worksheet>',
    )


def styles(body):
    return with_part("xl/styles.xml", f'<styleSheet xmlns="{MAIN}">{body}</styleSheet>')


def shared(text, times):
    """A workbook with a text that many cells refer to."""
    cells = '<row><c t="s"><v>0</v></c></row>' * times
    texts = f'<sst xmlns="{MAIN}"><si><t>{text}</t></si></sst>'
    return with_part("xl/sharedStrings.xml", texts, sheet(cells))


def only(data, name="song.xlsx"):
    [found] = read([File(name, data)])
    return found


@pytest.mark.parametrize("name", ["Anthropology.csv", "phrases.csv", "K545-mvt1.csv", "table.csv"])
def test_a_sheet_holds_any_table(name):
    key, data = FILES[name]
    delimiter = ";" if key == "jsd" else ","
    rows = [line.split(delimiter) for line in data.decode().splitlines()]
    cells = [[_typed(cell) for cell in row] for row in rows]
    [as_text] = read([File(name, data)])
    found = only(book(cells), name.replace(".csv", ".xlsx"))
    assert boundaries(found) == boundaries(as_text)
    assert found.hierarchy.labels == as_text.hierarchy.labels
    assert found.hierarchy.unit == as_text.hierarchy.unit
    assert found.understood.format == f"{as_text.understood.format} in a workbook"


def _typed(cell):
    try:
        return float(cell)
    except ValueError:
        return cell or None


def test_labels_numbers_and_lines_come_as_they_are():
    found = only(book([[], *TABLE]))
    assert found.hierarchy.labels == [["A", 'b; "c"']]
    assert found.notes == ()
    digits = "<row><c><v>0</v></c><c><v>0.30000000000000004</v></c></row>"
    assert boundaries(only(sheet(digits))) == [[0, 0.1 + 0.2]]
    with pytest.raises(ReadError, match=r"song\.xlsx, line 4: 'x' is not a time"):
        only(book([[], *TABLE[:2], ("x", 4, 1, "A")]))


def test_times_of_day_are_what_excel_shows():
    rows = [("start", "end", "level"), (datetime.time(0, 0, 0), datetime.time(0, 1, 23), 1)]
    [row] = boundaries(only(book(rows, formats=[("A", "h:mm:ss"), ("B", "mm:ss.0")])))
    assert row == [0, 83]
    rows = [("start", "end", "level"), (0, 83.5 / 86400, 1)]
    assert boundaries(only(book(rows, formats=[("B", "[h]:mm:ss")]))) == [[0, 83.5]]
    typed = [("start", "end", "level"), (datetime.time(0, 0), datetime.time(1, 23), 1)]
    found = only(book(typed, formats=[("A", "h:mm"), ("B", "h:mm")]))
    assert boundaries(found) == [[0, 83]]
    assert "shows as h:mm are read as minutes and seconds" in str(found.notes[0])
    plain = [("start", "end", "level"), (0, 83, 1)]
    assert boundaries(only(book(plain, formats=[("B", '0.00" s"'), ("A", "0.00")]))) == [[0, 83]]


def test_unclosed_brackets_of_a_format_are_read_once():
    """A search from each bracket to the end takes minutes."""
    code = f'<numFmts><numFmt numFmtId="200" formatCode="{"[" * 900_000}h:mm"/></numFmts>'
    data = styles(f'{code}<cellXfs><xf numFmtId="200"/></cellXfs>')
    assert boundaries(only(data)) == [[0, 1.5, 4]]


def test_of_several_sheets_the_first_is_read():
    found = only(book(TABLE, more=["notes"]))
    assert [str(note) for note in found.notes] == ["only the first of 2 sheets is read"]


def test_texts_in_other_ways():
    inline = '<row r="1"><c t="inlineStr"><is><t>start</t></is></c><c t="str"><v>end</v></c></row>'
    assert boundaries(only(sheet(f'{inline}<row><c><v>0</v></c><c r="B2"><v>2E0</v></c></row>')))
    shared = f'<x:sst xmlns:x="{MAIN}"><x:si><x:r><x:t>st</x:t></x:r><x:r><x:t>art</x:t></x:r>'
    shared += "<x:rPh><x:t>no</x:t></x:rPh></x:si><x:si><x:t>end</x:t></x:si></x:sst>"
    cells = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>0</v></c><c><v>2</v>'
    data = with_part("xl/sharedStrings.xml", shared, sheet(f"{cells}</c></row>"))
    assert boundaries(only(data)) == [[0, 2]]


def test_workbooks_lie_in_folders_and_archives(tmp_path):
    (tmp_path / "song.xlsx").write_bytes(book(TABLE))
    assert boundaries(read_path(tmp_path)[0]) == [[0, 1.5, 4]]
    assert boundaries(only(write_zip({"a/song.xlsx": book(TABLE)}), "a.zip")) == [[0, 1.5, 4]]


CELL = "<c><v>1</v></c>"
BOMB = '<!DOCTYPE a [<!ENTITY x "yy"><!ENTITY z "&x;&x;">]>'


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (book(TABLE)[:-30], r"the workbook is damaged\. Save it again, or as CSV"),
        (book(TABLE).replace(b"xl/worksheets", b"xl/worksheetz"), "the workbook is damaged"),
        (book([]), r"the first sheet has no cells\. Put the table on the first sheet"),
        (
            book([("a", "b"), ("c", "d")]),
            r"line 1: the table on the first sheet was not recognized",
        ),
        (book([("hello",)]), r"line 1: the table on the first sheet was not recognized"),
        (with_part("xl/workbook.xml", "<workbook/>"), "the workbook is damaged"),
        (with_part("xl/workbook.xml", "<workbook>"), r"line 1: not well-formed XML"),
        (with_part("xl/_rels/workbook.xml.rels", None), "the workbook is damaged"),
        (with_part("xl/worksheets/sheet1.xml", None), "the workbook is damaged"),
        (with_part("xl/sharedStrings.xml", BOMB + "<sst/>"), "defines its own entities"),
        (with_part("xl/worksheets/sheet1.xml", BOMB + "<a/>"), "defines its own entities"),
        (sheet("<row>" + "<c/>" * 1001 + "</row>"), "1,001 columns, more than the 1,000 allowed"),
        (sheet(f'<row r="99999999">{CELL}</row>'), "99,999,999 rows, more than the 100,000"),
        (sheet(f'<row r="x">{CELL}</row>'), "the workbook is damaged"),
        (sheet('<row><c t="s"><v>99</v></c></row>'), "the workbook is damaged"),
        (sheet("<a>" * 60 + "</a>" * 60), "51 nested elements, more than the 50"),
        (sheet('<row><c r="ZZZ1"><v>1</v></c></row>'), "18,278 columns, more than the 1,000"),
        (sheet("<x/>" * 1_200_000 + " " * 300_000), "the first sheet has more than the 5 MB"),
        (
            sheet('<row><c r="ALL1"><v>1</v></c></row>' * 1100),
            "1,098,900 cells, empty ones included",
        ),
        (sheet(f"<row>{'<c/>' * 1000}</row>" * 101), "100,001 cells, more than the 100,000"),
        (styles("<xf/>" * 150_001), "150,001 styles, more than the 150,000"),
        (shared("x" * 900_000, 12), "10,800,000 characters in all cells"),
        (write_zip({"[Content_Types].xml": b"", "word/document.xml": b""}), "an Office document"),
    ],
)
def test_damaged(data, problem):
    with pytest.raises(ReadError, match=problem) as caught:
        only(data)
    assert "song.xlsx" in str(caught.value)


def test_a_workbook_is_no_archive_of_files():
    assert formats.format_of(File("x", book(TABLE))).key == "xlsx"
