"""Documents of ELAN."""

import math
from xml.etree import ElementTree

import pytest
from fuzz.tool_files import EAF, as_written, damages, in_xml
from hypothesis import given
from pympi import Eaf
from strategies import any_hierarchies, examples

from core.errors import HierarchyError, ReadError
from core.hierarchy import Hierarchy
from core.io import File, read
from core.io.formats.eaf import EAF as ELAN
from core.io.formats.eaf import write_eaf

NESTED = Hierarchy.from_boundaries(
    [[0, 12.5, 30], [0, 5, 12.5, 30]],
    [["A", "B & <c>"], ["a", "b\nc", "é"]],
    layer_names=["upper", "lower"],
)
APART = Hierarchy.from_boundaries([[0, 12.5, 30], [0, 5, 30]])


def layers(found):
    return [
        (layer.name, layer.boundaries.tolist(), list(layer.labels))
        for layer in found.hierarchy.layers
    ]


def test_parents_are_coarser_and_what_has_no_times_is_spaced_evenly():
    [found] = read([File("song.eaf", EAF)])
    assert layers(found) == [
        ("sections", [0, 12.5, 30], ["A", "B"]),
        ("phrases", [0, 6.25, 12.5, 30], ["a", "b", "c & d"]),
        ("motifs", [0, 3.125, 6.25, 12.5, 30], ["x", "y", "z", "w"]),
    ]
    assert {(note.kind, note.text) for note in found.notes} == {
        (
            "interpolated",
            "1 boundary of tier 'phrases' has no time, spaced evenly between those that have",
        ),
        (
            "interpolated",
            "1 boundary of tier 'motifs' has no time, spaced evenly between those that have",
        ),
        (
            "functions-left-out",
            "tier 'functions' left out, it labels the annotations of 'sections'",
        ),
        ("empty-layer", "tiers without annotations left out: 'to do'"),
    }
    assert found.understood.order == "coarsest first, as the format has it"


def test_tiers_without_parents_are_ordered_by_what_they_hold():
    text = EAF.replace(b' PARENT_REF="sections" TIER_ID="phrases"', b' TIER_ID="phrases"')
    [found] = read([File("x.eaf", text)])
    assert [name for name, _, _ in layers(found)] == ["sections", "phrases", "motifs"]
    assert found.understood.order.startswith("by containment")


def test_annotators_make_a_hierarchy_each():
    text = EAF.replace(b' PARENT_REF="sections" TIER_ID="phrases"', b' TIER_ID="phrases"')
    text = text.replace(b'TIER_ID="phrases"', b'ANNOTATOR="Ann" TIER_ID="phrases"')
    text = text.replace(b'TIER_ID="sections"', b'PARTICIPANT="Bob" TIER_ID="sections"')
    found = read([File("x.eaf", text)])
    assert [each.title for each in found] == ["Ann (phrases, motifs)", "Bob (sections)"]


def test_frames_of_video_are_said():
    text = EAF.replace(b'TIME_UNITS="milliseconds"', b'TIME_UNITS="PAL-frames"')
    [found] = read([File("x.eaf", text)])
    assert layers(found)[0][1] == [0, 500, 1200]
    assert "times are in frames (TIME_UNITS of the header: PAL-frames)" in str(found.notes)


DAMAGED = [
    *damages(
        EAF,
        [
            (b"</ANNOTATION_DOCUMENT>", b"", "not well-formed XML"),
            (b"<HEADER", b"<HEADERS", r"line 6: not well-formed XML \(mismatched tag\)"),
            (b"ANNOTATION_DOCUMENT", b"DOCUMENT", "not well-formed XML"),
            (b"<HEADER", b"<!DOCTYPE x><HEADER", "not well-formed XML"),
            (
                b'TIME_UNITS="milliseconds"',
                b'TIME_UNITS="hours"',
                "line 3: TIME_UNITS 'hours' is no",
            ),
            (b'TIME_VALUE="12500"', b'TIME_VALUE="12.5"', "line 10: TIME_VALUE '12.5' is no time"),
            (b'TIME_VALUE="12500"', b'TIME_VALUE="-1"', "line 10: TIME_VALUE '-1' is no time"),
            (b'TIME_VALUE="12500"', b'TIME_VALUE="' + b"9" * 99 + b'"', "line 10: TIME_VALUE '9"),
            (b'TIME_VALUE="30000"', b'TIME_VALUE="9' + b"0" * 13 + b'"', r"9e\+10 s is too late"),
            (
                b'TIME_VALUE="30000"',
                b'TIME_VALUE="3"',
                r"an annotation ends \(0.003 s\) before it starts \(12.5 s\)",
            ),
            (b'TIME_VALUE="30000"', b"", "time slot 'ts5' has no time, nor one beside it. Give it"),
            (b'TIME_SLOT_ID="ts2"', b'TIME_SLOT_ID="t"', "line 16: there is no time slot 'ts2'"),
            (b'TIME_SLOT_REF2="ts2"', b"", "line 16: an annotation without TIME_SLOT_REF2"),
            (b'ANNOTATION_ID="a3"', b"", "line 16: an annotation without ANNOTATION_ID"),
            (
                b'ANNOTATION_ID="a4"',
                b'ANNOTATION_ID="a3"',
                "line 21: two annotations have the ID 'a3'",
            ),
            (b'ANNOTATION_REF="a1"', b"", "an annotation without ANNOTATION_REF"),
            (
                b'ANNOTATION_REF="a1"',
                b'ANNOTATION_REF="b"',
                "there is no annotation 'b' to refer to",
            ),
            (
                b'TIER_ID="sections"',
                b'TIER_ID="phrases"',
                "line 31: two tiers are called 'phrases'",
            ),
            (
                b'TIER_ID="sections"',
                b'PARENT_REF="motifs" TIER_ID="sections"',
                "tier 'phrases' is a parent of its own parents. Remove its PARENT_REF",
            ),
            (b'"ts4" TIME_SLOT_REF2="ts5"', b'"ts1" TIME_SLOT_REF2="ts5"', "segments overlap"),
        ],
    ),
    (b"<ANNOTATION_DOCUMENT/>", "no tier has an annotation"),
    (b"<html/>", "no document of ELAN, but XML of 'html'"),
    (b"0 12 A\n", "line 1: not well-formed XML"),
    (
        b"<ANNOTATION_DOCUMENT><ALIGNABLE_ANNOTATION/></ANNOTATION_DOCUMENT>",
        "line 1: an annotation lies in no tier",
    ),
    (
        b"<ANNOTATION_DOCUMENT>"
        + b"".join(b'<TIER TIER_ID="%d"/>' % number for number in range(101))
        + b"</ANNOTATION_DOCUMENT>",
        "101 tiers, more than the 100 allowed",
    ),
]


