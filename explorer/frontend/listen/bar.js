// The controls for listening, under the layers (controls without effect are hidden), the play marks on the
// layers, and a description of the sound.

import { toolButton } from "../shared/buttons.js";
import { html, setText, svg } from "../shared/elements.js";
import { palette } from "../shared/palette.js";
import { readNumber } from "../shared/text.js";

const KINDS = ".wav,.mp3,.ogg,.opus,.flac,.m4a,.aac,.webm,.mid,.midi";
const CHOOSE = "Choose a recording or a MIDI file, or drop one on the layers. It stays in this browser tab.";
const ABOUT = "Each label is a chord, each boundary a click (left: reference, right: estimate). " +
  "To hear the music itself, drop a recording or a MIDI file on the layers.";

export class Bar {
  /**
   * `keys` are the actions of keys. `on` has choose(source), open(file), shift(seconds) for the start of a
   * recording, trim() for its silence, late(ms) for taps, and loud(change) for volume and mute.
   */
  constructor(element, keys, on) {
    this.element = element;
    this.play = toolButton("▶ play", "Play from q, or stop (Space)", keys[" "]);
    this.loop = toolButton("loop", "Loop the segment of q, or the one playing (L)", keys.l, false);
    this.tap = toolButton("tap", "Add a boundary to the selected layer at the playhead (;)", keys[";"]);
    const moment = (name, key) => toolButton(`q, ${name}`, `Hear q, then ${name} (${key})`, keys[key]);
    const boundary = toolButton("boundary", "Hear the boundary nearest to q (E)", keys.e);
    this.source = html("select", { "aria-label": "Sound", onchange: () => on.choose(this.source.value) });
    this.file = html("input", { type: "file", accept: KINDS, hidden: "",
      onchange: () => on.open(this.file.files[0]) });
    this.offset = entry("starts at", "Start of the recording in seconds", on.shift);
    this.trim = toolButton("skip silence", "Begin the layers at the recording's first sound", on.trim);
    this.late = entry("taps late by", "Milliseconds by which taps are late", on.late);
    this.volume = html("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": "Volume",
      oninput: () => on.loud({ volume: Number(this.volume.value) }) });
    this.mute = toolButton("mute", "Mute", () => on.loud({ muted: !this.muted }), false);
    this.wave = html("div");
    this.caption = html("p", { class: "caption" });
    this.status = html("p", { class: "about-sound", role: "status" });
    // What appears with a recording comes last, so that it moves nothing under the pointer.
    const tools = html("div", { class: "tools" }, this.play, this.loop, moment("i", 1), moment("j", 2),
      boundary, this.tap, this.late.element, this.source,
      toolButton("recording…", CHOOSE, () => this.file.click()), this.file, this.mute, this.volume,
      this.offset.element, this.trim);
    element.append(tools, this.wave, this.caption, this.status);
  }

  /** Describe the sound: the notes of a tune by its title, or the stand-in. */
  about(title) {
    this.tell(title ? `The notes of ${title}. To hear a recording, drop it on the layers.` : ABOUT);
  }

  tell(text) {
    setText(this.status, text);
  }

  /** Show the sound and its state; `recording` is null for a stand-in. */
  show({ sources, source, playing, looping, recording, silence, taps, late, loud }) {
    setText(this.play, playing ? "■ stop" : "▶ play");
    this.loop.ariaPressed = String(looping);
    this.muted = loud.muted;
    this.mute.ariaPressed = String(loud.muted);
    this.volume.value = loud.volume;
    this.source.replaceChildren(...sources.map(([value, text]) => html("option", { value }, text)));
    this.source.value = source;
    this.tap.hidden = this.late.element.hidden = !taps;
    this.late.write(`${late} ms`);
    this.offset.element.hidden = this.wave.hidden = !recording;
    this.trim.hidden = !silence;
    if (!recording) return;
    this.offset.write(`${recording.offset.toFixed(2)} s`);
    this.wave.replaceChildren(recording.wave.canvas);
  }
}

