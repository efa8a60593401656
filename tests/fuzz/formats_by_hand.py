"""Small files of every format, made by hand in the dialects of the tools: name to key and bytes.

Each is read as its own format, and taken by no other one.
"""

import json

from . import tool_files

UNITS = [
    (0, 12.5, 1, "a"),
    (12.5, 20.0, 1, "b"),
    (20.0, 30.0, 1, "c"),
    (0, 20.0, 2, "A"),
    (20.0, 30.0, 2, "B"),
]
TILIA = {
    "file_path": "",
    "media_path": "song.ogg",
    "media_metadata": {"title": "song", "notes": "", "media length": 30.0},
    "timelines": {
        "0": {"kind": "SLIDER_TIMELINE", "is_visible": True, "ordinal": 1, "components": {}},
        "1": {
            "kind": "HIERARCHY_TIMELINE",
            "name": "form",
            "height": 120,
            "is_visible": True,
            "ordinal": 2,
            "components": {
                str(number): {
                    "start": start,
                    "pre_start": start,
                    "end": end,
                    "post_end": end,
                    "level": level,
                    "formal_type": "",
                    "formal_function": "",
                    "comments": "",
                    "label": label,
                    "color": "#ffabaf",
                    "parent": None,
                    "children": [],
                    "kind": "HIERARCHY",
                }
                for number, (start, end, level, label) in enumerate(
                    UNITS,
                    2,
                )
            },
        },
    },
    "app_name": "TiLiA",
    "version": "0.5.14",
}

ALLIN1 = {
    "path": "song.mp3",
    "bpm": 100,
    "beats": [0.33, 0.75],
    "downbeats": [0.33],
    "beat_positions": [1, 2],
    "segments": [
        {"start": 0.0, "end": 0.33, "label": "start"},
        {"start": 0.33, "end": 20.0, "label": "verse"},
        {"start": 20.0, "end": 30.0, "label": "end"},
    ],
}

DEZRANN = {
    "meta": {"title": "song", "layout": [{"filter": {"type": "Cadence"}}]},
    "labels": [
        {"type": "Structure", "line": "top.1", "start": 0, "duration": 48, "tag": "A"},
        {"type": "Structure", "line": "top.1", "start": 48, "duration": 32, "tag": "B"},
        {"type": "Structure", "line": "top.2", "start": 0, "duration": 16, "tag": "a"},
        {"type": "Structure", "line": "top.2", "start": 16, "duration": 32, "tag": "b"},
        {"type": "Structure", "line": "top.2", "start": 48, "duration": 32, "tag": "c"},
        {"type": "Cadence", "start": 47, "tag": "PAC"},
    ],
}


def _json(value):
    return json.dumps(value, indent=2).encode()


