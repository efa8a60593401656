// The words and buttons that a page shown plainly has: what they look like is the browser's, what they
// are called and what they send is Streamlit's.

const ALERTS = { ERROR: "Error", WARNING: "Warning", INFO: "Info", SUCCESS: "Success" };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

/** Draw an element of a page; `send(state)` has the script run with the state of a widget. */
export function drawn(sent, send) {
  const [kind] = Object.keys(KINDS).filter((name) => sent[name]);
  return kind ? KINDS[kind](sent[kind], send) : make("div", { hidden: true });
}

const KINDS = {
  markdown: ({ body = "" }) => {
    const [, marks, words] = /^(#+) (.*)/.exec(body) ?? [];
    return marks ? make(`h${marks.length}`, {}, words) : make("div", {}, body);
  },
  html: ({ body }) => Object.assign(make("div"), { innerHTML: body }),
  heading: ({ tag, body }) => make(tag, {}, body),
  alert: ({ body, format }) => make("div", { role: "alert", "data-testid": `stAlertContent${ALERTS[format]}` }, body),
  button: ({ id, label, type, disabled }, send) => {
    const element = make("button", { type: "button", disabled, "data-testid": `stBaseButton-${type}` }, label);
    element.addEventListener("click", () => send({ id, triggerValue: true }));
    return element;
  },
};
