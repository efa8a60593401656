{
  "file_path": "",
  "media_path": "song.ogg",
  "media_metadata": {
    "title": "song",
    "notes": "",
    "media length": 30.0
  },
  "timelines": {
    "0": {
      "kind": "SLIDER_TIMELINE",
      "is_visible": true,
      "ordinal": 1,
      "components": {}
    },
    "1": {
      "kind": "HIERARCHY_TIMELINE",
      "name": "form",
      "height": 120,
      "is_visible": true,
      "ordinal": 2,
      "components": {
        "2": {
          "start": 0,
          "pre_start": 0,
          "end": 12.5,
          "post_end": 12.5,
          "level": 1,
          "formal_type": "",
          "formal_function": "",
          "comments": "",
          "label": "a",
          "color": "#ffabaf",
          "parent": null,
          "children": [],
          "kind": "HIERARCHY"
        },
        "3": {
          "start": 12.5,
          "pre_start": 12.5,
          "end": 20.0,
          "post_end": 20.0,
          "level": 1,
          "formal_type": "",
          "formal_function": "",
          "comments": "",
          "label": "b",
          "color": "#ffabaf",
          "parent": null,
          "children": [],
          "kind": "HIERARCHY"
        },
        "4": {
          "start": 20.0,
          "pre_start": 20.0,
          "end": 30.0,
          "post_end": 30.0,
          "level": 1,
          "formal_type": "",
          "formal_function": "",
          "comments": "",
          "label": "c",
          "color": "#ffabaf",
          "parent": null,
          "children": [],
          "kind": "HIERARCHY"
        },
        "5": {
          "start": 0,
          "pre_start": 0,
          "end": 20.0,
          "post_end": 20.0,
          "level": 2,
          "formal_type": "",
          "formal_function": "",
          "comments": "",
          "label": "A",
          "color": "#ffabaf",
          "parent": null,
          "children": [],
          "kind": "HIERARCHY"
        },
        "6": {
          "start": 20.0,
          "pre_start": 20.0,
          "end": 30.0,
          "post_end": 30.0,
          "level": 2,
          "formal_type": "",
          "formal_function": "",
          "comments": "",
          "label": "B",
          "color": "#ffabaf",
          "parent": null,
          "children": [],
          "kind": "HIERARCHY"
        }
      }
    }
  },
  "app_name": "TiLiA",
  "version": "0.5.14"
}