/** The log: lines for the console, the last of which the control panel shows. */

/** @import { LogLine } from './contract/wire.js' */

import pino from 'pino';
import { createLogBudget } from './log-budget.js';

const MAX_LINES = 200;
/** A line may quote what a client sent. */
const MAX_TEXT = 500;
const MAX_STACK = 2000;
/** Written with each line: its time, its level and its room. */
const LINE_CHARACTERS = 80;
const LEVELS = /** @type {const} */ ({ 30: 'info', 40: 'warn', 50: 'error' });

/**
 * Logs are copied around, so no payload, no token and no name of the audience may be written to one.
 * A line beyond the budget is left out (log-budget.js).
 * @param {{ level?: string, tty?: boolean, write?: (text: string) => void }} [options] `tty`: plain lines for people;
 *   else JSON lines for a log collector
 */
export function createLog({ level = 'info', tty = Boolean(process.stderr.isTTY), write } = {}) {
  const print = write ?? ((/** @type {string} */ text) => void process.stderr.write(text));
  const out = pino({ level, base: null }, { write: (line) => print(tty ? plain(line) : line) });
  /** @type {LogLine[]} */
  const lines = [];
  /** @type {Set<(line: LogLine) => void>} */
  const listeners = new Set();

  const budget = createLogBudget({ say: (text) => addLine('warn', null, text) });

  /** @param {LogLine['level']} severity @param {string | null} roomId @param {string} words @param {unknown} [error] @param {string} [topic] */
  function add(severity, roomId, words, error, topic) {
    const text = words.slice(0, MAX_TEXT);
    const stack = error instanceof Error ? error.stack?.slice(0, MAX_STACK) : undefined;
    const characters = LINE_CHARACTERS + text.length + (stack?.length ?? 0);
    if (budget.mayWrite(text, characters)) addLine(severity, roomId, text, { stack, topic });
  }

  /** @param {LogLine['level']} severity @param {string | null} roomId @param {string} text @param {{ stack?: string, topic?: string }} [more] */
  function addLine(severity, roomId, text, { stack, topic } = {}) {
    const line = { atMs: Date.now(), level: severity, roomId, text, ...(topic !== undefined && { topic }) };
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
    for (const listener of listeners) listener(line);
    out[severity]({ roomId: roomId ?? undefined, stack }, text);
  }

  return {
    lines,
    /** @param {string | null} roomId @param {string} text @param {string} [topic] see `LogLine` */
    info: (roomId, text, topic) => add('info', roomId, text, undefined, topic),
    /** @param {string | null} roomId @param {string} text @param {string} [topic] see `LogLine` */
    warn: (roomId, text, topic) => add('warn', roomId, text, undefined, topic),
    /** @param {string | null} roomId @param {string} text @param {unknown} [error] whose stack goes to the console only */
    error: (roomId, text, error) => add('error', roomId, text, error),
    /** @param {(line: LogLine) => void} listener @returns {() => void} stops listening */
    onLine(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createLog>} Log */

/** @param {string} line of pino @returns {string} */
function plain(line) {
  const { level, time, msg, roomId, stack } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const name = LEVELS[/** @type {keyof typeof LEVELS} */ (level)] ?? 'debug';
  return `${clock} ${name.padEnd(5)} ${roomId ? `[${roomId}] ` : ''}${msg}${stack ? `\n${stack}` : ''}\n`;
}
