// What the loss of each method is made of, by cause, at the window that was diagnosed nearest to w.

import { quiet, ruled, valuesBelow } from "../shared/axes.js";
import { saveButtons } from "../shared/buttons.js";
import { html, set, setText, svg } from "../shared/elements.js";
import { scoreOf } from "../shared/numbers.js";
import { palette, theme } from "../shared/palette.js";
import { together } from "../shared/saving.js";
import { scale } from "../shared/scales.js";
import { measure, symbols } from "../shared/text.js";
import { windowText } from "../shared/times.js";
import { nearestWindow } from "../shared/window-slider.js";

const [LEFT, RIGHT, HEAD, BAR, GAP, BELOW] = [8, 16, 20, 26, 12, 40];
const LINE = 22; // of the legend
const LEAST = 0.0005; // of a loss, to have a name in the legend
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25]; // of the axis
const TILE = 8;
// Marks that tell causes apart in gray, too, and where colors come again; the last cause has none.
const MARKS = ["", "M-2,10L10,-2M-2,2L2,-2M6,10L10,6", "M2,2h0M6,6h0", "M-2,-2L10,10M6,-2L10,2M-2,6L2,10", "M0,4H8", "M4,0V8", "M0,4H8M4,0V8", "M0,0L8,8M8,0L0,8", "M0,2H8M0,6H8"];

