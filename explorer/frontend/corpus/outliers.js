// The tracks beyond the whiskers at w, to read and to open.

import { alone } from "../shared/alone.js";
import { html, setText } from "../shared/elements.js";
import { scoreOf } from "../shared/numbers.js";
import { SCORES } from "./tracks.js";

const MOST = 60;

export class Outliers {
  /** `open(row)` is called for a track, `light(row)` with the one that is pointed at, or null. */
  constructor(open, light) {
    this.words = html("p", { class: "quiet" });
    this.list = html("div", { class: "list" });
    this.element = html("div", { class: "outliers" }, html("h3", {}, "Outliers"), this.words, this.list);
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) open(Number(button.dataset.row));
    });
    for (const [begins, ends] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
      this.list.addEventListener(begins, (event) => {
        const button = event.target.closest("button");
        if (button) light(Number(button.dataset.row));
      });
      this.list.addEventListener(ends, () => light(null));
    }
  }

  /** `diagnosed` is the number of the diagnosed window whose causes are said. */
  show(tracks, index, score, diagnosed) {
    const found = [];
    let scored = 0;
    for (let row = 0; row < tracks.count; row++) {
      if (Number.isFinite(tracks.value(row, index, score))) scored += 1;
      if (tracks.beyond(row, index, score)) found.push([tracks.value(row, index, score), row]);
    }
    found.sort(([one], [other]) => one - other);
    const name = SCORES[score].name.replace("_", "");
    const words = found.length
      ? `${found.length} of ${scored} beyond 1.5 interquartile ranges of the quartiles, by ${name}${found.length > MOST ? `; the ${MOST} lowest` : ""}.${alone ? "" : " Click to open."}`
      : `No ${name} lies beyond 1.5 interquartile ranges of the quartiles.`;
    setText(this.words, words);
    const shown = found.slice(0, MOST).map(([value, row]) => [value, row, tracks.cause(row, diagnosed, SCORES[score].variant)]);
    this.list.classList.toggle("explained", shown.some(([, , cause]) => cause));
    const key = JSON.stringify(shown);
    if (key === this.key && tracks === this.tracks) return;
    this.key = key;
    this.tracks = tracks;
    const focused = this.list.getRootNode().activeElement?.dataset?.row;
    this.list.replaceChildren(...shown.map(([value, row, cause]) =>
      html(alone ? "span" : "button", { type: alone ? null : "button", "data-row": row, title: alone ? null : "Open in Compare" }, `${tracks.name(row)} `, html("b", {}, scoreOf(value)), ...(cause ? [html("span", { class: "cause" }, cause)] : []))));
    if (focused) this.list.querySelector(`[data-row="${focused}"]`)?.focus();
  }
}
