// The scores at the present window, as a table; the rows choose the variant that is drawn.

import { html } from "./draw.js";

const COLUMNS = [
  { key: "recall", text: "recall", symbol: "R" },
  { key: "precision", text: "precision", symbol: "P" },
  { key: "f", text: "F-measure", symbol: "F" },
];
const VARIANTS = ["reduced", "full"];

export class Readout {
  /** `choose(variant)` is called when a row is chosen. */
  constructor(choose) {
    this.cells = [];
    this.deltas = [];
    this.shares = [];
    this.radios = [];
    const head = html("tr", {}, html("td"));
    for (const { key, text, symbol } of COLUMNS) {
      head.append(html("th", { scope: "col", class: key }, html("span", { class: "symbol" }, "T", html("sub", {}, symbol)), html("span", { class: "word" }, text)));
    }
    head.append(html("th", { scope: "col", class: "share", title: "Share of the queries that have any triplet, in the reference (for recall) and in the estimate (for precision). The mean leaves the others out, but for Eq. 9." }, html("span", { class: "word" }, "queries counted"), html("span", { class: "word" }, "R / P")));
    const body = html("tbody");
    VARIANTS.forEach((name, variant) => {
      const radio = html("input", { type: "radio", name: "variant", value: name });
      radio.addEventListener("change", () => choose(variant));
      this.radios.push(radio);
      const row = html("tr", { class: name }, html("th", { scope: "row" }, html("label", {}, radio, ` ${name}`)));
      for (const { key } of COLUMNS) {
        const value = html("span", { class: "value", "data-score": `${name}-${key}` });
        const delta = html("span", { class: "delta" });
        this.cells.push(value);
        this.deltas.push(delta);
        row.append(html("td", { class: key }, value, delta));
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

  show(index, variant) {
    const { scores, delta } = this.doc;
    for (let cell = 0; cell < 6; cell++) {
      const counted = isCounted(scores, index, cell);
      this.cells[cell].textContent = scoreText(scores, index, cell);
      this.cells[cell].title = counted ? "" : "no query has a triplet within this window";
      this.deltas[cell].textContent = delta && counted ? signed(delta[6 * index + cell]) : "";
    }
    for (const row of [0, 1]) {
      const [recall, precision] = [6, 7].map((at) => scores[10 * index + at + 2 * row]);
      this.shares[row].textContent = `${percent(recall)} / ${percent(precision)}`;
      this.radios[row].checked = row === variant;
      this.table.tBodies[0].rows[row].classList.toggle("chosen", row === variant);
    }
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

function signed(value) {
  const text = Math.abs(value).toFixed(3);
  return text === "0.000" ? "=" : `${value < 0 ? "−" : "+"}${text}`;
}

function percent(share) {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}
