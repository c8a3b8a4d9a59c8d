/**
 * Messages for one edge in one turn of the event loop go to Redis as one: a reveal has a view for each of 5,000 players, and
 * a new game a side. As a message each they would be more than may wait to be confirmed, and the edge would have missed some.
 */

/** @typedef {[kind: string, value: unknown]} Message */

/** This kind has the messages of a bundle as its value. */
export const BUNDLE = 'bundle';
/** A larger bundle would keep Redis and its edge from everything else for milliseconds. */
const MOST = 500;

/** @param {{ send: (edgeId: string, kind: string, value: unknown) => void }} options */
export function createBundles({ send }) {
  /** By edge, in the order in which they came. @type {Map<string, Message[]>} */
  let waiting = new Map();
  /** @type {NodeJS.Immediate | null} */
  let timer = null;

  function flush() {
    if (timer) clearImmediate(timer);
    timer = null;
    const all = waiting;
    waiting = new Map();
    for (const [edgeId, messages] of all) sendAll(edgeId, messages);
  }

  /** @param {string} edgeId @param {Message[]} messages */
  function sendAll(edgeId, messages) {
    const [first] = messages;
    if (first && messages.length === 1) send(edgeId, ...first);
    else send(edgeId, BUNDLE, messages);
  }

  return {
    /** @param {string} edgeId @param {string} kind @param {unknown} value */
    add(edgeId, kind, value) {
      const messages = waiting.get(edgeId) ?? [];
      messages.push([kind, value]);
      waiting.set(edgeId, messages);
      if (messages.length >= MOST) {
        waiting.delete(edgeId);
        sendAll(edgeId, messages);
      } else timer ??= setImmediate(flush);
    },
    /** Sends what waits: before a message to all edges, which must not overtake it. */
    flush,
  };
}
