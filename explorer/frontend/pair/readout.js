// The table of scores at the current window; its rows choose the variant.

import { alone } from "../shared/alone.js";
import { html, setText, termLink } from "../shared/elements.js";
import { filled, percent, percents, rounded, scoreOf, signed } from "../shared/text.js";
import { DIRECTIONS, MEASURES, PARTS, valueOf } from "../shared/schema.js";

const AGAIN = matchMedia("(pointer: coarse)").matches ? "Tap again" : "Click";
/** What the share of a track counts. */
export const SCORED = "the share of the track where the reference (for recall) or the estimate (for " +
  "precision) calls one of two moments closer.";
export const COUNTED = {
  reduced: "counts only moments that are exactly one layer apart.",
  full: "counts moments that are any number of layers apart.",
  l: "compares labels: which moments share one, and in how deep a layer.",
};
/** The name of a measure at a window. */
export const nameAt = ({ title, windowed }, window) =>
  (windowed || window === null ? title : `${title} within w`);
const COLUMNS = PARTS.map((part) => part === "f_measure"
  ? { part, key: "f", text: "F-measure" }
  : { part, key: part, text: part });

export class Readout {
  /** @param {import("./choices.js").Choices} choices */
  constructor(choices) {
    this.cells = [];
    this.rows = [];
    const head = html("tr", {}, html("td"));
    for (const { part, key, text } of COLUMNS) {
      const { symbols, terms } = MEASURES[0];
      const [letter, index] = symbols[part].split("_");
      head.append(html("th", { scope: "col", class: key },
        termLink(terms[part], {}, html("span", { class: "symbol" }, letter, html("sub", {}, index)),
          html("span", { class: "word" }, text))));
    }
    const counted = ["track scored", "R / P"].map((line) => html("span", { class: "word" }, line));
    const shares = termLink("queries-counted", {}, ...counted);
    head.append(html("th", { scope: "col", class: "share", title: `Track scored: ${SCORED}` }, shares));
    const body = html("tbody");
    MEASURES.forEach((measure, at) => {
      const { key: name, title, windowed, has_triplets: open } = measure;
      const radio = html("input", { type: "radio", name: "variant", value: name,
        onchange: () => choices.choose(at) });
      // The label chooses the row; the link next to it leads to the glossary.
      const meaning = `What ${title} means`;
      const onclick = (event) => event.stopPropagation();
      const about = termLink(name, { class: "about", "aria-label": meaning, onclick }, "?");
      const counts = html("span", { class: "counts", role: "tooltip" }, `${title} ${COUNTED[name]}`);
      const [label, own] = [html("span"), html("div", { class: "own" }, "hierscope's own")];
      const row = html("tr", { class: name },
        html("th", { scope: "row" }, html("label", {}, radio, " ", label), about, counts, own));
      // If the measure's paper has no window, its score of the whole track has a row of its own.
      const values = [...COLUMNS.map(() => html("span", { class: "value" })), html("span")];
      const whole = html("tr", { class: "whole" }, html("th", { scope: "row" }, `${title}, whole track`),
        ...values.map((value, column) => html("td", { class: COLUMNS[column]?.key ?? "share" }, value)));
      if (!windowed) body.append(whole);
      const pressed = open && !alone;
      for (const { part, key } of COLUMNS) {
        const value = html("span", { class: "value", "data-score": `${name}-${key}` });
        const [letter, index] = measure.symbols[part].split("_");
        // The head has the symbols of T; a row with another letter has its own.
        const own = measure.letter === MEASURES[0].letter
          ? []
          : [html("i", {}, letter, html("sub", {}, index))];
        const lost = html("span", { class: "lost", "data-lost": `${name}-${key}` }, ...own);
        const says = html("span", { class: "says", role: "tooltip", id: `says-${name}-${key}` });
        const button = html(pressed ? "button" : "span",
          { type: pressed ? "button" : null, class: "score", "aria-describedby": says.id }, value, lost);
        // Fingers can't point, so the first tap explains the score and the second follows it.
        button.addEventListener("pointerdown", ({ pointerType }) => (this.finger = pointerType === "touch"));
        button.addEventListener("click", (event) => {
          if (pressed) event.stopPropagation();
          if (this.finger && !says.classList.contains("open")) tellUntilAway(says, button);
          else if (pressed) choices.publish("reveal", { part, variant: at });
        });
        const delta = html("span", { class: "delta" });
        this.cells.push({ measure, part, key, value, lost, says, delta });
        row.append(html("td", { class: key }, button, delta, says));
      }
      const share = html("td", { class: "share" });
      this.rows.push({ measure, radio, label, own, row, share, whole, values });
      row.append(share);
      row.addEventListener("click", () => radio.checked || radio.disabled || radio.click());
      body.append(row);
    });
    const table = html("table", { "aria-label": "Scores at this window" }, html("thead", {}, head), body);
    this.note = html("p", { class: "note" });
    this.element = html("div", { class: "readout" }, table, this.note);
  }

  load(doc) {
    this.doc = doc;
    this.shown = null;
    this.element.classList.toggle("compared", Boolean(doc.delta));
    // Rows of measures that need labels are omitted without labels, unless chosen: then they give the reason.
    this.lacking = MEASURES.map(({ needs, key }) => needs === "labels"
      && !doc.windows?.some((_, index) =>
        DIRECTIONS.some((side) => valueOf(doc.scores, "scores", index, `${side}_share_${key}`) > 0)));
    this.rows.forEach(({ row }, at) => (row.hidden = this.lacking[at]));
    this.note.textContent = "Small: difference from mir_eval with 0.1 s frames.";
  }

