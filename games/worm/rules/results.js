/** The results of a worm as tables. Its other files, subtitles and a page with the chart, are made of them (import/). */

/** @import { Table } from 'mass-mobile' */
/** @import { Line, Row } from './history.js' */
/** @import { WormContext } from './settings.js' */
/** @import { By, Worm } from './state.js' */

import { wallAt } from './clock.js';
import { rowsOf } from './history.js';
import { countAnswers, questionOf } from './questions.js';
import { errorOf } from './stats.js';
import { GAP_S } from './record.js';
import { points } from './views.js';

/** The names of the tables, by which the other files find them. */
export const TABLES = Object.freeze({
  line: 'Line',
  events: 'Events',
  answers: 'Answers',
  moves: 'Before and after',
  hands: 'Hands',
  terms: 'Terms',
});
/** The name of everybody in the column of segments. */
export const ALL = 'All';
export const NO_ANSWER = 'No answer';
/** The term whose value is a word. */
export const RELEASE = 'A slider that is let go';
/** The roles, as the files say them. @type {Record<NonNullable<By>, string>} */
const BY = {
  operator: 'operator',
  host: 'host',
  screen: 'presenter at the screen',
  remote: 'presenter’s remote',
  moderator: 'moderator',
  worm: 'worm',
};

/** @param {Worm} state @param {WormContext} ctx @returns {Table[]} all figures of levels on the scale of -100 to 100 */
export function results(state, ctx) {
  if (state.beganMs === null && Object.keys(state.answers).length === 0) return [];
  return [
    lineTable(state),
    eventTable(state),
    ...answerTables(state, ctx),
    handTable(state),
    termTable(state, ctx),
  ];
}

/** A row a second for each segment, which says how many seconds before it have none. @param {Worm} state @returns {Table} */
function lineTable(state) {
  const marks = bySecond(state);
  let nextS = 0;
  return {
    name: TABLES.line,
    columns: [
      'Time s',
      'Wall clock',
      'Media time s',
      'Segment',
      'n',
      'Mean',
      'Median',
      'Trimmed mean',
      'Deviation',
      'Standard error',
      'Markers',
      'Missing s',
    ],
    rows: rowsOf(state.history).flatMap((row) => {
      const missing = row.atS - nextS;
      nextS = row.atS + 1;
      return lineRows(state, row, marks.get(row.atS) ?? '').map((cells) => [...cells, missing]);
    }),
  };
}

/** @param {Worm} state @param {Row} row @param {string} marks @returns {Table['rows'][number][]} */
function lineRows(state, { atS, mediaS, lines }, marks) {
  const wall = isoOf(wallAt(state, atS));
  return linesAt(state, atS).map(({ line, name }) => {
    const figures = lines[line];
    const { n, mean, median, trimmed, deviation } = figures ?? {};
    const cells = figures
      ? [n, mean, median, trimmed, deviation, errorOf(figures)].map((value, at) =>
          at === 0 ? Number(value) : points(Number(value)),
        )
      : [0, null, null, null, null, null];
    return [atS, wall, mediaS, name, ...cells, line === '*' ? marks : ''];
  });
}

/** @param {Worm} state @param {number} atS @returns {{ line: Line, name: string }[]} */
function linesAt({ segmentations }, atS) {
  const names = segmentations.findLast(({ fromS }) => fromS <= atS)?.names ?? [];
  const all = /** @type {{ line: Line, name: string }[]} */ ([{ line: '*', name: ALL }]);
  if (names.length === 0) return all;
  return [
    ...all,
    ...names.map(({ segment, name }) => ({ line: segment, name })),
    { line: '-', name: NO_ANSWER },
  ];
}

/** The texts of the markers by second. @param {Worm} state */
function bySecond({ marks }) {
  /** @type {Map<number, string>} */
  const texts = new Map();
  for (const { atS, text } of marks) {
    const before = texts.get(Math.floor(atS));
    texts.set(Math.floor(atS), before ? `${before} / ${text}` : text);
  }
  return texts;
}

