// Reads the format of explorer/messages/pack.py: a JSON head, then arrays.

const TYPES = { float64: Float64Array, float32: Float32Array, uint8: Uint8Array };

/**
 * Return the head, with the arrays by name.
 * @param {Uint8Array} bytes
 */
export function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  for (const [name, { dtype, offset, count }] of Object.entries(head.arrays)) {
    const Type = TYPES[dtype];
    const start = bytes.byteOffset + 4 + length + offset;
    // Typed arrays must start at a multiple of their item's size; a copy does.
    arrays[name] = new Type(bytes.buffer.slice(start, start + count * Type.BYTES_PER_ELEMENT));
  }
  return { ...head, ...arrays };
}
