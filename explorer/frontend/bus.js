// What the components of one page say to each other, without the server. Each component has a script
// of its own, so that what they share is with the page.

/** What all components of the page share. */
export const shared = (globalThis.hierscope ??= { listeners: new Map(), latest: new Map(), said: -Infinity });

const { listeners, latest } = shared;

/** Call `listener` for each message of a topic, and at once with the latest one, if any. */
export function listen(topic, listener) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(listener);
  if (latest.has(topic)) listener(latest.get(topic));
  return () => listeners.get(topic).delete(listener);
}

/** Forget the latest message of a topic. */
export function hush(topic) {
  latest.delete(topic);
}

export function say(topic, message) {
  latest.set(topic, message);
  for (const listener of listeners.get(topic) ?? []) listener(message);
}
