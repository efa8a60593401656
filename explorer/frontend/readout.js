// The scores at the present window, as a table; the rows choose the variant that is drawn.

import { html } from "./draw.js";
import { percent } from "./say.js";
import { termLink } from "./term.js";

const COLUMNS = [
  { key: "recall", term: "recall", text: "recall", symbol: "R" },
  { key: "precision", term: "precision", text: "precision", symbol: "P" },
  { key: "f", term: "f-measure", text: "F-measure", symbol: "F" },
];
const VARIANTS = ["reduced", "full"];

export class Readout {
  /** `choose(variant)` is called when a row is chosen, `show(measure, variant)` at a score. */
  constructor(choose, show) {
    this.cells = [];
    this.lost = [];
    this.buttons = [];
    this.deltas = [];
    this.shares = [];
    this.radios = [];
    const head = html("tr", {}, html("td"));
    for (const { key, term, text, symbol } of COLUMNS) {
      head.append(html("th", { scope: "col", class: key }, termLink(term, {}, html("span", { class: "symbol" }, "T", html("sub", {}, symbol)), html("span", { class: "word" }, text))));
    }
    head.append(html("th", { scope: "col", class: "share", title: "Share of the queries that have any triplet, in the reference (for recall) and in the estimate (for precision). The mean leaves the others out, but for Eq. 9." }, termLink("queries-counted", {}, html("span", { class: "word" }, "queries counted"), html("span", { class: "word" }, "R / P"))));
    const body = html("tbody");
    VARIANTS.forEach((name, variant) => {
      const radio = html("input", { type: "radio", name: "variant", value: name });
      radio.addEventListener("change", () => choose(variant));
      this.radios.push(radio);
      // The label chooses the row; what it means is told beside it.
      const about = termLink(name, { class: "about", title: `What ${name} means`, "aria-label": `What ${name} means` }, "?");
      about.addEventListener("click", (event) => event.stopPropagation());
      const row = html("tr", { class: name }, html("th", { scope: "row" }, html("label", {}, radio, ` ${name}`), about));
      for (const { key } of COLUMNS) {
        const value = html("span", { class: "value", "data-score": `${name}-${key}` });
        const lost = html("span", { class: "lost", "data-lost": `${name}-${key}` });
        const button = html("button", { type: "button", class: "score" }, value, lost);
        button.addEventListener("click", (event) => {
          event.stopPropagation();
          show(key, variant);
        });
        const delta = html("span", { class: "delta" });
        this.cells.push(value);
        this.lost.push(lost);
        this.buttons.push(button);
        this.deltas.push(delta);
        row.append(html("td", { class: key }, button, delta));
      }
      const share = html("td", { class: "share" });
      this.shares.push(share);
      row.append(share);
      row.addEventListener("click", () => radio.checked || radio.click());
      body.append(row);
    });
    this.table = html("table", { "aria-label": "T-measures at this window" }, html("thead", {}, head), body);
    this.note = html("p", { class: "note" });
    this.element = html("div", { class: "readout" }, this.table, this.note);
  }

  load(doc) {
    this.doc = doc;
    this.element.classList.toggle("compared", Boolean(doc.delta));
    this.note.textContent = "Small: difference from mir_eval with 0.1 s frames.";
  }

  /**
   * Draw a window; `splits` say how the loss divides, by variant and direction. They are undefined
   * until they have come, and null where nobody asks.
   */
  show(index, variant, splits) {
    const { scores, delta } = this.doc;
    for (let cell = 0; cell < 6; cell++) {
      const counted = isCounted(scores, index, cell);
      this.#showLoss(cell, counted, splits);
      this.cells[cell].textContent = scoreText(scores, index, cell);
      this.deltas[cell].textContent = delta && counted ? signed(delta[6 * index + cell]) : "";
    }
    for (const row of [0, 1]) {
      const [recall, precision] = [6, 7].map((at) => scores[10 * index + at + 2 * row]);
      this.shares[row].textContent = `${percent(recall)} / ${percent(precision)}`;
      this.radios[row].checked = row === variant;
      this.table.tBodies[0].rows[row].classList.toggle("chosen", row === variant);
    }
  }

  #showLoss(cell, counted, splits) {
    const name = VARIANTS[Math.floor(cell / 3)];
    const { key, symbol } = COLUMNS[cell % 3];
    const split = splits?.[name][key];
    const lost = split ? 1 - split.score : null;
    const score = `T_${symbol} ${name} ${this.cells[cell].textContent}`;
    this.lost[cell].textContent = !counted || key === "f" || splits === null ? "" : lost === null ? "…" : `${percent(lost)} lost`;
    this.buttons[cell].title = !counted
      ? "no query has a triplet within this window"
      : key === "f"
        ? `${score}: show the triplets of the side that loses more`
        : lost === null ? "" : `${score}: ${percent(lost)} lost, ${percent(split.tie)} ties, ${percent(split.inverted)} inverted. Click to see the triplets`;
  }
}

/** Whether any query counts for a score: cells are R, P, F of reduced, then of full. */
export function isCounted(scores, index, cell) {
  const row = 10 * index + 6 + 2 * Math.floor(cell / 3);
  return [[row], [row + 1], [row, row + 1]][cell % 3].every((at) => scores[at] > 0);
}

/** Write a score; a dash where no query has a triplet, for the 0 is a convention there. */
export function scoreText(scores, index, cell) {
  return isCounted(scores, index, cell) ? scores[10 * index + cell].toFixed(3) : "–";
}

/** Write a difference; `zero` where it is none. */
export function signed(value, zero = "=") {
  const text = Math.abs(value).toFixed(3);
  return text === "0.000" ? zero : `${value < 0 ? "−" : "+"}${text}`;
}
