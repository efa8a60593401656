// Loads what plays sound, once somebody wants to hear: most visits do without its 30 kB. A document that
// stands alone has another module in this one's place (standalone.py).

export async function hearing() {
  return (await import("../listen/listening.js")).Listening;
}

/** Load what reads MIDI files: the class Midi of @tonejs/midi. */
export async function midi() {
  await import("../vendor/midi.mjs");
  return globalThis.Midi;
}
