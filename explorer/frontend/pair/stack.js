// One hierarchy as stacked layers, coarse on top; below it the arcs of a triplet, and a strip of g(q).

import { boxOf, halo, quiet } from "../shared/axes.js";
import { across, set, svg, upright } from "../shared/elements.js";
import { palette } from "../shared/palette.js";
import { layerName, shownLabel, schema } from "../shared/schema.js";
import { segmentAt, timesIn } from "../shared/times.js";
import { ARCS, LOW_ARCS } from "../triplets/marks.js";

const [TALLEST, TALLER] = [26, 32]; // px of a row, and of a row above a low strip
const SHORTEST = 4;
const [LOW, LOW_STACK] = [18, 60]; // px of a row, and of all rows, above a scape, which needs the room
const [PLANE, LOW_PLANE] = [150, 48]; // px: on the page, at least while presenting
const STACK = 120; // px that the layers of a deep hierarchy share
const STRIP = 36;
const LARGEST = 1.6; // maximum scale, since an empty strip would look like a gap before a lesson's answer
const SHADED = 14; // px of a strip that only shades where the score is lost
const ROOMY = 80; // px to the left of the layers, enough for "precision lost"
const SHADES = 5; // number of its shades
const NARROW = 4; // mean px of a segment; narrower ones are drawn as density
const BIN = 4; // px of one value of density
const GAP = 6; // px below the layers if there are no arcs
const [TITLE, LOW_TITLE] = [20, 16]; // px: on the page, while presenting
const TITLE_LINE = 15; // px of each further line
const LETTER = 6.2; // px of a letter of the title
const [NAME_LETTER, NAME_LINE] = [6, 12]; // px of a letter and of a line of a layer's name
const HIGHEST = 64; // px of a row while presenting

export class Stack {
  /**
   * Rows are at least `shortest` pixels high. `arcs` leaves room for a triplet, `bare` none for the strip; a
   * `shaded` strip only shows where the score is lost; `plane` leaves room for a scape instead. `named`
   * shows the hierarchy's name, and why a reading of a `tune` is as it is.
   */
  constructor(hierarchy, word, strip,
    { shortest = SHORTEST, bare, arcs, shaded, named, plane, tune = null }) {
    this.hierarchy = hierarchy;
    this.word = word;
    this.strip = strip;
    this.shortest = shortest;
    this.bare = bare;
    this.shaded = shaded;
    this.named = named;
    this.plane = plane;
    this.tune = tune;
    this.foot = arcs ? ARCS : GAP;
    this.more = 0; // px of the further lines of the title
    this.group = svg("g", { class: `stack ${word}` });
    this.labels = svg("g");
    this.fit(1);
  }

  /** Set the height of rows within their limits, and of the scape if there is one; omit the strip. */
  grow(row, plane = 0) {
    this.title = LOW_TITLE + this.more;
    this.foot = Math.min(this.foot, LOW_ARCS);
    this.rowHeight = Math.min(Math.max(row, 0), HIGHEST);
    this.layersHeight = this.rowHeight * this.hierarchy.layers.length;
    this.stripHeight = plane && Math.max(plane, LOW_PLANE);
    this.height = this.title + this.layersHeight + this.foot + this.stripHeight;
  }

  /** `few` is the height of a row if there are at most two; it grows faster than other heights. */
  fit(scale, few = 0) {
    this.title = TITLE + this.more;
    const { length } = this.hierarchy.layers;
    const [tallest, most] = this.plane ? [LOW, LOW_STACK] : [this.shaded ? TALLER : TALLEST, STACK];
    const least = this.shaded && length < 3 ? Math.min(few * scale, HIGHEST) : this.shortest / scale;
    this.rowHeight = Math.max(least, Math.min(tallest, most / length)) * scale;
    this.stripHeight = this.plane ? PLANE * scale : this.shaded ? SHADED : STRIP * Math.min(scale, LARGEST);
    this.layersHeight = this.rowHeight * length;
    this.height = this.title + this.layersHeight + this.foot + (this.bare ? 0 : this.stripHeight);
  }

  get stripTop() {
    return this.title + this.layersHeight + this.foot;
  }

