/**
 * Sends the server what goes wrong in the code of a game on this page, for the panel and the log: nobody looks into the console of a
 * phone.
 */

/** @import { Ack, FaultReport } from '../../lib/contract/wire.js' */

import { importAgain } from './in-time.js';

/** Each scene has so many: a game that throws at each notice would report four a second. */
const MOST = 3;
const MAX_TEXT = 300;
const MISUSES = new Set(['submit-unknown', 'submit-bad', 'action-unknown']);
/** A place in the stack of any browser: `(http://hall/games/pong/phone.js:5:22)`, `mount@http://…`. */
const PLACE = /https?:\/\/[^\s()]+?:\d+:\d+/g;

/**
 * Reports what the page gives it, and what nobody catches.
 * @param {(report: FaultReport) => void} send
 * @param {() => number | undefined} epoch of the scene that is on; undefined: there is none yet
 */
export function createFaults(send, epoch) {
  let of = epoch();
  /** @type {Set<string>} */
  const sent = new Set();

  /** @param {unknown} error @param {string} [hook] of the game in which it was thrown */
  function report(error, hook = '') {
    console.error(error);
    if (of !== epoch()) sent.clear();
    of = epoch();
    const fault = { hook, message: messageOf(error), ...placeOf(error) };
    const text = JSON.stringify(fault);
    if (of === undefined || sent.size >= MOST || sent.has(text)) return;
    sent.add(text);
    send({ epoch: of, ...fault });
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
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  return { report, watch };
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

/** @param {unknown} error whatever was thrown @returns {string} */
export function messageOf(error) {
  const { name = 'Error', message = error } = Object(error);
  const text = name === 'Error' ? String(message) : `${name}: ${message}`;
  return text.replaceAll(location.origin, '').slice(0, MAX_TEXT);
}

/** @param {unknown} error @returns {Pick<FaultReport, 'file' | 'line' | 'column'>} file '': nobody knows */
function placeOf(error) {
  const { stack, address } = Object(error);
  const places = (String(stack).match(PLACE) ?? []).map((text) => {
    const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
    const { origin, pathname } = new URL(url);
    return { file: origin === location.origin ? pathname : '', line: Number(line), column: Number(column) };
  });
  return (
    places.find(({ file }) => file.startsWith('/games/')) ??
    // A module that cannot be read has no line in most browsers, see `importAgain`.
    (address ? { file: String(address), line: 0, column: 0 } : null) ??
    places.find(({ file }) => file !== '') ?? { file: '', line: 0, column: 0 }
  );
}
