/** Writes WebVTT: markers, speakers, peaks and drops as cues that an editor lays over the recording. */

/** @import { Table, Translate } from 'mass-mobile' */

import { ALL } from '../rules/results.js';
import { wordsIn } from '../shared/words.js';
import { rowsIn, termOf } from './tables.js';

/** A cue of a moment is shown for this long. */
const MOMENT_S = 4;
/** The line itself is a cue this often. */
const LINE_EVERY_S = 10;

/** The texts of cues by the kind of the event. @type {Record<string, string>} */
const SAID = {
  marker: 'Marker: {text}',
  gap: 'Gap: {text}',
  peak: 'peak: {value}',
  drop: 'drop: {value}',
};

/** @typedef {{ fromS: number, toS: number, text: string }} Cue */

/**
 * Times are those of the video behind the line where one was played, and then what happened without it is left out; else
 * they are seconds since the line began.
 * @param {readonly Table[]} tables @param {{ title: string, lang?: string }} about @returns {string}
 */
export function toVtt(tables, { title, lang }) {
  const words = wordsIn(lang);
  const line = rowsIn(tables, 'line').filter((row) => row[3] === ALL);
  const least = Number(termOf(tables, 'Least phones for a line')) || 1;
  const cues = [...momentCues(tables, words), ...speakerCues(tables, words), ...lineCues(line, least, words)];
  const hasMedia = line.some(([, , mediaS]) => typeof mediaS === 'number');
  const timed = hasMedia ? cues.flatMap((cue) => onMedia(cue, line)) : cues;
  timed.sort((a, b) => a.fromS - b.fromS || a.toS - b.toS);
  const blocks = timed.map(
    ({ fromS, toS, text }, at) => `${at + 1}\n${stamp(fromS)} --> ${stamp(toS)}\n${text}\n`,
  );
  return `WEBVTT - ${plain(termOf(tables, 'Title') || title)}\n\n${blocks.join('\n')}`;
}

/** @param {readonly Table[]} tables @param {Translate} words @returns {Cue[]} */
function momentCues(tables, words) {
  return rowsIn(tables, 'events').flatMap(([at, , kind, about, mean]) => {
    const fromS = Number(at);
    if (kind === 'speaker') return [];
    const said = SAID[String(kind)] ?? '';
    const text = words(said, { text: String(about), value: Number(mean) });
    return [{ fromS, toS: fromS + MOMENT_S, text: plain(text) }];
  });
}

/** A speech goes on until the next one, or the end of the line. @param {readonly Table[]} tables @param {Translate} words @returns {Cue[]} */
function speakerCues(tables, words) {
  const lastS = Number(rowsIn(tables, 'line').at(-1)?.[0] ?? 0) + 1;
  const speeches = rowsIn(tables, 'events').filter(([, , kind]) => kind === 'speaker');
  return speeches.flatMap(([at, , , name], index) => {
    const fromS = Number(at);
    const toS = Number(speeches[index + 1]?.[0] ?? lastS);
    const text = plain(words('Speaker: {text}', { text: String(name) }));
    return name && toS > fromS ? [{ fromS, toS, text }] : [];
  });
}

/** @param {readonly (readonly unknown[])[]} line @param {number} least n of a line that is shown @param {Translate} words @returns {Cue[]} */
function lineCues(line, least, words) {
  return line
    .filter(([atS, , , , n]) => Number(atS) % LINE_EVERY_S === 0 && Number(n) >= least)
    .map(([atS, , , , n, mean]) => ({
      fromS: Number(atS),
      toS: Number(atS) + LINE_EVERY_S,
      text: words('Worm: {value} (n {n})', { value: Number(mean), n: Number(n) }),
    }));
}

/** Moves a cue to the time of the video at that second. @param {Cue} cue @param {readonly (readonly unknown[])[]} line @returns {Cue[]} */
function onMedia(cue, line) {
  const row = line.findLast(([atS]) => Number(atS) <= cue.fromS);
  const mediaS = row?.[2];
  if (typeof mediaS !== 'number') return [];
  const fromS = mediaS + cue.fromS - Number(row?.[0]);
  return [{ ...cue, fromS, toS: fromS + cue.toS - cue.fromS }];
}

/** @param {number} seconds @returns {string} `01:02:03.400` */
export function stamp(seconds) {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`;
}

/** A cue is one line without an arrow, and its signs of markup are written as such. @param {string} text */
function plain(text) {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
