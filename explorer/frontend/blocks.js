// The costliest blocks, of the query or of the whole track, with what restricts the list.

import { clock, html } from "./draw.js";
import { countText, percent } from "./say.js";
import { regionWords } from "./strips.js";

const SIGNS = { agree: "✓", tie: "=", inverted: "⇄" };
const OUTCOMES = { lost: "all that is lost", tie: "ties", inverted: "inverted", agree: "agreeing" };
const NONE = [];
const LISTS = { track: "whole track", query: "this query" };

export class BlockList {
  /** `on` has change(name, value) for a filter and pick(row) for a block. */
  constructor(on) {
    this.on = on;
    this.scope = this.#select("Blocks of", "listed", LISTS);
    this.outcome = this.#select("Outcome", "outcome", OUTCOMES);
    this.active = html("span", { class: "active" });
    this.note = html("span", { class: "quiet" });
    this.list = html("div", { class: "blocks", role: "listbox", tabindex: 0, "aria-label": "Costliest blocks; arrow keys choose one" });
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
      if (!step) return;
      event.preventDefault();
      this.step(step);
    });
    this.element = html("section", { class: "panel" }, html("h4", {}, "Costliest blocks"),
      html("div", { class: "filters" }, this.scope.label, this.outcome.label, this.active),
      html("div", { class: "blocks-head", "aria-hidden": "true" }, html("span"), html("span", {}, "stretches of q, i and j"), html("span", {}, "depth of i, of j"), html("span", {}, "of the loss")), this.list, this.note);
  }

  #select(text, name, options) {
    const select = html("select", { name }, ...Object.entries(options).map(([value, words]) => html("option", { value }, words)));
    select.addEventListener("change", () => this.on.change(name, select.value));
    return { select, label: html("label", {}, `${text} `, select) };
  }

  /** Choose the block `by` rows below the one that is shown. */
  step(by) {
    const rows = this.rows ?? [];
    if (!rows.length) return;
    const next = this.current < 0 ? 0 : Math.min(Math.max(this.current + by, 0), rows.length - 1);
    this.on.pick(rows[next]);
  }

  show(triplets, whole, state, query) {
    this.scope.select.value = state.listed;
    this.outcome.select.value = state.outcome;
    this.#filters(state);
    if (!triplets) return;
    const { picked } = triplets;
    const track = state.listed === "track";
    const rows = (track ? whole?.rows : triplets.rows) ?? NONE;
    if (rows !== this.rows) {
      this.rows = rows;
      this.options = rows.map((row, index) => this.#row(row, index, track));
      this.list.replaceChildren(...this.options);
    }
    this.current = rows.findIndex((row) => picked && `${row.run}` === `${picked.run}` && (!track || Math.abs(row.query - query) < 1e-6));
    this.options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.current)));
    if (this.current >= 0) {
      const option = this.options[this.current];
      const box = this.list;
      // Only the list scrolls, never the page.
      if (option.offsetTop < box.scrollTop || option.offsetTop + option.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = option.offsetTop - box.clientHeight / 3;
      box.setAttribute("aria-activedescendant", option.id);
    } else this.list.removeAttribute("aria-activedescendant");
    this.note.textContent = !rows.length
      ? "No block here with these filters."
      : track
        ? "A pair of stretches is listed once for all neighbouring queries that lose it, and shown where it costs most."
        : triplets.listed > rows.length ? `${rows.length} of ${triplets.listed} blocks.` : "";
  }

  #filters(state) {
    const chips = [];
    const chip = (words, name, value) => {
      const button = html("button", { type: "button", title: "Remove this filter", "data-filter": name }, `${words} ×`);
      button.addEventListener("click", () => this.on.change(name, value));
      chips.push(button);
    };
    const [i, j] = state.layers.split("-");
    if (state.layers !== "any-any") chip(`i at depth ${i}, j at depth ${j}`, "layers", "any-any");
    if (state.region) chip(regionWords(state.region), "region", "");
    this.active.replaceChildren(...chips);
  }

  #row(row, index, track) {
    const stretch = ([start, end]) => `${clock(start)}–${clock(end)}`;
    const sign = (i, j) => (i > j ? ">" : i === j ? "=" : "<");
    const [reference, estimate] = [row.depth_reference, row.depth_estimate].map(([i, j]) => `${i} ${sign(i, j)} ${j}`);
    const option = html("div", { role: "option", id: `block-${index}`, class: `block ${row.outcome}`, "aria-selected": "false",
      title: `${countText(row.count)} triplets, ${percent(row.share)} of those of q; ${row.loss.toPrecision(3)} of the score` },
    html("span", { class: "sign", title: row.outcome }, SIGNS[row.outcome]),
    html("span", { class: "when" }, track ? html("span", { class: "at" }, "q ", stretch(row.queries)) : "", html("span", { class: "i" }, html("i", {}, "i "), stretch(row.i)), html("span", { class: "j" }, html("i", {}, "j "), stretch(row.j))),
    html("span", { class: "depths", title: "depth of i against depth of j, in the reference and in the estimate" }, `ref ${reference}`, html("br"), `est ${estimate}`),
    html("span", { class: "share" }, percent(row.of_loss)));
    option.style.setProperty("--share", `${100 * (row.of_loss ?? row.share)}%`);
    option.addEventListener("click", () => this.on.pick(row));
    return option;
  }
}
