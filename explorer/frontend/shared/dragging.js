// A press on a picture, and what follows until the hand lets go.

/** Where an event is on a picture, in pixels of the picture, which may be shown larger. */
export function placeOn(picture, event) {
  const box = picture.getBoundingClientRect();
  const zoom = picture.currentCSSZoom ?? 1;
  return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom, height: box.height / zoom };
}

/**
 * Have move(place) called at a press that lies over(place), and while it is dragged; rest(place) when it
 * ends; hover(place, event) while nothing is dragged.
 */
export function dragging(picture, { over, move, rest = null, hover = null }) {
  let held = false;
  picture.addEventListener("pointerdown", (event) => {
    const place = placeOn(picture, event);
    if (event.button || !over(place)) return;
    picture.setPointerCapture(event.pointerId);
    held = true;
    move(place);
  });
  picture.addEventListener("pointermove", (event) => {
    if (!held && !hover) return;
    const place = placeOn(picture, event);
    if (held) move(place);
    else hover?.(place, event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    picture.addEventListener(end, (event) => {
      if (held) rest?.(placeOn(picture, event));
      held = false;
    });
  }
}
