// What shows the explorer's pages without Streamlit's front end: components are mounted as it mounts
// them, words and some widgets are drawn plainly, and all else that a page has is left out.

import { become, drawn } from "./words.js";

const app = document.querySelector("main");
const states = new Map(); // of widgets and components, by their ids, as Streamlit is sent them
const modules = new Map();
const mounted = new Map(); // components on screen, by their ids
let nodes = new Map(); // what the script has sent, by its place
let pages = [];
let shown = ""; // the page, by its script
let run = "";
let asked = false; // for a run that has not begun

const address = new URL("/plain", document.baseURI);
address.protocol = "ws:";
const socket = new WebSocket(address);
socket.addEventListener("open", () => ask());
socket.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
addEventListener("popstate", () => ask(undefined, pages.find(({ urlPathname }) => urlPathname === here())));

/** Have the script run, as at a click, with a state that is new, or for another page. */
function ask(state, page = pages.find(({ pageScriptHash }) => pageScriptHash === shown)) {
  const pressed = state?.triggerValue ? [state] : [];
  if (state && !state.triggerValue) states.set(state.id, state);
  asked = true;
  app.dataset.testScriptState = "running";
  const { pageScriptHash = "", urlPathname = here() } = page ?? {};
  socket.send(JSON.stringify({ query: urlPathname === here() ? location.search.slice(1) : "", name: urlPathname, page: pageScriptHash, states: [...states.values(), ...pressed] }));
}

function here() {
  return location.pathname.slice(1);
}

function hear(said) {
  if (said.newSession) {
    run = said.metadata.run.scriptRunId;
    asked = false;
    app.dataset.testScriptState = "running";
    // As in Streamlit, what another page has is gone before anything of this one is there.
    const { pageScriptHash, mainScriptHash } = said.newSession;
    if (pageScriptHash !== shown) keep(({ script }) => script === mainScriptHash);
    shown = pageScriptHash;
  }
  if (said.navigation) navigate(said.navigation);
  if (said.delta) take(said.metadata ?? {}, said.delta);
  if (said.scriptFinished === "FINISHED_SUCCESSFULLY") finish();
}

function navigate({ appPages, pageScriptHash }) {
  shown = pageScriptHash;
  const before = JSON.stringify(pages);
  pages = appPages.map((page) => ({ urlPathname: "", ...page }));
  const page = pages.find((each) => each.pageScriptHash === pageScriptHash);
  if (page && here() !== page.urlPathname) history.pushState(null, "", `/${page.urlPathname}`);
  if (JSON.stringify(pages) === before) return; // the links that are there keep the focus
  document.querySelector("nav").replaceChildren(...pages.map((other) => {
    const link = Object.assign(document.createElement("a"), { href: `/${other.urlPathname}`, textContent: other.pageName });
    // The address follows once the page begins, as Streamlit has it.
    link.addEventListener("click", (event) => {
      event.preventDefault();
      ask(undefined, other);
    });
    return link;
  }));
}

function take({ deltaPath: path = [], activeScriptHash: script }, { newElement }) {
  if (!newElement) return; // where things stand beside each other is Streamlit's
  const key = path.map((step) => String(step).padStart(4, "0")).join(".");
  const id = Object.values(newElement).find((each) => each?.id)?.id;
  // What has a name is the same thing wherever a run sends it, also while it is pressed.
  const [from] = [...nodes].find(([, other]) => id && other.id === id) ?? [key];
  const before = nodes.get(from);
  const there = nodes.get(key);
  const node = { ...draw(newElement, before, id), run, id, script };
  nodes.delete(from);
  nodes.set(key, node);
  for (const old of [before, there]) if (old && old.element !== node.element && ![...nodes.values()].includes(old)) old.element.remove();
  if (node.element.isConnected) return;
  const after = [...nodes.keys()].filter((each) => each > key).sort().map((each) => nodes.get(each).element).find((element) => element.isConnected);
  app.insertBefore(node.element, after ?? null);
}

function draw(sent, before, id) {
  if (sent.bidiComponent) return { element: component(sent.bidiComponent) };
  const text = JSON.stringify(sent);
  if (text === before?.text) return before;
  const fresh = drawn(sent, ask);
  const same = before && before.id === id && before.element.localName === fresh.localName;
  return { element: same ? become(before.element, fresh) : fresh, text };
}

function component({ id, jsContent, bytes, json }) {
  const data = bytes ? Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) : JSON.parse(json ?? "null");
  if (!mounted.has(id)) {
    const element = document.createElement("div");
    element.dataset.testid = "stBidiComponentIsolated";
    mounted.set(id, { element, root: element.attachShadow({ mode: "open" }) });
  }
  const view = mounted.get(id);
  const setStateValue = (name, value) => {
    const said = JSON.parse(states.get(id)?.jsonValue ?? "{}");
    ask({ id, jsonValue: JSON.stringify({ ...said, [name]: value }) });
  };
  view.update = (theme) => load(jsContent).then((draws) => {
    if (mounted.get(id) === view) view.end = draws({ data: theme ? view.data : data, parentElement: view.root, setStateValue });
  });
  view.data = data;
  view.update();
  return view.element;
}

function load(script) {
  if (!modules.has(script)) {
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    modules.set(script, import(url).then((module) => module.default));
  }
  return modules.get(script);
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  for (const view of mounted.values()) view.update(true);
});

// What this run has not sent again is gone.
function finish() {
  keep((node) => node.run === run);
  if (!asked) app.dataset.testScriptState = "notRunning";
}

/** Let go of all that the page has but for some of it. */
function keep(which) {
  nodes = new Map([...nodes].filter(([, node]) => which(node)));
  const kept = new Set([...nodes.values()].map(({ element }) => element));
  for (const element of [...app.children]) if (!kept.has(element)) element.remove();
  for (const [id, view] of mounted) {
    if (kept.has(view.element)) continue;
    mounted.delete(id);
    states.delete(id);
    view.end?.();
  }
}
