// The waveform under the layers, on their time axis: minimum and maximum of each pixel.

import { html } from "../shared/elements.js";
import { placeOn, pressing } from "../shared/dragging.js";

const BIN = 256; // samples per stored minimum and maximum
const TURN = 1 << 20; // samples per step of reading, so that the page stays responsive
const HEIGHT = 44;
const QUIET = 0.01; // share of the loudest sample; less is silence at the start
const STILL = 3; // px that the pointer may move during a click

export class Wave {
  constructor() {
    /** play(x) is called for a click, move(pixels) for each move of a drag. */
    this.on = null;
    this.canvas = html("canvas", { class: "wave", height: HEIGHT, "aria-hidden": "true" });
    let from = null;
    pressing(this.canvas, {
      down: (event) => {
        from = { ...placeOn(this.canvas, event), dragged: false };
        return true;
      },
      move: (event) => {
        const { x } = placeOn(this.canvas, event);
        if (!from.dragged && Math.abs(x - from.x) < STILL) return;
        this.on.move(x - from.x);
        from = { x, dragged: true };
      },
      up: () => from.dragged || this.on.play(from.x),
    });
  }

  /** Read a buffer in steps, so that the page does not wait. */
  async load(buffer) {
    this.buffer = buffer;
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, at) => buffer.getChannelData(at));
    const peaks = new Float32Array(Math.ceil(buffer.length / BIN));
    for (let bin = 0; bin < peaks.length; bin++) {
      const end = Math.min((bin + 1) * BIN, buffer.length);
      for (const samples of channels) {
        for (let at = bin * BIN; at < end; at++) {
          const size = Math.abs(samples[at]);
          if (size > peaks[bin]) peaks[bin] = size;
        }
      }
      if ((bin * BIN) % TURN === 0) await new Promise((resume) => setTimeout(resume));
    }
    this.loudest = peaks.reduce((most, peak) => Math.max(most, peak), 1e-6);
    this.peaks = peaks;
  }

  /** The seconds before the first sound. */
  get silence() {
    const first = this.peaks.findIndex((peak) => peak > QUIET * this.loudest);
    return (Math.max(first, 0) * BIN) / this.buffer.sampleRate;
  }

  /** Draw the visible part; `soundOf` converts times of the layers to seconds of the buffer. */
  draw(view, soundOf, color) {
    const { canvas, peaks } = this;
    const width = Math.round(view.width);
    Object.assign(canvas, { width }); // clears it
    canvas.style.marginLeft = `${view.left}px`;
    const context = canvas.getContext("2d");
    context.fillStyle = color;
    context.globalAlpha = 0.55;
    const binOf = (x) => (soundOf(view.start + (x / width) * (view.end - view.start))
      * this.buffer.sampleRate) / BIN;
    for (let x = 0; x < width; x++) {
      const [from, to] = [Math.floor(binOf(x)), Math.ceil(binOf(x + 1))];
      let most = 0;
      for (let bin = Math.max(from, 0); bin < Math.min(to, peaks.length); bin++) {
        most = Math.max(most, peaks[bin]);
      }
      const tall = (most / this.loudest) * HEIGHT;
      if (tall) context.fillRect(x, (HEIGHT - tall) / 2, 1, Math.max(tall, 1));
    }
  }
}
