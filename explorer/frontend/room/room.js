// What a lecturer asks the room: on phones the question, on the lecturer's screen the votes.

import { listen } from "../shared/bus.js";
import { channel } from "../shared/channel.js";
import { html, set, setText } from "../shared/elements.js";
import { colored } from "../shared/palette.js";
import { keep, read } from "../shared/storage.js";
import { withSymbols, rounded } from "../shared/text.js";
import { Clock } from "./clock.js";
import { Figure } from "./figure.js";
import { Sketch } from "./sketch.js";

const [STORE, RECAP, PLACE] = ["hierscope.room", "hierscope.recap", "hierscope.lead"];
const SERVERS_APART = 10_000; // rounds; each server begins at a random number
const MOST = 100_000; // characters of the answers that this browser keeps
const ACTS = ["closed", "shown", "told", "again", "end", "by_phone", "follow"];
const [JUMP, AGAIN] = [0.04, 2]; // s by which the song may drift, and after which phones are told again
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
    this.clock = new Clock();
    this.path = this.solved = this.press = undefined; // see update()
    this.title = html("summary");
    this.text = html("p", { class: "text" });
    this.body = html("div", { onclick: ({ target }) => target.matches("a") && this.#see() });
    this.status = html("p", { class: "status", role: "status" });
    this.buttons = Object.fromEntries(ACTS.map((act) => [act, html("button", { onclick: () =>
      channel.say({ do: act, on: !this.state[act === "follow" ? "lead" : act] }) })]));
    this.code = html("img", { class: "code", alt: "The address as a QR code", hidden: "" });
    const leading = html("div", { class: "leading" }, ...Object.values(this.buttons),
      html("button", { onclick: () => (this.code.hidden = !this.code.hidden) }, "QR code"));
    this.recap = html("ol", { class: "recap" });
    this.roam = html("button", { class: "roam", onclick: () => this.#roam() });
    this.fold = html("details", {}, this.title, this.text, this.status, this.body, this.recap, this.roam,
      this.code, leading);
    this.sheet = html("section", { class: "room", popover: "manual", "aria-label": "The room" }, this.fold);
    root.append(this.sheet);
    // The connection of a phone that slept may be dead without a sign.
    this.awake = () => document.visibilityState === "visible" && channel.renew();
    document.addEventListener("visibilitychange", this.awake);
    // A full screen covers what was on top before.
    this.raise = () => {
      if (this.sheet.isConnected) this.sheet.hidePopover();
      this.#open();
    };
    document.addEventListener("fullscreenchange", this.raise);
    this.unlisten = [
      listen("room", (state) => this.#draw(state)), listen("stage", (stage) => this.#move(stage)),
      listen("playing", (at) => this.#play(at)),
      listen("pair-name", (name) => {
        this.song = name;
        this.#lead();
      }),
    ];
    channel.join(this);
    this.again();
  }

  /**
   * `solved` is the path of the task on screen if the reader has solved it; this answers the question. The
   * lecturer has the `path` of the step on screen, and the `code` of the page.
   */
  update({ solved, path, code = null }, press) {
    Object.assign(this, { solved, path, press });
    set(this.code, { src: code });
    this.#lead();
    if (this.state) this.#draw(this.state);
  }

  // Tell the phones where the lecturer is.
  #lead() {
    if (this.path === undefined) return;
    channel.say({ do: "lead", path: this.path, name: (this.song ?? "").slice(0, 100) });
  }

  // Tell the phones where the song is; `at` is null once it stops.
  #play(at) {
    if (this.path === undefined || !this.state?.question?.layers) return;
    const { sounding, clock: { now, delay } } = this;
    const steady = sounding && at !== null && Math.abs(at - sounding.at - (now - sounding.now)) < JUMP;
    if (at === null ? !sounding : steady && now - sounding.now < AGAIN) return;
    this.sounding = at === null ? null : { at, now };
    const there = Number.isFinite(delay) ? delay / 2 : 0;
    channel.say({ do: "play", at: (at ?? 0) + there, on: at !== null });
  }

  /** Go where the lecturer is, if that has changed, unless the user of this phone has left. */
  #follow({ path }) {
    const here = place();
    if (!path || here.left || here.path === path) return;
    keepPlace({ path });
    const { href } = new URL(path, document.baseURI);
    if (window.location.href !== href) window.location.assign(href);
  }

  #roam() {
    keepPlace({ left: !place().left });
    this.#draw(this.state);
  }

  destroy() {
    clearTimeout(this.later);
    this.clock.close();
    document.removeEventListener("visibilitychange", this.awake);
    document.removeEventListener("fullscreenchange", this.raise);
    for (const stop of this.unlisten) stop();
    channel.leave(this);
    this.sheet.remove();
  }

  /** Join, also on a new connection, and send a vote that the server has not acknowledged. */
  again() {
    this.clock.begin();
    Object.assign(memory, read(STORE, 200)); // another tab may have stored another number
    channel.say({ do: "join", phone: memory.phone });
    this.#lead();
    this.#send();
  }

  #send() {
    clearTimeout(this.later);
    if (!this.vote?.waits) return;
    const { round, answer } = this.vote;
    channel.say(answer.layers ? { do: "draw", round, layers: answer.layers, on: answer.done }
      : { do: "vote", round, answer });
    this.later = setTimeout(() => this.vote?.waits && channel.renew(), LATE);
  }

  #answer(answer) {
    this.vote = { round: this.state.round, answer, waits: true };
    this.#send();
    this.#draw(this.state);
  }

  #draw(state) {
    const { round, question, lecturer, mine, closed, clock: times } = state;
    if (times) this.clock.take(times);
    const fresh = round !== this.state?.round;
    this.state = state;
    if (fresh) this.#begin(question);
    const arrived = this.vote && JSON.stringify(mine) === JSON.stringify(this.vote.answer);
    if (arrived || (this.vote && closed)) this.vote.waits = false;
    const solved = round > 0 && question.options.length > 0 && question.page === this.solved;
    if (solved && mine !== 0 && !this.vote?.waits && !lecturer && !closed) return this.#answer(0);
    this.ballot?.show(this.vote?.waits ? this.vote.answer : mine, state);
    if (lecturer) this.#tell(state);
    else this.#guide(state);
    this.sheet.classList.toggle("lecturer", lecturer);
    this.sheet.classList.toggle("idle", lecturer && !round);
    this.sheet.classList.toggle("shown", Boolean(state.now));
    this.#open();
    return undefined;
  }

  #begin(question) {
    const { round, lecturer } = this.state;
    this.vote = this.ballot = null;
    this.body.replaceChildren();
    this.text.replaceChildren();
    this.fold.open = round > 0 && memory.seen !== round;
    if (lecturer) this.#see();
    if (!round) return;
    // So that Space plays the song, and does not press the button that asked.
    if (lecturer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.text.replaceChildren(...withSymbols(question.text));
    const { clientWidth } = document.documentElement;
    const width = question.layers ? clientWidth - 40 : Math.min(clientWidth - 24, WIDE);
    const colors = colored(this.sheet, this.root);
    const answer = (made) => this.#answer(made);
    if (!question.layers) this.ballot = new Ballot(this.body, question, this.state, width, colors, answer);
    else if (!lecturer) this.ballot = new Sketch(this.body, question, width, colors, this.clock, answer);
  }

  /** On the next pages the question is folded: those of the lecturer, or that of a phone's task. */
  #see() {
    memory.seen = this.state.round;
    keep(STORE, memory);
  }

  // On a phone: the question, else where the lecturer is, and the answers so far.
  #guide(state) {
    const { round, question, mine, closed, turn, lead, first } = state;
    const past = this.#recall(state).filter((entry) => entry.round >= first
      && entry.round < first + SERVERS_APART);
    if (lead) this.#follow(lead);
    const { left } = place();
    const waiting = lead && !lead.path && !left;
    // A drawing covers the page, which may show an analysis of the song.
    this.sheet.classList.toggle("cover", Boolean(waiting || (round && question.layers)));
    this.wanted = Boolean(round || lead || past.length);
    if (waiting) this.fold.open = true;
    const asks = turn > 1 ? "The lecturer asks again" : "The lecturer asks";
    setText(this.title, round ? (question.layers ? "Draw what you hear" : asks)
      : waiting ? "Waiting for the lecturer" : lead ? (left ? "The lecturer leads" : "Following the lecturer")
      : "Your answers");
    if (!round) setText(this.text, waiting ? lead.name : "");
    setText(this.status, !round ? (waiting ? "Questions will appear here." : "")
      : question.layers ? (closed ? "The drawing is over." : this.vote?.waits ? "Sending …"
        : "Nobody sees who drew what.")
      : closed ? "The vote is closed." : this.vote?.waits ? "Sending your answer …"
      : mine === null ? "Choose an answer. Nobody sees who chose it."
      : "Your answer has arrived. You can change it until the vote closes.");
    this.recap.replaceChildren(...(round ? [] : past).map(({ text, own, right }) => html("li", {},
      html("b", {}, ...withSymbols(text)), html("span", {}, ...withSymbols(`Your answer: ${own}`)),
      ...(right ? [html("span", {}, ...withSymbols(`Right: ${right}`))] : []))));
    this.roam.hidden = !lead || round > 0;
    setText(this.roam, left ? "Follow the lecturer" : "Look around");
  }

  /** The answers of this phone, which no other screen shows. */
  #recall({ round, question, mine, right }) {
    const past = read(RECAP, MOST)?.past ?? [];
    if (!round || mine === null) return past;
    const { ballot } = this;
    const entry = { round, text: question.text, own: ballot.write(mine), right: ballot.write(right) };
    const kept = [...past.filter((other) => other.round !== round), entry].slice(-100);
    keep(RECAP, { past: kept });
    return kept;
  }

  #tell({ round, phones, voted, done, sharing, by_phone: each, closed, shown, told, turn, lead, question }) {
    const people = `${phones} ${phones === 1 ? "phone" : "phones"}`;
    const vote = turn > 1 ? `Vote ${turn}: ` : "";
    const drawn = round > 0 && question.layers;
    const opened = drawn && shown ? `${round} ${closed} ${voted} ${done}` : "";
    if (opened !== (this.opened ?? "")) this.press?.("opened", opened);
    this.opened = opened;
    setText(this.title, !round ? `Room: ${people}`
      : drawn ? `${done} of ${voted} drawings done, ${people} here`
      : `${vote}${voted} ${voted === 1 ? "answer" : "answers"}, ${people} here`);
    const votes = each ? "a vote each" : "one vote together";
    setText(this.status, sharing ? `Phones that share a network address have ${votes}.` : "");
    this.wanted = true;
    const texts = { closed: closed ? "Reopen" : "Close", 
      shown: `${shown ? "Hide" : "Show"} ${drawn ? "the drawings" : "votes"}`,
      told: told ? "Hide the right one" : "Show the right one", again: "Ask again", end: "End",
      by_phone: each ? "One vote per address" : "One vote per phone",
      follow: lead ? "Phones follow: stop" : "Let phones follow" };
    for (const [act, button] of Object.entries(this.buttons)) {
      setText(button, texts[act]);
      button.hidden = act === "by_phone" ? !sharing : act === "told" ? !(round && question.told)
        : act !== "follow" && !round;
    }
  }

  // In a presentation it is a part of the stage, because all else is inert.
  #move(stage) {
    (stage ?? this.root).append(this.sheet); // which closes it
    this.#open();
  }

  #open() {
    if (this.sheet.isConnected) this.sheet.togglePopover(Boolean(this.wanted));
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
    this.texts = options;
    this.why = html("p", { class: "why-right" });
    root.append(...(this.figure ? [this.figure.picture] : []), ...this.options, this.why);
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
  show(answer, { lecturer, closed, now, before, says, right = null, why = "" }) {
    this.answer = answer;
    this.why.replaceChildren(...withSymbols(this.texts.length || right === null ? why
      : `${this.write(right)}. ${why}`));
    this.options.forEach((button, at) => {
      button.disabled = lecturer || closed;
      button.setAttribute("aria-pressed", String(this.#has(answer, at)));
      const sides = Object.keys(says ?? {}).filter((side) => says[side] === at);
      if (right !== null && this.#has(right, at)) sides.push("✓ right");
      this.sides[at].replaceChildren(...sides.map((side) => html("b", {}, side)));
      this.bars[at].replaceChildren(...(before ? [bar(before, at, "before")] : []),
        ...(now ? [bar(now, at, "now")] : []));
    });
    if (this.options.length) return this.figure?.mark(null);
    if (this.slider) this.slider.disabled = closed;
    if (this.slider && answer !== null) this.#move(answer);
    return this.figure.mark(answer, now, before, right);
  }

  #has(answer, at) {
    return this.several ? Boolean(answer & 2 ** at) : answer === at;
  }

  /** An answer in words; empty without one. */
  write(answer) {
    if (answer === null || answer === undefined) return "";
    return this.texts.length ? this.texts.filter((_, at) => this.#has(answer, at)).join(", ")
      : this.figure.write(answer);
  }

  #move(answer) {
    const text = this.figure.write(answer);
    this.slider.value = String(this.figure.values.indexOf(answer));
    this.slider.setAttribute("aria-valuetext", text);
    setText(this.value, text);
    this.figure.mark(answer);
  }
}

// Where this tab has followed the lecturer to, and whether its user has left.
const place = () => read(PLACE, 200, "sessionStorage") ?? {};
const keepPlace = (here) => keep(PLACE, here, "sessionStorage");

function bar({ counts, votes }, at, name) {
  const [, count] = counts[at];
  const share = votes ? count / votes : 0;
  const text = `${name === "before" ? "previous vote: " : ""}${count} · ${rounded(share)}`;
  return html("span", { class: `bar ${name}`, style: `--share: ${100 * share}%` }, text);
}
