// Why a score is low: a sentence with fixes to press, and a list of all causes that unfolds.

import { html, setText } from "../shared/elements.js";
import { MEASURES, PARTS } from "../shared/schema.js";
import { scoreOf, symbol, withSymbols } from "../shared/text.js";
import { folding } from "../shared/buttons.js";

const NAMES = MEASURES[0].symbols;
const COMPUTING = "Why this score? Computing …";
const OVERLAPS = "Fixing the causes above removes most of its gain";

export class Why {
  /**
   * `fix` is called to fix the chosen cause.
   * @param {import("../pair/choices.js").Choices} choices
   */
  constructor(choices, fix) {
    this.choices = choices;
    this.shown = null;
    this.line = html("p", { class: "diagnosis" });
    this.parts = PARTS.map((part) => html("button", {
      onclick: () => choices.change("part", part),
      "aria-label": `T_${NAMES[part].split("_")[1]}: explain ${MEASURES[0].names[part]}`,
    }, symbol(NAMES[part])));
    this.score = html("th", { scope: "col" });
    this.rows = html("tbody");
    this.list = html("div", { class: "causes", id: "causes" },
      html("p", {}, "Explain ", ...this.parts, " Press a cause to mark it on the layers."),
      html("table", {},
        html("thead", {}, html("tr", {}, html("th", { scope: "col" }, "causes"),
          this.score)),
        this.rows));
    this.fold = folding("all causes", this.list);
    this.fold.button.className = "unfold";
    this.element = html("div", { class: "why", role: "group", "aria-label": "Causes of a low score" },
      this.line, this.fold.button, this.list);
    this.scores = html("span", { class: "scores" });
    this.changes = html("span", { class: "changes" });
    this.lowers = html("span", { class: "lowers" }, "Alone, this lowers the score; with others it helps.");
    this.apply = html("button", { onclick: fix });
    this.back = html("button", { onclick: () => choices.change("cause", "") }, "Clear marks");
    this.status = html("span", { class: "aloud", role: "status" });
    /** The fix of the chosen cause; the view places this element. */
    this.fixing = html("div", { class: "fixing-words", hidden: "" },
      html("p", {}, "Fixed alone: ", this.scores, this.changes, this.lowers),
      html("span", { class: "choice" }, this.apply, this.back), this.status);
  }

  get sentences() {
    return this.shown ? [this.shown.sentence.map(([text]) => text).join("")] : [];
  }

  /** Show that a sentence is being computed; an open list stays. */
  wait() {
    this.shown = null;
    this.line.replaceChildren(COMPUTING);
  }

  refuse(reason) {
    this.wait();
    this.dim(false);
    setText(this.line, reason);
    this.#offer(false);
  }

  dim(late) {
    this.element.classList.toggle("late", late);
  }

  /** @param {Diagnosis} diagnosis */
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

  /**
   * Show the scores with a cause fixed; `changes` are marked on the layers.
   * @param {(number | null)[] | undefined} scores
   * @param {Cause | null} cause
   * @param {FixAnswer | null} changes
   */
  fix(scores, cause, changes, inDraw) {
    this.fixing.hidden = !cause;
    if (cause?.name !== this.marked) {
      this.marked = cause?.name;
      this.status.textContent = cause ? `${cause.text}: marked on the layers` : "";
    }
    if (!cause) return;
    const f = PARTS.indexOf("f_measure");
    this.lowers.hidden = !(scoreOf(cause.after[f], 2) < scoreOf(scores[f], 2));
    const key = String([scores, cause.after]);
    if (key !== this.scored) {
      this.scored = key;
      this.scores.replaceChildren(...PARTS.flatMap((part, at) => {
        const change = html("b", {}, `${scoreOf(scores[at], 2)} → ${scoreOf(cause.after[at], 2)}`);
        return [html("span", { class: part === "f_measure" ? "f" : part }, symbol(NAMES[part]), " ",
          change), " "];
      }));
    }
    this.changes.replaceChildren(...(changes?.changes ?? []).flatMap(([change, count]) => [
      html("span", { class: `change ${change}` }, count), " "]));
    setText(this.apply, inDraw ? "Apply" : "Apply in Draw");
    this.apply.title = inDraw ? "Fix the pair; Undo restores it" : "Open the fixed pair in Draw";
    this.apply.disabled = !changes;
  }

  // Hide the button of an empty list.
  #offer(any) {
    this.fold.button.hidden = !any;
    if (!any) this.fold.show(false);
  }

  #fill({ sentence, causes, part, scores }) {
    this.line.replaceChildren(...sentence.flatMap(
      ([text, at]) => at === null ? withSymbols(text) : [this.#button(causes[at], text)]));
    this.#offer(causes.length > 0);
    if (!causes.length) return;
    const column = PARTS.indexOf(part);
    // An open list does not get shorter, so that the layers below it do not move.
    this.list.style.minHeight = `${this.list.getBoundingClientRect().height}px`;
    this.rows.replaceChildren(...causes.map((cause) => html("tr", {},
      html("th", { scope: "row" }, this.#button(cause),
        cause.overlaps ? html("span", { class: "overlaps", title: OVERLAPS }, "overlaps") : ""),
      html("td", {}, scoreOf(cause.together ?? NaN, 2)))));
    const now = scoreOf(scores[column] ?? NaN, 2);
    this.score.replaceChildren(symbol(NAMES[part]), ` after fixing each in turn (now ${now})`);
    this.parts.forEach((button, at) => button.setAttribute("aria-pressed", String(at === column)));
  }

  // A real button is a box, in which lines can't break.
  #button({ name, text }, label = text) {
    const button = html("span", {
      class: "cause", role: "button", tabindex: 0, "data-cause": name, title: "Mark it on the layers",
    }, label);
    const press = () =>
      this.choices.change("cause", button.getAttribute("aria-pressed") === "true" ? "" : name);
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
