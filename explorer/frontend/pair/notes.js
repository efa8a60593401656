// The notes of a speaker who presents: what the plan of the lecture has for the step on screen, and a clock.

import { text } from "../shared/alone.js";
import { listen } from "../shared/bus.js";
import { html, setText } from "../shared/elements.js";
import { keep, read } from "../shared/storage.js";

const STORE = "hierscope.lecture"; // when the lecture began
const [MINUTE, LONGEST] = [60_000, 180]; // ms; minutes after which another lecture begins
const OFTEN = 1000; // ms between two looks at the clock

export class Notes {
  constructor(root) {
    this.root = root;
    this.plan = [];
    this.time = html("button", { title: "Start the clock anew", onclick: () => this.#begin() });
    this.planned = html("span");
    this.question = html("b");
    this.point = html("span");
    this.element = html("section", { class: "notes", popover: "manual", "aria-label": "Notes" },
      html("p", {}, this.time, this.planned), this.question, this.point);
    root.append(this.element);
    this.unlisten = listen("stage", (stage) => {
      this.hide();
      (stage ?? this.root).append(this.element); // in a dialog, all else is inert
    });
  }

  /** The part of the plan that is on screen, by its number; without one, the clock chooses. */
  about(part = null) {
    this.part = part;
    if (this.shown) this.#show();
  }

  async toggle() {
    if (this.hide()) return;
    if (!this.plan.length) this.plan = JSON.parse(await text("plan.json"));
    if (!(this.minute <= LONGEST)) this.#begin();
    this.#show();
    this.ticking = setInterval(() => this.#show(), OFTEN);
    this.element.showPopover();
  }

  /** Hide the notes; return whether they were on screen. */
  hide() {
    clearInterval(this.ticking);
    const { shown } = this;
    if (shown) this.element.hidePopover();
    return shown;
  }

  get shown() {
    return this.element.matches(":popover-open");
  }

  destroy() {
    this.hide();
    this.unlisten();
    this.element.remove();
  }

  get minute() {
    return Math.floor((Date.now() - read(STORE)?.begun) / MINUTE);
  }

  #begin() {
    keep(STORE, { begun: Date.now() });
    this.#show();
  }

  #show() {
    const { plan, minute } = this;
    const at = this.part ?? plan.findLastIndex(({ start }) => start <= minute);
    const [part, next] = [plan[at], plan[at + 1]];
    setText(this.time, `${minute} min`);
    setText(this.planned, [part && `planned: ${part.start}–${part.end}`, next && `then: ${next.what}`]
      .filter(Boolean).join(" · "));
    setText(this.question, part?.question ?? "");
    setText(this.point, part?.point ?? "");
  }
}
