/** Makes figures of what phones and screens have noted. Pure. */

/** @import { Log, PhoneLog, Times } from './types.js' */

/** The last seconds before the fault are calm. */
const CALM_MS = 2500;
/** Codes that tell a phone to try again by itself: public/phone/outbox.js. */
const TO_WAIT = new Set(['not-saved', 'draining', 'internal']);

/**
 * @param {Log} log @param {Times} times @param {{ words: readonly string[], unanswered: number, levels: number }} end
 * `words`: that the game has in the end; `unanswered`: phones that wait for an answer; `levels`: that a screen shows when
 * all are there
 * @returns {Record<string, number>} by metric; `.<place>` where it is about one place
 */
export function figuresOf(log, times, { words, unanswered, levels }) {
  /** @type {Record<string, number>} */
  const figures = { ...countsOf(log, words), unanswered };
  const waited = log.phones.flatMap(({ acks }) =>
    acks.map(({ sentAtMs, ackedAtMs }) => ackedAtMs - sentAtMs),
  );
  figures['answerS.longest'] = seconds(Math.max(0, ...waited));
  const outages = log.phones.map(({ notices }) => longestGap(notices, times)).sort((a, b) => a - b);
  figures['outageS.p50'] = seconds(quantile(outages, 0.5));
  figures['outageS.p99'] = seconds(quantile(outages, 0.99));
  const silences = log.phones.map((phone) => longestGap(heardOf(phone), times)).sort((a, b) => a - b);
  figures['silenceS.p99'] = seconds(quantile(silences, 0.99));
  for (const place of new Set(log.phones.map((phone) => phone.place)))
    Object.assign(figures, ofPhones(place, log, times));
  for (const { place, frames, disconnects } of log.screens) {
    figures[`frameGapS.${place}`] = seconds(
      longestGap(
        frames.map(([atMs]) => atMs),
        times,
      ),
    );
    figures[`frameGapS.${place}.before`] = seconds(gapBefore(frames, times));
    figures[`screenDisconnects.${place}`] = disconnects;
  }
  figures['backS'] = seconds(backMs(log, times, levels));
  return figures;
}

/** @param {Log} log @param {readonly string[]} words */
function countsOf({ phones, witnesses }, words) {
  const stored = new Map();
  for (const word of words) stored.set(word, (stored.get(word) ?? 0) + 1);
  const acked = [
    ...phones.flatMap(({ acks }) => acks),
    ...witnesses.flatMap(({ answers }) => answers),
  ].filter(({ code }) => code === 'ok');
  const refused = phones.flatMap(({ acks }) => acks.filter(({ code }) => code !== 'ok'));
  return {
    acknowledged: acked.length,
    lost: acked.filter(({ word }) => !stored.has(word)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
    refused: refused.length,
    toldToWait: witnesses.flatMap(({ answers }) => answers).filter(({ code }) => TO_WAIT.has(code)).length,
    disconnects: sum(phones.map(dropsOf)),
    affected: phones.filter((phone) => dropsOf(phone) > 0).length,
    missing: phones.filter(({ isPlaying }) => !isPlaying).length,
  };
}

/** @param {string} place @param {Log} log @param {Times} times @returns {Record<string, number>} */
function ofPhones(place, log, times) {
  const here = log.phones.filter((phone) => phone.place === place);
  const waits = here.flatMap(({ acks }) =>
    acks.filter(({ ackedAtMs }) => ackedAtMs > times.beganMs).map((ack) => ack.ackedAtMs - ack.sentAtMs),
  );
  // They were gone from when the fault began at the latest.
  const returns = here.flatMap(({ welcomes }) => welcomes.slice(1).map((atMs) => atMs - times.beganMs));
  return {
    [`disconnects.${place}`]: sum(here.map(dropsOf)),
    [`answerS.${place}`]: seconds(Math.max(0, ...waits)),
    ...(returns.length > 0 && { [`returnS.${place}`]: seconds(Math.max(...returns)) }),
  };
}

/** @param {PhoneLog} phone @returns {number} how often it lost its connection */
function dropsOf({ welcomes, isPlaying }) {
  return welcomes.length - 1 + (isPlaying ? 0 : 1);
}

/** @param {PhoneLog} phone everything that it received, by time */
function heardOf({ notices, pings, acks }) {
  return [...notices, ...pings, ...acks.map(({ ackedAtMs }) => ackedAtMs)].sort((a, b) => a - b);
}

/**
 * Finds how long after the end of the fault everybody had everything again: each phone an answer and a notice, each screen
 * a frame with the levels of all.
 * @param {Log} log @param {Times} times @param {number} levels @returns {number} Infinity: never
 */
function backMs({ phones, screens }, { healedMs }, levels) {
  const firsts = [
    ...phones.flatMap(({ acks, notices }) => [
      acks.find(({ ackedAtMs }) => ackedAtMs > healedMs)?.ackedAtMs,
      notices.find((atMs) => atMs > healedMs),
    ]),
    ...screens.map(({ frames }) => frames.find(([atMs, shown]) => atMs > healedMs && shown >= levels)?.[0]),
  ];
  return Math.max(...firsts.map((atMs) => (atMs ?? Infinity) - healedMs));
}

/**
 * @param {readonly number[]} atMs in order @param {Times} times
 * @returns {number} ms between two that follow each other, of which one at least lies after the beginning of the fault
 */
function longestGap(atMs, { beganMs, endMs }) {
  let longest = 0;
  let before = atMs.findLast((at) => at <= beganMs) ?? beganMs;
  for (const at of atMs) {
    if (at <= beganMs) continue;
    longest = Math.max(longest, at - before);
    before = at;
  }
  return Math.max(longest, endMs - before);
}

/** How even the pictures come without a fault, on this machine, now. @param {[atMs: number, levels: number][]} frames @param {Times} times */
function gapBefore(frames, { beganMs }) {
  const [first, last] = [beganMs - CALM_MS, beganMs];
  const atMs = frames.map(([at]) => at).filter((at) => at > first && at <= last);
  return longestGap(atMs, { beganMs: atMs[0] ?? first, healedMs: last, endMs: last });
}

/** @param {readonly number[]} sorted @param {number} share */
function quantile(sorted, share) {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** @param {number} ms @returns {number} to the hundredth */
function seconds(ms) {
  return Math.round(ms / 10) / 100;
}