export class Losses {
  constructor(root) {
    this.root = root;
    this.told = html("span");
    this.words = html("p", { class: "quiet" }, "Mean loss 1 − ", html("i", {}, "T"), html("sub", {}, "F"), this.told);
    this.tools = html("div", { class: "tools" });
    this.svg = svg("svg", { class: "losses-plot", role: "img" });
    this.box = html("div", { class: "losses-box" }, this.svg);
    this.table = html("table", {});
    this.element = html("div", { class: "losses" }, html("h3", {}, "Why: what the loss is made of"), html("div", { class: "said" }, this.words, this.tools), this.box,
      html("details", {}, html("summary", {}, "The same as a table"), html("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "What the loss is made of" }, this.table)));
  }

  /** `doc` is what explorer/messages/corpus.py packs. */
  load(doc) {
    this.doc = doc;
    this.element.hidden = !doc.diagnosed.length;
    this.tools.replaceChildren(...saveButtons(() => together([this.svg], [`${this.words.textContent} ${doc.caption}`], theme(this.root)), () => `${doc.file}-losses`, "picture of losses"));
  }

  /** The number of the window that was diagnosed nearest to another; -1 where none was. */
  find(window) {
    const { diagnosed } = this.doc;
    return diagnosed.length ? nearestWindow({ windows: diagnosed, most: Infinity }, window) : -1;
  }

  #parts(method, at) {
    const { losses, groups, diagnosed, variants } = this.doc;
    const start = ((method * variants.length + this.variant) * diagnosed.length + at) * groups.length;
    return [...losses.subarray(start, start + groups.length)];
  }

  layout(width, colours, variant) {
    if (!width || !this.doc.diagnosed.length) return;
    const { doc } = this;
    this.width = width;
    this.colours = colours;
    this.variant = Math.max(0, doc.variants.indexOf(variant)); // T alone is diagnosed
    this.key = "";
    const every = doc.diagnosed.flatMap((_, at) => doc.methods.map((_, method) => this.#parts(method, at)));
    const most = Math.max(0.01, ...every.map((parts) => sum(parts)).filter(Number.isFinite));
    const step = STEPS.find((each) => most / each <= 6) ?? STEPS.at(-1);
    const ticks = Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, k) => +(k * step).toFixed(2));
    this.x = scale([0, ticks.at(-1)], [LEFT, width - RIGHT]);
    const bottom = doc.methods.length * (HEAD + BAR + GAP);
    const named = doc.groups.map((_, group) => group).filter((group) => every.some((parts) => parts[group] >= LEAST));
    const legend = this.#legend(named, bottom + BELOW);
    set(this.svg, { width, height: legend.bottom, viewBox: `0 0 ${width} ${legend.bottom}`, "font-family": colours.font });
    this.bars = svg("g");
    this.svg.replaceChildren(svg("defs", {}, ...doc.groups.map((_, group) => this.#pattern(group))),
      ...ticks.map((tick) => svg("path", { d: `M${this.x(tick).toFixed(1)},${HEAD - 6}V${bottom}`, ...ruled(tick, colours) })),
      ...valuesBelow(ticks, this.x, bottom, colours),
      svg("text", { x: width - RIGHT, y: bottom + 31, "text-anchor": "end", ...quiet(colours) }, ...symbols("mean of 1 − T_F")),
      this.bars, ...legend.parts);
  }

  #pattern(group) {
    const last = group === this.doc.groups.length - 1;
    return svg("pattern", { id: `loss-${group}`, width: TILE, height: TILE, patternUnits: "userSpaceOnUse" },
      svg("rect", { width: TILE, height: TILE, fill: last ? this.colours.background : palette.layers[group % palette.layers.length] }),
      svg("path", { d: last ? "" : MARKS[group], stroke: palette.ink, "stroke-opacity": 0.42, "stroke-width": group === 2 ? 2.2 : 1, "stroke-linecap": "round" }));
  }

  // Swatches with their names, as many in a row as there is room for.
  #legend(named, top) {
    const { colours, doc, width } = this;
    let [x, y] = [LEFT, top];
    const parts = named.flatMap((group) => {
      const length = 24 + measure(doc.groups[group], 12, colours.font) + 18;
      if (x > LEFT && x + length > width) [x, y] = [LEFT, y + LINE];
      const swatch = [this.#block(group, x, y, 18, 14), svg("text", { x: x + 24, y: y + 11, "font-size": 12, fill: colours.text }, doc.groups[group])];
      x += length;
      return swatch;
    });
    return { parts, bottom: y + LINE };
  }

  #block(group, x, y, width, height) {
    return svg("rect", { x: x.toFixed(1), y, width: Math.max(width, 0).toFixed(1), height, fill: `url(#loss-${group})`, stroke: this.colours.text, "stroke-width": 1 });
  }

  /** Draw the parts at the window that was diagnosed nearest to one. */
  show(window) {
    const { doc } = this;
    if (!this.width || !doc.diagnosed.length) return;
    const at = this.find(window);
    const here = `${at} ${window}`;
    if (here === this.key) return;
    this.key = here;
    const found = doc.diagnosed[at];
    const place = found === null ? "for the whole track" : `at w = ${windowText(found, " s")}`;
    const nearest = found === window ? "" : `, the window nearest to ${windowText(window, " s")} that was diagnosed`;
    setText(this.told, ` (${doc.variants[this.variant]}) by cause, ${place}${nearest}.`);
    const rows = doc.methods.map((method, number) => ({ method, parts: this.#parts(number, at), tracks: doc.counts[(number * doc.variants.length + this.variant) * doc.diagnosed.length + at] }));
    this.bars.replaceChildren(...rows.flatMap((row, number) => this.#bar(row, number * (HEAD + BAR + GAP))));
    set(this.svg, { "aria-label": `${this.words.textContent} ${rows.map(({ method, parts }) => `${method}: ${scoreOf(sum(parts))}`).join("; ")}` });
    this.#tabulate(rows);
    this.element.dataset.window = String(found);
  }

  #bar({ method, parts, tracks }, top) {
    const { colours, doc } = this;
    const total = sum(parts);
    const text = total === total ? `loss ${scoreOf(total)} · ${tracks} ${tracks === 1 ? "track" : "tracks"}` : "no track has a score";
    const head = svg("text", { x: LEFT, y: top + HEAD - 6, "font-size": 12, fill: colours.text }, svg("tspan", { "font-weight": 600 }, method), svg("tspan", { dx: 8 }, text));
    if (total !== total) return [head];
    let from = 0;
    const blocks = parts.flatMap((part, group) => {
      const [x, end] = [this.x(from), this.x(from + part)];
      from += part;
      if (part < LEAST / 10) return [];
      const name = `${doc.groups[group]}: ${scoreOf(part)}`;
      const block = this.#block(group, x, top + HEAD, end - x, BAR);
      block.append(svg("title", {}, name));
      set(block, { "data-cause": doc.groups[group] });
      const label = [`${doc.groups[group]} ${part.toFixed(2)}`, doc.groups[group], part.toFixed(2)].find((each) => measure(each, 11, colours.font) + 10 < end - x);
      if (!label) return [block];
      const last = group === doc.groups.length - 1;
      return [block, svg("text", { x: ((x + end) / 2).toFixed(1), y: top + HEAD + BAR / 2 + 4, "text-anchor": "middle", "font-size": 11, "pointer-events": "none", fill: last ? colours.text : palette.ink, stroke: last ? colours.background : palette.layers[group % palette.layers.length], "stroke-width": 4, "paint-order": "stroke" }, label)];
    });
    return [head, ...blocks];
  }

  #tabulate(rows) {
    const { groups } = this.doc;
    const line = (name, values) => html("tr", {}, html("th", { scope: "row" }, name), ...values.map((value) => html("td", {}, value)));
    this.table.replaceChildren(
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "cause"), ...rows.map(({ method }) => html("th", { scope: "col" }, method)))),
      html("tbody", {}, ...groups.map((group, at) => line(group, rows.map(({ parts }) => scoreOf(parts[at])))),
        line("loss", rows.map(({ parts }) => scoreOf(sum(parts)))), line("tracks", rows.map(({ tracks }) => String(tracks)))));
  }
}

function sum(parts) {
  return parts.reduce((total, part) => total + part, 0);
}
