"""Parse XML into a tree of elements without expanding entities, and write XML."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
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

# A document's own definitions are refused: entities and default attributes multiply its text.
_DEFINITION = re.compile("<!(?:ELEMENT|ATTLIST|ENTITY|NOTATION)")
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NONE: dict[str, str] = {}
_ADVICE = "Save it again in the program that wrote it"


@dataclass(slots=True)
class Element:
    """An element; its name has no namespace."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    inner: list[Element] = field(default_factory=lambda: _LEAF)

    def get(self, attribute: str) -> str:
        return self.attributes.get(attribute, "")

    def all(self, *names: str) -> list[Element]:
        """Return all inner elements with these names, in order of the file."""
        elements = []
        for element in self.inner:
            if element.name in names:
                elements.append(element)
            if element.inner:
                elements += element.all(*names)
        return elements


_LEAF: list[Element] = []


def parse(file: File) -> Element:
    """Parse XML within the limits; raise ReadError, with the line of a wrong syntax."""
    text = file.text
    refuse_more(text.count("<"), MAX_TAGS, "tags")
    longest = max(map(len, text.split("<")))
    refuse_more(longest, MAX_TAG, "characters between two tags")
    if _DEFINITION.search(text):
        raise _defines()
    try:
        handler = _Handler()
        defusedxml.sax.parse(io.StringIO(text), handler)
        return handler.document.inner[0]
    except SAXParseException as error:
        problem = f"not well-formed XML ({shortened(error.getMessage())})"
        raise ReadError(problem, line=error.getLineNumber(), advice=_ADVICE) from error
    except DefusedXmlException as error:
        raise _defines() from error
    except SAXException as error:
        raise ReadError("not valid XML", advice=_ADVICE) from error


def _defines() -> ReadError:
    return ReadError("the XML defines its own entities or elements", advice="Remove them")


class _Handler(ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.document = Element("", {}, 0)
        self._open = [self.document]
        self._text: list[str] = []
        self._locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:
        self._locator = locator

    def startElement(self, name: str, attrs: Any) -> None:
        line = self._locator.getLineNumber()
        if ":" in name:
            name = name.rpartition(":")[2]
        element = Element(name, dict(attrs.items()) or _NONE, line)
        if len(self._open) > MAX_DEPTH:
            refuse_more(len(self._open), MAX_DEPTH, "nested elements", line=line)
        outer = self._open[-1]
        if outer.inner is _LEAF:
            outer.inner = []  # most have none, and a file can have a million elements
        outer.inner.append(element)
        self._open.append(element)
        self._text.clear()

    def endElement(self, name: str) -> None:
        self._open.pop().text = "".join(self._text)
        self._text.clear()

    def characters(self, content: str) -> None:
        self._text.append(content)


def element(name: str, attributes: Mapping[str, object], text: str | None = None) -> str:
    """Write an element, with escaped attributes and text."""
    written = "".join(f" {key}={attribute(value)}" for key, value in attributes.items())
    if text is None:
        return f"<{name}{written}/>"
    # A parser reads an unescaped carriage return as a line feed.
    return f"<{name}{written}>{escape(legal(text), {chr(13): '&#13;'})}</{name}>"


def attribute(value: object) -> str:
    """Write the value of an attribute, escaped and in quotes."""
    return quoteattr(legal(str(value)))


def legal(text: str) -> str:
    """Replace each character that XML can't store by a space."""
    return _ILLEGAL.sub(" ", text)
