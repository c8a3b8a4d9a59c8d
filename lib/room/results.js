/** The results of the games of one room: of the running game, and of games that have ended, which outlive the process. */

/** @import { LoadedGame, ReportAbout, Table } from '../contract/types.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { SavedResults } from '../journal/rows.js' */

import { ShowError, causeOf, messageOf, placeOf } from '../errors.js';

const MAX_RESULTS = 30;

/**
 * @param {object} options
 * @param {string} options.roomId
 * @param {readonly SavedResults[]} options.saved oldest first
 * @param {Pick<Journal, 'saveResults'>} options.journal
 * @param {import('../log.js').Log} options.log
 * @param {(gameId: string) => string} options.titleOf
 * @param {(gameId: string) => LoadedGame['game'] | undefined} options.gameOf undefined: it is no longer installed
 * @param {ReportAbout['picture']} options.picture
 * @param {import('../errands/tasks.js').RunErrand} options.runErrand
 * @param {{ list: () => { epoch: number, gameId: string, atMs: number }[], make: (epoch: number) => Promise<Table[] | null> }}
 *   options.waiting scenes that the room may come back to; `make` throws what their game throws
 * @param {() => { epoch: number, loaded: LoadedGame, make: () => Promise<Table[]> }} options.running `make` asks the running game
 *   for its results, and throws what that throws
 */
