// A question with its answers: options to press, with bars once the answers are shown, or a slider under a
// picture. The lecturer's screen has it, too, but can't answer.

import { html, setText } from "../shared/elements.js";
import { rounded } from "../shared/numbers.js";
import { withSymbols } from "../shared/text.js";
import { Figure } from "./figure.js";

export class Ballot {
  /** `vote(answer)` is called at a press, and when the slider is released. */
  constructor(root, { picture, options, several, page }, { lecturer }, width, colors, vote) {
    this.several = several; // then an answer is the sum of powers of 2
    this.figure = picture.end || picture.windows ? new Figure(picture, !options.length, width, colors) : null;
    this.sides = options.map(() => html("span"));
    this.bars = options.map(() => html("span"));
    this.options = options.map((text, at) => html("button",
      { class: "option", onclick: () => vote(several ? (this.answer ^ 2 ** at) : at) },
      ...withSymbols(text), this.sides[at], this.bars[at]));
    root.append(...(this.figure ? [this.figure.picture] : []), ...this.options);
    if (lecturer) return;
    if (!options.length) {
      const { values } = this.figure;
      this.value = html("output", {}, "Tap the picture, or move the slider.");
      this.slider = html("input", { type: "range", value: 0, max: values.length - 1,
        "aria-label": "Your answer", oninput: () => this.#move(values[this.slider.valueAsNumber]),
        onchange: () => vote(values[this.slider.valueAsNumber]) });
      this.figure.picture.onclick = ({ offsetX, currentTarget }) => !this.slider.disabled &&
        vote(this.figure.at(offsetX * width / currentTarget.clientWidth));
      root.append(this.slider, this.value);
    }
    if (page) root.append(html("a", { href: `/${page}` }, "Open on this phone"));
  }

  /** Show the answer of this phone, and those of the room if its state has them. */
  show(answer, { lecturer, closed, now, before, says }) {
    this.answer = answer;
    this.options.forEach((button, at) => {
      button.disabled = lecturer || closed;
      button.setAttribute("aria-pressed", String(this.several ? Boolean(answer & 2 ** at) : answer === at));
      const sides = Object.keys(says ?? {}).filter((side) => says[side] === at);
      this.sides[at].replaceChildren(...sides.map((side) => html("b", {}, side)));
      this.bars[at].replaceChildren(...(before ? [bar(before, at, "before")] : []),
        ...(now ? [bar(now, at, "now")] : []));
    });
    if (this.options.length) return this.figure?.mark(null);
    if (this.slider) this.slider.disabled = closed;
    if (this.slider && answer !== null) this.#move(answer);
    return this.figure.mark(answer, now, before);
  }

  #move(answer) {
    const text = this.figure.write(answer);
    this.slider.value = String(this.figure.values.indexOf(answer));
    this.slider.setAttribute("aria-valuetext", text);
    setText(this.value, text);
    this.figure.mark(answer);
  }
}

function bar({ counts, votes }, at, name) {
  const [, count] = counts[at];
  const share = votes ? count / votes : 0;
  const text = `${name === "before" ? "previous vote: " : ""}${count} · ${rounded(share)}`;
  return html("span", { class: `bar ${name}`, style: `--share: ${100 * share}%` }, text);
}
