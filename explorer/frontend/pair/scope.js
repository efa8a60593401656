// The live view of a pair: slider, scores, curves and layers, all following one window and one query.
// The core computed every number; nothing is scored here.

import { alone } from "../shared/alone.js";
import { writeAddress } from "../shared/address.js";
import { setText } from "../shared/elements.js";
import { Picture } from "../shared/picture.js";
import { Rest } from "../shared/rest.js";
import { MEASURES } from "../shared/schema.js";
import { timesIn, windowParameter } from "../shared/times.js";
import { WindowSlider } from "../shared/window-slider.js";
import { Scapes } from "../scape/scapes.js";
import { Diagnosing } from "../diagnosis/diagnosing.js";
import { Editing } from "../edit/editing.js";
import { History, drawHistory } from "../edit/history.js";
import { Inspector } from "../triplets/inspector.js";
import { Sentence } from "../triplets/sentence.js";
import { Steps } from "../triplets/blocks.js";
import { Arrangement } from "./arrangement.js";
import { Asking } from "./asking.js";
import { Choices } from "./choices.js";
import { Curves } from "./curves.js";
import { Brief, Details, Headline } from "./headline.js";
import { Layers } from "./layers.js";
import { Listen } from "./listen.js";
import { Presenting } from "./presenting.js";
import { Readout } from "./readout.js";
import { Tools } from "./tools.js";

const NONE = [];
const BEHIND = 300; // ms without an answer, after which old numbers are dimmed

