// The widgets that a page shown plainly has: what they look like is the browser's, what they are called
// and what they send is Streamlit's.

const ALERTS = { ERROR: "Error", WARNING: "Warning", INFO: "Info", SUCCESS: "Success" };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children);
  return element;
}

/** Draw an element of a page; `send(state, trigger)` has the script run with the state of a widget. */
export function drawn(sent, states, send) {
  const [kind] = Object.keys(KINDS).filter((name) => sent[name]);
  return kind ? KINDS[kind](sent[kind], states, send) : make("div", { hidden: true });
}

const KINDS = {
  markdown: ({ body = "" }) => {
    const [, marks, words] = /^(#+) (.*)/.exec(body) ?? [];
    return marks ? make(`h${marks.length}`, {}, words) : make("div", {}, body);
  },
  html: ({ body }) => Object.assign(make("div"), { innerHTML: body }),
  heading: ({ tag, body }) => make(tag, {}, body),
  alert: ({ body, format }) => make("div", { role: "alert", "data-testid": `stAlertContent${ALERTS[format]}` }, body),
  button: ({ id, label, type, disabled }, _, send) => {
    const element = make("button", { type: "button", disabled, "data-testid": `stBaseButton-${type}` }, label);
    element.addEventListener("click", () => send({ id, triggerValue: true }));
    return element;
  },
  radio: ({ id, label, options, default: first, disabled }, states, send) =>
    make("div", { role: "radiogroup", "aria-label": label }, label, ...choices(id, options, disabled, "stRadioOption",
      (option, index) => (states.has(id) ? states.get(id).stringValue === option : index === first),
      (option) => send({ id, stringValue: option }))),
  buttonGroup: ({ id, label, options, default: first = [], disabled }, states, send) => {
    const words = options.map(({ content }) => content);
    return make("div", { role: "radiogroup", "aria-label": label, "data-testid": "stButtonGroup" }, ...choices(id, words, disabled, undefined,
      (option, index) => (states.has(id) ? states.get(id).stringArrayValue.data.includes(option) : first.includes(index)),
      (option) => send({ id, stringArrayValue: { data: [option] } })));
  },
  slider: ({ id, label, min = 0, max, step, default: [first], disabled }, states, send) => {
    const value = states.get(id)?.doubleArrayValue.data[0] ?? first;
    const field = make("input", { type: "range", min, max, step, value, disabled, "aria-label": label });
    field.addEventListener("change", () => send({ id, doubleArrayValue: { data: [Number(field.value)] } }));
    return make("div", { "data-testid": "stSlider" }, field);
  },
};

function choices(id, options, disabled, testid, chosen, choose) {
  return options.map((option, index) => {
    const field = make("input", { type: "radio", name: id, disabled });
    field.checked = chosen(option, index);
    field.addEventListener("change", () => choose(option));
    return make("label", { "data-testid": testid }, field, option);
  });
}
