// The costliest blocks of the query or of the whole track, with filters.

import { folding } from "../shared/buttons.js";
import { html, set, setText, termLink } from "../shared/elements.js";
import { SIDES, layerName } from "../shared/schema.js";
import { countText, rounded } from "../shared/text.js";
import { regionText, regionWords, ROLES } from "./loss-strips.js";

const SIGNS = { agree: "✓", tie: "=", inverted: "⇄" };
const OUTCOMES = { lost: "all lost", tie: "ties", inverted: "opposite", agree: "agreeing" };
const CLOSER = "The closer moment, and the deepest layer in which it shares a segment (for L, a label)";
const NONE = [];
const FIRST = 4; // rows drawn at once: as many as fit in the list
const LATER = 150; // ms without a new list, after which the other rows are drawn and the chosen one is shown
const MERGED = "Adjacent moments q with the same stretches share a row, which is drawn in their middle.";
const LISTS = { track: "whole track", query: "this query" };

export class BlockList {
  /** @param {import("../pair/choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    this.listed = this.#select("Blocks of", "listed", LISTS);
    this.outcome = this.#select("Outcome", "outcome", OUTCOMES);
    this.active = html("span", { class: "active" });
    this.note = html("p", { class: "quiet" });
    this.none = html("p", { class: "quiet none", hidden: "" });
    this.share = termLink("lost");
    this.steps = new Steps();
    this.options = [];
    this.list = html("div", { class: "blocks", role: "listbox", tabindex: 0,
      "aria-label": "Costliest blocks; arrow keys choose one" });
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, n: 1, p: -1, Home: -Infinity, End: Infinity }[event.key];
      if (!step) return;
      event.preventDefault();
      this.step(step);
    });
    this.filters = html("div", { id: "filters", class: "filters" }, this.listed.label, this.outcome.label,
      this.#typedRegion(), this.note);
    this.fold = folding("Filter", this.filters); // the open filters cover the picture
    this.filters.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      this.fold.show(false);
      this.fold.button.focus();
    });
    this.element = html("section", { class: "panel costliest" },
      html("div", { class: "costliest-head" }, html("h3", {}, termLink("block", {}, "Costliest blocks")),
        this.fold.button, this.active),
      this.filters,
      html("div", { class: "blocks-head" }, html("span"),
        termLink("triplet", {}, "stretches of q, i and j"),
        termLink("depth", { class: "term depths" }, "which is closer"), this.share), this.list, this.none);
  }

  #select(text, name, options) {
    const select = html("select", { name, onchange: () => this.choices.change(name, select.value) },
      ...Object.entries(options).map(([value, text]) => html("option", { value }, text)));
    return { select, label: html("label", {}, `${text} `, select) };
  }

  // An alternative to a brushed strip, for keyboards.
  #typedRegion() {
    const role = html("select", { "aria-label": "Which of q, i and j is in the stretch" },
      ...ROLES.map((name) => html("option", { value: name }, name === "query" ? "q" : name)));
    const entry = this.stretch = html("input", { type: "text", class: "stretch" });
    entry.addEventListener("change", () => {
      const times = entry.value.split(/[-–]/).map((time) => this.times.read(time));
      const good = times.length === 2 && times.every(Number.isFinite);
      entry.classList.toggle("wrong", Boolean(entry.value.trim()) && !good);
      if (good || !entry.value.trim()) {
        this.choices.change("region", good ? regionText(role.value, ...times, 0) : "");
      }
    });
    return html("label", {}, "In time ", role, " ", entry);
  }

  load(sides, times) {
    this.sides = sides;
    this.times = times;
    this.rows = this.filtered = null;
    const such = times.span(10, 25).replace("–", "-").replaceAll(".0", "");
    set(this.stretch, { placeholder: such, "aria-label": `Stretch of time to list, such as ${such}` });
  }

  step(by) {
    const row = this.steps.step(by);
    if (row) this.#pick(row);
  }

  #pick({ query, run }) {
    this.choices.publish("place", { query, run });
  }

  show(triplets, whole, state, query) {
    this.listed.select.value = state.listed;
    this.outcome.select.value = state.outcome;
    this.#filters(state);
    if (!triplets) return;
    const { picked } = triplets;
    this.frameless = triplets.frameless;
    const track = state.listed === "track";
    const rows = (track ? whole?.rows : triplets.rows) ?? NONE;
    const other = rows !== this.rows;
    if (other) {
      this.rows = rows;
      for (const option of this.options.splice(FIRST)) option.element.remove();
      this.#fill(FIRST, track);
    }
    const current = this.steps.follow(rows, picked, query, track);
    this.#mark(current);
    if (other || current !== this.current) {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.#rest(track), LATER);
    }
    this.current = current;
    setText(this.share, state.outcome === "agree"
      ? "of q's triplets"
      : track ? "of all loss" : "of q's loss");
    const unfiltered = state.outcome === "lost" && state.layers === "any-any" && !state.region;
    this.none.hidden = rows.length > 0;
    setText(this.none, unfiltered ? "Nothing is lost." : "No block passes the filters.");
    const cut = track && whole?.cut ? `The ${rows.length} costliest; Export has more. ` : "";
    const some = triplets.listed > rows.length ? `${rows.length} of ${triplets.listed} blocks.` : "";
    setText(this.note, track ? cut + MERGED : some);
  }

  // Draw the whole list and show the chosen row; measuring and scrolling take the longest.
  #rest(track) {
    this.#fill(Infinity, track);
    this.#mark(this.current);
    if (this.current >= 0) this.#scrollTo(this.options[this.current].element);
  }

  #mark(current) {
    this.options.forEach(({ element }, index) =>
      set(element, { "aria-selected": String(index === current) }));
    set(this.list, { "aria-activedescendant": this.options[current]?.element.id ?? null });
  }

  // Scroll only the list, never the page.
  #scrollTo(option) {
    const box = this.list;
    const { offsetTop: top, offsetHeight: height } = option;
    const seen = top >= box.scrollTop && top + height <= box.scrollTop + box.clientHeight;
    if (!seen) box.scrollTop = top - box.clientHeight / 3;
  }

  // Draw rows up to a number, reusing elements; while windows change quickly, hidden rows are not drawn.
  #fill(count, track) {
    this.rows.slice(0, count).forEach((row, index) => {
      if (index === this.options.length) {
        this.options.push(this.#option(index));
        this.list.append(this.options[index].element);
      }
      if (this.options[index].row !== row) this.#write(this.options[index], row, track);
    });
    for (const option of this.options.splice(this.rows.length)) option.element.remove();
  }

  destroy() {
    clearTimeout(this.resting);
  }

  #filters(state) {
    const key = `${state.layers} ${state.region}`;
    if (key === this.filtered) return;
    this.filtered = key;
    const chips = [];
    const chip = (text, name, value) => chips.push(html("button", {
      title: "Remove this filter", "data-filter": name, onclick: () => this.choices.change(name, value),
    }, `${text} ×`));
    const [i, j] = state.layers.split("-");
    if (state.layers !== "any-any") chip(`i at depth ${i}, j at depth ${j}`, "layers", "any-any");
    if (state.region) chip(regionWords(state.region, this.times), "region", "");
    this.active.replaceChildren(...chips);
  }

  #option(index) {
    const [sign, at, i, j, reference, estimate, share] = ["sign", "at", null, null, null, null, "share"]
      .map((name) => html("span", { class: name }));
    const option = { sign, at, i, j, reference, estimate, share, row: null, element: null };
    const onclick = () => this.#pick(option.row);
    const stretchOf = (name, times) => html("span", { class: name }, html("i", {}, `${name} `), times);
    option.element = html("div", { role: "option", id: `block-${index}`, "aria-selected": "false", onclick },
      sign, html("span", { class: "when" }, at, stretchOf("i", i), stretchOf("j", j)),
      html("span", { class: "depths", title: CLOSER }, reference, html("br"), estimate), share);
    return option;
  }

  /** @param {Row} row */
  #write(option, row, track) {
    const { element, sign, at, i, j, reference, estimate, share } = option;
    option.row = row;
    const answer = (side, [of_i, of_j]) => {
      const closer = of_i === of_j ? "tie" : `${of_i > of_j ? "i" : "j"} closer`;
      const deepest = Math.max(of_i, of_j);
      const shared = deepest ? layerName(this.sides[side].layers, deepest - 1) : "whole track";
      return `${SIDES[side]}: ${closer} (${shared})`;
    };
    const here = `${countText(row.count, this.frameless)}, ${rounded(row.share)} of those of q.`;
    const cost = `${+(100 * row.loss).toPrecision(3)} % of the score`;
    set(element, {
      class: `block ${row.outcome}`,
      title: track
        ? `Where it costs most: ${here} The row costs ${cost}.`
        : `${here} It costs ${cost}.`,
    });
    element.style.setProperty("--share", `${100 * (row.of_loss ?? 0)}%`);
    set(sign, { title: OUTCOMES[row.outcome] });
    setText(sign, SIGNS[row.outcome]);
    at.hidden = !track;
    setText(at, track ? `q ${stretch(row.queries, this.times)}` : "");
    setText(i, stretch(row.i, this.times));
    setText(j, stretch(row.j, this.times));
    setText(reference, answer(0, row.depth_reference));
    setText(estimate, answer(1, row.depth_estimate));
    setText(share, rounded(row.of_loss ?? row.share));
  }
}

