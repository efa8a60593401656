"""inspector.js: visible pictures are drawn at once, others when the hand rests or they appear."""

DRAWN = """
async ({ Near }) => {
  const [here, below] = [0, 1].map((at) => {
    const element = document.createElement("div");
    element.style.cssText = `position: absolute; top: ${at ? 5000 : 0}px; width: 9px; height: 9px`;
    document.body.append(element);
    return element;
  });
  const near = new Near();
  const said = [];
  near.watch(here, below);
  // The browser says once, at the beginning, what is on the screen.
  await new Promise((done) => new IntersectionObserver(done).observe(below));
  await new Promise(requestAnimationFrame);
  near.show(here, () => said.push("here"));
  near.show(below, () => said.push("below, first"));
  near.show(below, () => said.push("below, last"));
  const atOnce = [...said];
  await new Promise((done) => near.show(below, () => done(said.push("below, rested"))));
  near.show(below, () => said.push("below, asked for"));
  near.all();
  near.all();
  near.destroy();
  return [atOnce, said];
}
"""


def test_what_is_below_the_screen_is_drawn_when_the_hand_rests(modules):
    at_once, at_last = modules.run("triplets/inspector", DRAWN)
    assert at_once == ["here"]
    assert at_last == ["here", "below, rested", "below, asked for"]
