// The files beside these modules that are no modules: fetched from where the modules are served. A
// document that stands alone has another module in this one's place (standalone.py).

/** What a file of this folder holds. */
export async function text(name) {
  const response = await fetch(new URL(name, import.meta.url));
  return response.text();
}
