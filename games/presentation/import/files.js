/** The files that decks come from and go to, as `content` of game.js offers them. */

/** @import { DeckDocument } from '../types.js' */

import { importInWorker } from './in-worker.js';
import { writeHandout } from './handout.js';
import { writeMarkdownFile } from './markdown-file.js';
import { writeZipDeck } from './zip-deck.js';

/** The format is told from the content, because a name may lie. @param {Uint8Array} bytes @param {string} fileName */
async function parse(bytes, fileName) {
  const { deck, pictures, skipped, format } = await importInWorker(bytes, fileName);
  return { documents: [/** @type {any} */ (deck)], pictures, skipped, format };
}

export const importers = [
  { name: 'Markdown', accept: ['.md', '.markdown', '.txt'], parse },
  { name: 'ZIP with Markdown and pictures', accept: ['.zip'], parse },
  { name: 'PowerPoint', accept: ['.pptx'], parse },
];

/** @typedef {{ picture(address: string): Promise<{ type: string, bytes: Uint8Array } | null>, lang?: string }} Asked pictures as the server stores them, and the language of whoever asks */

export const exporters = [
  {
    name: 'Markdown',
    extension: '.md',
    type: 'text/markdown; charset=utf-8',
    serialise: (/** @type {DeckDocument} */ deck) => writeMarkdownFile(deck),
  },
  {
    name: 'ZIP with pictures',
    extension: '.zip',
    type: 'application/zip',
    serialise: (/** @type {DeckDocument} */ deck, /** @type {Asked} */ { picture }) =>
      writeZipDeck(deck, picture),
  },
  {
    name: 'HTML to print',
    extension: '.html',
    type: 'text/html; charset=utf-8',
    serialise: (/** @type {DeckDocument} */ deck, /** @type {Asked} */ about) => writeHandout(deck, about),
  },
];
