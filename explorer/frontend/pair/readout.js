// The scores at the present window, as a table; the rows choose the variant that is drawn.

import { html, set, setText } from "../shared/elements.js";
import { percent, signed } from "../shared/numbers.js";
import { valueOf } from "../shared/schema.js";
import { termLink } from "../shared/glossary-link.js";

const COLUMNS = [
  { key: "recall", measure: "recall", term: "recall", text: "recall", symbol: "R" },
  { key: "precision", measure: "precision", term: "precision", text: "precision", symbol: "P" },
  { key: "f", measure: "f_measure", term: "f-measure", text: "F-measure", symbol: "F" },
];
export const VARIANTS = ["reduced", "full"];

export class Readout {
  /** `choose(variant)` is called when a row is chosen, `show(measure, variant)` at a score. */
  constructor(choose, show) {
    this.cells = [];
    this.rows = [];
    const head = html("tr", {}, html("td"));
    for (const { key, term, text, symbol } of COLUMNS) {
      head.append(html("th", { scope: "col", class: key }, termLink(term, {}, html("span", { class: "symbol" }, "T", html("sub", {}, symbol)), html("span", { class: "word" }, text))));
    }
    head.append(html("th", { scope: "col", class: "share", title: "Share of the queries that have any triplet, in the reference (for recall) and in the estimate (for precision). The mean leaves the others out, but for Eq. 9." }, termLink("queries-counted", {}, html("span", { class: "word" }, "queries counted"), html("span", { class: "word" }, "R / P"))));
    const body = html("tbody");
    VARIANTS.forEach((name, variant) => {
      const radio = html("input", { type: "radio", name: "variant", value: name });
      radio.addEventListener("change", () => choose(variant));
      // The label chooses the row; what it means is told beside it.
      const about = termLink(name, { class: "about", title: `What ${name} means`, "aria-label": `What ${name} means` }, "?");
      about.addEventListener("click", (event) => event.stopPropagation());
      const row = html("tr", { class: name }, html("th", { scope: "row" }, html("label", {}, radio, ` ${name}`), about));
      for (const column of COLUMNS) {
        const { key, measure } = column;
        const value = html("span", { class: "value", "data-score": `${name}-${key}` });
        const lost = html("span", { class: "lost", "data-lost": `${name}-${key}` });
        const button = html("button", { type: "button", class: "score" }, value, lost);
        button.addEventListener("click", (event) => {
          event.stopPropagation();
          show(measure, variant);
        });
        const delta = html("span", { class: "delta" });
        this.cells.push({ name, ...column, value, lost, button, delta });
        row.append(html("td", { class: key }, button, delta));
      }
      const share = html("td", { class: "share" });
      this.rows.push({ name, radio, row, share });
      row.append(share);
      row.addEventListener("click", () => radio.checked || radio.click());
      body.append(row);
    });
    const table = html("table", { "aria-label": "T-measures at this window" }, html("thead", {}, head), body);
    this.note = html("p", { class: "note" });
    this.element = html("div", { class: "readout" }, table, this.note);
  }

  load(doc) {
    this.doc = doc;
    this.shown = null;
    this.element.classList.toggle("compared", Boolean(doc.delta));
    this.note.textContent = "Small: difference from mir_eval with 0.1 s frames.";
  }

  /**
   * Draw a window; `splits` say how the loss divides, by variant and direction. They are undefined
   * until they have come, and null where losses are not told.
   */
  show(index, variant, splits) {
    const now = [index, variant, splits];
    if (this.shown && now.every((each, at) => each === this.shown[at])) return;
    this.shown = now;
    const { scores, delta } = this.doc;
    for (const cell of this.cells) {
      const { name, measure, value, delta: difference } = cell;
      const counted = isCounted(scores, index, measure, name);
      setText(value, scoreText(scores, index, measure, name));
      this.#showLoss(cell, counted, 1 - valueOf(scores, "scores", index, `${measure}_${name}`), splits);
      setText(difference, delta && counted ? signed(valueOf(delta, "delta", index, `${measure}_${name}`)) : "");
    }
    this.rows.forEach(({ name, radio, row, share }, at) => {
      const [recall, precision] = ["recall", "precision"].map((side) => valueOf(scores, "scores", index, `${side}_share_${name}`));
      setText(share, `${percent(recall)} / ${percent(precision)}`);
      radio.checked = at === variant;
      row.classList.toggle("chosen", at === variant);
    });
  }

  #showLoss({ name, key, symbol, value, lost, button }, counted, share, splits) {
    const split = splits?.[name]?.[key];
    const score = `T_${symbol} ${name} ${value.textContent}`;
    setText(lost, !counted || key === "f" || splits === null ? "" : `${percent(share)} lost`);
    set(button, {
      title: !counted
        ? "no query has a triplet within this window"
        : key === "f"
          ? `${score}: show the triplets of the side that loses more`
          : `${score}: ${percent(share)} lost${split ? `, ${percent(split.tie)} ties, ${percent(split.inverted)} inverted` : ""}. Click to see the triplets`,
    });
  }
}

/** Whether any query counts for a score; for F on both sides. */
export function isCounted(scores, index, measure, variant) {
  const sides = measure === "f_measure" ? ["recall", "precision"] : [measure];
  return sides.every((side) => valueOf(scores, "scores", index, `${side}_share_${variant}`) > 0);
}

/** Write a score; a dash where no query has a triplet, for the 0 is a convention there. */
export function scoreText(scores, index, measure, variant) {
  return isCounted(scores, index, measure, variant) ? valueOf(scores, "scores", index, `${measure}_${variant}`).toFixed(3) : "–";
}
