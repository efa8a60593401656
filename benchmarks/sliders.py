"""Time a component's slider in Chromium, from a move to the painted frame."""

MOVE = """
async ([box_name, range_name, moves, count]) => {
  const root = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
    .map((host) => host.shadowRoot).find((each) => each?.querySelector(box_name));
  const [range, box] = [range_name, box_name].map((what) => root.querySelector(what));
  const lags = [];
  for (let turn = 0; turn < moves; turn++) {
    await new Promise(requestIdleCallback);
    const before = box.dataset[count];
    const start = performance.now();
    range.value = (turn * 7) % (Number(range.max) + 1);
    range.dispatchEvent(new Event("input"));
    await new Promise((painted) => {
      const look = () => {
        if (box.dataset[count] === before) return requestAnimationFrame(look);
        // A task after this frame: what was drawn is painted then.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = painted;
        port2.postMessage(0);
      };
      look();
    });
    lags.push(performance.now() - start);
  }
  return lags;
}
"""


def slider_lags(page, box, slider, moves, count="drawn"):
    """Move a slider many times; return the milliseconds from each move to its painted frame.

    `box` counts its drawings in the data attribute `count`; both are selectors.
    """
    return page.evaluate(MOVE, [box, slider, moves, count])
