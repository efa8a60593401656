// Files that are not modules, fetched from the folder of the modules. A saved document has another module
// instead (standalone.py).

export function fetched(name, options = {}) {
  return fetch(new URL(name, import.meta.url), options);
}

export async function text(name) {
  return (await fetched(name)).text();
}