export class Scope extends Picture {
  constructor(root) {
    super(root);
    const choices = (this.choices = new Choices());
    this.editing = null;
    this.inspector = null;
    this.steps = new Steps();
    this.slider = new WindowSlider({
      near: () => choices.publish("near"),
      move: (index) => choices.move(index),
      settle: () => choices.publish("rest"),
      type: (window) => choices.type(window),
    });
    this.readout = new Readout(choices);
    this.curves = new Curves(root, choices);
    this.layers = new Layers(root, choices);
    this.details = new Details();
    this.headline = new Headline(this.readout.element, this.details.element);
    this.sentence = new Sentence(choices);
    this.listen = new Listen(this.layers);
    this.diagnosing = new Diagnosing(choices);
    this.scapes = new Scapes(choices);
    this.presenting = new Presenting(root, choices);
    this.tools = new Tools(choices, this.layers, this.listen.fold, (...how) => this.#content(...how));
    this.brief = new Brief();
    const { slider, brief, curves, headline, sentence, layers, listen, diagnosing, scapes, presenting,
      tools } = this;
    this.arrangement = new Arrangement(root, choices, { slider, brief, curves, headline, sentence, layers,
      listen, diagnosing, scapes, presenting, tools });
    this.place(this.arrangement.element, this.arrangement.element);
    this.asking = new Asking(choices, this.layers);
    this.rest = new Rest(() => this.press("settled", this.#settled)); // drawing does not wait for it
    this.#listen();
  }

  #listen() {
    const { choices, rest } = this;
    choices.listen("ask", (settled) => this.#ask(settled));
    choices.listen("rest", () => rest.begin());
    choices.listen("draw", () => this.later());
    choices.listen("size", () => this.layout());
    choices.listen("step", (by) => this.#step(by));
    choices.listen("place", (place) => this.#place(place));
    choices.listen("reveal", (score) => this.#reveal(score));
    choices.listen("fix", (fixed) => this.#fix(fixed));
    choices.listen("name", (named) => this.press("named", named));
    choices.listen("edit", () => this.#redraw());
    choices.listen("commit", (drawn) => this.press("drawn", drawn));
    choices.listen("scores", () => this.#load([this.headline, this.readout, this.curves]));
    choices.listen("answer", () => {
      this.#hold();
      this.later();
    });
    choices.listen("scapes", () => {
      if (this.editing) this.#fit();
      choices.publish("ask", false);
    });
    choices.listen("stage", () => { // it is shown to a room, or on the page again
      this.layout();
      choices.publish("ask", false);
      rest.begin();
    });
    choices.listen("sample", (pair) => { // looked at as the pair before it, until the page has followed
      this.#take({ ...choices.doc, ...pair }, null, true);
      choices.placed = true; // the page that follows takes q from here
      this.layout();
    });
  }

  destroy() {
    this.choices.close();
    this.asking.close();
    this.rest.close();
    for (const part of [this.arrangement, this.diagnosing, this.presenting, this.tools, this.layers,
      this.listen, this.sentence, this.inspector, this.editing]) part?.destroy();
    clearTimeout(this.dimming);
    super.destroy();
  }

  /** Receive data from Python: the pair, if it is another one, and its settings. */
  take() {
    const { now: { address, origin, own, long, restore, refused }, doc, news } = this;
    Object.assign(this.tools, { long, origin, own });
    writeAddress(address);
    if (news.other) this.#take(doc, restore);
    if (refused) this.editing?.toolbar.report(refused);
  }

  // `anew` uses the place that the pair names, not that of the previous pair. It is false for a sample that
  // is already shown when the page follows.
  #take(doc, restore, anew) {
    const { choices, layers, asking } = this;
    const before = choices.doc;
    const other = doc.pair !== before?.pair;
    const look = ({ hidden, placing, of_layers: beside }) => JSON.stringify([hidden, placing, beside]);
    const parts = look(doc) !== look(before ?? {});
    const built = before?.mode !== doc.mode || before?.scene !== doc.scene;
    const opened = doc.opened !== before?.opened;
    if (opened) asking.opening = null;
    anew ??= opened && (other || !choices.placed);
    const restored = choices.take(doc, anew);
    if (restored) {
      layers.pinned = doc.query;
      layers.moments.load(null, false);
      this.rest.forget();
    }
    if (built) this.#build(doc);
    this.presenting.allow(doc);
    this.arrangement.mark(doc);
    asking.about(doc, this.editing, this.inspector);
    this.editing?.take(doc, restore);
    this.#load([this.slider, this.headline, this.readout, this.curves]);
    this.readout.restrict(doc.mode === "triplets");
    if (!this.readout.open(choices.variant)) choices.variant = 0;
    if (this.editing) this.#fit();
    else if (other || parts || built || restored) layers.load(doc);
    if (anew) layers.open(doc.query, doc.enlarged);
    if (other) {
      choices.chosen = null;
      if (before && choices.unfilter()) this.rest.begin();
    }
    this.inspector?.load(doc);
    choices.publish("ask", false);
    if (restored && doc.present) this.presenting.enter(false);
  }

  // Create the parts that the page needs: drawing tools, or panels about triplets.
  #build({ mode, scene, fixed, triplet }) {
    const lesson = mode === "lesson";
    const draw = mode === "draw" || lesson;
    this.editing?.destroy();
    this.editing = draw
      ? new Editing(lesson ? new History(false) : drawHistory, lesson, fixed ?? [], this.choices)
      : null;
    this.tools.closer.hidden = draw || !(scene && triplet);
    this.tools.rest.hidden = !scene && !alone;
    this.layers.edit(this.editing?.editor ?? null);
    this.inspector?.destroy();
    this.inspector = mode === "triplets" ? new Inspector(this.root, this.choices) : null;
    // A lesson's question hides its answer.
    this.explained = !scene && !lesson && mode !== "windows";
    this.arrangement.build(this.editing, this.inspector, this.explained);
  }

  // Step through the listed blocks: the costliest of the track, or those of the query.
  #step(by) {
    const { inspector, presenting, choices: { state } } = this;
    const ofQuery = inspector && !presenting.active && state.listed === "query";
    const row = (ofQuery ? inspector.blocks.steps : this.steps).step(by);
    if (row) this.#place(row);
  }

  // In Draw, the fixed pair replaces the drawn one; other pages open it in Draw.
  #fix({ pair, text }) {
    const message = `Fixed: ${text}`;
    this.choices.state.cause = "";
    if (this.editing) this.editing.editor.replace(pair, message);
    else {
      drawHistory.next = { of: this.choices.doc.pair, pair, text: message };
      this.rest.forget();
      this.press("fix", this.#settled);
    }
  }

  #reveal({ part, variant }) {
    const { choices } = this;
    if (choices.doc.scene) return; // a lesson stays on its page
    const direction = choices.behind(part, variant);
    if (choices.doc.mode !== "triplets" && !this.presenting.active) {
      this.press("show", { direction, variant: MEASURES[variant].key });
      return;
    }
    if (variant !== choices.variant) choices.choose(variant);
    choices.change("direction", direction);
  }

  // Place the query at a block or a place in a picture; `run` selects one of its blocks.
  #place({ query, run, settled = true }) {
    const { choices, layers } = this;
    layers.place(Math.round(query * 1e6) / 1e6);
    choices.chosen = run && { run, query: layers.query };
    if (run) choices.state.cause = ""; // the block is drawn
    choices.publish("ask", settled);
  }

  // Show the edited layers; their length may have changed.
  #fit() {
    const { fills, seen } = this.editing;
    const duration = seen.reference.layers[0].boundaries.at(-1);
    this.layers.load({ ...this.choices.doc, ...seen, fills, duration });
  }

  // The numbers to show: for an edited pair, those that have arrived.
  #load(parts) {
    const { doc } = this.choices;
    const view = this.editing?.view(doc) ?? doc;
    for (const part of parts) part.load(view);
  }

  // The pair was edited: ask at once, and draw in the next frame.
  #redraw() {
    this.element.dataset.drawn = this.editing.history.revision;
    this.reshaped = Boolean(this.editing.editor.dragged);
    if (!this.reshaped) this.#fit();
    this.choices.publish("ask", false);
  }

  // What Python receives when the pointer rests.
  get #settled() {
    const { choices, layers: { pinned, moments: { pair } }, presenting } = this;
    return {
      ...choices.settled,
      present: presenting.active ? "1" : "0",
      ...(choices.placed ? { query: String(pinned) } : {}),
      ...(pair ? { triplet: pair.join(" ") } : {}),
    };
  }

