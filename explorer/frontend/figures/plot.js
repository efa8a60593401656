// One plotly figure, in the colors of the page, with the line of w over it, and parts that move with w.

import { pressing, placeOn } from "../shared/dragging.js";
import { html } from "../shared/elements.js";
import { channels, palette } from "../shared/palette.js";
import { saveUrl } from "../shared/saving.js";
import { nearestPlace } from "../shared/scales.js";

const AT_ONCE = { mode: "immediate", frame: { duration: 0, redraw: false }, transition: { duration: 0 } };

export let Plotly = null;

export async function plotly() {
  await import(new URL("plotly.js", import.meta.url).href);
  Plotly = globalThis["Plotly"];
}

/** Return a figure's JSON in the colors of a theme; Python writes those of the light one. */
export function recolored(text, colors) {
  const known = new Map();
  for (const [name, light] of Object.entries(palette.light)) {
    [light].flat().forEach((color, at) => known.set(color, [colors[name]].flat()[at]));
  }
  return text.replace(/#[0-9a-f]{6}/g, (color) => known.get(color) ?? color);
}

export class Plot {
  /** `on` has move(index) and rest() for the line of w, open(row) for a point, and optionally placed(). */
  constructor(on) {
    this.on = on;
    this.savers = null; // the buttons that save it
    this.box = html("div", { class: "drawn" });
    this.line = html("div", { class: "line", hidden: "" });
    this.element = html("div", { class: "figure" }, this.box, this.line);
    pressing(this.line, { down: () => true, move: (event) => this.#move(event), up: () => on.rest() });
  }

  async draw({ data, layout, frames }, colors, file, root) {
    const { template, meta, ...rest } = layout;
    delete rest.sliders; // the page has a slider
    const grid = `rgba(${channels(colors.text)}, ${palette.opacity.grid})`;
    for (const axis of [template.layout.xaxis, template.layout.yaxis]) {
      Object.assign(axis, { gridcolor: grid, linecolor: grid, zerolinecolor: grid });
    }
    Object.assign(template.layout, { paper_bgcolor: colors.background, plot_bgcolor: colors.background });
    Object.assign(template.layout.font, { color: colors.text, family: colors.font });
    this.frames = frames ?? [];
    this.places = meta ?? [];
    this.file = file;
    this.shown = null; // the frame
    const first = !this.box.children.length;
    await Plotly.react(this.box, data, { template, ...rest, autosize: true, uirevision: "same" },
      this.#config());
    this.#part();
    if (!first) return;
    styled(root);
    let opened = false;
    this.box.on("plotly_click", ({ points: [{ customdata: row }] }) => {
      opened = row !== undefined;
      if (opened) this.on.open(row);
    });
    // plotly_click is lost if the figure is redrawn under the pointer; plotly sends this event after it.
    this.box.addEventListener("click", (event) => {
      if (this.places.length && !opened && event.target.matches(".nsewdrag")) {
        this.#move(event);
        this.on.rest();
      }
      opened = false;
    });
    this.box.on("plotly_relayout", () => {
      this.#part();
      this.mark(this.index);
      this.on.placed?.();
    });
  }

  // For a different button, plotly would draw the figure from scratch.
  #config() {
    // plotly's own button frees the picture before a busy browser has begun to save it.
    this.savers ??= [{ format: "png", icon: "camera", scale: 2 }, { format: "svg", icon: "disk", scale: 1 }]
      .map(({ format, icon, scale }) => ({
        name: `Save as ${format.toUpperCase()}`,
        icon: Plotly.Icons[icon],
        click: async (box) => saveUrl(
          await Plotly.toImage(box, { format, scale, width: null, height: null }), // as on screen
          `${this.file}.${format}`,
        ),
      }));
    return { displaylogo: false, modeBarButtonsToAdd: this.savers, modeBarButtonsToRemove: ["toImage"] };
  }

  #move(event) {
    this.on.move(nearestPlace(this.places.map((place) => this.#x(place)), placeOn(this.element, event).x));
  }

  #x(place) {
    const { xaxis } = this.box._fullLayout;
    return xaxis._offset + xaxis.d2p(place);
  }

  mark(index) {
    this.index = index;
    if (!this.places.length || !this.box._fullLayout) return;
    const { _size: { t, h } } = this.box._fullLayout;
    const x = this.#x(this.places[index]);
    this.line.hidden = !this.#within(x);
    this.line.style.height = `${h}px`;
    this.line.style.transform = `translate(${x}px, ${t}px)`;
  }

  #within(x) {
    const { _offset: from, _length: length } = this.box._fullLayout.xaxis;
    return x >= from && x <= from + length;
  }

  /** The pixels of the first and the last window; none while the figure is zoomed. */
  get ends() {
    const ends = [this.places[0], this.places.at(-1)].map((place) => this.#x(place));
    return ends.every((x) => this.#within(x)) ? ends : null;
  }

  // Draw the line in each subplot, but not over the headings between them.
  #part() {
    const { _subplots: { yaxis }, _size: { t } } = this.box._fullLayout;
    this.line.replaceChildren(...yaxis.map((name) => {
      const { _offset: top, _length: height } = this.box._fullLayout[name.replace("y", "yaxis")];
      return html("span", { style: `top: ${top - t}px; height: ${height}px` });
    }));
  }

  /** Show the frame of a window or a margin, in the browser's next frame at the latest. */
  follow(index) {
    const frame = this.frames[index];
    if (!frame || frame === this.shown) return;
    this.shown = frame;
    // Without all traces, plotly 4 empties the subplots of the others.
    const data = this.box.data.map((_, at) => frame.data[at] ?? {});
    Plotly.animate(this.box, { data }, AT_ONCE);
  }

  resize() {
    Plotly.Plots.resize(this.box);
  }

  close() {
    Plotly?.purge(this.box); // null until it is loaded
    this.element.remove();
  }
}

// Plotly writes its style into the document, so a shadow root does not have it.
function styled(root) {
  const { sheet } = /** @type {HTMLStyleElement} */ (document.getElementById("plotly.js-style-global"));
  const style = new CSSStyleSheet();
  style.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join("\n"));
  if (!root.plotly) root.adoptedStyleSheets.push(style);
  root.plotly = true;
}
