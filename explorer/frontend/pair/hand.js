// Handles pointer, wheel and keys on the layers: point, press, drag, pinch, zoom.

import { placeOn, pressing } from "../shared/dragging.js";
import { regionText } from "../triplets/loss-strips.js";
import { CLOSEST } from "./time-view.js";

const REACH = { above: 14, beside: 22 }; // pixels around the bar under the axis that belong to it for fingers

/** @param {import("./layers.js").Layers} layers */
export function handle(layers) {
  const { svg: box, choices } = layers;
  const where = (event) => placeOn(box, event);
  let mouse = null; // its last event
  // The query follows the mouse without a press.
  const point = (event, { x, y }) => {
    if (event.pointerType !== "mouse" || layers.moments.times) return;
    mouse = event;
    const { view, planes, hovered: before } = layers;
    const beside = x < view.left || x > view.left + view.width || y >= layers.foot;
    const drawn = layers.editor && layers.placeAt(y);
    layers.hovered = beside || drawn ? null : view.time(x);
    const plane = beside ? null : planes?.at(y);
    layers.aimed = plane ? { direction: plane.part, window: String(plane.windowAt(y)) } : null;
    if (layers.hovered !== before) choices.publish("ask", false);
    else choices.publish("aim");
  };
  // The picture may move under a resting mouse.
  layers.rest = () => {
    if (layers.hovered !== null) point(mouse, where(mouse));
  };
  const widen = (by) => {
    choices.move(choices.index + by);
    choices.publish("rest");
  };
  let drag = null;
  const brush = (to, settled) => {
    choices.change("region", regionText(drag.role, drag.from, to, layers.doc.step), settled);
  };
  const aim = ({ x, y }) => {
    if (drag.at?.x === x && drag.at.y === y) return;
    drag.at = { x, y };
    drag.from ??= drag.at;
    drag.moved ||= Math.hypot(x - drag.from.x, y - drag.from.y) > 3; // a hand may tremble during a click
    layers.aimed = null; // both lines are at the pointer
    if (drag.plane) {
      const { part } = drag.plane;
      if (part !== layers.now.direction) choices.change("direction", part, false);
      choices.moveTo(drag.plane.windowAt(y));
    }
    layers.pin(layers.view.time(x), false);
  };
  const down = (event) => {
    if (!layers.doc) return false;
    // Text in a field belongs to the current choice, so submit it before a press chooses something else.
    const typing = box.getRootNode().activeElement;
    if (layers.editor && typing !== box) typing?.blur();
    const { x, y } = where(event);
    const finger = event.pointerType === "touch";
    const reach = finger ? REACH : { above: 2, beside: 6 };
    const sheet = { part: "sheet", x, start: layers.view.start, end: layers.view.end };
    // Fingers have no Shift key: they pan if the view is zoomed in.
    const pans = finger && !layers.view.whole;
    if (y >= layers.grip.y - reach.above || event.shiftKey) {
      const { from, to } = layers.grip;
      const near = (edge) => Math.abs(x - edge) < Math.min(reach.beside, Math.max((to - from) / 3, 6));
      const part = near(from) ? "start" : near(to) ? "end" : "grip";
      drag = { ...sheet, part: y < layers.grip.y - reach.above ? "sheet" : part };
    } else if (layers.editor?.down({ x, y }, event, layers)) {
      drag = pans && !layers.editor.dragged ? sheet : { part: "edit" };
    } else if (layers.losses?.roleAt(y)) {
      drag = { part: "brush", role: layers.losses.roleAt(y), from: layers.view.time(x) };
    } else if (pans) {
      drag = { ...sheet, tapped: layers.view.time(x) };
    } else {
      drag = { part: "query", plane: layers.planes?.at(y) };
      aim({ x, y });
    }
    return true;
  };
  // "pointermove" comes once a frame, "pointerrawupdate" with each report of the mouse. So a question is sent
  // earlier, and may be answered before the next frame is drawn.
  box.addEventListener("pointerrawupdate", (event) => {
    if (!layers.doc) return;
    if (drag?.part === "edit") layers.editor.drag(where(event), event, layers);
    else if (drag?.plane) aim(where(event));
    else if (!event.buttons) point(event, where(event));
  });
  const move = (event) => {
    const { x, y } = where(event);
    if (drag.part === "edit") layers.editor.drag({ x, y }, event, layers);
    else if (drag.part === "brush") {
      drag.to = layers.view.time(x);
      brush(drag.to, false);
    } else if (drag.part === "query") aim({ x, y });
    else {
      const { view } = layers;
      const { part, start, end } = drag;
      const moved = (x - drag.x) * (part === "sheet" ? start - end : view.duration) / view.width;
      drag.tapped = null;
      if (part === "start") view.show(Math.min(Math.max(start + moved, 0), end - CLOSEST), end);
      else if (part === "end") {
        view.show(start, Math.min(Math.max(end + moved, start + CLOSEST), view.duration));
      } else view.show(start + moved, end + moved);
      layers.moved();
    }
  };
  const hover = (event) => {
    if (!layers.doc) return;
    box.style.cursor = layers.editor?.over(where(event), layers) ?? "";
    point(event, where(event));
  };
  const up = () => {
    if (drag.part === "query") layers.pin(layers.pinned);
    if (drag.plane && !drag.moved) choices.publish("seek");
    if (drag.part === "edit") layers.editor.up();
    // A click on a strip, without a drag, removes the filter.
    if (drag.part === "brush") brush(drag.to ?? drag.from, true);
    if (Number.isFinite(drag.tapped)) layers.pin(drag.tapped);
    drag = null;
  };
  const drop = () => {
    layers.editor?.cancel();
    up();
  };
  const pinch = (from, to) => {
    if (!layers.doc) return;
    layers.view.pinch(from, to);
    // Each finger reports by itself, so wait for a frame and draw both together.
    layers.pinched ??= requestAnimationFrame(() => {
      layers.pinched = null;
      layers.moved();
    });
  };
  pressing(box, { down, move, up, drop, hover, pinch });
  box.addEventListener("pointerleave", () => {
    if (layers.hovered === null) return;
    layers.hovered = layers.aimed = null;
    choices.publish("ask", false);
  });
  box.addEventListener("wheel", (event) => {
    if (!layers.doc) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      layers.zoom(Math.exp(event.deltaY * 0.0025), layers.view.time(where(event).x));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      event.preventDefault();
      const pixels = event.deltaX || event.deltaY;
      layers.pan(pixels / layers.view.width);
    }
  }, { passive: false });
  box.addEventListener("keydown", (event) => {
    if (!layers.doc) return;
    if (layers.editor?.key(event, layers.query)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (layers.listen?.key(event)) {
      event.preventDefault();
      return;
    }
    const step = event.shiftKey ? 1 : 0.1;
    const keys = {
      ArrowLeft: () => layers.step(layers.query - step),
      ArrowRight: () => layers.step(layers.query + step),
      PageUp: () => layers.pan(-0.5),
      PageDown: () => layers.pan(0.5),
      Home: () => layers.step(0),
      End: () => layers.step(layers.doc.duration),
      "+": () => layers.zoom(0.5),
      "=": () => layers.zoom(0.5),
      "-": () => layers.zoom(2),
      "0": () => layers.fit(),
      z: () => layers.zoomIn(),
      n: () => choices.publish("step", 1),
      p: () => choices.publish("step", -1),
      ...(layers.planes ? { ArrowUp: () => widen(1), ArrowDown: () => widen(-1) } : {}),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}