// A number field with a unit; invalid text is replaced.
function entry(label, name, take) {
  const control = html("input", { type: "text", size: 6, "aria-label": name, onchange: () => {
    const value = readNumber(control.value.replace(/\s*m?s$/, ""));
    if (Number.isFinite(value)) take(value);
    else control.value = before;
  } });
  let before = "";
  return { element: html("label", {}, `${label} `, control),
    write: (text) => (control.value = before = text) };
}

const WIDE = 60; // px; minimum width of a segment with a mark
const TALL = 10; // px; minimum height of a row with marks
const [LEFT, SIZE, AROUND] = [8, 8, 6];

/** A play mark on each segment that contains q, if there is room. */
export class PlayMarks {
  /** `hear(segment)` plays a segment. */
  constructor(hear) {
    this.hear = hear;
    this.element = svg("g");
  }

  /** Mark the segments at a time; null removes the marks. */
  show(time, layers) {
    const { stacks, view } = layers;
    const places = time === null ? [] : stacks.flatMap((stack) => stack.segmentsAt(time)
      .filter(({ level }) => !stack.dense[level - 1])
      .map((segment) => ({ ...segment, word: stack.word, x: view.clip(segment.start),
        right: view.clip(segment.end), ...layers.row(stack.word, segment.level - 1) })))
      .filter(({ x, right, height }) => right - x >= WIDE && height >= TALL);
    const key = JSON.stringify(places);
    if (key === this.key) return;
    this.key = key;
    this.element.replaceChildren(...places.map((place) => this.#mark(place, layers.times)));
  }

  #mark({ word, name: layer, label, start, end, x, y, height }, times) {
    const hear = () => this.hear({ start, end });
    const named = label ? `, ${label}` : "";
    const name = `Hear ${layer} of the ${word}${named}, ${times.span(start, end)}`;
    const keydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      hear();
    };
    const top = y + (height - SIZE) / 2;
    return svg("g", { class: "mark", role: "button", tabindex: 0, "aria-label": name, onclick: hear,
      onkeydown: keydown },
    svg("rect", { x: x + LEFT - AROUND, y, width: SIZE + 2 * AROUND, height, fill: "transparent" }),
    svg("path", { d: `M${x + LEFT} ${top}l${SIZE} ${SIZE / 2}l${-SIZE} ${SIZE / 2}Z`, fill: palette.ink }));
  }
}

const NEAR = 0.5; // s; nearer boundaries of the other side match
const AFTER = 1; // s after a boundary in which the caption notes that the other side has none

const joined = new WeakMap(); // by hierarchy: the boundaries of all layers in order

/** The last boundary until a time, of any layer, and the first after it; infinite if there is none. */
export function boundariesAround(hierarchy, time) {
  if (!joined.has(hierarchy)) {
    const inner = hierarchy.layers.flatMap(({ boundaries }) => boundaries.slice(1, -1));
    joined.set(hierarchy, Float64Array.from([-Infinity, ...inner, Infinity]).sort());
  }
  const boundaries = joined.get(hierarchy);
  const after = boundaries.findIndex((boundary) => boundary > time);
  return [boundaries[after - 1], boundaries[after]];
}

/** `name` is the moment of a triplet (q, i or j), if any; `pace` is the seconds per unit of time. */
export function captionAt(time, name, stacks, times, pace) {
  const labels = stacks.map((stack) => {
    const path = stack.segmentsAt(time).map(({ label }) => label).filter(Boolean);
    return path.length ? ` · ${stack.word}: ${path.join(" › ")}` : "";
  });
  const lacks = stacks.map(({ word, hierarchy }, side) => {
    const [last] = boundariesAround(stacks[1 - side].hierarchy, time);
    const lacking = time - last <= AFTER / pace
      && boundariesAround(hierarchy, last).every((edge) => Math.abs(edge - last) > NEAR / pace);
    return lacking ? ` Here the ${word} has no boundary.` : "";
  });
  return `${name ? `${name}, ` : ""}${times.at(time)}${labels.join("")}.${lacks.join("")}`;
}
