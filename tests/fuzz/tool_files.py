"""Files by hand in the dialects of Sonic Visualiser, Praat and ELAN: name to key and bytes."""

import bz2
import struct

from core.hierarchy import Layer

SVL_INSTANTS = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sonic-visualiser>
<sv>
  <data>
    <model id="12" name="" sampleRate="44100" start="0" end="1323000" type="sparse" dimensions="1"\
 resolution="1" notifyOnAdd="true" dataset="11" />
    <dataset id="11" dimensions="1">
      <point frame="0" label="A" />
      <point frame="551250" label="B&apos;" />
      <point frame="1323000" label="End" />
    </dataset>
  </data>
  <display>
    <layer id="9" type="timeinstants" name="Time Instants &lt;2&gt;" model="12" plotStyle="0"\
 colourName="Blue" presentationName="large scale"/>
  </display>
</sv>
"""

SVL_REGIONS = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sonic-visualiser>
<sv>
  <data>
    <model id="2" name="" sampleRate="22050" start="0" end="661500" type="sparse" dimensions="3"\
 resolution="1" notifyOnAdd="true" dataset="1" subtype="region" valueQuantization="0" minimum="1"\
 maximum="2" units="" />
    <dataset id="1" dimensions="3">
      <point frame="0" value="1" duration="220500" label="a" />
      <point frame="220500" value="2" duration="441000" label="b &amp; c" />
    </dataset>
  </data>
  <display>
    <layer id="3" type="regions" name="Regions" model="2" verticalScale="1" plotStyle="1"/>
  </display>
</sv>
"""

SV_XML = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sonic-visualiser>
<sv>
<data>
  <model id="1" name="song" sampleRate="44100" start="0" end="1764000" type="wavefile"\
 file="/home/me/song.wav" mainModel="true"/>
  <playparameters mute="false" pan="0" gain="1" clipId="" model="1"/>
  <model id="5" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="1"\
 resolution="1" notifyOnAdd="true" dataset="4" />
  <dataset id="4" dimensions="1">
    <point frame="0" label="A" />
    <point frame="882000" label="B" />
  </dataset>
  <model id="8" name="" sampleRate="44100" start="0" end="1764000" type="sparse" dimensions="3"\
 resolution="1" notifyOnAdd="true" dataset="7" subtype="region" valueQuantization="0" units="" />
  <dataset id="7" dimensions="3">
    <point frame="0" value="1" duration="441000" label="a" />
    <point frame="441000" value="1" duration="441000" label="a" />
    <point frame="882000" value="2" duration="882000" label="b" />
  </dataset>
  <model id="11" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="2"\
 resolution="1024" notifyOnAdd="true" dataset="10" units="Hz" />
  <dataset id="10" dimensions="2">
    <point frame="0" value="440.5" label="" />
    <point frame="1024" value="441" label="" />
  </dataset>
  <model id="14" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="3"\
 resolution="1" notifyOnAdd="true" dataset="13" subtype="note" />
  <dataset id="13" dimensions="3">
    <point frame="0" value="60" duration="1000" level="1" label="do" />
  </dataset>
  <layer id="2" type="waveform" name="Waveform" model="1"/>
  <layer id="6" type="timeinstants" name="Time Instants" model="5" presentationName="coarse"/>
  <layer id="9" type="regions" name="Regions" model="8"/>
  <layer id="12" type="timevalues" name="Pitch" model="11"/>
</data>
<display>
  <window width="1000" height="500"/>
  <view centre="0" zoom="1024" followPan="1" followZoom="1" tracking="page" type="pane"\
 centreLineVisible="1" height="300">
    <layer id="2" type="waveform" name="Waveform" model="1" visible="true"/>
    <layer id="6" type="timeinstants" name="Time Instants" model="5" visible="true"/>
  </view>
</display>
<selections >
</selections>
</sv>
"""

TEXTGRID_LONG = """File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0 
xmax = 30 
tiers? <exists> 
size = 3 
item []: 
    item [1]:
        class = "IntervalTier" 
        name = "sections" 
        xmin = 0 
        xmax = 30 
        intervals: size = 2 
        intervals [1]:
            xmin = 0 
            xmax = 12.5 
            text = "A ""slow"" one" 
        intervals [2]:
            xmin = 12.5 
            xmax = 30 
            text = "B" 
    item [2]:
        class = "TextTier" 
        name = "phrases" 
        xmin = 0 
        xmax = 30 
        points: size = 3 
        points [1]:
            number = 5 
            mark = "b" 
        points [2]:
            number = 12.5 
            mark = "c" 
        points [3]:
            number = 20 
            mark = "dé" 
    item [3]:
        class = "IntervalTier" 
        name = "to do" 
        xmin = 0 
        xmax = 30 
        intervals: size = 1 
        intervals [1]:
            xmin = 0 
            xmax = 30 
            text = "" 