FILES = {
    **tool_files.FILES,
    "song.tla": ("tilia", _json(TILIA)),
    "tilia.json": ("tilia", _json(TILIA)),
    "song.dez": ("dezrann", _json(DEZRANN)),
    "dezrann.json": ("dezrann", _json(DEZRANN)),
    "allin1.json": ("segments-json", _json(ALLIN1)),
    "songformer.json": ("segments-json", _json(ALLIN1["segments"])),
    "adobe.json": (
        "lists-json",
        b'[[[[0, 20], [20, 30]], ["A", "B"]], [[[0, 8], [8, 20], [20, 30]], ["a", "b", "c"]]]',
    ),
    "intervals.json": ("lists-json", b"[[[0, 20], [20, 30]], [[0, 8], [8, 20], [20, 30]]]"),
    "boundaries.json": ("lists-json", b"[[0, 20, 30], [0, 8, 20, 30]]"),
    "regions.csv": (
        "reaper",
        b"#,Name,Start,End,Length\nR1,A,0:00.000,0:20.000,0:20.000\n"
        b"R2,B,0:20.000,0:30.000,0:10.000\n",
    ),
    "tilia.csv": (
        "tilia-csv",
        b"start,end,level,label,pre_start,post_end\n0,8,1,a,0,8\n8,20,1,b,8,20\n20,30,1,c,20,30\n"
        b"0,20,2,A,0,20\n20,30,2,B,20,30\n",
    ),
    "measures.csv": (
        "tilia-csv",
        b"start,start_fraction,end,end_fraction,level,label\n1,0,5,0.5,1,a\n5,0.5,9,0,1,b\n"
        b"1,0,9,0,2,A\n",
    ),
    "frame.csv": (
        "jams-csv",
        b",time,duration,value,confidence\n0,0.0,20.0,A,\n1,20.0,10.0,B,1.0\n",
    ),
    "multi.csv": (
        "jams-csv",
        b"time,duration,value,confidence\n0.0,30.0,\"{'label': 'A', 'level': 0}\",\n"
        b"0.0,20.0,\"{'level': 1, 'label': 'a'}\",\n"
        b'20.0,10.0,"{\'label\': ""b\'c"", \'level\': 1}",\n',
    ),
    "table.csv": ("csv", b"start,end,level,label\n0,20,1,A\n20,30,1,B\n0,30,2,All\n"),
    "spreadsheet.csv": ("csv", "\ufeffStart;End;Label\r\n0;1:20,5;A\r\n1:20,5;2:00;é\r\n".encode()),
    "utf16.csv": ("csv", "start\tend\tlevel\r\n0\t1,5\t1\r\n1,5\t3\t1\r\n".encode("utf-16")),
    "latin1.csv": ("csv", "start;end;label\n0;1,5;été\n1,5;3;B\n".encode("latin-1")),
    "labels.txt": ("audacity", b"0.000000\t20.000000\tA\n20.000000\t30.000000\tB\n"),
    "commas.txt": ("audacity", b"0,000000\t20,000000\tA\n20,000000\t30,000000\tB\n"),
    "spectral.txt": (
        "audacity",
        b"0.000000\t20.000000\tA\n\\\t500.000000\t1200.000000\n20.000000\t30.000000\tB\n",
    ),
    "RM-P001.CHORUS.TXT": ("rwc", b'0\t1250\t"intro"\n1250\t6120\t"verse A"\n6120\t23800\t"end"\n'),
    "isophonics.lab": ("lab", b"0.000\t0.465\t\tsilence\n0.465\t20.000\t\tintro\n"),
    "numbered.lab": ("lab", b"0.000\t0.465\t0\tsilence\n0.465\t20.000\t1\tintro\n"),
    "001.txt": ("pop909", b"i4A4B8A4b4b4A4o3\n"),
    "Anthropology.csv": (
        "jsd",
        b"segment_start;segment_end;label;instrument\n0.0;0.5;silence;\n"
        b"0.5;14.25;theme_01_01;cl,b,dr\n14.25;60.5;solo_01_01;s_cl\n60.5;90;solo_01_02;s_cl\n",
    ),
    "Beethoven_Op002No1-01_AB96.csv": (
        "structure",
        b'"start";"end";"structure"\n0.75;9.0;"Exposition:FirstGroup"\n'
        b'9.0;21.0;"Exposition:Transition"\n21.0;29.75;"Development"\n',
    ),
    "salami_chords.txt": (
        "billboard",
        b"# metre: 4/4\n\n0.0\tsilence\n7.5\tA, intro, | A:min | A:min |, (guitar\n"
        b"22.25\tB, verse, | A:min . . E:7 | x2\n29.75\t| A:min |, guitar)\n37.0\tend\n",
    ),
    "phrases.csv": (
        "bps-fh",
        b"-1,8,Exposition,First Subject Group,Theme a\n8,16,,,Theme a'\n"
        b"15,31,Exposition,Transition,Theme b\n",
    ),
    "K545-mvt1.csv": (
        "taking-form",
        b"1,1,Exposition,First Subject,X\n2,1,,,\n3,2,,,X\nRepeat: 1-4,,,,\n,,,,\n"
        b"5,1,Development,,X\n6-7=1-2,,,,\n",
    ),
    "song.lab": ("lab", b"0.0 12.5 verse\n12.5 30.0 chorus\n"),
    "textfile1.txt": ("salami", b"0.0\tSilence\n0.5\tA, a, Verse, (voice\n9\tb, voice)\n12\tEnd\n"),
    "harmonix.txt": ("salami", b"0.0 intro\n12.5 verse\n30.0 end\n"),
    "rows.csv": ("boundaries", b"0, 20, 30\n0, 8, 20, 30\n"),
    "commas.csv": ("boundaries", b"large;0;20,5;30\nsmall;0;8,25;20,5;30\n"),
}
"""By name: the key of the format that reads it, and the content."""
