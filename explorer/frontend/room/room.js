// What a lecturer asks the room: on phones the question, on the lecturer's screen the votes.

import { listen } from "../shared/bus.js";
import { channel } from "../shared/channel.js";
import { html, setText } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { keep, read } from "../shared/storage.js";
import { withSymbols, rounded } from "../shared/text.js";
import { Figure } from "./figure.js";

const STORE = "hierscope.room";
const LATE = 4000; // ms after which a vote without an acknowledgment needs a new connection
const WIDE = 620; // px of the pictures on the lecturer's screen

const hex = (byte) => byte.toString(16).padStart(2, "0");
// The random number of this browser makes several votes one. `seen` is the round that is folded.
const memory = read(STORE, 200)
  ?? { phone: [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join(""), seen: 0 };
keep(STORE, memory);

export class Room {
  constructor(root) {
    this.root = root;
    this.on = {}; // as a line of the channel; the live view reports a lost connection
    this.vote = null;
    this.title = html("summary");
    this.text = html("p", { class: "text" });
    this.body = html("div", { onclick: ({ target }) => target.matches("a") && this.#see() });
    this.status = html("p", { class: "status", role: "status" });
    this.buttons = ["closed", "shown", "again", "end", "by_phone"].map((act) =>
      html("button", { onclick: () => channel.say({ do: act, on: !this.state[act] }) }));
    const leading = html("div", { class: "leading" }, ...this.buttons);
    this.fold = html("details", {}, this.title, this.text, this.status, this.body, leading);
    this.sheet = html("section", { class: "room", popover: "manual", "aria-label": "The room" }, this.fold);
    root.append(this.sheet);
    // The connection of a phone that slept may be dead without a sign.
    this.awake = () => document.visibilityState === "visible" && channel.renew();
    document.addEventListener("visibilitychange", this.awake);
    // A full screen covers what was on top before.
    this.raise = () => {
      this.sheet.hidePopover();
      this.#open();
    };
    document.addEventListener("fullscreenchange", this.raise);
    this.unlisten = [
      listen("room", (state) => this.#draw(state)), listen("stage", (stage) => this.#move(stage)),
    ];
    channel.join(this);
    this.again();
  }

  /** `solved` is the path of the task on screen if the reader has solved it; this answers the question. */
  update(solved) {
    this.solved = solved;
    if (this.state) this.#draw(this.state);
  }

  destroy() {
    clearTimeout(this.later);
    document.removeEventListener("visibilitychange", this.awake);
    document.removeEventListener("fullscreenchange", this.raise);
    for (const stop of this.unlisten) stop();
    channel.leave(this);
    this.sheet.remove();
  }

  /** Join, also on a new connection, and send a vote that the server has not acknowledged. */
  again() {
    clearTimeout(this.later);
    Object.assign(memory, read(STORE, 200)); // another tab may have stored another number
    channel.say({ do: "join", phone: memory.phone });
    if (!this.vote?.waits) return;
    channel.say({ do: "vote", round: this.vote.round, answer: this.vote.answer });
    this.later = setTimeout(() => this.vote?.waits && channel.renew(), LATE);
  }

  #answer(answer) {
    this.vote = { round: this.state.round, answer, waits: true };
    this.again();
    this.#draw(this.state);
  }

  #draw(state) {
    const { round, question, lecturer, mine, closed } = state;
    const fresh = round !== this.state?.round;
    this.state = state;
    if (fresh) this.#begin(question);
    if (this.vote && (mine === this.vote.answer || closed)) this.vote.waits = false;
    const solved = round > 0 && question.options.length > 0 && question.page === this.solved;
    if (solved && mine !== 0 && !this.vote?.waits && !lecturer && !closed) return this.#answer(0);
    this.ballot?.show(this.vote?.waits ? this.vote.answer : mine, state);
    if (lecturer) this.#lead(state);
    else {
      setText(this.title, state.turn > 1 ? "The lecturer asks again" : "The lecturer asks");
      setText(this.status, closed ? "The vote is closed." : this.vote?.waits ? "Sending your answer …"
        : mine === null ? "Choose an answer. Nobody sees who chose it."
        : "Your answer has arrived. You can change it until the vote closes.");
    }
    this.sheet.classList.toggle("lecturer", lecturer);
    this.sheet.classList.toggle("idle", !round);
    this.sheet.classList.toggle("shown", Boolean(state.now));
    this.#open();
    return undefined;
  }

  #begin(question) {
    const { round, lecturer } = this.state;
    this.vote = this.ballot = null;
    this.body.replaceChildren();
    this.fold.open = round > 0 && memory.seen !== round;
    if (lecturer) this.#see();
    if (!round) return;
    this.text.replaceChildren(...withSymbols(question.text));
    const width = Math.min(document.documentElement.clientWidth - 24, WIDE);
    this.ballot = new Ballot(this.body, question, this.state, width, colored(this.sheet, this.root),
      (answer) => this.#answer(answer));
  }

  /** On the next pages the question is folded: those of the lecturer, or that of a phone's task. */
  #see() {
    memory.seen = this.state.round;
    keep(STORE, memory);
  }

  #lead({ round, phones, voted, sharing, by_phone: each, closed, shown, turn }) {
    const people = `${phones} ${phones === 1 ? "phone" : "phones"}`;
    const vote = turn > 1 ? `Vote ${turn}: ` : "";
    setText(this.title, !round ? `Room: ${people}`
      : `${vote}${voted} ${voted === 1 ? "answer" : "answers"}, ${people} here`);
    const votes = each ? "a vote each" : "one vote together";
    setText(this.status, sharing ? `Phones that share a network address have ${votes}.` : "");
    const texts = [closed ? "Reopen" : "Close", shown ? "Hide votes" : "Show votes", "Ask again", "End",
      each ? "One vote per address" : "One vote per phone"];
    this.buttons.forEach((button, at) => setText(button, texts[at]));
    this.buttons.at(-1).hidden = !sharing;
  }

  // In a presentation it is a part of the stage, because all else is inert.
  #move(stage) {
    (stage ?? this.root).append(this.sheet); // which closes it
    this.#open();
  }

  // Phones have it during a question only.
  #open() {
    this.sheet.togglePopover(Boolean(this.state?.lecturer || this.state?.round));
  }
}

/**
 * A question with its answers: options to press, with bars once the answers are shown, or a slider under a
 * picture. The lecturer's screen has it, too, but can't answer.
 */
class Ballot {
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
