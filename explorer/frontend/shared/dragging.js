// A press on a picture, and what follows until the hand lets go; two fingers that pinch.

const SIDEWAYS = 8; // pixels that a finger moves before it drags; until then it may tap, or scroll the page

/** Where an event is on a picture, in pixels of the picture, which may be shown larger. */
export function placeOn(picture, event) {
  const box = picture.getBoundingClientRect();
  const zoom = picture.currentCSSZoom ?? 1;
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom,
    height: box.height / zoom };
}

/**
 * Have down(event) say whether a press is taken; then move(event) follows, and up(event) ends it, or
 * drop(event) where it is taken away. A finger's press begins when it has moved sideways, or is lifted.
 * hover(event) while nothing is pressed; pinch(from, to) while two fingers move, each a pair of places.
 */
export function pressing(picture, { down, move, up, drop = up, hover = null, pinch = null }) {
  const fingers = new Map(); // on the picture: where each is now
  let pressed = null; // the pointer that presses
  let waiting = null; // where a finger came down that may yet scroll
  const press = (event) => {
    waiting = null;
    pressed = down(event) ? event.pointerId : null;
  };
  const letGo = (end, event) => {
    pressed = null;
    end(event);
  };
  const touched = (event) => {
    // Of fingers before the first nothing was told, if the picture was moved under them.
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
  // Two fingers that move up or down would scroll the page.
  if (pinch) {
    picture.addEventListener("touchmove", (event) => event.touches.length > 1 && event.preventDefault(),
      { passive: false });
  }
}

/** Have move(place) called from a press that lies over(place) on, rest(place) at its end. */
export function dragging(picture, { over, move, rest = null }) {
  const where = (event) => placeOn(picture, event);
  let last = null; // the last event and its place: the page may move under a pointer that rests
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
