// Files that are not modules, fetched from the folder of the modules. A saved document has another module
// instead (standalone.py).

export async function text(name) {
  return (await fetch(new URL(name, import.meta.url))).text();
}
