// A line for newcomers, which stays hidden once dismissed.

import { html } from "../shared/elements.js";
import { keep, read } from "../shared/storage.js";

const KEY = "hierscope-welcome";

export class Welcome {
  constructor(root) {
    this.lesson = html("a", {}, "Learn it in three minutes");
    const close = html("button", { title: "Hide this line for good", onclick: () => {
      keep(KEY, { dismissed: true });
      this.#show();
    } }, "×");
    close.ariaLabel = "Hide this line";
    this.element = html("p", { class: "welcome", hidden: "" },
      html("span", {}, "Do two analyses hear the same structure? Take any moment and two others: which ",
        "belongs with it more? ", html("i", {}, "T"),
        " says how often one analysis makes the distinctions of the other. "),
      this.lesson, close);
    root.append(this.element);
    this.#show();
  }

  update({ lesson }) {
    this.lesson.href = lesson;
  }

  // Its space on the page disappears with it; see page.css.
  #show() {
    const dismissed = Boolean(read(KEY)?.dismissed);
    this.element.hidden = dismissed;
    document.documentElement.toggleAttribute("data-welcomed", dismissed);
  }
}
