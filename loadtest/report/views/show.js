/** Shows the evening: phones join, games change, screens lock and come back, and it ends. */

/** @import { Chart, Guide, Result, Row, View } from '../types.js' */

import { most, num, toPercent, total } from '../fields.js';
import { curve, filled } from './curves.js';

/** @type {View} */
export const show = {
  facts({ points, series }) {
    return {
      phones: {
        label: 'Phones',
        value: most(points, 'phones') ?? most(series, 'connections'),
        better: 'more',
      },
      rate: {
        label: 'Received by the server, most',
        value: most(series, 'receivedPerS') ?? most(points, 'receivedPerS'),
        unit: 'messages/s',
        better: 'more',
      },
      delay: {
        label: 'Delay, worst p99 of a phase',
        value: most(points, 'p99Ms') ?? most(series, 'p99Ms'),
        unit: 'ms',
        better: 'less',
      },
    };
  },

  figures({ points, series }) {
    return [
      {
        label: 'Lost messages',
        value: total(series, 'lost') ?? total(points, 'lost'),
        better: 'less',
      },
      {
        label: 'Server CPU, most',
        value: toPercent(most(series, 'cpu')),
        unit: '% of a core',
        better: 'less',
      },
      { label: 'Memory, most', value: most(series, 'rssMb'), unit: 'MB', better: 'less' },
      { label: 'Phases', value: points.length },
    ];
  },

  charts({ points, series }) {
    const guides = phases(points);
    return filled([evening(series, guides), delay(series, guides)]);
  },

  beside() {
    return [];
  },
};

/** @param {Row[]} points @returns {Guide[]} a line where each phase starts, where that is known */
function phases(points) {
  return points.flatMap((point) => {
    const at = num(point, 'atS') ?? num(point, 'fromS') ?? num(point, 'startS');
    return at === null ? [] : [{ axis: /** @type {const} */ ('x'), at, label: String(point['phase'] ?? '') }];
  });
}

/** @param {Row[]} series @param {Guide[]} guides @returns {Chart} */
function evening(series, guides) {
  return {
    id: 'time-connections',
    title: 'The evening: phones connected',
    wide: true,
    heightPx: 320,
    x: { label: 'Time, s' },
    y: { label: 'Phones connected' },
    series: [{ label: 'Phones', tone: 'a', line: 'solid', points: curve(series, 'atS', 'connections') }],
    guides,
  };
}

/** @param {Row[]} series @param {Guide[]} guides @returns {Chart} */
function delay(series, guides) {
  return {
    id: 'time-delay',
    title: 'The evening: delay',
    wide: true,
    heightPx: 320,
    x: { label: 'Time, s' },
    y: { label: 'Round trip, ms', toggle: true },
    series: [
      { label: 'p50', tone: 'a', line: 'solid', points: curve(series, 'atS', 'p50Ms') },
      { label: 'p99', tone: 'b', line: 'dashed', points: curve(series, 'atS', 'p99Ms') },
    ],
    guides,
  };
}
