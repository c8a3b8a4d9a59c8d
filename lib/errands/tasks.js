/**
 * The tasks of an errand: everything of a game that is done neither on its stage nor in a page, with the hook that does it. It may take
 * long, throw or never return, so a server that plays runs none of it itself.
 */

/** @import { Rows } from '../contract/rows.js' */
/** @import { ContentDefinition, Game, Table } from '../contract/types.js' */

import { exportFile, importFile } from '../content/exchange.js';
import { readDocument } from '../content/document.js';
import { tableProblem } from '../contract/tables.js';
import { foldRows } from '../stage/rows.js';

/** @typedef {(address: string) => Promise<any>} Picture gives a picture by its address */
/** @typedef {{ hook: string, run: (game: Game, args: any[], picture: Picture) => unknown }} Task */

/** @param {Game} game the caller knows that it has documents */
const contentOf = (game) => /** @type {ContentDefinition} */ (game.content);

/** @satisfies {Record<string, Task>} */
export const TASKS = {
  /** Nothing: the game is loaded before. */
  load: { hook: 'game.js', run: () => null },
  /** Gives the sum of rows, at an edge without a stage. */
  fold: {
    hook: 'aggregate',
    run: (game, [rows]) =>
      game.fold && foldRows(game.fold, Object.keys(game.input), /** @type {Rows} */ (rows)),
  },
  /** Gives the text of a report. */
  report: {
    hook: 'reports',
    async run({ reports }, [name, tables, about], picture) {
      return String(await reports[name]?.make(tables, { ...about, picture }));
    },
  },
  /** Gives tables in another language. */
  resultsIn: {
    hook: 'resultsIn',
    async run({ resultsIn }, [tables, lang]) {
      const translated = /** @type {Table[]} */ (await resultsIn?.(tables, lang));
      const problem = tableProblem(translated);
      if (problem !== '') throw new Error(problem);
      return translated;
    },
  },
  /** Checks a document, and gives it as it is stored; without one, an empty document. */
  document: {
    hook: 'content',
    run: (game, [raw]) => readDocument(contentOf(game), raw === undefined ? contentOf(game).empty() : raw),
  },
  import: {
    hook: 'content.importers',
    // A copy, because the bytes may lie in memory that threads share, which some libraries do not read.
    run: (game, [bytes, fileName]) => importFile(contentOf(game), Buffer.from(bytes), fileName),
  },
  export: {
    hook: 'content.exporters',
    run: (game, [document, name, lang], picture) =>
      exportFile(contentOf(game), document, name, { picture, lang }),
  },
};

/**
 * @typedef {keyof typeof TASKS} TaskName
 * @typedef {Awaited<ReturnType<typeof importFile>>} FileRead what `import` gives
 * @typedef {Awaited<ReturnType<typeof exportFile>>} FileWritten what `export` gives
 */
/**
 * Runs a task of a game. Rejects with the `ShowError` of the task, or with a `StageFault` that names the hook.
 * @typedef {(gameId: string, task: TaskName, args: readonly unknown[], picture?: Picture) => Promise<any>} RunErrand
 */

/** @type {Picture} */
export const NO_PICTURE = async () => null;
