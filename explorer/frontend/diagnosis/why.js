// Why the score is low: a sentence, whose causes can be pressed, and a list of them that unfolds.

import { html, setText } from "../shared/elements.js";
import { scoreOf, signed } from "../shared/numbers.js";
import { MEASURES, PARTS } from "../shared/schema.js";
import { symbol, withSymbols } from "../shared/text.js";

const NAMES = MEASURES[0].symbols;
const COMPUTING = "Why it is low: computing …";
const OVERLAPS = "The causes above take most of its gain away";

export class Why {
  /** `on` has change(name, value) for a cause, empty for none, and a part, and mend(). */
  constructor(on) {
    this.on = on;
    this.shown = null;
    this.said = html("p", { class: "said" });
    this.unfold = html("button", {
      class: "unfold", "aria-expanded": "false", "aria-controls": "causes",
      title: "All that is why, and what mending each adds", onclick: () => this.#open(this.list.hidden),
    }, "why");
    this.heads = PARTS.map((part) => html("button", {
      title: `Explain ${MEASURES[0].words[part]}`, onclick: () => on.change("part", part),
      "aria-label": `T_${NAMES[part].split("_")[1]}: explain ${MEASURES[0].words[part]}`,
    }, symbol(NAMES[part])));
    this.then = html("th", { scope: "col" });
    this.rows = html("tbody");
    this.left = html("p", { class: "left" });
    this.list = html("div", { class: "causes", id: "causes", hidden: "" },
      html("table", {},
        html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "cause"),
          html("th", { scope: "col", title: "How many boundaries that changes" }, "boundaries"),
          ...this.heads.map((head) => html("th", { scope: "col" }, head)), this.then)),
        this.rows),
      this.left);
    this.element = html("div", { class: "why", role: "group", "aria-label": "Why it is low" }, this.said,
      this.unfold, this.list);
    this.about = html("span", { class: "of" });
    this.scores = html("span", { class: "scores" });
    this.changes = html("span", { class: "changes" });
    this.apply = html("button", { onclick: on.mend });
    this.back = html("button", { title: "Take the marks away", onclick: () => on.change("cause", "") },
      "leave it");
    this.status = html("span", { class: "aloud", role: "status" });
    /** What mending the chosen cause changes; it stands where the view puts it. */
    this.mending = html("div", { class: "mending-words", hidden: "" },
      html("p", {}, this.about, "Mended alone: ", this.scores, this.changes),
      html("span", { class: "choice" }, this.apply, this.back), this.status);
  }

  get sentences() {
    return this.shown ? [this.shown.sentence.map(([text]) => text).join("")] : [];
  }

  wait() {
    this.shown = null;
    this.element.classList.remove("late");
    this.said.replaceChildren(COMPUTING);
    this.#listed(false);
  }

  refuse(words) {
    this.wait();
    setText(this.said, words);
  }

  dim(late) {
    this.element.classList.toggle("late", late);
  }

  /** Show a diagnosis, of which one cause may be chosen. */
  show(diagnosis, chosen) {
    this.dim(false);
    if (diagnosis !== this.shown) {
      this.shown = diagnosis;
      this.#fill(diagnosis);
    }
    for (const button of this.buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.cause === chosen));
    }
  }

  /** Show what becomes of the scores when a cause is mended; `changes` are marked on the layers. */
  mend(scores, cause, changes, inDraw) {
    this.mending.hidden = !cause;
    if (cause?.name !== this.told) {
      this.told = cause?.name;
      this.status.textContent = cause ? `${cause.text}: marked on the layers` : "";
    }
    if (!cause) return;
    setText(this.about, `${cause.text[0].toUpperCase()}${cause.text.slice(1)}. `);
    const key = String([scores, cause.after]);
    if (key !== this.mended) {
      this.mended = key;
      this.scores.replaceChildren(...PARTS.flatMap((part, at) => {
        const change = html("b", {}, `${scoreOf(scores[at])} → ${scoreOf(cause.after[at])}`);
        return [html("span", { class: part === "f_measure" ? "f" : part }, symbol(NAMES[part]), " ",
          change), " "];
      }));
    }
    this.changes.replaceChildren(...(changes?.changes ?? []).flatMap(([change, words]) => [
      html("span", { class: `change ${change}` }, words), " "]));
    setText(this.apply, inDraw ? "apply" : "apply in Draw");
    this.apply.title = inDraw
      ? "Mend the pair; undo brings it back"
      : "Open the mended pair in Draw; undo brings this one back";
    this.apply.disabled = !changes;
  }

  #open(open) {
    this.list.hidden = !open;
    this.element.classList.toggle("open", open);
    this.unfold.setAttribute("aria-expanded", String(open));
  }

  // A list of nothing is not offered.
  #listed(any) {
    this.unfold.hidden = !any;
    if (!any) this.#open(false);
  }

  #fill({ sentence, causes, part, left }) {
    this.said.replaceChildren(...sentence.flatMap(
      ([text, at]) => at === null ? withSymbols(text) : [this.#button(causes[at], text)]));
    this.rows.replaceChildren(...causes.map((cause) => html("tr", {},
      html("th", { scope: "row" }, html("span", { class: "kind" }, cause.kind), this.#button(cause),
        cause.overlaps ? html("span", { class: "overlaps", title: OVERLAPS }, "overlaps") : ""),
      html("td", {}, String(cause.touched)),
      ...cause.gain.map((gain) => html("td", {}, gain === null ? "–" : signed(gain, "="))),
      html("td", {}, scoreOf(cause.together ?? NaN)))));
    this.#listed(causes.length > 0);
    if (!causes.length) return;
    this.then.replaceChildren("then ", symbol(NAMES[part]));
    this.heads.forEach((head, at) => head.setAttribute("aria-pressed", String(PARTS[at] === part)));
    const names = PARTS.flatMap((part, at) => [at ? ", " : "", symbol(NAMES[part])]);
    this.left.replaceChildren(
      ...names, ": what mending it alone adds; a repair that costs score alone helps with those above it. ",
      `Then: with it and all above mended. Left when all are: ${scoreOf(left)} of `,
      symbol(NAMES[part]), ". Press a symbol to explain that score.");
  }

  // A real button is a box, which no line breaks within.
  #button({ name, text }, words = text) {
    const button = html("span", {
      class: "cause", role: "button", tabindex: 0, "data-cause": name, title: "Mark it on the layers",
    }, words);
    const press = () => this.on.change("cause", button.getAttribute("aria-pressed") === "true" ? "" : name);
    button.addEventListener("click", press);
    button.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    });
    return button;
  }

  get buttons() {
    return this.element.querySelectorAll(".cause");
  }
}
