// The words and widgets that a page shown plainly has: what they look like is the browser's, what they
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

/** Make an element what a new one is, without taking it from under a hand that is about to press it. */
export function become(element, fresh) {
  for (const name of element.getAttributeNames()) if (!fresh.hasAttribute(name)) element.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) element.setAttribute(name, fresh.getAttribute(name));
  const [olds, news] = [[...element.children], [...fresh.children]];
  if (olds.length && olds.length === news.length && olds.every((old, index) => old.tagName === news[index].tagName)) {
    olds.forEach((old, index) => become(old, news[index]));
  } else if (element.innerHTML !== fresh.innerHTML) element.replaceChildren(...fresh.childNodes);
  return element;
}

function pressed(attributes, label, action) {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", action);
  return element;
}

const KINDS = {
  markdown: ({ body = "" }) => {
    const [, marks, words] = /^(#+) (.*)/.exec(body) ?? [];
    return marks ? make(`h${marks.length}`, {}, words) : make("div", {}, body);
  },
  html: ({ body }) => Object.assign(make("div"), { innerHTML: body }),
  heading: ({ tag, body }) => make(tag, {}, body),
  alert: ({ body, format }) => make("div", { role: "alert", "data-testid": `stAlertContent${ALERTS[format]}` }, body),
  toast: ({ body }) => make("div", { role: "alert", "data-testid": "stToast" }, body),
  button: ({ id, label, type, disabled }, send) => pressed({ disabled, "data-testid": `stBaseButton-${type}` }, label, () => send({ id, triggerValue: true })),
  // One of them, or as many as are pressed.
  buttonGroup: ({ id, options, default: chosen = [], clickMode, disabled }, send) => {
    const several = clickMode === "MULTI_SELECT";
    const mark = several ? "aria-pressed" : "aria-checked";
    const isOn = (button) => button.getAttribute(mark) === "true";
    const buttons = options.map(({ content }, index) => pressed({ disabled, role: several ? undefined : "radio", [mark]: String(chosen.includes(index)) }, content, ({ target }) => {
      for (const each of buttons) each.setAttribute(mark, each === target ? !several || !isOn(each) : several && isOn(each));
      send({ id, stringArrayValue: { data: buttons.filter(isOn).map((each) => each.textContent) } });
    }));
    return make("div", { "data-testid": "stButtonGroup" }, ...buttons);
  },
  radio: ({ id, label, options, default: chosen, disabled }, send) => make("fieldset", { role: "radiogroup", "aria-label": label }, ...options.map((option, index) => {
    const radio = make("input", { type: "radio", name: id, disabled, checked: index === chosen });
    radio.addEventListener("change", () => send({ id, stringValue: option }));
    return make("label", { "data-testid": "stRadioOption" }, radio, option);
  })),
  slider: ({ id, label, min, max, step, default: [value], disabled }, send) => {
    const slider = make("input", { type: "range", "aria-label": label, min, max, step, value, disabled });
    slider.addEventListener("change", () => send({ id, doubleArrayValue: { data: [Number(slider.value)] } }));
    return make("div", { "data-testid": "stSlider" }, slider);
  },
};