"""  # noqa: W291

TEXTGRID_SHORT = """File type = "ooTextFile"
Object class = "TextGrid"

0
30
<exists>
3
"IntervalTier"
"sections"
0
30
2
0
12.5
"A ""slow"" one"
12.5
30
"B"
"TextTier"
"phrases"
0
30
3
5
"b"
12.5
"c"
20
"dé"
"IntervalTier"
"to do"
0
30
1
0
30
""
"""

# As in the manual of Praat: with what is for people only, and in the first words of old files.
TEXTGRID_BY_HAND = """"ooTextFile short"
"TextGrid"
0 30 ! from and to
<exists> 3 tiers
"IntervalTier" "sections" 0 30 2 intervals coming:
0 12.5 "A ""slow"" one" 12.5 30 "B"
"TextTier" "phrases" 0 30 3 points coming: 5 "b" 12.5 "c" 20 "dé"
"IntervalTier" "to do" 0 30 1 0 30 ""
"""


def _packed(text):
    if text.isascii():
        return struct.pack(">h", len(text)) + text.encode()
    return struct.pack(">hh", -1, len(text)) + text.encode("utf-16-be")


def _tier(kind, name, *entries):
    head = (
        bytes([len(kind)])
        + kind.encode()
        + _packed(name)
        + struct.pack(">ddi", 0, 30, len(entries))
    )
    return head + b"".join(
        struct.pack(f">{len(times)}d", *times) + _packed(text) for *times, text in entries
    )


TEXTGRID_BINARY = (
    b"ooBinaryFile\x08TextGrid"
    + struct.pack(">dd?i", 0, 30, True, 3)
    + _tier("IntervalTier", "sections", (0, 12.5, 'A "slow" one'), (12.5, 30, "B"))
    + _tier("TextTier", "phrases", (5, "b"), (12.5, "c"), (20, "dé"))
    + _tier("IntervalTier", "to do", (0, 30, ""))
)

EAF = b"""<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2014-10-28T10:14:04+01:00" FORMAT="3.0" VERSION="3.0"\
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
 xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds">
        <MEDIA_DESCRIPTOR MEDIA_URL="file:///home/me/song.wav" MIME_TYPE="audio/x-wav"/>
        <PROPERTY NAME="lastUsedAnnotationId">7</PROPERTY>
    </HEADER>
    <TIME_ORDER>
        <TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="0"/>
        <TIME_SLOT TIME_SLOT_ID="ts2"/>
        <TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="12500"/>
        <TIME_SLOT TIME_SLOT_ID="ts4" TIME_VALUE="12500"/>
        <TIME_SLOT TIME_SLOT_ID="ts5" TIME_VALUE="30000"/>
    </TIME_ORDER>
    <TIER LINGUISTIC_TYPE_REF="parts" PARENT_REF="sections" TIER_ID="phrases">
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a3" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
                <ANNOTATION_VALUE>a</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a4" TIME_SLOT_REF1="ts2" TIME_SLOT_REF2="ts3">
                <ANNOTATION_VALUE>b</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a5" TIME_SLOT_REF1="ts4" TIME_SLOT_REF2="ts5">
                <ANNOTATION_VALUE>c &amp; d</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="sections" TIER_ID="sections">
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts3">
                <ANNOTATION_VALUE>A</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts4" TIME_SLOT_REF2="ts5">
                <ANNOTATION_VALUE>B</ANNOTATION_VALUE>
            </ALIGNABLE_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="notes" PARENT_REF="sections" TIER_ID="functions">
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a6" ANNOTATION_REF="a1">
                <ANNOTATION_VALUE>verse</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="halves" PARENT_REF="phrases" TIER_ID="motifs">
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a8" ANNOTATION_REF="a3" PREVIOUS_ANNOTATION="a7">
                <ANNOTATION_VALUE>y</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a7" ANNOTATION_REF="a3">
                <ANNOTATION_VALUE>x</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a9" ANNOTATION_REF="a4">
                <ANNOTATION_VALUE>z</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
        <ANNOTATION>
            <REF_ANNOTATION ANNOTATION_ID="a10" ANNOTATION_REF="a5">
                <ANNOTATION_VALUE>w</ANNOTATION_VALUE>
            </REF_ANNOTATION>
        </ANNOTATION>
    </TIER>
    <TIER LINGUISTIC_TYPE_REF="sections" TIER_ID="to do"/>
    <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="sections" TIME_ALIGNABLE="true"/>
    <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="parts" CONSTRAINTS="Time_Subdivision"/>
    <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="halves" CONSTRAINTS="Symbolic_Subdivision"/>
    <LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="notes" CONSTRAINTS="Symbolic_Association"/>
