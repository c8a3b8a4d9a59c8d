/**
 * Documents as files. They are read and written at the process that receives or sends them: a deck with its pictures is larger than what
 * Redis holds for one reader (32 MB), and all else would wait behind it on the way to the home. So each picture crosses by itself.
 */

/** @import { DocumentCard, Imported } from '../contract/types.js' */
/** @import { FileRead, FileWritten, RunErrand } from '../errands/tasks.js' */

import { refuse } from '../errors.js';

/**
 * @typedef {(name: string, ...args: unknown[]) => Promise<any>} AskContent asks the home about documents and pictures
 * @typedef {ReturnType<typeof createDocumentFiles>} DocumentFiles
 */

/** @param {{ askContent: AskContent, runErrand: RunErrand }} options */
export function createDocumentFiles({ askContent, runErrand }) {
  return {
    /**
     * @param {string} gameId of a game with documents @param {Buffer} bytes @param {string} fileName
     * @returns {Promise<{ documents: DocumentCard[], skipped: Imported['skipped'], format: string }>}
     * @throws {import('../errors.js').ShowError} `import-unknown`, `import-bad`, `document-limit`: then none of them was stored
     */
    async importFile(gameId, bytes, fileName) {
      const asked = runErrand(gameId, 'import', [bytes, fileName]);
      const imported = await asked.catch((error) => refuse(error, 'import-bad', { file: fileName }));
      const { documents, skipped, format, pictures } = /** @type {FileRead} */ (imported);
      for (const picture of pictures) await askContent('addAsset', picture);
      return { documents: await askContent('add', gameId, documents), skipped, format };
    },
    /**
     * @param {string} gameId @param {string} id @param {string} name of an exporter @param {string} [lang] of the reader
     * @returns {Promise<FileWritten>}
     * @throws {import('../errors.js').ShowError} `game-unknown`, `document-unknown`, `export-unknown`, `report-failed`
     */
    async exportFile(gameId, id, name, lang) {
      const { card, json } = await askContent('get', gameId, id);
      const picture = (/** @type {string} */ address) =>
        askContent('asset', address.replace(/^\/assets\//, ''));
      const asked = runErrand(gameId, 'export', [{ title: card.title, json }, name, lang], picture);
      return asked.catch((error) => refuse(error, 'report-failed', { report: name }));
    },
  };
}
