// Messages between the components of a page, without the server.

const listeners = new Map();
const latest = new Map();

/** Call `listener` for each message of a topic, and at once with the latest message, if any. */
export function listen(topic, listener) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(listener);
  if (latest.has(topic)) listener(latest.get(topic));
  return () => listeners.get(topic).delete(listener);
}

export function hush(topic) {
  latest.delete(topic);
}

export function publish(topic, message) {
  latest.set(topic, message);
  for (const listener of listeners.get(topic) ?? []) listener(message);
}
