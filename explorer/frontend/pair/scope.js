// The live view of a pair: slider, scores, curves and layers, all following one window and one query.
// Every number shown was computed by the core; nothing is scored here.

import { alone } from "../shared/alone.js";
import { writeAddress } from "../shared/address.js";
import { Ahead, keyOf } from "./ahead.js";
import { Brief } from "./brief.js";
import { listen } from "../shared/bus.js";
import { Line } from "../shared/channel.js";
import { Curves } from "./curves.js";
import { copy } from "../shared/copying.js";
import { History, drawHistory } from "../edit/history.js";
import { Details } from "./details.js";
import { Diagnosing } from "../diagnosis/diagnosing.js";
import { html } from "../shared/elements.js";
import { coloured, theme } from "../shared/palette.js";
import { hint } from "./hints.js";
import { Inspector } from "../triplets/inspector.js";
import { Layers } from "./layers.js";
import { Presenting } from "./presenting.js";
import { unpack } from "../shared/pack.js";
import { Readout, scoreText } from "./readout.js";
import { heightScale, sceneScale } from "./room.js";
import { Rest } from "../shared/rest.js";
import { together } from "../shared/saving.js";
import { saveButtons, toolButton } from "../shared/buttons.js";
import { Sentence } from "../triplets/sentence.js";
import { Steps } from "../triplets/steps.js";
import { MEASURES, PARTS, schema, valueOf } from "../shared/schema.js";
import { Editing } from "../edit/editing.js";
import { WindowSlider, described, nearestWindow } from "../shared/window-slider.js";
import { timesIn, windowParameter } from "../shared/times.js";

const KEYS = MEASURES.map(({ key }) => key);
const NONE = [];
const BEHIND = 300; // ms without an answer, after which what is shown is dimmed
const MOVING = 120; // ms after a move in which the hand is taken to move on
const STILL = 150; // ms without a move, after which it is asked how the loss of the whole track divides
const ASIDE = ["part", "cause", "marks"]; // what has nothing to do with the block that was chosen
const TOLD = ["direction", "listed", "outcome", "layers", "region", "part", "cause", "marks"]; // to Python, beside window and query
// What stands beside the scores, from which width of the view on (px); else it stands under the layers.
const BESIDE = [600, 1000];
const LOW = 560; // px of height, below which scores that stay in sight would leave no room for the layers
const HIDEABLE = ["window", "scores", "reduced", "curves", "strips"]; // what a lesson may hide

