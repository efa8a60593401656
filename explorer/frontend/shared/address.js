// The address restores what is on screen. The browser's Back leaves a page at once, but for lessons, of
// which each step has a place of its own in the history.

let last = null; // what was written last, and on which page
let went = null; // where the browser went back to, or on to, as long as nobody has taken that
let follow = () => {};
const PATIENCE = 3000; // ms that the text of a step may take to come

// Streamlit (1.67) runs a page anew for each of its places in the history, and knows no steps.
window.addEventListener("popstate", (event) => {
  went = stepOf(window.location.search) ?? null;
  if (!went) return;
  if (last?.page !== window.location.pathname) return; // another page; its step is told when it is there
  event.stopImmediatePropagation();
  follow();
}, true);

/** The lesson and the step that an address names; undefined for none. */
function stepOf(query) {
  const parameters = new URLSearchParams(query);
  if (!parameters.has("lesson") && !window.location.pathname.endsWith("/lessons")) return undefined;
  return [parameters.get("lesson") ?? "", parameters.get("step") ?? "1"];
}

export function writeAddress(query) {
  const { pathname, search } = window.location;
  const [was, now] = [String(stepOf(search)), String(stepOf(`?${query}`))];
  // Only a step that follows one which was here is another place.
  const further = last?.page === pathname && last.step === was && now !== was;
  last = { page: pathname, step: now };
  const wanted = `${pathname}${query ? `?${query}` : ""}`;
  if (wanted === `${pathname}${search}`) return;
  window.history[further ? "pushState" : "replaceState"](window.history.state, "", wanted);
  if (further) showHeading(now.replace(",", "-"), performance.now() + PATIENCE);
}

// On a phone the picture stays in sight, and would cover the heading of another step.
function showHeading(step, until) {
  const heading = document.querySelector(`.st-key-step-${step}`);
  const block = matchMedia("(max-width: 760px)").matches ? "start" : "nearest";
  if (heading) heading.scrollIntoView({ block });
  else if (performance.now() < until) requestAnimationFrame(() => showHeading(step, until));
}

/** Have `tell` called with a lesson and a step, texts, where the browser went to them. */
export function onStep(tell) {
  follow = () => {
    if (went && String(went) !== last?.step) tell(went);
    went = null;
  };
  follow();
}
