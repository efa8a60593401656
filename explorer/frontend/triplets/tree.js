// A hierarchy as a tree, as in the paper's Figure 1, with the segments of one triplet marked.

import { halo } from "../shared/axes.js";
import { across, html, set, svg } from "../shared/elements.js";
import { theme } from "../shared/palette.js";
import { scale } from "../shared/scales.js";
import { segmentAt } from "../shared/times.js";
import { spread } from "./moments.js";

const TOP = 26;
const ROW = 34;
const TALLEST = 260; // px that deep trees share
const FEET = 34;
const SIDE = 14;
const LETTER = 11; // px between letters

export class Tree {
  constructor(root, word) {
    this.root = root;
    this.word = word;
    this.svg = svg("svg", { class: "tree", role: "img", "aria-label": `${word} as a tree` });
    this.static = svg("g");
    this.moving = svg("g");
    this.svg.append(this.static, this.moving);
    this.element = html("figure", {}, this.svg);
  }

  load(hierarchy, duration) {
    this.hierarchy = hierarchy;
    this.duration = duration;
    this.layout();
  }

  layout() {
    const width = this.element.clientWidth;
    if (!width || !this.hierarchy) return;
    this.width = width;
    this.x = scale([0, this.duration], [SIDE, width - SIDE]);
    const colors = (this.colors = theme(this.root));
    const { layers } = this.hierarchy;
    this.row = Math.min(ROW, TALLEST / layers.length);
    this.foot = TOP + this.row * layers.length + FEET - 14;
    set(this.svg, { width, height: this.foot + 22, viewBox: `0 0 ${width} ${this.foot + 22}`,
      "font-family": colors.font });
    const edges = [];
    const dots = [svg("circle", { cx: this.x(this.duration / 2), cy: TOP, r: 4, fill: colors.text })];
    layers.forEach(({ boundaries }, index) => {
      for (let segment = 0; segment < boundaries.length - 1; segment++) {
        const [start, end] = [boundaries[segment], boundaries[segment + 1]];
        const middle = (start + end) / 2;
        const parent = index ? holding(layers[index - 1], middle) : [0, this.duration];
        const [above, x] = [this.x((parent[0] + parent[1]) / 2), this.x(middle)];
        edges.push(`M${above.toFixed(1)} ${this.y(index)}L${x.toFixed(1)} ${this.y(index + 1)}`);
        const r = this.row > 14 ? 3 : 1.6;
        dots.push(svg("circle", { cx: x, cy: this.y(index + 1), r, fill: colors.text,
          "fill-opacity": 0.75 }));
      }
    });
    this.static.replaceChildren(
      svg("text", { x: 0, y: 12, "font-size": 12, fill: colors.text, "fill-opacity": 0.8 }, this.word),
      svg("line", { ...across(this.foot, SIDE, width - SIDE), stroke: colors.text, "stroke-opacity": 0.4 }),
      svg("path", { d: edges.join(""), fill: "none", stroke: colors.text, "stroke-opacity": 0.35 }),
        ...dots);
    if (this.now) this.show(...this.now);
  }

  y(level) {
    return TOP + level * this.row;
  }

  /** Mark the smallest segments with two of the moments, H(q, i) etc. of the paper. */
  show(picked, query, side) {
    this.now = [picked, query, side];
    if (!this.colors) return;
    const { colors } = this;
    const children = [];
    const named = { "font-size": 12, "font-weight": 600 };
    const places = picked ? { q: query, i: picked.example[0], j: picked.example[1] } : { q: query };
    const { layers } = this.hierarchy;
    const below = Object.values(places).map((time) => this.x(time));
    const letters = picked ? spread(below, LETTER) : below;
    for (const [at, [name, time]] of Object.entries(places).entries()) {
      const color = name === "q" ? colors.window : colors[name];
      const leaf = holding(layers.at(-1), time);
      const [top, x, { foot }] = [this.x((leaf[0] + leaf[1]) / 2), this.x(time), this];
      children.push(
        svg("path", { d: `M${top} ${this.y(layers.length)}L${x} ${foot}`, stroke: color,
          "stroke-width": 1.6, fill: "none" }),
        svg("circle", { cx: x, cy: foot, r: 3.5, fill: color }),
        svg("text", { x: letters[at], y: foot + 16, "text-anchor": "middle", ...named, "font-style": "italic",
          fill: color }, name));
    }
    if (picked) {
      // Labels meet in two segments; the first has the name.
      const what = picked.of_labels ? "deepest label" : "smallest segment";
      const names = ["q and i", "q and j", "i and j"];
      const tints = [colors.i, colors.j, colors.text];
      const seen = new Map();
      const mark = (level, [start, end], which) => {
        const key = `${level}:${start}`;
        if (!seen.has(key)) {
          seen.set(key, { x: this.x((start + end) / 2), y: this.y(level), names: [], tint: tints[which] });
        }
        return seen.get(key).names;
      };
      picked.segments[side].forEach(([level, start, end, , other], which) => {
        mark(level, [start, end], which).push(names[which]);
        if (other) mark(level, other, which);
      });
      for (const { x, y, names: texts, tint } of seen.values()) {
        const right = x < this.width - 130;
        children.push(
          svg("circle", { class: "ancestor", cx: x, cy: y, r: 6.5, fill: colors.background, stroke: tint,
            "stroke-width": 2.6 }),
          svg("text", { x: x + (right ? 11 : -11), y: y - 6, "text-anchor": right ? "start" : "end",
            ...named, fill: tint, ...halo(colors) },
          texts.length > 2 ? `${what} with q, i and j` : `${what} with ${texts.join(", and with ")}`));
      }
    }
    this.moving.replaceChildren(...children);
  }
}

function holding(layer, time) {
  const segment = segmentAt(layer, time);
  return layer.boundaries.slice(segment, segment + 2);
}
