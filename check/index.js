/** The checks of a game, one engine for tests, for `npm run check-game`, and for whoever writes one: laws, pages, texts. */

/** @import { Game, Json, LoadedGame } from '../lib/contract/types.js' */
/** @import { Check, Means } from './types.js' */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, placeOf } from '../lib/errors.js';
import { StageFault } from '../lib/stage/stage.js';
import { foldLaws } from './fold-laws.js';
import { checkPages } from './pages.js';
import { botLaws, stageLaws } from './stage-laws.js';
import { submitLaws } from './submit-laws.js';
import { checkTexts } from './texts.js';

/** @param {LoadedGame} loaded @param {Means} [means] @returns {Check[]} */
export function checksOf(loaded, means = {}) {
  const { game, folder } = loaded;
  const documents = documentsOf(game, folder);
  const problems = documents.map(({ problem }) => problem).filter(Boolean);
  const checks = [
    { name: 'its pages and styles can be read', run: () => checkPages(loaded) },
    { name: 'its texts are there, in each of its languages', run: () => checkTexts(loaded) },
    ...(game.fold ? foldLaws(game, game.fold) : []),
    ...stageLaws(game, means),
    ...botLaws(game, means),
    ...(game.content ? [{ name: 'its documents pass its check', run: async () => problems }] : []),
    ...documents
      .filter(({ problem }) => problem === '')
      .flatMap(({ file, document }) =>
        submitLaws(game, document, means).map((law) => ({
          ...law,
          name: file ? `${law.name}, with ${file}` : law.name,
        })),
      ),
  ];
  return checks.map(({ name, run }) => ({
    name,
    run: async () => {
      try {
        return await run();
      } catch (error) {
        throw new Error(sentenceOf(error, folder), { cause: error });
      }
    },
  }));
}

/**
 * The documents with which a game is played: those in its folder, or an empty one.
 * @param {Game} game @param {string} folder
 * @returns {{ file: string, document: Json, problem: string }[]}
 */
function documentsOf({ content }, folder) {
  const shelf = join(folder, 'content');
  if (!content || !existsSync(shelf)) return [{ file: '', document: content?.empty() ?? null, problem: '' }];
  const files = readdirSync(shelf).filter((name) => name.endsWith('.json'));
  return files.map((name) => {
    const file = `content/${name}`;
    try {
      const document = JSON.parse(readFileSync(join(shelf, name), 'utf8'));
      const problem = content.check(document);
      if (problem !== '') return { file, document, problem: `${file}: ${problem}` };
      return { file, document: content.complete ? content.complete(document) : document, problem: '' };
    } catch (error) {
      return { file, document: null, problem: `${file}: ${sentenceOf(error, folder)}` };
    }
  });
}

/** @param {unknown} error @param {string} folder of the game */
function sentenceOf(error, folder) {
  if (error instanceof StageFault) {
    // A sentence about what a host does next names its hook itself.
    const hook = /^\w+\(\) /.test(error.message) ? '' : `${error.hook}(): `;
    return `${hook}${error.message}${placeOf(error.cause, folder)}`;
  }
  return `${messageOf(error)}${placeOf(error, folder)}`;
}