  // What a saved picture has below the layers, and in words.
  #content(width, colors) {
    const { inspector, curves, diagnosing, sentence, editing, layers: { marks } } = this;
    return { below: inspector?.pictures(width, colors) ?? [curves.svg], sentences: [
      ...diagnosing.why.sentences,
      ...(marks.element.childElementCount && !editing ? sentence.sentences : [])] };
  }

  // Draw what is already known about this window and query, while asking.js asks for the rest.
  #ask(settled) {
    const { layers, choices: { doc, index } } = this;
    if (settled) {
      this.choices.placed = true;
      this.rest.begin();
    }
    if (!layers.stacks || !doc) return;
    this.element.dataset.wanted = `${windowParameter(doc.windows[index])} ${layers.query}`;
    this.later();
  }

  layout() {
    if (!this.choices.doc) return;
    this.arrangement.layout();
    this.curves.layout();
    this.layers.within(this.presenting.room(this.layers.element, this.arrangement.top));
    this.inspector?.layout();
    this.later();
  }

  show() {
    const { choices: { doc, index, variant, state, measure }, asking, editing, layers, readout } = this;
    if (!layers.stacks) return;
    if (this.reshaped && editing) layers.reshape(editing.seen);
    this.reshaped = false;
    this.slider.show(index);
    setText(this.scapes.patch, asking.patch?.sentence ?? "");
    this.tools.show(layers.view.whole);
    const { query } = layers;
    const window = windowParameter(doc.windows[index]);
    const answer = editing ? editing.answer : asking.answer;
    const triplets = answer?.triplets ?? null;
    const track = asking.track?.rows ? asking.track : null;
    const known = editing ? null : asking.known(window);
    this.headline.show(index, variant);
    readout.show(index, variant, known?.splits);
    this.brief.show(readout.doc, index, variant);
    this.curves.show(index, variant);
    // Hide answers about the other side's triplets or another variant's.
    const meant = triplets?.direction === state.direction && triplets.variant === measure;
    // The answer has the frame's time; until it arrives, use the pointer's.
    const named = answer?.query === query ? triplets?.query ?? query : query;
    if (this.explained) {
      this.diagnosing.show(index, state.cause, Boolean(editing), editing?.vacancy(measure));
      asking.explain(this.diagnosing);
    }
    // While presenting, show triplets.
    const blind = Boolean(editing?.history.hidden);
    (this.root.host ?? this.element).classList.toggle("blind", blind);
    const changes = this.explained && !this.presenting.active && !blind ? this.diagnosing.changes : null;
    this.element.classList.toggle("fixing", Boolean(changes));
    const reach = { back: doc.back[index], ahead: doc.ahead[index] };
    const listed = meant && doc.mode !== "lesson" && !blind ? triplets : null;
    const { queries: strips, scape } = asking;
    layers.show({ ...reach, ...state, index, measure, changes, strips, scape, named, scored: readout.doc,
      triplets: listed, track });
    // While the query moves, its answer arrives slightly later.
    const late = answer?.query !== query || answer.window !== window;
    this.listen.show();
    this.details.show(named, layers.stacks, answer, late, measure, (meant && known?.beside) || "");
    const rows = track?.window === window ? track.rows : NONE;
    const at = this.steps.follow(rows, triplets?.picked, query, true);
    this.presenting.tell(at, rows.length);
    this.sentence.tell(at, rows.length, state);
    const place = meant ? `${answer.window} ${answer.query}` : "";
    const asked = editing ? null : triplets;
    this.sentence.show(asked, state, place, meant, MEASURES[variant], readout.lack(index, variant));
    this.inspector?.show(triplets, track, state, query);
    this.element.classList.toggle("vacant", Boolean(editing?.vacancy(measure)));
    if (editing) {
      const { scored, history: { revision: drawn, shown } } = editing;
      Object.assign(this.element.dataset, { drawn, scored, shown });
      this.#dim(scored !== drawn || late);
      editing.show(timesIn(doc.unit).window(doc.windows[index]), MEASURES[variant].letter);
    } else this.#dim(asking.behind);
  }

  // Dim numbers only after a while, because short delays would flicker.
  #dim(behind) {
    if (!behind) {
      this.#hold();
      this.element.classList.remove("late");
    } else this.dimming ??= setTimeout(() => this.element.classList.add("late"), BEHIND);
  }

  // Each shown answer restarts the delay.
  #hold() {
    clearTimeout(this.dimming);
    this.dimming = null;
  }
}
