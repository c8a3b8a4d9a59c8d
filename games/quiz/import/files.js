/** The files that packs come from and go to, as game.js offers them. What reads and writes them is loaded when it is first asked for. */

/** @import { Table } from 'mass-mobile' */
/** @import { Pack } from '../types.js' */

import { writeJson } from '../shared/pack-file.js';

/** The format is told from the content, because a name may lie. @param {Uint8Array} bytes @param {string} fileName */
async function parse(bytes, fileName) {
  const { importInWorker } = await import('./in-worker.js');
  const { pack, ...about } = await importInWorker(bytes, fileName);
  return { documents: [pack], ...about };
}

export const importers = [
  { name: 'Kahoot', accept: ['.xlsx', '.csv'], parse },
  { name: 'Moodle (GIFT, XML, Aiken) and QTI', accept: ['.gift', '.txt', '.xml', '.zip'], parse },
  { name: 'JSON (ours, Razzia, Open Trivia DB)', accept: ['.json'], parse },
];

export const exporters = [
  { name: 'JSON', extension: '.json', type: 'application/json', serialise: writeJson },
  {
    name: 'GIFT',
    extension: '.gift',
    type: 'text/plain',
    serialise: async (/** @type {Pack} */ pack) => (await import('./gift.js')).writeGift(pack),
  },
];

export const resultsIn = async (/** @type {Table[]} */ tables, /** @type {string} */ lang) =>
  (await import('./words.js')).translateTables(tables, lang);

export const reports = {
  report: {
    title: 'HTML report',
    extension: '.html',
    type: 'text/html; charset=utf-8',
    make: async (
      /** @type {readonly Table[]} */ tables,
      /** @type {{ title: string, atMs: number, lang?: string }} */ about,
    ) => (await import('./report.js')).toReport(tables, about),
  },
};
