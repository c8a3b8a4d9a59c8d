/** Documents as files: read by a game's importers, written by its exporters. */

/** @import { ContentDefinition, Imported, Json } from '../contract/types.js' */

import { extname } from 'node:path';
import { ShowError, messageOf } from '../errors.js';
import { readDocument, short } from './document.js';

/**
 * @param {ContentDefinition} content of the game
 * @param {Buffer} bytes @param {string} fileName
 * @returns {Promise<{ documents: { json: Json, title: string }[], skipped: Imported['skipped'], format: string, pictures: Uint8Array[] }>}
 * @throws {ShowError} `import-unknown`, `import-bad`
 */
export async function importFile(content, bytes, fileName) {
  const { importers = [] } = content;
  const extension = extname(fileName).toLowerCase();
  const importer = importers.find(({ accept }) => accept.includes(extension));
  if (!importer) {
    const known = [...new Set(importers.flatMap(({ accept }) => accept))].join(', ') || 'none';
    throw new ShowError('import-unknown', { file: short(fileName), known });
  }
  try {
    const imported = await importer.parse(bytes, fileName);
    const { documents, skipped, format = importer.name, pictures = [] } = imported;
    return { documents: documents.map((raw) => readDocument(content, raw)), skipped, format, pictures };
  } catch (error) {
    // An importer throws a sentence for the operator.
    throw new ShowError('import-bad', { file: short(fileName), problem: messageOf(error) });
  }
}

/**
 * @param {ContentDefinition} content of the game
 * @param {{ title: string, json: Json }} document
 * @param {string} name of an exporter
 * @param {{ picture: (address: string) => Promise<{ type: string, bytes: Uint8Array } | null>, lang?: string | undefined }} about
 *   lang: of the reader
 * @returns {Promise<{ fileName: string, type: string, body: string | Uint8Array }>}
 * @throws {ShowError} `export-unknown`
 */
export async function exportFile({ exporters = [] }, { title, json }, name, { picture, lang }) {
  const exporter = exporters.find((one) => one.name === name);
  if (!exporter)
    throw new ShowError('export-unknown', {
      format: short(name),
      known: exporters.map((one) => one.name).join(', ') || 'none',
    });
  const { extension, type } = exporter;
  return {
    fileName: `${title}${extension}`,
    type,
    body: await exporter.serialise(json, { picture, ...(lang !== undefined && { lang }) }),
  };
}