</ANNOTATION_DOCUMENT>
"""

POINTS_CSV = {
    "regions with a header.csv": (
        b'TIME,VALUE,DURATION,LABEL\n0.000000000,1,12.5,A\n12.500000000,2,17.5,"B, slow"\n'
    ),
    "tabs and a header.txt": (
        b"TIME\tVALUE\tDURATION\tLABEL\n0\t1\t12.5\tA\n12.5\t2\t17.5\tB, slow\n"
    ),
    "regions of SV.csv": b"0.000000000,1,12.500000000,A\n12.500000000,1.5,17.500000000,B, slow\n",
    "regions without a label.csv": b"0.0,2,12.5\n12.5,1,17.5\n",
    "regions and tabs.txt": b"0.0\t1\t12.5\tA\n12.5\t1\t17.5\tB, slow\n",
    "instants with a header.csv": b"TIME,LABEL\n0.0,A\n12.5,B, slow\n30.0,end\n",
    "instants.csv": b'0.000000000,A\n12.500000000,"B, slow"\n30.000000000,End\n',
    "annotator.csv": b'"/home/me/song.wav",0.0,12.5,1,"A"\n,12.5,17.5,2,"B, slow"\n',
    "annotator of ends.csv": b'"song.wav",2.5,12.5,1,"A"\n"song.wav",12.5,30.0,2,"B, slow"\n',
    "annotator without file.csv": b'0.0,12.5,1,"A"\n12.5,17.5,1,"B, slow"\n',
    "annotator of instants.csv": b'"song.wav",0.0,"A"\n,12.5,"B, slow"\n,30.0,"end"\n',
}

FILES = {
    "instants.svl": ("svl", SVL_INSTANTS),
    "regions.svl": ("svl", SVL_REGIONS),
    "a layer.xml": ("svl", SVL_REGIONS),
    "UTF-16.svl": ("svl", SVL_REGIONS.decode().encode("utf-16")),
    "song.sv": ("sv", bz2.compress(SV_XML)),
    "a session.bz2": ("sv", bz2.compress(SV_XML)),
    "unpacked.sv": ("sv", SV_XML),
    "long.TextGrid": ("textgrid", TEXTGRID_LONG.encode()),
    "BOM.TextGrid": ("textgrid", TEXTGRID_LONG.encode("utf-8-sig")),
    "CRLF.txt": ("textgrid", TEXTGRID_LONG.replace("\n", "\r\n").encode()),
    "short.TextGrid": ("textgrid", TEXTGRID_SHORT.encode()),
    "UTF-16.TextGrid": ("textgrid", TEXTGRID_SHORT.encode("utf-16")),
    "UTF-16BE.TextGrid": ("textgrid", b"\xfe\xff" + TEXTGRID_LONG.encode("utf-16-be")),
    "UTF-16 without BOM.TextGrid": ("textgrid", TEXTGRID_LONG.encode("utf-16-le")),
    "Latin-1.TextGrid": ("textgrid", TEXTGRID_SHORT.encode("latin-1")),
    "by hand.TextGrid": ("textgrid", TEXTGRID_BY_HAND.encode()),
    "binary.TextGrid": ("textgrid", TEXTGRID_BINARY),
    "binary.Collection": ("textgrid", TEXTGRID_BINARY),
    "song.eaf": ("eaf", EAF),
    "ELAN.xml": ("eaf", EAF),
    **{name: ("points", data) for name, data in POINTS_CSV.items()},
}
"""By name: the key of the format that reads it, and the content."""


def damages(good, changes):
    """Give files with one thing changed each, which has to be in them: name to content."""
    assert all(old in good for old, *_ in changes)
    return [(good.replace(old, new, 1), message) for old, new, message in changes]


def as_written(hierarchy, time, text, names):
    """What is left of a hierarchy where times and texts are written so, and names of layers."""
    layers = []
    for layer, name in zip(hierarchy.layers, names, strict=True):
        kept = [
            (time(start), time(end), text(label))
            for (start, end), label in zip(layer.intervals.tolist(), layer.labels, strict=True)
            if time(start) < time(end)
        ]
        boundaries = [*(start for start, _, _ in kept), kept[-1][1]]
        layers.append(Layer(boundaries, tuple(label for _, _, label in kept), text(name)))
    return tuple(layers)


def in_xml(text):
    """A text with spaces for what XML 1.0 has no place for."""
    return "".join(
        char if char in "\t\n\r" or (char >= " " and char not in "\ufffe\uffff") else " "
        for char in text
    )
