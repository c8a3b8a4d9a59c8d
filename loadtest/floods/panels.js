/** Says what the picture of a flood shows: its panels, and the notes below its claims. */

/** @import { Panel, Picture } from '../overload/picture.js' */
/** @import { Flood } from './floods.js' */
/** @import { Look, Measured } from './play.js' */

import { JAM } from '../overload/panels.js';
import { tidy } from '../report/page/format.js';
import { spreadOf } from '../verdict/spread.js';
import { before, during } from './limits.js';

/** @type {readonly Panel<Look>[]} */
const PANELS = [
  { title: 'Flooders', curves: { open: 'open' } },
  { title: 'Sent by the flooders, a second', curves: { sent: 'sentPerS' } },
  { title: 'The operator waits, ms', curves: { 'worst of a second': 'operatorMs' }, ...JAM },
  {
    title: 'Honest phones wait, ms',
    curves: { 'worst of a second': 'pingMs', newcomers: 'newcomerMs' },
    ...JAM,
  },
  {
    title: 'Inputs of an honest phone, a second',
    curves: { played: 'playedHz', granted: 'sendHz' },
    dashed: 'sendHz',
  },
  { title: 'Frames a second', curves: { 'at the screen': 'framesPerS' } },
  {
    title: 'Budget, busy share of the event loop, and what others took of its core',
    curves: { budget: 'budget', 'loop busy': 'utilisation', others: 'others' },
    dashed: 'others',
  },
  { title: 'Memory, MB', curves: { resident: 'rssMb' } },
  { title: 'Log, KB', curves: { written: 'logKb' } },
];

/** @param {Flood} flood @param {Measured} measured @returns {Picture<Look>} */
export function pictureOf({ title }, measured) {
  const { looks, acts } = measured;
  return { title, acts, looks, seconds: looks.at(-1)?.atS ?? 0, panels: PANELS, notes: notesOf(measured) };
}

/** @param {Measured} measured @returns {string[]} what is no claim, and explains the others */
export function notesOf(measured) {
  const { came, counts, fates, operator, watched } = measured;
  const median = (/** @type {keyof Look} */ field) =>
    `${tidy(spreadOf(before(measured, field)).median)} before, ${tidy(spreadOf(during(measured, field)).median)} in the flood`;
  const met = (/** @type {'mutedS' | 'outS'} */ fate) => fates.filter((each) => each[fate] < Infinity).length;
  const lines = during(measured, 'lines').reduce((sum, count) => sum + count, 0);
  return [
    ...(fates.length === 0
      ? []
      : [
          `${came.opened} flooders came, ${came.refused} could not; of ${fates.length} that sent, ` +
            `${met('mutedS')} were muted and ${met('outS')} were cut`,
        ]),
    `the generator sent ${tidy(counts.sent)} messages, questions or calls, held ${tidy(counts.heldBack)} back because nobody ` +
      `read, and was refused ${tidy(counts.refused)} times`,
    `medians: frames ${median('framesPerS')}; inputs of a phone ${median('playedHz')}/s; loop busy ${median('utilisation')}`,
    `operator p50 ${tidy(operator.times.p50Ms)} ms, ${operator.timeouts} of ${operator.count} commands unanswered; ` +
      `phones p50 ${tidy(watched.times.p50Ms)} ms, ${watched.timeouts} of ${watched.count} pings lost; ` +
      `newcomers at most ${tidy(Math.max(0, ...during(measured, 'newcomerMs')))} ms; ${lines} lines to the panel`,
  ];
}
