/** The files that decks come from and go to, as game.js offers them. What reads and writes them is loaded when it is first asked for. */

/** @import { Table } from 'mass-mobile' */
/** @import { DeckDocument } from '../types.js' */
/** @import { About } from './report-parts.js' */

/** The format is told from the content, because a name may lie. @param {Uint8Array} bytes @param {string} fileName */
async function parse(bytes, fileName) {
  const { importInWorker } = await import('./in-worker.js');
  const { deck, pictures, skipped, format } = await importInWorker(bytes, fileName);
  return { documents: [/** @type {any} */ (deck)], pictures, skipped, format };
}

export const importers = [
  { name: 'Markdown', accept: ['.md', '.markdown', '.txt'], parse },
  { name: 'ZIP with Markdown and pictures', accept: ['.zip'], parse },
  { name: 'PowerPoint', accept: ['.pptx'], parse },
];

/** @typedef {{ picture(address: string): Promise<{ type: string, bytes: Uint8Array } | null>, lang?: string }} Asked pictures as the server stores them, and the language of the reader */

export const exporters = [
  {
    name: 'Markdown',
    extension: '.md',
    type: 'text/markdown; charset=utf-8',
    serialise: async (/** @type {DeckDocument} */ deck) =>
      (await import('./markdown-file.js')).writeMarkdownFile(deck),
  },
  {
    name: 'ZIP with pictures',
    extension: '.zip',
    type: 'application/zip',
    serialise: async (/** @type {DeckDocument} */ deck, /** @type {Asked} */ { picture }) =>
      (await import('./zip-deck.js')).writeZipDeck(deck, picture),
  },
  {
    name: 'HTML to print',
    extension: '.html',
    type: 'text/html; charset=utf-8',
    serialise: async (/** @type {DeckDocument} */ deck, /** @type {Asked} */ about) =>
      (await import('./handout.js')).writeHandout(deck, about),
  },
];

export const reports = {
  report: {
    title: 'HTML report',
    extension: '.html',
    type: 'text/html; charset=utf-8',
    make: async (/** @type {readonly Table[]} */ tables, /** @type {About} */ about) =>
      (await import('./report.js')).toReport(tables, about),
  },
};
