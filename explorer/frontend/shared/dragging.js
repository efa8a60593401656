// A press on a picture until its release, and pinches by two fingers.

const SIDEWAYS = 8; // pixels that a finger moves before it drags; until then it may tap or scroll the page

/** The place of an event in pixels of the picture, which may be scaled. */
export function placeOn(picture, event) {
  const box = picture.getBoundingClientRect();
  const zoom = picture.currentCSSZoom ?? 1;
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom,
    height: box.height / zoom };
}

/**
 * down(event) returns whether to handle a press; then move(event) follows, and up(event) ends it, or
 * drop(event) if it is canceled. A finger's press begins after a sideways move, or at its release.
 * hover(event) is for moves without a press, pinch(from, to) for two fingers, each with a pair of places.
 */
export function pressing(picture, { down, move, up, drop = up, hover = null, pinch = null }) {
  const fingers = new Map(); // on the picture: place of each
  let pressed = null; // the pointer that presses
  let waiting = null; // where a finger is down that may still scroll
  const press = (event) => {
    waiting = null;
    pressed = down(event) ? event.pointerId : null;
  };
  const letGo = (end, event) => {
    pressed = null;
    end(event);
  };
  const touched = (event) => {
    // Forget fingers from before the first: their release was not reported if the picture moved under them.
    if (event.isPrimary) fingers.clear();
    fingers.set(event.pointerId, placeOn(picture, event));
    if (fingers.size === 1) waiting = event;
    else if (pinch) {
      waiting = null;
      if (pressed !== null) letGo(drop, event);
    }
  };
  const fingered = (event) => {
    const from = [...fingers.values()];
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, placeOn(picture, event));
    if (pinch && fingers.size === 2) pinch(from, [...fingers.values()]);
    else if (waiting?.pointerId === event.pointerId
      && Math.abs(event.clientX - waiting.clientX) >= SIDEWAYS) press(waiting);
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") touched(event);
    else if (!event.button) {
      press(event);
      if (pressed !== null) picture.setPointerCapture(event.pointerId);
    }
  });
  picture.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") fingered(event);
    if (pressed === event.pointerId) move(event);
    else if (pressed === null && event.pointerType !== "touch") hover?.(event);
  });
  picture.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (waiting?.pointerId === event.pointerId) press(waiting);
    if (pressed === event.pointerId) letGo(up, event);
  });
  picture.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    waiting = null;
    if (pressed === event.pointerId) letGo(drop, event);
  });
  // Otherwise two fingers that move up or down scroll the page.
  if (pinch) {
    picture.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(),
      { passive: false });
  }
}

/** Call move(place) for a press that lies over(place), and rest(place) at its end. */
export function dragging(picture, { over, move, rest = null }) {
  const where = (event) => placeOn(picture, event);
  let last = null; // the last event and its place, because the page may move under a resting pointer
  const go = (event) => {
    last = { event, place: where(event) };
    move(last.place);
  };
  pressing(picture, {
    down: (event) => {
      const taken = over(where(event));
      if (taken) go(event);
      return taken;
    },
    move: go,
    up: (event) => {
      const still = event.clientX === last.event.clientX && event.clientY === last.event.clientY;
      rest?.(still ? last.place : where(event));
    },
  });
}
