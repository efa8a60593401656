// A slider over computed numbers.

import { readNumber } from "../shared/numbers.js";
import { nearestPlace } from "../shared/scales.js";
import { Slider } from "../shared/slider.js";

export class NumberSlider extends Slider {
  /** `word` names a value for screen readers. */
  constructor(name, id, word, on) {
    super({
      id,
      name: () => name,
      label: () => [name],
      typed: () => ({ "aria-label": `${name}, typed` }),
      note: { class: "note", role: "alert" },
      written: String,
      spoken: (value) => `${word} ${value}`,
      about: () => "",
      nearest: (value, values) => nearestPlace(values, value),
      rule: (values) => `a number from ${values[0]} to ${values.at(-1)}`,
      read: (text, values) => {
        const value = readNumber(text);
        return value >= values[0] && value <= values.at(-1) ? value : NaN;
      },
    }, on);
  }

  /** Use other numbers; typed text stays, unless it waits for these. */
  load(values) {
    const typing = this.typing && !this.pending;
    this.index = typing ? values.indexOf(this.values[this.index]) : undefined;
    super.load(values);
  }

  nearest(value) {
    return nearestPlace(this.values, value);
  }
}
