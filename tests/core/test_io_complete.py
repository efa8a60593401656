"""Nothing with a time is lost: without it, another hierarchy, another note or an error results."""

import copy
import json
import re
import xml.etree.ElementTree as ET

import pytest
from outcomes import FILES, shown

from core.errors import HierscopeError
from core.io import Choices, File, formats, read

BY_KEY = {known.key: known for known in formats.FORMATS}
LEFT_OUT = ("left-out", "empty-layer")
UNTIMED = re.compile(r"#|\\|\d+$|WEBVTT", re.ASCII)  # comments, spectral lines, numbers of cues


def outcome(name, data):
    try:
        return [shown(candidate, Choices()) for candidate in read([File(name, data)])]
    except HierscopeError as error:
        return str(error)


def without_each_line(text):
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        if re.search(r"\d", line) and not UNTIMED.match(line):
            yield line, "".join(lines[:at] + lines[at + 1 :]).encode()


def without_each_object(text):
    tree = json.loads(text)
    waiting = [()]
    while waiting:
        path = waiting.pop()
        changed = copy.deepcopy(tree)
        *around, value = accumulated(changed, path)
        if isinstance(value, dict | list):
            keys = value if isinstance(value, dict) else range(len(value))
            waiting += [(*path, key) for key in keys]
        if isinstance(value, dict) and {"start", "time"} & value.keys():
            del around[-1][path[-1]]
            yield value, json.dumps(changed).encode()


def accumulated(tree, path):
    values = [tree]
    for key in path:
        values.append(values[-1][key])
    return values


def without_each_element(text):
    root = ET.fromstring(text)
    for parent in list(root.iter()):
        for at, element in enumerate(list(parent)):
            timed = element.tag in ("point", "ALIGNABLE_ANNOTATION", "TIER")
            if timed and element.get("label") != "End":  # where the model ends, too
                parent.remove(element)
                yield element.attrib, ET.tostring(root)
                parent.insert(at, element)


def ways(key, data):
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ()  # the same content as in other files
    if text.startswith("<?xml") and "UTF-16" not in text[:60]:
        return without_each_element(text)
    known = BY_KEY[key]
    if known.by_object:
        return without_each_object(text)
    return without_each_line(text) if known.by_line else ()


CASES = [(name, key, data) for name, (key, data) in FILES.items() if [*ways(key, data)]]


@pytest.mark.parametrize(("name", "key", "data"), CASES, ids=[name for name, *_ in CASES])
def test_each_line_or_object_with_a_time_counts(name, key, data):
    complete = outcome(name, data)
    kinds = [note.split(":")[0].rstrip("!") for side in complete for note in side.get("notes", ())]
    for part, rest in ways(key, data):
        assert outcome(name, rest) != complete or any(kind.endswith(LEFT_OUT) for kind in kinds), (
            part
        )


def test_all_formats_of_lines_and_of_objects_are_tried():
    tried = {key for _, key, _ in CASES}
    checked = {known.key for known in formats.FORMATS if known.by_line or known.by_object}
    assert checked | {"svl", "eaf"} <= tried