  /** Draw everything that does not depend on the window; `fill` maps labels to colors. */
  draw(view, colors, fill) {
    const { layers } = this.hierarchy;
    this.dense = layers.map(({ boundaries }) => {
      const seen = boundaries.filter((time) => time > view.start && time < view.end).length + 1;
      return view.width / seen < NARROW;
    });
    this.rows = layers.map((layer, index) => this.#layer(layer, index, view, colors, fill));
    this.texts = layers.map((layer, index) => svg("g", {}, ...(this.dense[index] ? [] : layer.labels.map(
      (_, segment) => this.#label(layer, segment, index, view, colors, fill)))));
    this.labels.replaceChildren(...this.texts);
    this.void = svg("path", { class: "void", fill: `url(#none-${this.strip})` });
    const strip = () => (this.shaded ? this.#lossStrip(view, colors) : this.#curveStrip(view, colors));
    this.group.replaceChildren(...this.rows,
      ...(this.plane ? [] : [svg("g", { class: "strip" }, hatching(this.strip, colors), ...strip())]));
  }

  #curveStrip(view, colors) {
    const color = colors[this.strip];
    const right = view.left + view.width;
    const bottom = this.stripTop + this.stripHeight;
    const thin = { stroke: colors.text, "stroke-opacity": 0.25 };
    const small = { "text-anchor": "end", "font-size": 10 };
    const middle = this.stripTop + this.stripHeight / 2;
    const bound = { x: view.left - 6, ...small, fill: colors.text, "fill-opacity": 0.7 };
    const name = { x: view.left - 15, ...small, fill: color };
    this.area = svg("path", { class: "g", fill: color, "fill-opacity": 0.3, stroke: color,
      "stroke-width": 1.2, "stroke-linejoin": "round" });
    return [
      svg("line", { ...across(bottom, view.left, right), ...thin }),
      svg("line", { ...across(this.stripTop, view.left, right), ...thin, "stroke-dasharray": "2 3" }),
      this.void,
      this.area,
      svg("text", { ...bound, y: this.stripTop + 8 }, "1"),
      svg("text", { ...bound, y: bottom }, "0"),
      svg("text", { ...name, y: middle + 4, "font-size": 11, "font-weight": 600 }, "g(q)"),
      svg("text", { ...name, y: middle + 17 }, this.strip),
    ];
  }

  // Darker means that more of the triplets around a moment are lost.
  #lossStrip(view, colors) {
    const place = { x: view.left, y: this.stripTop, width: view.width, height: this.stripHeight };
    this.shades = Array.from({ length: SHADES }, (_, shade) => svg("path", { class: "lost",
      fill: colors[this.strip], "fill-opacity": (0.75 * (shade + 1)) / SHADES }));
    return [
      svg("title", {}, `Where ${this.strip} is lost; hatched: nothing to compare within the window`),
      svg("rect", { ...place, fill: colors.text, "fill-opacity": 0.05 }),
      this.void,
      ...this.shades,
      svg("text", { x: view.left - 6, y: this.stripTop + this.stripHeight - 3, "text-anchor": "end",
        ...quiet(colors) }, view.left < ROOMY ? "lost" : `${this.strip} lost`),
    ];
  }

  /** Draw another hierarchy with as many layers and segments; unchanged elements stay. */
  reshape(hierarchy, view, colors, fill) {
    this.rows.forEach((row, index) => {
      const [before, after] = [this.hierarchy.layers[index], hierarchy.layers[index]];
      if (after === before) return;
      if (this.dense[index]) {
        this.rows[index] = this.#layer(after, index, view, colors, fill);
        row.replaceWith(this.rows[index]);
        return;
      }
      after.labels.forEach((_, segment) => {
        const moved = [segment, segment + 1]
          .some((edge) => after.boundaries[edge] !== before.boundaries[edge]);
        if (!moved) return;
        row.children[segment].replaceWith(this.#segment(after, segment, index, view, colors, fill));
        this.texts[index].children[segment]
          .replaceWith(this.#label(after, segment, index, view, colors, fill));
      });
    });
    this.hierarchy = hierarchy;
  }

  /** Break the title into lines that end at `right`; on a phone, they begin left of the layers. */
  entitle(view, right) {
    const word = `${this.word[0].toUpperCase()}${this.word.slice(1)}`;
    const { tune, hierarchy: { name } } = this;
    const why = tune?.because[name];
    const shown = tune ? name.replace(`${tune.title}, `, "") : name;
    const title = this.named && name ? `${word} · ${shown}${why ? `: ${why}` : ""}` : word;
    this.indent = why && view.left < ROOMY ? 0 : view.left;
    const letters = Math.floor((right - this.indent) / LETTER);
    this.lines = why ? title.match(new RegExp(`.{1,${letters}}( |$)`, "g")) : [title];
    this.more = TITLE_LINE * (this.lines.length - 1);
    this.length = Math.min(this.lines[0].length, letters) * LETTER;
  }

  /** The title, drawn over window and query so that it stays readable. */
  heading(colors) {
    return svg("text", { class: `title ${this.word}`, fill: colors.text, "font-size": 12,
      "font-weight": 600, ...halo(colors) },
      ...this.lines.map((line, n) => svg("tspan", { x: this.indent, y: 13 + TITLE_LINE * n }, line)));
  }

  #layer(layer, index, view, colors, fill) {
    const top = this.title + index * this.rowHeight;
    const height = this.rowHeight;
    const group = svg("g", { class: "layer" }, ...(this.dense[index]
      ? this.#densities(layer, index, view, colors)
      : layer.labels.map((_, segment) => this.#segment(layer, segment, index, view, colors, fill))));
    if (height >= 12) {
      const lines = broken(this.#name(index), Math.floor((view.left - 6) / NAME_LETTER), height);
      const y = top + height / 2 + 3.5 - (lines.length - 1) * NAME_LINE / 2;
      group.append(svg("text", { "text-anchor": "end", ...quiet(colors) },
        ...lines.map((line, n) => svg("tspan", { x: view.left - 6, y: y + NAME_LINE * n }, line))));
    }
    return group;
  }

  // Darker means more boundaries; wide segments stay separate.
  #densities(layer, index, view, colors) {
    const y = this.title + index * this.rowHeight;
    const edges = layer.boundaries.filter((time) => time > view.start && time < view.end);
    const places = [...edges.map((time) => view.x(time)), view.left + view.width];
    const parts = [];
    let [from, count] = [view.left, 0];
    places.forEach((x, at) => {
      count++;
      const next = places[at + 1] ?? Infinity;
      if (x - from < BIN && next - x < BIN) return;
      const opacity = 0.12 + 0.6 * Math.min(1, (count - 1) / (x - from));
      parts.push(svg("rect", { class: "density", x: from, y, width: Math.max(x - from - 0.5, 0.5),
        height: this.rowHeight - 1, fill: colors.text, "fill-opacity": opacity },
        svg("title", {}, `${this.#name(index)}: about ${count} of its segments; zoom in to see them`)));
      [from, count] = [x, 0];
    });
    return parts;
  }

  #segment(layer, segment, index, view, colors, fill) {
    const group = svg("g");
    const label = shownLabel(layer.labels[segment]);
    const [from, to] = [layer.boundaries[segment], layer.boundaries[segment + 1]];
    if (to < view.start || from > view.end) return group;
    const top = this.title + index * this.rowHeight;
    const height = this.rowHeight;
    const x = Math.max(view.x(from), view.left);
    const width = Math.min(view.x(to), view.left + view.width) - x;
    const [box, ...pattern] = boxOf({ x, y: top, width: Math.max(width, 0.5), height: height - 1 },
      fill(label), colors);
    const times = timesIn(this.hierarchy.unit);
    const name = this.#name(index);
    const stretch = `${times.bare(from, 2)} – ${times.bare(to, 2)}`;
    box.append(svg("title", {}, `${name}: ${label || "–"}  ${stretch}`));
    group.append(box, ...pattern);
    if (segment > 0 && from >= view.start) {
      const stroke = box.hasAttribute("stroke") ? colors.text : palette.ink;
      group.append(svg("line", { ...upright(x, top, top + height - 1), stroke, "stroke-width": 1.2 }));
    }
    return group;
  }

  // A segment's label, above all moving parts so that it stays readable; empty if there is no room.
  #label(layer, segment, index, view, colors, fill) {
    const label = shownLabel(layer.labels[segment]);
    const x = view.clip(layer.boundaries[segment]);
    const width = view.clip(layer.boundaries[segment + 1]) - x;
    const fits = this.rowHeight >= 12 ? Math.floor((width - 6) / 6.2) : 0;
    const text = label.length <= fits ? label : fits >= 3 ? `${label.slice(0, fits - 1)}…` : "";
    const y = this.title + (index + 0.5) * this.rowHeight + 3.5;
    const [[ground], share] = [fill(label), 100 * colors.fill];
    const around = `color-mix(in srgb, ${ground} ${share}%, ${colors.background})`;
    return text ? svg("text", { x: x + width / 2, y, "text-anchor": "middle", "font-size": 11,
      fill: palette.ink, ...halo({ background: around }) }, text) : svg("g");
  }

  /** Draw g(q) of one window: `row` has one value per column over `range`, see the schema. */
  showStrip(row, range, view) {
    const shadeOf = (value) => Math.ceil((1 - value / schema.one) * SHADES);
    const stretches = runs(row, range, view, this.shaded
      ? (value) => (value === schema.no_triplet ? value : shadeOf(value))
      : (value) => value);
    const top = this.stripTop;
    const bottom = top + this.stripHeight;
    const box = ([, x0, x1]) => `M${x0} ${bottom}V${top}H${x1}V${bottom}Z`;
    set(this.void, { d: stretches.filter(([value]) => value === schema.no_triplet).map(box).join("") });
    if (this.shaded) {
      this.shades.forEach((path, shade) =>
        set(path, { d: stretches.filter(([value]) => value === shade + 1).map(box).join("") }));
      return;
    }
    let line = "";
    let open = false;
    for (const [value, x0, x1] of stretches) {
      if (value === schema.no_triplet) {
        if (open) line += `V${bottom}`;
        open = false;
      } else {
        const y = (bottom - (value / schema.one) * this.stripHeight).toFixed(1);
        line += `${open ? "" : `M${x0} ${bottom}`}V${y}H${x1}`;
        open = true;
      }
    }
    if (open) line += `V${bottom}`;
    set(this.area, { d: line });
  }

  segmentsAt(time) {
    return this.hierarchy.layers.map((layer, index) => {
      const segment = segmentAt(layer, time);
      const [start, end] = layer.boundaries.slice(segment, segment + 2);
      const [name, label] = [this.#name(index), shownLabel(layer.labels[segment])];
      return { level: index + 1, name, label, start, end };
    });
  }

  #name(index) {
    return layerName(this.hierarchy.layers, index);
  }
}

// The pattern of "nothing to compare", as in scapes.
function hatching(strip, { scape: { none: fill } }) {
  return svg("pattern", { id: `none-${strip}`, width: 5, height: 5, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)" }, svg("rect", { width: 2.5, height: 5, fill }));
}

/** Return runs of equal columns on screen as [value, from, to] in pixels. */
function runs(row, range, view, valueOf) {
  const step = (range.end - range.start) / row.length;
  const stretches = [];
  let column = 0;
  while (column < row.length) {
    const value = valueOf(row[column]);
    let last = column + 1;
    while (last < row.length && valueOf(row[last]) === value) last++;
    const [x0, x1] = [column, last].map((at) => view.clip(range.start + at * step));
    if (x1 > x0) stretches.push([value, x0.toFixed(1), x1.toFixed(1)]);
    column = last;
  }
  return stretches;
}

// The name of a layer, in two lines if it is too long for one and the row has the height.
function broken(name, letters, height) {
  const at = name.length > letters && height >= 2 * NAME_LINE ? name.lastIndexOf(" ", letters) : 0;
  return at > 0 ? [name.slice(0, at), shorten(name.slice(at + 1), letters)] : [shorten(name, letters)];
}

function shorten(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/**
 * Thin lines that continue each boundary across the other hierarchy. Boundaries that agree form one line.
 */
export class Guides {
  constructor() {
    this.element = svg("g", { class: "guides", "pointer-events": "none" });
    this.clear();
  }

  clear() {
    this.lines = new Map();
    this.element.replaceChildren();
  }

  /** Draw the lines of two stacks, whose upper ends are `tops`; existing lines stay. */
  show(stacks, tops, view) {
    const stale = new Set(this.lines.keys());
    const rows = stacks.map((stack, side) => {
      const top = tops[side] + stack.title;
      return `${top}V${top + stack.layersHeight}`;
    });
    stacks.forEach((stack, side) => {
      const seen = new Set();
      stack.hierarchy.layers.forEach((layer, level) => {
        for (const time of stack.dense[level] ? [] : layer.boundaries.slice(1, -1)) {
          if (seen.has(time) || time < view.start || time > view.end) continue;
          seen.add(time);
          const key = `${side} ${level} ${time}`;
          // Painting takes the longest, so unchanged lines are not touched.
          if (stale.delete(key)) continue;
          const x = view.x(time);
          this.lines.set(key, svg("path", { d: rows.map((row) => `M${x} ${row}`).join(""),
            stroke: palette.guide, "stroke-opacity": Math.max(0.25, 0.7 - 0.2 * level),
            "stroke-width": 0.9 }));
          this.element.append(this.lines.get(key));
        }
      });
    });
    for (const key of stale) {
      this.lines.get(key).remove();
      this.lines.delete(key);
    }
  }
}