export class Scope {
  constructor(root) {
    this.root = root;
    this.window = undefined;
    this.opening = null; // what is asked about a sample, until it is shown or the page has followed
    this.moved = -Infinity;
    this.variant = 0;
    this.ahead = new Ahead();
    this.slider = new WindowSlider({
      near: () => {
        this.ahead.toward(0);
        this.eager = true;
        this.#readAhead();
        this.show();
      },
      move: (index) => this.#move(index),
      settle: () => this.rest.begin(),
      type: (window) => this.#type(window),
    });
    this.readout = new Readout((variant) => this.#choose(variant), (part, variant) => this.#reveal(part, variant));
    this.curves = new Curves(root, (index) => {
      this.#move(index);
      this.rest.begin();
    });
    this.layers = new Layers(root, {
      query: (_, settled) => this.#ask(settled),
      view: () => this.#ask(),
      region: (text, settled) => this.#change("region", text, settled),
      step: (by) => this.presenting.active ? this.#step(by) : this.inspector?.blocks.step(by),
    });
    this.details = new Details();
    this.sentence = new Sentence({
      direction: (name) => this.#change("direction", name),
      marks: (shown) => this.#change("marks", shown),
    });
    this.diagnosing = new Diagnosing({
      cause: (name) => this.#change("cause", name),
      part: (name) => this.#change("part", name),
      mend: (mended, words) => this.#mend(mended, words),
      shown: () => this.show(),
    });
    this.steps = new Steps();
    this.presenting = new Presenting(root, {
      changed: () => this.#present(),
      layout: () => this.#layout(),
      step: (by) => this.#step(by),
      link: () => this.#link(),
    });
    this.tools = this.#tools();
    this.trouble = html("p", { class: "trouble", role: "status", hidden: "" });
    this.brief = new Brief();
    this.numbers = html("div", { class: "numbers" }, this.readout.element);
    this.pair = html("div", { class: "pair" });
    // It stays in sight while the rest scrolls.
    this.top = html("div", { class: "top" }, this.slider.element, this.brief.element, this.trouble, this.pair);
    this.under = html("div", { class: "under" });
    this.body = html("div", { class: "body" });
    this.element = html("div", { class: "scope" }, this.top, this.body, this.presenting.element);
    root.append(this.element);
    this.rest = new Rest(() => this.#tell());
    this.line = new Line({
      answer: (answer, question) => this.#hear(answer, question),
      refused: (words) => this.#refuse(words),
      trouble: (words) => this.#refuse(words),
    });
    // A sample that is chosen beside is here before the page has followed.
    this.sampling = new Line({ answer: ({ drawing }, question) => this.#show(question, unpack(drawing)), refused: () => null, trouble: () => null });
    this.unlisten = listen("sample", (sample) => this.#open(sample));
    this.observer = new ResizeObserver(() => this.#layout());
    this.observer.observe(this.element);
    this.resized = () => {
      if (this.#measure()) this.#layout();
    };
    window.addEventListener("resize", this.resized);
    this.watcher = new IntersectionObserver((seen) => this.element.classList.toggle("away", !seen.at(-1).isIntersecting), { threshold: 0.5, rootMargin: "-110px 0px 0px 0px" });
    this.watcher.observe(this.numbers);
  }

  // Ask for a sample; what is drawn on goes its own way.
  #open(sample) {
    if (!this.doc || this.editing) return;
    // A window that was typed a moment ago counts, though what is on screen does not follow it yet.
    const state = { ...this.#about(this.index).state, window: windowParameter(this.window) };
    this.opening = { kind: "sample", sample, state };
    this.placed = false;
    this.sampling.ask(this.opening);
  }

  // Show another pair, as this one was looked at, unless the page has followed by now or another was chosen.
  #show(question, pair) {
    if (this.editing || question !== this.opening) return;
    this.opening = null;
    this.#take({ ...this.doc, ...pair }, null, true);
    this.placed = true; // the page that follows takes q from here
    this.#layout();
  }

  // Take an answer, unless it is about another pair by now, or another way to score.
  #hear(answer, question) {
    if (this.asking !== question.about) return;
    this.#refuse("");
    if (question.kind === "depths") {
      this.inspector?.depths(answer);
      this.#ask();
      return;
    }
    const told = { ...answer, query: question.query, window: question.state.window };
    if (this.editing) {
      if (this.editing.hear(told)) this.#score();
      this.#use(told, question.shown);
      return;
    }
    const key = keyOf(question);
    if (answer.strips && (answer.track || question.track === "none")) this.ahead.keep(key, told);
    // What was read ahead is not shown before the hand is there, nor what was passed after it.
    const passed = key !== this.wanted && (key === this.reading || this.answered === this.wanted);
    if (!passed) this.#use(told, question.shown, key);
    this.#readAhead();
  }

  // Show an answer.
  #use(answer, shown, key) {
    const { track, window } = answer;
    this.answered = key;
    this.#hold();
    if (!this.editing) this.answer = answer;
    if (track) this.track = { ...track, window, key: answer.track_key, loss: answer.loss, pixels: answer.pixels };
    if (answer.strips) this.strips = { values: answer.strips, range: answer.shown, asked: String(shown), window };
    this.show();
  }

  // Ask for a window that may be shown next, while nothing else is asked.
  #readAhead() {
    if (this.editing || !this.doc || !this.layers.view || this.line.busy) return;
    for (const index of this.ahead.next(this.index, this.doc.windows.length)) {
      const question = { ...this.#look(index, this.mode === "triplets" ? "whole" : "none"), strips: true, held: "" };
      const key = keyOf(question);
      if (this.ahead.find(key)) continue;
      this.reading = key;
      this.line.ask(question, this.#told);
      return;
    }
  }

  // Why numbers do not follow; empty where they do.
  #refuse(words) {
    this.trouble.textContent = words;
    this.trouble.hidden = !words;
  }

  // What stands where: scores and curves to compare, or what is lost and the panels behind it.
  #build({ mode, scene, fixed }) {
    this.mode = mode;
    this.scene = scene;
    const triplets = mode === "triplets";
    const lesson = mode === "lesson";
    const draw = mode === "draw" || lesson;
    this.editing?.destroy();
    this.editing = draw ? new Editing(lesson ? new History(false) : drawHistory, lesson, fixed ?? [], {
      changed: () => this.#redraw(),
      chosen: () => this.layers.layout(),
      marked: () => this.editing.editor.draw(this.layers),
      ask: () => this.#ask(),
      commit: (drawn) => this.press("drawn", drawn),
    }) : null;
    this.element.classList.toggle("editing", draw);
    this.closer.hidden = draw || alone;
    this.layers.edit(this.editing?.editor ?? null);
    (draw ? this.editing.toolbar : this.sentence).line.append(this.tools);
    this.inspector?.destroy();
    this.inspector = triplets ? new Inspector(this.root, {
      change: (name, value) => this.#change(name, value),
      pick: (row) => this.#place(row.query, row.run),
      query: (time, settled) => this.#place(time, null, settled),
    }) : null;
    this.beside = [this.curves.element, ...(triplets ? [this.inspector.blocks.element] : []), this.details.element];
    this.words = draw ? this.editing.toolbar.element : this.sentence.element;
    this.places = null;
    const { why } = this.diagnosing;
    // What a lesson asks is not told.
    this.explained = !scene && !lesson;
    this.body.replaceChildren(
      ...(this.explained ? [why.element] : []),
      this.layers.element, hint(lesson ? "lesson" : draw ? "draw" : "look"),
      this.under,
      ...(draw && !lesson ? [this.editing.table.element] : []),
      ...(triplets ? [html("div", { class: "inspector" }, ...this.inspector.panels)] : []));
  }

  // Show it to a room, or on the page again.
  #present() {
    this.#layout();
    this.#ask();
    this.rest.begin();
  }

  // What a room sees; also what the page has taken back.
  #gather() {
    if (!this.presenting.active) return;
    const { trouble, told, slider, sentence, readout, curves, layers } = this;
    this.presenting.gather({
      trouble, told,
      slider: slider.element,
      ...(this.editing ? {} : { words: sentence.words, aloud: sentence.status }),
      scores: readout.element,
      curves: curves.element,
      picture: layers.element,
    });
  }

  // Through the costliest triplets of the track.
  #step(by) {
    const row = this.steps.step(by);
    if (row) this.#place(row.query, row.run);
  }

