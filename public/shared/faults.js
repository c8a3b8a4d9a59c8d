/**
 * Sends the server what goes wrong in the code of a game on this page, for the panel and the log: nobody looks into the console of a
 * phone.
 */

/** @import { Ack } from '../../lib/contract/wire.js' */

import { importAgain } from './in-time.js';
import { CLIENT_EVENT } from './wire.js';

/** Phones of an audience come by another name of the server. */
export const IS_AUTHORS = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
/** An audience has its first picture by then. At most three times as much, so that not all phones ask for it at once. */
const HEART_AFTER_MS = 5000;

/** Each scene has so many: a game that throws at each notice would report four a second. */
const MOST = 3;
const MISUSES = new Set(['submit-unknown', 'submit-bad', 'action-unknown']);
/** Phones of an audience load the rest when they have time, or when something is wrong. */
const load = () => importAgain('/public/shared/fault-report.js');

/**
 * Reports what the page gives it, and what nobody catches.
 * @param {import('socket.io-client').Socket} link
 * @param {() => number | undefined} epoch of the scene that is on; undefined: there is none yet
 */
export function createFaults(link, epoch) {
  /** @type {(hook: string) => void} */
  let enter = () => {};
  let of = epoch();
  /** @type {Set<string>} */
  const sent = new Set();

  /** @param {unknown} error @param {string} [hook] of the game in which it was thrown */
  function report(error, hook = '') {
    console.error(error);
    const now = epoch();
    if (of !== now) sent.clear();
    of = now;
    if (now === undefined || sent.size >= MOST) return;
    // Where it cannot be loaded, nothing could be sent either.
    load().then(
      ({ describe }) => {
        const fault = { epoch: now, hook, ...describe(error) };
        const text = JSON.stringify(fault);
        if (now !== of || sent.has(text)) return;
        sent.add(text);
        link.emit(CLIENT_EVENT.fault, fault);
      },
      () => {},
    );
  }

  /**
   * Reports an answer which says that the game asked for something that it does not define.
   * @param {string} hook @param {string | undefined} file of the page @param {Promise<Ack<any>>} asking @returns {Promise<Ack<any>>} as it is
   */
  async function watch(hook, file, asking) {
    const asked = epoch();
    const ack = await asking;
    if (!ack.ok && MISUSES.has(ack.code) && asked === epoch())
      report(faultAt(String(file), ack.message), hook);
    return ack;
  }

  addEventListener('error', ({ error }) => error && report(error));
  // Aborted work was meant to be.
  addEventListener('unhandledrejection', ({ reason }) => reason?.name !== 'AbortError' && report(reason));
  const startHeart = () =>
    load().then(
      ({ createHeart }) => (enter = createHeart(link, epoch)),
      () => {},
    );
  setTimeout(startHeart, IS_AUTHORS ? 0 : HEART_AFTER_MS * (1 + 2 * Math.random()));
  return {
    report,
    watch,
    /** To be called before each hook of the game. @param {string} hook */
    enter: (hook) => enter(hook),
  };
}

/**
 * Loads the module of a game for one of its pages.
 * @param {string} address @returns {Promise<any>} rejects as `importAgain` does, and when the module has no `mount`
 */
export async function importPage(address) {
  const module = await importAgain(address);
  if (typeof module.mount === 'function') return module;
  throw faultAt(address, 'it exports no mount(): write "export function mount(root, host) { … }"');
}

/** @param {string} address of the module at fault @param {string} message @returns {TypeError} */
export const faultAt = (address, message) => Object.assign(new TypeError(message), { address });
