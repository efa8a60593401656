// Replaces shared/alone.js in saved documents, which contain the files, compressed.

/** @type {boolean} */
export const alone = true;

export async function bytes(name) {
  const packed = Uint8Array.from(atob(document.getElementById(name).textContent),
    (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

export async function text(name) {
  return new TextDecoder().decode(await bytes(name));
}