  // What has room beside the scores stands there, the rest under the layers, which come first where there is
  // little room.
  #arrange() {
    const { clientWidth } = this.element;
    const places = BESIDE.filter((width) => clientWidth >= width).length;
    if (places === this.places || this.presenting.active) return;
    this.places = places;
    this.pair.replaceChildren(this.numbers, ...this.beside.slice(0, places));
    this.under.replaceChildren(...this.beside.slice(places));
    const { why } = this.diagnosing;
    const over = places === BESIDE.length || this.mode === "lesson";
    if (over) this.layers.element.before(this.words);
    else this.layers.element.after(this.words);
    // In the place of the triplet's words where these are over the layers.
    (over && !this.editing ? this.sentence : why).element.append(why.mending);
  }

  // Whether a lesson has nothing over the layers, also once it is answered.
  get #bare() {
    const { hidden, later } = this.doc;
    return HIDEABLE.every((part) => part === "reduced" || part === "strips" || (hidden?.includes(part) && !later?.includes(part)));
  }

  // How tall things may be; says whether that has changed.
  #measure() {
    const before = this.layers.heightScale;
    this.layers.heightScale = this.curves.heightScale = this.scene ? sceneScale(this.element.clientWidth < BESIDE[0], this.#bare) : heightScale();
    this.element.style.setProperty("--tall", String(this.layers.heightScale));
    this.element.style.setProperty("--beside", `${this.curves.height}px`);
    this.element.classList.toggle("low", document.documentElement.clientHeight < LOW || this.element.clientWidth < BESIDE[0]);
    return this.layers.heightScale !== before;
  }

  /** Take new data, or the same data under a new theme. */
  update(bytes, press) {
    this.press = press;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      const { key, address, origin, long, restore, refused, drawing } = unpack(bytes);
      this.long = long;
      this.origin = origin;
      writeAddress(address);
      if (key !== this.key) {
        this.key = key;
        this.#take(unpack(drawing), restore);
      }
      if (refused) this.editing?.toolbar.report(refused);
    }
    this.#layout();
  }

  // `anew` says that it is looked at where the pair says, and not where the one before was: not a sample
  // that stands here before the page has followed.
  #take(doc, restore, anew = doc.opened !== this.opened && (doc.pair !== this.doc?.pair || !this.placed)) {
    const other = doc.pair !== this.doc?.pair;
    const parts = String([doc.hidden, doc.placing]) !== String([this.doc?.hidden, this.doc?.placing]);
    this.doc = doc;
    if (doc.opened !== this.opened) this.opening = null;
    this.opened = doc.opened;
    const restored = this.window === undefined || doc.restored !== this.restored;
    if (restored) {
      this.restored = doc.restored;
      this.window = doc.window;
      this.variant = KEYS.indexOf(doc.variant);
      this.layers.pinned = doc.query;
      this.layers.moments.load(null, false);
      this.placed = false;
      this.state = Object.fromEntries(TOLD.map((name) => [name, doc[name]]));
      this.rest.forget();
    } else if (anew) {
      this.state.direction = doc.direction;
      this.placed = false;
    }
    const built = this.mode !== doc.mode || this.scene !== doc.scene;
    if (built) {
      this.#build(doc);
      this.#measure();
      this.#arrange();
    }
    this.presenting.allow(doc.mode !== "lesson");
    this.element.classList.toggle("scene", Boolean(doc.scene));
    this.element.classList.toggle("of-triplet", Boolean(doc.triplet));
    this.element.classList.toggle("placing", Boolean(doc.placing));
    this.element.classList.toggle("drawn", Boolean(doc.drawn));
    for (const part of HIDEABLE) {
      this.element.classList.toggle(`without-${part}`, doc.hidden?.includes(part) ?? false);
      this.element.classList.toggle(`later-${part}`, doc.later?.includes(part) ?? false);
    }
    this.index = nearestWindow(this.doc, this.window);
    // Answers are about a pair, and a way to score it.
    const asking = JSON.stringify([doc.pair, doc.how, doc.mode, doc.scene]);
    if (asking !== this.asking) {
      this.asking = asking;
      this.answer = this.track = this.wanted = this.answered = this.reading = null;
      this.ahead.forget();
      if (!this.editing) this.strips = null;
    }
    this.editing?.take(doc, restore);
    const view = this.editing?.view(doc) ?? doc;
    for (const part of [this.slider, this.readout, this.curves]) part.load(view);
    this.readout.restrict(doc.mode === "triplets");
    if (!this.readout.open(this.variant)) this.variant = 0;
    if (this.editing) this.#fit();
    else if (other || parts || built || restored) this.layers.load(doc);
    if (anew) this.layers.place(doc.query);
    if (other) {
      this.chosen = null;
      // What was filtered has no meaning for another pair.
      if (this.known && (this.state.layers !== "any-any" || this.state.region || this.state.cause)) {
        Object.assign(this.state, { layers: "any-any", region: "", cause: "" });
        this.rest.begin();
      }
      this.known = true;
    }
    this.inspector?.load(doc);
    this.#ask();
    if (restored && doc.present) this.presenting.enter(false);
  }

  destroy() {
    this.observer.disconnect();
    this.watcher.disconnect();
    window.removeEventListener("resize", this.resized);
    this.line.close();
    this.sampling.close();
    this.diagnosing.destroy();
    this.presenting.destroy();
    this.unlisten();
    this.rest.close();
    this.layers.destroy();
    this.sentence.destroy();
    this.inspector?.destroy();
    this.editing?.destroy();
    clearTimeout(this.still);
    clearTimeout(this.copying);
    clearTimeout(this.dimming);
    cancelAnimationFrame(this.frame);
  }

  #tools() {
    const sheet = () => {
      const colours = theme(this.root);
      const { picture } = this.layers;
      const below = this.inspector?.pictures(picture.width.baseVal.value, colours) ?? [this.curves.svg];
      return together([picture, ...below], this.#caption(), colours);
    };
    this.told = html("span", { class: "told", role: "status" });
    return html("span", { class: "tools" }, this.told,
      toolButton("+", "Zoom in", () => this.layers.zoom(0.5)),
      toolButton("−", "Zoom out", () => this.layers.zoom(2)),
      toolButton("fit", "Show the whole track", () => this.layers.fit()),
      this.closer = toolButton("triplet", "Zoom to the triplet that is drawn, or to the window where none is; again: the whole track (Z)", () => this.layers.zoomIn()),
      alone ? "" : toolButton("copy link", "Copy a link that restores what is on screen, on any machine", () => this.#link()),
      alone ? "" : this.presenting.button,
      ...saveButtons(sheet, () => "hierscope"));
  }

  // The address says all of it, but for a pair that is too long for one.
  async #link() {
    const [length, limit] = this.long;
    clearTimeout(this.copying);
    if (length) this.#say(`${this.scene ? "The lesson" : "The pair"} takes ${length.toLocaleString("en")} characters; servers and mail programs cut links of more than ${limit.toLocaleString("en")}. ${this.scene ? "Save it as a file, on the list of lessons." : "Export saves it as JAMS, with all that is on screen."}`, 20000);
    else if (await copy(this.#address, this.told)) this.#say("The link is copied.", 4000);
    else this.told.prepend("This browser lets no page copy. The link, selected: ");
  }

  // Say something beside the buttons, for a while.
  #say(words, milliseconds) {
    this.told.textContent = words;
    this.copying = setTimeout(() => (this.told.textContent = ""), milliseconds);
  }

  // A lesson's link names its step, and nothing of what the other pages show. Others may find the server
  // elsewhere.
  get #address() {
    const { origin, pathname, search } = window.location;
    return `${this.origin || origin}${pathname}${this.doc.link ? `?${this.doc.link}` : search}`;
  }

  // What the saved picture shows, in words, a line each.
  #caption() {
    const variant = KEYS[this.variant];
    const [recall, precision, f] = PARTS.map((part) => scoreText(this.doc.scores, this.index, part, variant));
    const scores = `${described(this.doc, this.index)}. ${variant}: recall ${recall}, precision ${precision}, F ${f}`;
    return [scores, ...this.diagnosing.why.sentences, ...(this.state.marks && !this.editing ? this.sentence.sentences : [])];
  }

  // In Draw the mended pair takes the place of the one that is drawn; from elsewhere the way leads there.
  #mend(mended, words) {
    const said = `Mended: ${words}`;
    this.state.cause = "";
    if (this.editing) this.editing.editor.replace(mended, said);
    else {
      drawHistory.next = { of: this.doc.pair, pair: mended, words: said };
      this.rest.forget();
      this.press("mend", this.#held());
    }
  }

  #move(index) {
    this.ahead.toward(index - this.index);
    this.index = index;
    this.window = this.doc.windows[index];
    this.#ask();
  }

  #choose(variant) {
    this.variant = variant;
    this.chosen = null;
    this.state.layers = "any-any";
    this.rest.begin();
    this.#ask();
  }

  // The triplets behind a score; behind F, those of the side that loses more.
  #reveal(part, variant) {
    if (this.scene) return; // a lesson stays where it is
    const { scores } = this.doc;
    const [recall, precision] = ["recall", "precision"].map((each) => valueOf(scores, "scores", this.index, `${each}_${KEYS[variant]}`));
    const direction = part === "f_measure" ? (recall <= precision ? "recall" : "precision") : part;
    if (this.mode !== "triplets" && !this.presenting.active) {
      this.press("show", { direction, variant: KEYS[variant] });
      return;
    }
    if (variant !== this.variant) this.#choose(variant);
    this.#change("direction", direction);
  }

  // A parameter other than window, variant and query; not settled while it is being brushed.
  #change(name, value, settled = true) {
    if (name === "direction" && value !== this.state.direction) this.state.layers = "any-any";
    this.state[name] = value;
    if (!ASIDE.includes(name)) this.chosen = null;
    if (settled) this.rest.begin();
    this.#ask();
  }

  // Put the query where a block or a picture says; `run` picks one of its blocks.
  #place(time, run, settled = true) {
    this.layers.place(Math.round(time * 1e6) / 1e6);
    this.chosen = run && { run, query: this.layers.query };
    if (run) this.state.cause = ""; // the block is drawn
    this.#ask(settled);
  }

  // The layers as they are being drawn; their length may be another one.
  #fit() {
    const { pair } = this.editing;
    this.layers.load({ ...this.doc, ...pair, duration: pair.reference.layers[0].boundaries.at(-1) });
  }

  // The numbers that go with them.
  #score() {
    const view = this.editing.view(this.doc);
    this.readout.load(view);
    this.curves.load(view);
  }

  // Numbers that stay behind are dimmed; not those of a moment ago, which would flicker.
  #dim(behind) {
    if (!behind) {
      this.#hold();
      this.element.classList.remove("late");
    } else this.dimming ??= setTimeout(() => this.element.classList.add("late"), BEHIND);
  }

  // Each answer that is shown begins the time anew.
  #hold() {
    clearTimeout(this.dimming);
    this.dimming = null;
  }

  // The pair was edited: asked about at once, and drawn with the next frame.
  #redraw() {
    this.element.dataset.drawn = this.editing.drawn;
    this.reshaped = Boolean(this.editing.editor.held);
    if (!this.reshaped) this.#fit();
    this.#ask();
  }

  // Tell Python what the hand came to; the drawing does not wait for it.
  #tell() {
    this.press("settled", this.#held());
  }

  #held() {
    const { window, state, layers } = this;
    return {
      ...Object.fromEntries(TOLD.map((name) => [name, name === "marks" ? (state.marks ? "1" : "0") : state[name]])),
      window: windowParameter(window),
      present: this.presenting.active ? "1" : "0",
      ...(this.placed ? { query: String(layers.pinned) } : {}),
      ...(layers.moments.pair ? { triplet: layers.moments.pair.join(" ") } : {}),
      variant: KEYS[this.variant],
    };
  }

  #type(window) {
    this.window = window !== null && window >= this.doc.most ? null : window;
    // What is on screen stays until Python has scored a window that is not on the slider.
    const index = this.doc.windows.indexOf(this.window);
    if (index >= 0) this.#move(index);
    this.rest.begin();
    return index >= 0;
  }

  // Ask for what belongs to this window and this query, and draw what is here already.
  #ask(settled = false) {
    const { layers, doc } = this;
    this.moved = performance.now();
    if (settled) {
      this.placed = true; // before, Python may choose one
      this.rest.begin();
    }
    clearTimeout(this.still);
    const whole = this.mode === "triplets";
    this.#put(whole ? "whole" : "none");
    // How the loss of the whole track divides is not asked move by move where it is not listed.
    if (!whole && !this.editing) this.still = setTimeout(() => this.#put(this.presenting.active ? "whole" : "splits"), STILL);
    if (!layers.stacks || !doc) return;
    this.element.dataset.wanted = `${windowParameter(doc.windows[this.index])} ${layers.query}`;
    this.show();
  }

  #put(track) {
    const { layers, doc } = this;
    if (!layers.view) return;
    if (this.inspector && !this.inspector.pictured) {
      this.line.ask({ kind: "depths", ...this.#about(this.index), held: "" }, this.#told);
      return;
    }
    if (this.editing) {
      const { start, end } = layers.view;
      this.line.ask({ kind: "draw", ...this.#about(this.index), query: layers.query, shown: [start, end], extra: doc.extra, ...this.editing.question(`${this.window} ${this.variant}`) });
      return;
    }
    const question = this.#look(this.index, track);
    this.wanted = keyOf(question);
    const known = this.ahead.find(this.wanted);
    if (known) {
      this.#use(known, question.shown, this.wanted);
      this.#readAhead();
    } else this.line.ask(question, this.#told);
  }

  // What a question is about, at a window.
  #about(index) {
    const { doc, state } = this;
    const { windows, pair, how } = doc;
    return { about: this.asking, pair, told: null, state: { ...state, marks: undefined, cause: undefined, ...how, window: windowParameter(windows[index]), variant: KEYS[this.variant] } };
  }

  // Ask why the score is low: of the pair as it was read, or as it is drawn once the hand lets go.
  #explain() {
    const { doc, editing, index, line } = this;
    if (editing?.editor.held) return;
    const { state } = this.#about(index);
    const pair = editing ? { pair: "drawn", told: editing.pair } : { pair: (doc.given ?? doc).pair, told: null };
    const key = JSON.stringify([editing?.history.stamp ?? pair.pair, doc.how, state.variant, state.part]);
    const moving = performance.now() - this.moved < MOVING;
    const others = this.eager && !editing && !line.busy;
    this.diagnosing.ask({ key, ...pair, extra: doc.extra, state }, doc.given ? () => doc.given : this.#told, index, doc.windows.length, moving, others);
  }

  get #told() {
    const { reference, estimate } = this.doc;
    return () => ({ reference, estimate });
  }

  // A question about a window and the query; `track` says how much is asked of the whole track.
  #look(index, track) {
    const { layers, strips } = this;
    const { query, view } = layers;
    const about = this.#about(index);
    const shown = [view.start, view.end];
    return {
      kind: "look",
      ...about,
      query,
      shown,
      strips: !strips || strips.window !== about.state.window || strips.asked !== String(shown),
      track,
      held: this.track?.key ?? "",
      // A block that was chosen is of one query; where the mouse is meanwhile has its own.
      chosen: this.chosen?.query === query ? this.chosen.run : null,
      triplet: layers.moments.pair,
    };
  }

  #layout() {
    if (!this.doc) return;
    coloured(this.element, this.root);
    this.#measure();
    this.#arrange();
    this.#gather();
    this.curves.layout();
    const { room } = this.presenting;
    if (room === this.layers.room) this.layers.layout();
    else this.layers.within(room);
    this.inspector?.layout();
    this.show();
  }

  /** Draw at the next frame, once, however many moves and answers come before it. */
  show() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#draw();
    });
  }

  // Everything at the present window, variant and query.
  #draw() {
    const { doc, index, variant, editing } = this;
    if (index === undefined || !this.layers.stacks) return;
    if (this.reshaped && editing) this.layers.reshape(editing.pair);
    this.reshaped = false;
    const name = KEYS[variant];
    this.slider.show(index);
    const { query } = this.layers;
    const window = windowParameter(doc.windows[index]);
    const answer = editing ? editing.answer : this.answer;
    const triplets = answer?.triplets ?? null;
    const track = this.track?.rows ? this.track : null;
    // What is known of the whole track is for one window.
    const known = !editing && this.answer?.window === window && this.answer.track_key === this.track?.key ? this.track : null;
    const splits = editing ? null : known?.splits;
    this.readout.show(index, variant, splits);
    this.brief.show(this.readout.doc, index, variant);
    this.curves.show(index, variant);
    // An answer about the other side's triplets, or the other variant's, must not be shown.
    const meant = triplets?.direction === this.state.direction && triplets.variant === name;
    // Frames have times of their own; the mouse is between them until the answer comes.
    const named = answer?.query === query ? triplets?.query ?? query : query;
    if (this.explained) {
      this.diagnosing.show(index, this.state.cause, Boolean(editing));
      this.#explain();
    }
    // A room is shown triplets.
    const changes = this.explained && !this.presenting.active ? this.diagnosing.changes : null;
    this.element.classList.toggle("mending", Boolean(changes));
    this.layers.show({ changes, back: doc.back[index], ahead: doc.ahead[index], strips: this.#strips(name), named, triplets: meant ? triplets : null, track, ...this.state });
    // While the query moves its answer is a moment behind.
    const late = answer?.query !== query || answer.window !== window;
    this.details.show(named, this.layers.stacks, answer, late, name, (meant && known?.beside) || "");
    if (this.presenting.active) {
      const rows = track?.window === window ? track.rows : NONE;
      this.presenting.tell(this.steps.follow(rows, triplets?.picked, query, true), rows.length, triplets?.words ?? "");
    }
    this.sentence.show(triplets, this.state, meant ? `${answer.window} ${answer.query}` : "", meant, MEASURES[variant], this.readout.lack(index, variant));
    this.inspector?.show(triplets, track, this.state, query);
    if (editing) {
      const { drawn, scored, shown } = editing;
      Object.assign(this.element.dataset, { drawn, scored, shown });
      this.#dim(scored !== drawn || late);
      editing.show(timesIn(doc.unit).window(doc.windows[index]), MEASURES[variant].letter);
    } else this.#dim(this.answered !== this.wanted);
  }

  // g of all queries on screen, for recall and for precision; null before it has come. The same object
  // as long as it is the same: what has not changed is not drawn again.
  #strips(name) {
    if (!this.strips || !MEASURES[KEYS.indexOf(name)].has_queries) return null;
    this.strips[name] ??= this.#rows(name);
    return this.strips[name];
  }

  #rows(name) {
    const { values, range: [start, end] } = this.strips;
    const count = schema.strip_columns;
    const rows = ["recall", "precision"].map((part) => {
      const at = schema.arrays.strips.indexOf(`${part}_${name}`);
      return values.subarray(at * count, (at + 1) * count);
    });
    return { rows, range: { start, end } };
  }
}
