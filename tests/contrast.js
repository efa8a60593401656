// Which texts of a page can hardly be read on their ground: also those that axe passes over, in pictures and
// over several parts. What is pressed for nothing now, or is not seen, is left out.

(async (patience) => {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });

  const colors = new Map();

  function channels(color) {
    if (!colors.has(color)) colors.set(color, painted(color));
    return colors.get(color);
  }

  function painted(color) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  const over = ([red, green, blue, alpha], below) => [...[red, green, blue].map((value, at) => value * alpha + below[at] * (1 - alpha)), 1];

  function luminance(color) {
    const [red, green, blue] = color.map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  const parent = (element) => element.parentElement ?? element.getRootNode().host;

  // What is behind an element, and how much is seen of it; `known` holds that of the elements around it.
  function around(element, known) {
    if (!element) return { ground: [255, 255, 255, 1], opacity: 1 };
    if (!known.has(element)) {
      const { ground, opacity } = around(parent(element), known);
      const style = getComputedStyle(element);
      known.set(element, { ground: over(channels(style.backgroundColor), ground), opacity: opacity * Number(style.opacity) });
    }
    return known.get(element);
  }

  // A text of a picture has a rim of its own, or a shape that is drawn before it, to stand on.
  function behind(element, ground) {
    const text = element.closest("text");
    // Labels of layers are a picture of their own over the layers; tests/figures/test_figures.py has their contrast.
    if (text.closest(".labels")) return null;
    const rim = getComputedStyle(text);
    if (rim.paintOrder === "stroke" && rim.stroke !== "none") return channels(rim.stroke);
    const here = text.getBoundingClientRect();
    const shape = [...text.parentElement.children].findLast((each) => {
      if (each.localName !== "rect" || each.compareDocumentPosition(text) !== Node.DOCUMENT_POSITION_FOLLOWING) return false;
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return left <= here.left + 1 && here.right - 1 <= right && top <= here.bottom && here.top <= bottom;
    });
    if (!shape) return ground;
    const { fill, fillOpacity } = getComputedStyle(shape);
    const [red, green, blue, alpha] = channels(fill);
    return over([red, green, blue, alpha * Number(fillOpacity)], ground);
  }

  function faint(element, known) {
    const words = [...element.childNodes].filter(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
    if (!words.length || element.closest("style, script, noscript, [data-testid=stIconMaterial], [aria-disabled=true], :disabled")) return null;
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return null;
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    if (drawn && style.fill === "none") return null;
    const [red, green, blue, alpha] = channels(drawn ? style.fill : style.color);
    const { ground, opacity } = around(element, known);
    const below = drawn ? behind(element, ground) : ground;
    if (!below) return null;
    const seen = alpha * opacity * (drawn ? Number(style.fillOpacity) : 1);
    const [low, high] = [over([red, green, blue, seen], below), below].map(luminance).sort((one, other) => one - other);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return ratio < (large ? 3 : 4.5) ? `${ratio.toFixed(2)}: ${element.localName} “${element.textContent.trim().slice(0, 40)}”` : null;
  }

  function* elements(root) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot);
    }
  }

  // Colors follow the theme a moment later.
  const end = performance.now() + patience;
  let found;
  do {
    await new Promise((next) => setTimeout(next, 50));
    const known = new Map();
    found = [...elements(document)].map((element) => faint(element, known)).filter(Boolean);
  } while (found.length && performance.now() < end);
  return found;
})
