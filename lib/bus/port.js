/**
 * The bus over a pair of MessagePorts, between two threads or two processes that have one: every value is copied.
 * The home asks for windows at each tick and takes what has come by the next one, so a window is one tick older than
 * on the local bus, and an edge that is slow sends fewer windows instead of a queue of them.
 */

/** @import { EdgeEnd, Handlers, HomeEnd } from './contract.js' */

import { performance } from 'node:perf_hooks';
import { ShowError } from '../errors.js';
import { createDrains } from './drains.js';
import { DOWN, UP, checkKind } from './messages.js';
import { fromRefusal, toRefusal } from './refusal.js';
import { createWindows } from './windows.js';

/**
 * These messages cross a port. Up goes a message, with a number if it is to be answered; down comes a publication, or
 * the answer to a number.
 * @typedef {{ up: string, value: unknown, number?: number }} Upward
 * @typedef {{ down: string, value: unknown } | { answer: number, value?: unknown, refusal?: import('./refusal.js').Refusal }} Downward
 *
 * @typedef {object} Port the part that we use of `MessagePort` of node:worker_threads
 * @property {(value: any) => void} postMessage
 * @property {(event: 'message' | 'close', listener: (value: any) => void) => unknown} on
 * @property {() => void} close
 */

/** @returns {{ home: HomeEnd, attach: (id: string, port: Port) => void }} */
export function createPortHome() {
  /** @type {Map<string, Port>} */
  const ports = new Map();
  const windows = createWindows();
  /** @type {Handlers} */
  let handlers = {};

  /** @param {string} edgeId @param {Port} port @param {Upward} message */
  async function receive(edgeId, port, { up, value, number }) {
    if (up === 'window') return void windows.accept(edgeId, /** @type {any} */ (value));
    try {
      checkKind(UP, up);
      const handler = handlers[/** @type {keyof typeof UP} */ (up)];
      // Before the home serves, and once it has closed.
      if (!handler) throw new ShowError('draining');
      const answer = await handler(value, edgeId);
      if (number !== undefined) port.postMessage({ answer: number, value: answer });
    } catch (error) {
      if (number === undefined) throw error;
      port.postMessage({ answer: number, refusal: toRefusal(error) });
    }
  }

  /** @param {Downward} message */
  function postAll(message) {
    for (const port of ports.values()) port.postMessage(message);
  }

  return {
    home: {
      serve: (given) => void (handlers = given),
      publish(kind, value) {
        checkKind(DOWN, kind);
        if (kind === 'closed') windows.forgetRoom(value.room);
        postAll({ down: kind, value });
      },
      collect(room, game, epoch, clears) {
        if (game.fold) postAll({ down: 'drain', value: { room } });
        return windows.collect(room, game, epoch, clears);
      },
      close() {
        for (const port of ports.values()) port.close();
        ports.clear();
      },
    },
    attach(id, port) {
      ports.set(id, port);
      port.on('message', (message) => void receive(id, port, message));
      port.on('close', () => {
        ports.delete(id);
        windows.forgetEdge(id);
      });
    },
  };
}

/** @param {string} id @param {Port} port @returns {EdgeEnd} */
export function createPortEdge(id, port) {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const asked = new Map();
  /** @type {Set<Parameters<EdgeEnd['subscribe']>[0]>} */
  const listeners = new Set();
  const drains = createDrains({
    send: (window) => port.postMessage({ up: 'window', value: window }),
    now: () => performance.now(),
  });
  let number = 0;
  let isOpen = true;

  port.on('close', end);
  port.on('message', (/** @type {Downward} */ message) => {
    if ('answer' in message) return settle(message);
    const kind = /** @type {keyof typeof DOWN} */ (message.down);
    if (kind === 'drain') return drains.contribute(/** @type {{ room: string }} */ (message.value).room);
    for (const listener of listeners) listener(kind, message.value);
  });

  /** @param {Extract<Downward, { answer: number }>} message */
  function settle({ answer, value, refusal }) {
    const waiting = asked.get(answer);
    asked.delete(answer);
    if (refusal) waiting?.reject(fromRefusal(refusal));
    else waiting?.resolve(value);
  }

  /** Rejects all open questions, because nobody will answer them any more. */
  function end() {
    isOpen = false;
    for (const { reject } of asked.values()) reject(new ShowError('draining'));
    asked.clear();
  }

  return {
    id,
    ask(kind, value) {
      checkKind(UP, kind, 'ask');
      if (!isOpen) return Promise.reject(new ShowError('draining'));
      number += 1;
      const own = number;
      const answer = new Promise((resolve, reject) => asked.set(own, { resolve, reject }));
      port.postMessage({ up: kind, value, number: own });
      return answer;
    },
    send(kind, value) {
      checkKind(UP, kind, 'send');
      if (isOpen) port.postMessage({ up: kind, value });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onDrain: drains.onDrain,
    close() {
      end();
      port.close();
    },
  };
}