/** Format a stretch of time with enough decimals to distinguish its ends. */
function stretch([start, end], times) {
  return times.span(start, end, times.bare(start) === times.bare(end) ? 2 : 1);
}

/** The steps through a list: to the drawn block, and to the next. */
export class Steps {
  constructor() {
    this.rows = NONE;
    this.at = this.current = -1;
  }

  /** The row that is drawn at a query, or -1; for the `track`, a row also covers neighboring queries. */
  follow(rows, picked, query, track) {
    // The same list may arrive again with more results for the track.
    const named = (list) => String(list.map((row) => `${row.query} ${row.run}`));
    if (rows !== this.rows && named(rows) !== named(this.rows)) this.at = this.current = -1;
    this.rows = rows;
    const holds = ([start, end]) => start - 1e-6 <= query && query < end - 1e-6;
    const current = rows.findIndex((row) => picked && `${row.run}` === `${picked.run}`
      && (!track || holds(row.queries)));
    if (current >= 0 && current !== this.current) this.at = current;
    this.current = current;
    return current;
  }

  /** The row `by` places after the one chosen last, or undefined. */
  step(by) {
    if (this.rows.length) {
      this.at = this.at < 0 ? 0 : Math.min(Math.max(this.at + by, 0), this.rows.length - 1);
    }
    return this.rows[this.at];
  }
}