/** Markers, speakers, peaks and drops, in their order. @param {Worm} state @returns {Table} */
function eventTable(state) {
  /** @type {{ atS: number, kind: string, text: string, value: number | null }[]} */
  const events = [
    ...state.marks.map(({ atS, text }) => ({ atS, kind: 'marker', text, value: null })),
    ...state.speeches.map(({ atS, name }) => ({ atS, kind: 'speaker', text: name, value: null })),
    ...state.turns.found.map(({ atS, kind, value }) => ({ atS, kind, text: '', value: points(value) })),
    ...gapsOf(state),
  ];
  events.sort((a, b) => a.atS - b.atS);
  return {
    name: TABLES.events,
    columns: ['Time s', 'Wall clock', 'Kind', 'Text', 'Mean'],
    rows: events.map(({ atS, kind, text, value }) => [atS, isoOf(wallAt(state, atS)), kind, text, value]),
  };
}

/** Seconds without a row: the server was down, or the line had been ended for a while. @param {Worm} state */
function gapsOf({ history }) {
  /** @type {{ atS: number, kind: string, text: string, value: null }[]} */
  const gaps = [];
  let last = -1;
  for (const { atS } of rowsOf(history)) {
    if (atS - last > GAP_S && last >= 0)
      gaps.push({ atS: last + 1, kind: 'gap', text: `${atS - last - 1} s`, value: null });
    last = atS;
  }
  return gaps;
}

/** @param {Worm} state @param {WormContext} ctx @returns {Table[]} */
function answerTables(state, { settings }) {
  const asked = [0, 1, 2]
    .map((at) => questionOf(settings, at))
    .filter(({ text, choices }) => text !== '' && choices.length > 1);
  if (asked.length === 0) return [];
  const counted = asked.map((question) => ({
    ...question,
    ...countAnswers(state, question.at, question.choices.length),
  }));
  return [
    {
      name: TABLES.answers,
      columns: ['Question', 'Choice', 'Before', 'After'],
      rows: counted.flatMap(({ text, choices, before, after, when }) =>
        choices.map((choice, at) => [
          text,
          choice,
          when === 'after' ? null : (before[at] ?? 0),
          when === 'before' ? null : (after[at] ?? 0),
        ]),
      ),
    },
    {
      name: TABLES.moves,
      columns: ['Question', 'Said before', 'Said after', 'People'],
      rows: counted
        .filter(({ when }) => when === 'both')
        .flatMap(({ text, choices, moves }) =>
          moves.flatMap((row, from) =>
            row.map((people, to) => [text, choices[from] ?? '', choices[to] ?? '', people]),
          ),
        ),
    },
  ];
}

/** @param {Worm} state @returns {Table} */
function handTable({ hands }) {
  return {
    name: TABLES.hands,
    columns: ['Time s', 'Wall clock', 'By', 'Act', 'Detail'],
    rows: hands.map(({ atS, wallMs, act, detail, by }) => [
      atS,
      isoOf(wallMs),
      by ? BY[by] : '',
      act,
      detail,
    ]),
  };
}

/** The terms of the figures, so that a file can be read without its maker. @param {Worm} state @param {WormContext} ctx @returns {Table} */
function termTable(state, { settings }) {
  return {
    name: TABLES.terms,
    columns: ['Term', 'Value'],
    rows: [
      ['Title', settings.title],
      ['Upper end (100)', settings.high],
      ['Lower end (-100)', settings.low],
      ['Began', isoOf(wallAt(state, 0))],
      ['Least phones for a line', settings.minN],
      ['Delay of the line s', settings.delayS],
      [RELEASE, settings.release],
      ['Counts after a touch for s', settings.stayS],
      ['Peaks and drops from', settings.peakRise],
      ['Error of median and trimmed mean', 1],
      ['Trimmed at each end %', 10],
    ],
  };
}

/** @param {number | null} ms since 1970 @returns {string | null} ISO 8601, UTC, to the millisecond */
export function isoOf(ms) {
  if (ms === null) return null;
  const days = Math.floor(ms / 86_400_000);
  const rest = ms - days * 86_400_000;
  const pad = (/** @type {number} */ value, length = 2) => String(value).padStart(length, '0');
  const time = [3_600_000, 60_000, 1000].map((unit, at) =>
    pad(Math.floor(rest / unit) % (at === 0 ? 24 : 60)),
  );
  return `${dateOf(days)}T${time.join(':')}.${pad(rest % 1000, 3)}Z`;
}

/**
 * The date of a day, by the algorithm `civil_from_days` (H. Hinnant, chrono-Compatible Low-Level Date Algorithms, 2013),
 * because stage code has no `Date`.
 * @param {number} days since 1970-01-01
 */
function dateOf(days) {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const part = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * part + 2) / 5) + 1;
  const month = part < 10 ? part + 3 : part - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}
