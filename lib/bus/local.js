/** The bus inside one process: both ends share a memory, so nothing is copied and an answer is one microtask away. */

/** @import { Down, EdgeEnd, Handlers, HomeEnd } from './contract.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { gather } from './gather.js';
import { DOWN, UP, checkKind, handlerOf } from './messages.js';
import { asRefusal } from './refusal.js';

/** @returns {{ home: HomeEnd, connect: (id?: string) => EdgeEnd }} */
export function createLocalBus() {
  /** @type {Map<string, LocalEdge>} */
  const edges = new Map();
  /** @type {Handlers} */
  let handlers = {};
  let isOpen = true;
  /** Messages that wait until all have received the one before, which caused them. @type {Down[]} */
  const outbox = [];
  let isTelling = false;

  function tellAll() {
    isTelling = true;
    try {
      for (let next = outbox.shift(); next; next = outbox.shift())
        for (const { listeners } of edges.values()) for (const listener of listeners) listener(...next);
    } finally {
      isTelling = false;
    }
  }

  /** @type {HomeEnd} */
  const home = {
    serve: (given) => void (handlers = given),
    publish(kind, value) {
      checkKind(DOWN, kind);
      outbox.push(/** @type {Down} */ ([kind, value]));
      if (!isTelling) tellAll();
    },
    collect(room, { fold }, epoch, clears = 0) {
      const windows = [];
      for (const { drains } of edges.values()) {
        const window = drains.get(room)?.(performance.now());
        if (window?.epoch === epoch && (window.clears ?? 0) === clears) windows.push(window);
      }
      return gather(fold, windows);
    },
    close: () => void (isOpen = false),
  };

  /** @param {keyof typeof UP} kind @param {unknown} value @param {string} edgeId */
  function handle(kind, value, edgeId) {
    const handler = handlerOf(handlers, kind);
    if (!isOpen || !handler) throw new ShowError('draining');
    return handler(value, edgeId);
  }

  return {
    home,
    connect(id = 'edge') {
      const edge = new LocalEdge();
      edges.set(id, edge);
      return {
        id,
        ask(kind, value) {
          checkKind(UP, kind, 'ask');
          if (!edges.has(id)) return Promise.reject(new ShowError('draining'));
          try {
            return /** @type {Promise<never>} */ (Promise.resolve(handle(kind, value, id)).catch(refuse));
          } catch (error) {
            return Promise.reject(asRefusal(error));
          }
        },
        send(kind, value) {
          checkKind(UP, kind, 'send');
          if (isOpen) handle(kind, value, id);
        },
        subscribe(listener) {
          edge.listeners.add(listener);
          return () => void edge.listeners.delete(listener);
        },
        onDrain(room, drain) {
          edge.drains.set(room, drain);
          return () => void edge.drains.delete(room);
        },
        close: () => void edges.delete(id),
      };
    },
  };
}

/** The state that the bus holds for one edge. */
class LocalEdge {
  /** @type {Set<Parameters<EdgeEnd['subscribe']>[0]>} */
  listeners = new Set();
  /** By room. @type {Map<string, import('./contract.js').Drain>} */
  drains = new Map();
}

/** @param {unknown} error @returns {never} */
function refuse(error) {
  throw asRefusal(error);
}
