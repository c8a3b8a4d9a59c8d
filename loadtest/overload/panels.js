/** Says what the picture of a proof shows: its panels, and the notes below its claims. */

/** @import { Guide } from '../report/types.js' */
/** @import { Panel, Picture } from './picture.js' */
/** @import { Look, Measured } from './play.js' */
/** @import { Proof } from './proofs.js' */

import { JAMMED_MS } from '../report/anchors.js';
import { tidy } from '../report/page/format.js';

/** @type {{ scale: 'log', limit: Guide }} */
export const JAM = { scale: 'log', limit: { axis: 'y', at: JAMMED_MS, label: 'jammed' } };

/** @type {readonly Panel<Look>[]} */
const PANELS = [
  { title: 'Phones', curves: { 'let in': 'phones', 'in line at the door': 'waiting' }, dashed: 'waiting' },
  { title: 'Inputs a second', curves: { sent: 'sentPerS', useful: 'usefulPerS' }, dashed: 'sentPerS' },
  { title: 'Rates, a second', curves: { inputs: 'sendHz', notices: 'noticeHz', frames: 'tickHz' } },
  {
    title: 'Budget, busy share of the event loop, and what others took of its core',
    curves: { budget: 'budget', 'loop busy': 'utilisation', others: 'others' },
    dashed: 'others',
  },
  { title: 'Delay of the event loop, ms', curves: { median: 'd50Ms', '95th percentile': 'd95Ms' }, ...JAM },
  { title: 'The operator waits, ms', curves: { 'worst of a second': 'operatorMs' }, ...JAM },
  { title: 'Memory, MB', curves: { resident: 'rssMb' } },
];

/** @param {Proof} proof @param {Measured} measured @returns {Picture<Look>} */
export function pictureOf({ title, seconds, acts }, { looks, durable, honestLost, deafLost }) {
  const { sent, acknowledged, p99Ms } = durable;
  const stored = `${tidy(acknowledged)} of ${tidy(sent)} submissions acknowledged, p99 ${tidy(p99Ms)} ms; `;
  const notes = [`${sent === 0 ? '' : stored}lost ${honestLost} honest phones and ${deafLost} deaf ones`];
  return { title, seconds, acts, looks, notes, panels: PANELS };
}
