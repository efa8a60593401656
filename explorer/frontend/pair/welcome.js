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
      html("span", {}, "Pick a moment. Of two others at most ", html("i", {}, "w"),
        " seconds away, which belongs with it more? ", html("i", {}, "T"),
        " counts how often the two analyses agree. "),
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
