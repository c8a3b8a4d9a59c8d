/**
 * Listeners that all emitters of a kind share stand on one prototype, so that each emitter holds but its own: a table of
 * eight listeners takes 450 bytes of each of ten thousand phones, and the third of one event 150.
 */

/** @import { EventEmitter } from 'node:events' */

/** @typedef {Record<string, (...args: any[]) => void>} Listeners by event; `this` is the emitter */

/**
 * The table of an emitter, which Node has always had under this name. A missing table is none.
 * @typedef {{ _events?: Record<string, Function | Function[]> | undefined, _eventsCount?: number }} Table
 */

/** @param {Listeners} listeners @returns {Listeners} for `shareListeners` */
export function sharedListeners(listeners) {
  return Object.assign(Object.create(null), listeners);
}

/**
 * Takes back the room that the lists of an emitter's listeners keep after they have grown, and the whole table of one that has
 * none.
 * @param {EventEmitter} emitter
 */
export function trimListeners(emitter) {
  const table = /** @type {Table} */ (/** @type {unknown} */ (emitter));
  const own = table._events ?? {};
  const events = Object.keys(own);
  if (events.length === 0 && Object.getPrototypeOf(own) === null) table._events = undefined;
  for (const event of events) {
    const listeners = own[event];
    if (Array.isArray(listeners)) own[event] = copied(listeners);
  }
}

/**
 * Gives an emitter listeners that it can never lose, beside its own. They count, or the emitter would drop the table with its last own one.
 * @param {EventEmitter} emitter @param {Listeners} shared of events to which it has no listener so far
 */
export function shareListeners(emitter, shared) {
  const table = /** @type {Table} */ (/** @type {unknown} */ (emitter));
  const own = Object.create(shared);
  for (const [event, listeners] of Object.entries(table._events ?? {}))
    // A list that has grown has room for sixteen more.
    own[event] = Array.isArray(listeners) ? copied(listeners) : listeners;
  table._events = own;
  table._eventsCount = (table._eventsCount ?? 0) + Object.keys(shared).length;
}

/**
 * Copies a list of listeners, with what Node.js 24 marks it by while it is called: without the mark, a listener that removes itself
 * makes the next one miss the event.
 * @param {Function[]} listeners @returns {Function[]}
 */
function copied(listeners) {
  const copy = [...listeners];
  for (const mark of Object.getOwnPropertySymbols(listeners))
    Reflect.set(copy, mark, Reflect.get(listeners, mark));
  return copy;
}
