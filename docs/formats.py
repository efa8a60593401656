"""Write the table of formats in docs/files.md from their declarations: `python docs/formats.py`."""

from pathlib import Path

from core.io import formats

GUIDE = Path(__file__).resolve().parent / "files.md"
_HEAD = "| format | what | read | written |\n| --- | --- | --- | --- |\n"


def table() -> str:
    """Return a row for each format, in the order of the guide, new ones before `zip`."""
    old = GUIDE.read_text("utf-8").partition(_HEAD)[2].partition("\n\n")[0].splitlines()
    titles = [row.split(" | ")[0].removeprefix("| ") for row in old]
    by_title = {known.title: known for known in formats.FORMATS}
    new = [title for title in by_title if title not in titles]
    rows = [
        f"| {title} | {by_title[title].about} | ✓ | "
        f"{'✓' if by_title[title] in formats.writable() else '–'} |"
        for title in (*(title for title in titles[:-1] if title in by_title), *new)
    ]
    return "\n".join([*rows, old[-1]])


if __name__ == "__main__":
    text = GUIDE.read_text("utf-8")
    before, head, rest = text.partition(_HEAD)
    after = rest.partition("\n\n")[2]
    GUIDE.write_text(f"{before}{head}{table()}\n\n{after}", "utf-8")
