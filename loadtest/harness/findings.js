/** Tells what scenarios find: figures for claims, and the words of headlines that several of them share. */

/** @import { BotsReading, Lab, Ledger, Point } from '../types.js' */

import { count, decimal, say } from '../verdict/headline.js';
import { slopeOf } from '../verdict/slope.js';

/** A core is full beyond this share: a window has a quiet end. */
export const FULL = 0.9;

/** @param {Lab} lab @param {Record<string, unknown>} metrics what is no number was not measured, and is left out */
export function tell(lab, metrics) {
  for (const [name, value] of Object.entries(metrics)) if (typeof value === 'number') lab.metric(name, value);
}

/** Keeps figures over a whole run, and tells each as soon as it changes, should the run end there. @param {Lab} lab */
export function keepFigures(lab) {
  /** @type {Record<string, number>} */
  const figures = {};
  const figuresOf = {
    /** @param {Record<string, number>} counts each is added to those before */
    add(counts) {
      for (const [name, more] of Object.entries(counts))
        lab.metric(name, (figures[name] = (figures[name] ?? 0) + more));
    },
    /** @param {Ledger} ledger of a window */
    addAccount({ sent, lost, extra, throttled, refused }) {
      for (const [name, more] of Object.entries({ sent, lost, extra, throttled, refused }))
        figuresOf.add({ [`messages.${name}`]: more });
    },
    /** @param {Point} point counts if it is valid @param {Record<string, unknown>} times the largest of each is told */
    worst({ validity }, times) {
      for (const [name, time] of Object.entries(times))
        if (validity === 'valid' && typeof time === 'number')
          lab.metric(name, (figures[name] = Math.max(figures[name] ?? time, time)));
    },
  };
  return figuresOf;
}

/**
 * @param {Lab} lab @param {string} metric a minute
 * @param {readonly Point[]} points @param {string} field of theirs @param {number} [times] so many of the metric's unit
 * @returns {ReturnType<typeof slopeOf>} null: there were too few
 */
export function tellSlope(lab, metric, points, field, times = 1) {
  const slope = slopeOf(
    points.map((point) => [Number(point['atS']) / 60, Number(point[field] ?? NaN) * times]),
  );
  const { perUnit, lower, upper } = slope ?? {};
  tell(lab, { [metric]: perUnit, [`${metric}.lower`]: lower, [`${metric}.upper`]: upper });
  return slope;
}

/** @param {readonly Point[]} points @param {string} field @returns {number | undefined} the largest of the valid points */
export function worstOf(points, field) {
  const values = points
    .map((point) => (point.validity === 'valid' ? point[field] : null))
    .filter((value) => typeof value === 'number');
  return values.length > 0 ? Math.max(...values) : undefined;
}

/** @param {Lab} lab @param {Pick<BotsReading, 'faults' | 'why'>} stats */
export function tellFaults(lab, { faults, why }) {
  lab.metric('phones.faults', faults);
  if (faults > 0)
    lab.table({ title: 'What failed on phones', columns: ['Fault'], rows: why.map((text) => [text]) });
}

/** @param {Lab} lab @param {string} note why */
export function tellNotMeasured(lab, note) {
  lab.table({ title: 'Not measured', note, columns: [], rows: [] });
}

/** @param {unknown} value a count @param {string} words where there are none @param {string} fate of those that there are */
export function noneOr(value, words, fate) {
  return value === 0 ? words : `${count(value)} ${fate}`;
}

/** @param {Record<string, number>} metrics @returns {string} '' if it was not measured */
export function memoryWords(metrics) {
  const [slope, lower, upper] = ['', '.lower', '.upper'].map((which) => metrics[`memory.kbPerMin${which}`]);
  if (slope === undefined) return '';
  return say`memory ${decimal(slope)} KB/min (95 %: ${decimal(lower)} to ${decimal(upper)})`;
}

/** @param {unknown} cpu share of the server's core */
export function limitedBy(cpu, otherwise = 'nothing') {
  return Number(cpu) > FULL ? 'the server’s core' : otherwise;
}
