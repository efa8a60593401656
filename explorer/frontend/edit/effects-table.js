// The effect of each boundary on the score: a ranked list, applied with one click.

import { html, set, setText, termLink } from "../shared/elements.js";
import { signed, withSymbols } from "../shared/text.js";

const MOST = 400; // rows
const MARKS = "Dot: effect of deleting a boundary; dashes: of adding one. Filled dots and long dashes " +
  "(green) raise T_F, rings and short dashes (red) lower it.";
const COLUMNS = { "f-measure": "F", recall: "R", precision: "P" };

export class EffectsTable {
  /** `apply(kind, level, time)` is called for the edit of a row, `point` with its place or null. */
  constructor(apply, point) {
    this.body = html("tbody");
    this.letters = Object.fromEntries(Object.keys(COLUMNS).map((term) => [term, html("span")]));
    this.slope = termLink("effect", {}, "");
    this.later = html("th", { scope: "col" }, this.slope);
    this.summary = html("p", { class: "quiet" });
    const heads = [
      termLink("effect", {}, "edit of the estimate"),
      ...Object.entries(COLUMNS).map(([term, name]) => termLink(
        term, {}, "Δ ", html("i", {}, this.letters[term]), html("sub", {}, name))),
    ].map((head) => html("th", { scope: "col" }, head));
    this.table = html("table", { "aria-label": "Effect of each boundary on the score" },
      html("thead", {}, html("tr", {}, ...heads, this.later)), this.body);
    this.element = html("div", { class: "effects", id: "effects" }, this.summary,
      html("p", { class: "quiet" }, ...withSymbols(MARKS)),
      html("div", { class: "scroll" }, this.table));
    this.apply = apply;
    this.point = point;
    this.clear();
  }

  clear() {
    this.rows = null;
    this.summary.textContent = "Computing …";
    this.body.replaceChildren();
  }

  /** `rows` are [kind, level, time, change of F, R and P, slope], best first; `total` counts all. */
  show(rows, total, late, heading, times, letter) {
    this.element.classList.toggle("late", late);
    if (rows === this.rows) return;
    this.rows = rows;
    Object.values(this.letters).forEach((symbol) => setText(symbol, letter));
    const slope = `Change of the F-measure for each ${times.one} that the boundary is moved later`;
    set(this.later, { title: slope });
    setText(this.slope, `per ${times.one} later`);
    const best = rows.filter(([, , , gain]) => gain > 5e-4).length;
    const sum = best
      ? `${best} of ${rows.length} edits raise ${letter}_F.`
      : `No single edit raises ${letter}_F.`;
    const more = rows.length < total
      ? ` ${rows.length} of ${total} are scored.`
      : rows.length > MOST ? ` The ${MOST} best are listed.` : "";
    this.summary.replaceChildren(...withSymbols(total
      ? `${heading} ${sum}${more} Press one to apply it; Undo goes back.`
      : "No boundary to remove or add."));
    const focused = this.body.getRootNode().activeElement?.dataset.edit;
    this.body.replaceChildren(...rows.slice(0, MOST).map(([kind, level, time, ...changes]) => {
      const slope = changes.pop();
      const onclick = () => this.apply(kind, level - 1, time);
      const place = `${times.musical ? "at " : ""}${times.at(time)}, layer ${level}`;
      const button = html("button", { "data-edit": `${kind} ${level} ${time}`, onclick }, `${kind} ${place}`);
      const row = html("tr", {}, html("th", { scope: "row" }, button),
        ...changes.map((change) => html("td", { class: sign(change) }, signed(change, "0"))),
        html("td", { class: "slope" }, slope === null ? "" : signed(slope, "0")));
      for (const [enters, leaves] of [["mouseenter", "mouseleave"], ["focusin", "focusout"]]) {
        row.addEventListener(enters, () => this.point({ level: level - 1, time }));
        row.addEventListener(leaves, () => this.point(null));
      }
      return row;
    }));
    if (focused) this.body.querySelector(`[data-edit="${focused}"]`)?.focus();
  }
}

/** Whether a change is shown as a gain, a loss, or neither. */
export function sign(value) {
  return value > 5e-4 ? "gain" : value < -5e-4 ? "loss" : "";
}