@pytest.mark.parametrize(("data", "message"), DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_say_what_is_wrong(data, message):
    with pytest.raises((ReadError, HierarchyError), match=message):
        read([File("x.eaf", data)])


def milliseconds(time):
    return math.floor(time * 1000 + 0.5) / 1000


@examples(20)
@given(any_hierarchies())
def test_what_is_written_is_read_but_for_what_is_said_to_be_lost(made):
    if any(milliseconds(row[0]) == milliseconds(row[-1]) for row in made.boundaries):
        with pytest.raises(HierarchyError, match="shorter than a millisecond"):
            write_eaf(made)
        return
    [found] = read([File("x.eaf", write_eaf(made))])
    names = [layer.name for layer in found.hierarchy.layers]
    assert len(set(names)) == len(names)
    assert found.hierarchy.layers == as_written(made, milliseconds, in_xml, names)
    assert (found.hierarchy.layers == made.layers) == (not ELAN.loses(made))


@pytest.mark.parametrize("made", [NESTED, APART], ids=["nested", "apart"])
def test_what_is_written_is_a_document_of_elan(made, tmp_path):
    path = tmp_path / "x.eaf"
    path.write_bytes(write_eaf(made))
    assert_valid(ElementTree.parse(path).getroot())
    theirs = Eaf(str(path))
    rows = [
        [
            (round(start * 1000), round(end * 1000), label)
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
        ]
        for layer in made.layers
    ]
    names = [*theirs.get_tier_names()]
    assert [sorted(theirs.get_annotation_data_for_tier(name)) for name in names] == rows
    parents = [theirs.get_parameters_for_tier(name).get("PARENT_REF") for name in names]
    assert parents == ([None, "upper"] if made is NESTED else [None, None])


REQUIRED = {
    "ANNOTATION_DOCUMENT": {"DATE", "AUTHOR", "VERSION"},
    "TIME_SLOT": {"TIME_SLOT_ID"},
    "TIER": {"TIER_ID", "LINGUISTIC_TYPE_REF"},
    "ALIGNABLE_ANNOTATION": {"ANNOTATION_ID", "TIME_SLOT_REF1", "TIME_SLOT_REF2"},
    "LINGUISTIC_TYPE": {"LINGUISTIC_TYPE_ID"},
    "CONSTRAINT": {"STEREOTYPE"},
}
CHILDREN = {
    "ANNOTATION_DOCUMENT": ["HEADER", "TIME_ORDER", "TIER", "LINGUISTIC_TYPE", "CONSTRAINT"],
    "HEADER": ["PROPERTY"],
    "TIME_ORDER": ["TIME_SLOT"],
    "TIER": ["ANNOTATION"],
    "ANNOTATION": ["ALIGNABLE_ANNOTATION"],
    "ALIGNABLE_ANNOTATION": ["ANNOTATION_VALUE"],
}


def assert_valid(root):
    """What EAFv3.0.xsd asks of the elements that are written: order, attributes, keys."""
    for element in root.iter():
        allowed = CHILDREN.get(element.tag, [])
        places = [allowed.index(child.tag) for child in element]
        assert places == sorted(places)
        assert REQUIRED.get(element.tag, set()) <= set(element.keys())
    ids = [
        value
        for element in root.iter()
        for name, value in element.items()
        if name in ("TIME_SLOT_ID", "ANNOTATION_ID", "STEREOTYPE")
    ]
    assert len(set(ids)) == len(ids)
    kinds = {kind.get("LINGUISTIC_TYPE_ID") for kind in root.iter("LINGUISTIC_TYPE")}
    names = [tier.get("TIER_ID") for tier in root.iter("TIER")]
    assert len(set(names)) == len(names)
    for tier in root.iter("TIER"):
        assert tier.get("LINGUISTIC_TYPE_REF") in kinds
        assert tier.get("PARENT_REF", names[0]) in names
    for annotation in root.iter("ALIGNABLE_ANNOTATION"):
        assert {annotation.get("TIME_SLOT_REF1"), annotation.get("TIME_SLOT_REF2")} <= set(ids)
    for kind in root.iter("LINGUISTIC_TYPE"):
        assert kind.get("CONSTRAINTS", ids[0]) in ids
    times = [int(slot.get("TIME_VALUE")) for slot in root.iter("TIME_SLOT")]
    assert times == sorted(times)
