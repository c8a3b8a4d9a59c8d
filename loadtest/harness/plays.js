/** Runs plays one after the other as a command does: each with a server of its own, until Ctrl-C; the worst decides. */

/** @import { Outcome } from '../types.js' */
/** @import { ServerUnderTest } from './server.js' */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTCOMES } from '../verdict/outcomes.js';
import { EXIT, LabError } from './errors.js';
import { layoutOf, moveTo } from './layout.js';
import { canPin } from './pin.js';
import { startServer } from './server.js';

/**
 * Ends the process when a name is unknown, or when there is none.
 * @template {Record<string, unknown>} T
 * @param {readonly string[]} asked names, or `all` @param {T} table by name @param {string} noun
 * @returns {[name: string, entry: T[string]][]}
 */
export function chosenOf(asked, table, noun) {
  const names = asked.flatMap((name) => (name === 'all' ? Object.keys(table) : name));
  const unknown = names.find((name) => !Object.hasOwn(table, name));
  if (names.length > 0 && unknown === undefined)
    return names.map((name) => [name, /** @type {T[string]} */ (table[name])]);
  const which = unknown === undefined ? '' : `, not "${unknown}"`;
  console.error(`Which ${noun}${which}? ${Object.keys(table).join(', ')}, or all.`);
  process.exit(EXIT.refused);
}

/** Opens what all plays share. This process keeps off the server's core. */
export function openStage() {
  /** The server is in a group of its own and does not get Ctrl-C, so that it must be ended here. */
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new LabError('Stopped by Ctrl-C.')));
  process.once('SIGTERM', () => stop.abort(new LabError('Stopped by a signal.')));
  const cores = canPin() ? layoutOf(1) : null;
  if (cores) moveTo(cores.probe);
  /** @type {Outcome[]} */
  const outcomes = [];

  return {
    ...{ cores, signal: stop.signal },
    /**
     * Plays one after the other, and sets the code with which this process ends.
     * @template N @param {readonly N[]} plays @param {(play: N) => Promise<Outcome>} run
     */
    async each(plays, run) {
      for (const play of plays) if (!stop.signal.aborted) outcomes.push(await run(play));
      const worst =
        outcomes.find((one) => one === 'failed') ?? outcomes.find((one) => one !== 'passed') ?? 'passed';
      process.exitCode = stop.signal.aborted ? EXIT.stopped : OUTCOMES[worst].code;
    },
    /**
     * Starts a server for one play, and ends it with it.
     * @template R @param {{ env: Record<string, string>, root?: string }} options
     * @param {(server: ServerUnderTest, logFile: string) => Promise<R>} run @returns {Promise<R>}
     */
    async withServer(options, run) {
      const folder = await mkdtemp(join(tmpdir(), 'mass-mobile-play-'));
      const logFile = join(folder, 'server.log');
      const server = await startServer({ ...options, logFile, core: cores?.server ?? null });
      try {
        return await run(server, logFile);
      } finally {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
