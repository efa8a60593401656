// Messages between parts: of a view, and of all components of a page, without the server.

/** @template {Record<string, any>} Messages by topic */
export class Bus {
  #listeners = new Map();

  /**
   * Call `listener` for each message of a topic; the returned function ends this.
   * @template {keyof Messages} Topic
   * @param {Topic} topic
   * @param {(message: Messages[Topic]) => void} listener
   */
  listen(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#listeners.get(topic).add(listener);
    return () => this.#listeners.get(topic).delete(listener);
  }

  /**
   * @template {keyof Messages} Topic
   * @param {Topic} topic
   * @param {Messages[Topic]} [message]
   */
  publish(topic, message) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(message);
  }
}

const page = new Bus();
const latest = new Map();

/** Call `listener` for each message on the page, and at once with the latest of its topic, if any. */
export function listen(topic, listener) {
  const end = page.listen(topic, listener);
  if (latest.has(topic)) listener(latest.get(topic));
  return end;
}

export function hush(topic) {
  latest.delete(topic);
}

export function publish(topic, message) {
  latest.set(topic, message);
  page.publish(topic, message);
}