  restrict(restricted) {
    this.rows.forEach(({ radio }, at) =>
      (radio.disabled = restricted && (!MEASURES[at].has_triplets || this.lacking[at])));
  }

  open(at) {
    return !this.rows[at].radio.disabled;
  }

  /** Show a window; `splits` of the loss are undefined until they arrive, null if there are none. */
  show(index, variant, splits) {
    const now = [index, variant, splits];
    if (this.shown && now.every((value, at) => value === this.shown[at])) return;
    this.shown = now;
    const { scores, delta, windows } = this.doc;
    const last = windows.length - 1;
    const isOwn = ({ windowed }) => !windowed && index !== last;
    for (const cell of this.cells) {
      const { measure, part, value, delta: difference } = cell;
      const scored = isScored(scores, index, part, measure.key);
      setText(value, scoreText(scores, index, part, measure.key));
      this.#tell(cell, index, scored, valueOf(scores, "scores", index, `${part}_${measure.key}`), splits);
      const compared = delta && !isOwn(measure);
      const change = compared ? valueOf(delta, "delta", index, `${part}_${measure.key}`) : NaN;
      setText(difference, Number.isNaN(change) ? "" : signed(change, "="));
    }
    this.rows.forEach(({ measure, radio, label, own, row, share, whole, values }, at) => {
      const { key } = measure;
      setText(share, sharesText(scores, index, key));
      radio.checked = at === variant;
      row.classList.toggle("chosen", at === variant);
      row.hidden = this.lacking[at] && at !== variant;
      setText(label, nameAt(measure, windows[index]));
      whole.hidden = own.hidden = !isOwn(measure) || this.lacking[at];
      const texts = PARTS.map((part) => scoreText(scores, last, part, key));
      [...texts, sharesText(scores, last, key)].forEach((text, column) => setText(values[column], text));
    });
  }

  /** Why the pair has no score of a measure at any window; empty if it has one. */
  lack(index, variant) {
    return this.lacking[variant] ? this.#meaning(MEASURES[variant].key, "recall", index)[0] ?? "" : "";
  }

  #tell({ measure, part, key, value, lost, says }, index, scored, score, splits) {
    const split = splits?.[measure.key]?.[key];
    const [pressed, sided] = [measure.has_triplets && !alone, measure.has_triplets && part !== "f_measure"];
    if (measure.letter === MEASURES[0].letter) {
      setText(lost, scored && sided && splits !== null ? `${percents(score, 1 - score)[1]} lost` : "");
    }
    const meaning = this.#meaning(measure.key, part, index);
    const sentences = [`${measure.names[part]} ${value.textContent}.`, ...meaning];
    if (scored && split) {
      const [tie, opposite] = percents(split.tie, split.inverted);
      sentences.push(`${tie} are lost to ties, ${opposite} are opposite.`);
    }
    if (scored && pressed) {
      sentences.push(`${AGAIN} to see the triplets${sided ? "" : " of the side that loses more"}.`);
    }
    setText(says, sentences.join(" "));
  }

  // The meaning of a score, or why there is none; for F also which side has none.
  #meaning(name, part, index) {
    const { says, scores } = this.doc;
    if (!says.scores[name]) return [];
    const lacking = DIRECTIONS.filter((side) => [side, "f_measure"].includes(part)
      && !isScored(scores, index, side, name));
    const [recall, precision] = DIRECTIONS.map(
      (side) => rounded(valueOf(scores, "scores", index, `${side}_${name}`)));
    const values = { within: says.within[index], recall, precision };
    if (lacking.length) {
      const score = part === "f_measure" && isScored(scores, index, part, name) ? ["one"] : [part];
      return [...new Set([...score, ...lacking])].map((key) => filled(says.none[name][key], values));
    }
    if (part === "f_measure") return [filled(says.scores[name][part], values)];
    const share = valueOf(scores, "scores", index, `${part}_share_${name}`);
    const [counted, left] = [percent(share), rounded(1 - share)];
    const over = filled(says.over[counted === percent(1) ? "all" : "some"], { counted, left });
    return [filled(says.scores[name][part], { ...values, score: values[part], over })];
  }
}

/** Show the explanation of a score until the pointer or focus leaves. */
function tellUntilAway(says, score) {
  says.classList.add("open");
  const leave = (event) => {
    if (event.composedPath().includes(score)) return;
    says.classList.remove("open");
    document.removeEventListener("pointerdown", leave, true);
  };
  document.addEventListener("pointerdown", leave, true);
}

// Lines may break only at the slash.
function sharesText(scores, index, name) {
  const shares = DIRECTIONS.map((side) => percent(valueOf(scores, "scores", index, `${side}_share_${name}`)));
  return shares.join(" / ").replaceAll(" %", "\u00a0%");
}

/** Whether there is a score. */
export function isScored(scores, index, part, variant) {
  return !Number.isNaN(valueOf(scores, "scores", index, `${part}_${variant}`));
}

/** Format a score; a dash if there is none. */
export function scoreText(scores, index, part, variant, digits = 3) {
  return scoreOf(valueOf(scores, "scores", index, `${part}_${variant}`), digits);
}
