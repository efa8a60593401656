"""XML to a stream of elements, and text to what XML can hold; nothing is expanded or fetched."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from typing import Any
from xml.sax import SAXException, SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.saxutils import escape, quoteattr

import defusedxml.sax
from defusedxml import DefusedXmlException

from core.errors import ReadError
from core.files.names import shortened
from core.io._files import File
from core.io.limits import MAX_DEPTH, MAX_TAG, MAX_TAGS, refuse_more

Start = Callable[[str, Mapping[str, str], int], None]
End = Callable[[str, str], None]

# Definitions of a document's own: entities multiply its text, and so do values of attributes.
_DEFINITION = re.compile("<!(?:ELEMENT|ATTLIST|ENTITY|NOTATION)")
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MEND = "Save it again in the program that it is from"


def parse(file: File, start: Start, end: End) -> None:
    """Go through the elements of an XML file."""
    text = file.text
    refuse_more(text.count("<"), MAX_TAGS, "tags")
    longest = max(map(len, text.split("<")))
    refuse_more(longest, MAX_TAG, "characters between two tags")
    if _DEFINITION.search(text):
        raise _defines()
    try:
        defusedxml.sax.parse(io.StringIO(text), _Handler(start, end))
    except SAXParseException as error:
        raise ReadError(
            f"not well-formed XML ({shortened(error.getMessage())})",
            line=error.getLineNumber(),
            mend=_MEND,
        ) from error
    except DefusedXmlException as error:
        raise _defines() from error
    except SAXException as error:
        raise ReadError("not XML", mend=_MEND) from error


def _defines() -> ReadError:
    return ReadError("the XML has definitions of its own", mend="Remove them")


class _Handler(ContentHandler):
    def __init__(self, start: Start, end: End) -> None:
        super().__init__()
        self._start, self._end = start, end
        self._text: list[str] = []
        self._depth = 0
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:
        line = self._locator.getLineNumber()
        self._depth += 1
        refuse_more(self._depth, MAX_DEPTH, "elements in one another", line=line)
        self._text.clear()
        self._start(name, dict(attrs), line)

    def endElement(self, name: str) -> None:
        self._depth -= 1
        self._end(name, "".join(self._text))
        self._text.clear()

    def characters(self, content: str) -> None:
        self._text.append(content)


def element(name: str, attributes: Mapping[str, object], text: str | None = None) -> str:
    """Write an element."""
    written = "".join(f" {key}={_quoted(str(value))}" for key, value in attributes.items())
    if text is None:
        return f"<{name}{written}/>"
    # A parser takes a carriage return that is not escaped as a line feed.
    return f"<{name}{written}>{escape(legal(text), {chr(13): '&#13;'})}</{name}>"


def _quoted(text: str) -> str:
    return quoteattr(legal(text))


def legal(text: str) -> str:
    """Give a text with a space for each character that XML can't hold."""
    return _ILLEGAL.sub(" ", text)