// eslint-disable-next-line max-lines-per-function -- one list of results, with all that makes, saves and reports them
export function createResults({ roomId, saved, journal, log, titleOf, gameOf, picture, ...more }) {
  const { running, waiting, runErrand } = more;
  /** The results of games that have ended, oldest first. */
  let past = [...saved];
  /** Results of this epoch and of those before were erased. */
  let erasedUpTo = -Infinity;
  /** The panel asks now and then, and a line each time would say no more. */
  let lastFault = '';

  /** @returns {Promise<{ epoch: number, gameId: string, title: string, tables: Table[] }>} @throws {ShowError} `results-bad` */
  async function now() {
    const { epoch, loaded, make } = running();
    const { title } = loaded.card;
    try {
      return { epoch, gameId: loaded.id, title, tables: await make() };
    } catch (error) {
      const cause = causeOf(error);
      const fault = new ShowError('results-bad', {
        title,
        problem: messageOf(error) + placeOf(cause, loaded.folder),
      });
      if (fault.message !== lastFault) log.error(roomId, fault.message, cause);
      lastFault = fault.message;
      throw fault;
    }
  }

  /**
   * @param {number} [wanted] epoch of a game that ended; the running one when missing
   * @returns {Promise<{ gameId: string, title: string, about: string, atMs: number, tables: Table[] }>} `about`: what was played; '': not known
   * @throws {ShowError} `results-none`: there are none, or nothing is in them yet; `results-bad`
   */
  async function get(wanted) {
    const ended = past.find(({ epoch }) => epoch === wanted);
    if (ended) return { ...ended, title: titleOf(ended.gameId), about: aboutOf(ended.tables) };
    const left = waiting.list().find(({ epoch }) => epoch === wanted);
    if (left) return ofWaiting(left);
    const { epoch, gameId, title, tables } = await now();
    if ((wanted !== undefined && wanted !== epoch) || !hasRows(tables)) throw new ShowError('results-none');
    return { gameId, title, about: aboutOf(tables), atMs: Date.now(), tables };
  }

  /** @param {{ epoch: number, gameId: string, atMs: number }} left @returns {ReturnType<typeof get>} */
  async function ofWaiting({ epoch, gameId, atMs }) {
    const title = titleOf(gameId);
    const tables = await waiting.make(epoch).catch((error) => {
      throw new ShowError('results-bad', { title, problem: messageOf(error) });
    });
    if (!tables || !hasRows(tables)) throw new ShowError('results-none');
    return { gameId, title, about: aboutOf(tables), atMs, tables };
  }

  /**
   * The tables in a language, as far as the game can tell them in it.
   * @param {string} [lang] @param {number} [wanted] as in `get`
   * @returns {ReturnType<typeof get>}
   * @throws {ShowError} `results-none`, `results-bad`, `report-failed`
   */
  async function translated(lang, wanted) {
    const results = await get(wanted);
    const { resultsIn } = gameOf(results.gameId) ?? {};
    if (!resultsIn || lang === undefined) return results;
    try {
      return { ...results, tables: await runErrand(results.gameId, 'resultsIn', [results.tables, lang]) };
    } catch (error) {
      throw failed(error, { report: 'XLSX', title: results.title });
    }
  }

  /** @param {unknown} error @param {{ report: string, title: string }} about @returns {ShowError} */
  function failed(error, { report, title }) {
    const problem = messageOf(error);
    log.error(roomId, `The file ${report} of ${title} could not be made: ${problem}`, error);
    return new ShowError('report-failed', { report, problem });
  }

  return {
    get,
    translated,
    /**
     * Makes one of the game's reports of its results.
     * @param {string} name @param {number} [wanted] as in `get` @param {string} [lang]
     * @returns {Promise<{ title: string, about: string, atMs: number, extension: string, type: string, body: string }>}
     * @throws {ShowError} `results-none`, `results-bad`, `report-unknown`, `report-failed`
     */
    async report(name, wanted, lang) {
      const { gameId, title, about, atMs, tables } = await get(wanted);
      const reports = gameOf(gameId)?.reports ?? {};
      const report = Object.hasOwn(reports, name) ? reports[name] : undefined;
      const known = Object.keys(reports).join(', ') || 'none';
      if (!report) throw new ShowError('report-unknown', { report: name, known });
      try {
        const { extension, type } = report;
        const facts = { title, atMs, ...(lang !== undefined && { lang }) };
        const body = await runErrand(gameId, 'report', [name, tables, facts], picture);
        return { title, about, atMs, extension, type, body };
      } catch (error) {
        throw failed(error, { report: report.title, title });
      }
    },
    /**
     * Saves the results of a game that has ended, if any table has a row.
     * @param {LoadedGame} loaded @param {{ tables: Table[], problem?: string }} end @param {number} epoch
     */
    save({ id: gameId, card }, { tables, problem }, epoch) {
      if (problem !== undefined)
        log.error(roomId, `The results of ${card.title} could not be saved: ${problem}`);
      if (!hasRows(tables) || epoch <= erasedUpTo) return;
      const results = { epoch, gameId, atMs: Date.now(), tables };
      past = [...past, results].slice(-MAX_RESULTS);
      // A scene that waited may end after later ones.
      void journal.saveResults(roomId, results, Math.min(...past.map((one) => one.epoch)) - 1);
    },
    /** Forgets all of them, and those that games which have left the stage still owe. @param {number} upTo epoch of the last game */
    forgetAll(upTo) {
      past = [];
      erasedUpTo = upTo;
    },
    /**
     * Lists the tables of the running game, in the order of `results`, and none while all are empty.
     * @returns {Promise<{ now: { name: string, rows: number }[], problem?: string }>} `problem`: the sentence for the operator, when the
     *   tables cannot be made
     */
    async tables() {
      try {
        const { tables } = await now();
        return { now: hasRows(tables) ? tables.map(({ name, rows }) => ({ name, rows: rows.length })) : [] };
      } catch (error) {
        return { now: [], problem: messageOf(error) };
      }
    },
    /** Lists the games that have ended and left results, or wait, newest first. */
    past: () =>
      [...past, ...waiting.list()]
        .map(({ epoch, gameId, atMs }) => ({ epoch, gameId, title: titleOf(gameId), atMs }))
        .sort((a, b) => b.atMs - a.atMs || b.epoch - a.epoch),
  };
}

/** @param {readonly Table[]} tables */
const aboutOf = ([first]) => first?.about ?? '';

/** @param {readonly Table[]} tables */
function hasRows(tables) {
  return tables.some(({ rows }) => rows.length > 0);
}
