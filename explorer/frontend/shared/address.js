// The address restores the screen. The browser's Back button leaves a page at once, except in lessons, where
// each step has an entry in the history.

import { unpack } from "./pack.js";

let last = null; // the last written address and its page
let went = null; // the entry that Back or Forward led to, until it is handled
let follow = () => {};
const PATIENCE = 3000; // ms that the text of a step may take to arrive

// Streamlit (1.67) reruns a page for each of its entries in the history, and does not know steps.
window.addEventListener("popstate", (event) => {
  went = stepOf(window.location.search) ?? null;
  if (!went) return;
  if (last?.page !== window.location.pathname) return; // another page, which sends its own step
  event.stopImmediatePropagation();
  follow();
}, true);

function stepOf(query) {
  const parameters = new URLSearchParams(query);
  if (!parameters.has("lesson") && !window.location.pathname.endsWith("/lessons")) return undefined;
  return [parameters.get("lesson") ?? "", parameters.get("step") ?? "1"];
}

export function writeAddress(query) {
  const { pathname, search } = window.location;
  const [was, now] = [String(stepOf(search)), String(stepOf(`?${query}`))];
  // Only a step after another step is a new entry.
  const further = last?.page === pathname && last.step === was && now !== was;
  last = { page: pathname, step: now };
  const wanted = `${pathname}${query ? `?${query}` : ""}`;
  if (wanted === `${pathname}${search}`) return;
  window.history[further ? "pushState" : "replaceState"](window.history.state, "", wanted);
  if (further) showHeading(now.replace(",", "-"), performance.now() + PATIENCE);
}

// On a phone the picture stays visible: it begins at its top, and would cover the heading of the step.
function showHeading(step, until) {
  const heading = document.querySelector(`.st-key-step-${step}`);
  const block = matchMedia("(max-width: 760px)").matches ? "start" : "nearest";
  document.querySelector(".st-key-lesson [data-testid=stColumn]")?.scrollTo(0, 0);
  if (heading) heading.scrollIntoView({ block });
  else if (performance.now() < until) requestAnimationFrame(() => showHeading(step, until));
}

/** Call `tell` with a lesson and a step, as texts, if Back or Forward leads to them. */
export function onStep(tell) {
  follow = () => {
    if (went && String(went) !== last?.step) tell(went);
    went = null;
  };
  follow();
}

/** Writes the address on pages without another component that does. */
export class Address {
  update(bytes) {
    /** @type {{ address: string }} */
    const { address } = unpack(bytes);
    writeAddress(address);
  }
}
