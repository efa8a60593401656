// The files beside these modules that are no modules: fetched from where the modules are served. A
// document that stands alone has another module in this one's place (standalone.py).

export function fetched(name, options = {}) {
  return fetch(new URL(name, import.meta.url), options);
}

export async function text(name) {
  return (await fetched(name)).text();
}
