/** The phone as a pixel: it lights up in the pattern of the room, by the clock of the stage; and the round that tunes it. */

/** @import { NoticeOf, PhoneHost, TypesOf } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { colourOf, glowOf, kindOf } from '../shared/light.js';
import { delayOf } from '../shared/tune.js';

/** The places of the map (rules/views.js), which is what a phone knows of its place. */
const COLUMNS = 64;
const ROWS = 36;
const ROW_LETTERS = 26;
const MOST_SEATS = 99;

/**
 * @typedef {NoticeOf<typeof game>} Notice
 * @typedef {TypesOf<typeof game>['personal']} Mine
 * @typedef {{ row: number, seat: number }} Seat row 1 is A; 0: not told
 * @typedef {Seat & { delayMs: number }} Kept by this phone, over a reload
 */

/** @param {PhoneHost<typeof game>} host @param {Kept} kept @param {() => void} onChange `kept` has changed */
export function createPixel(host, kept, onChange) {
  const { t, signal } = host;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  const pane = h('div', { class: 'swarm-pixel' });
  const tap = h('button', { class: 'swarm-tap press', type: 'button' }, t('swarm.tap'));
  const said = h('p', { class: 'swarm-said', role: 'status' });
  const seat = createSeatForm(host, kept, onChange);
  const root = h('div', { class: 'swarm-room' }, pane, tap, said, seat);
  /** @type {Notice | null} */
  let notice = null;
  /** @type {Mine | null} */
  let mine = null;
  /** Stage times of the taps of this round since it began. @type {number[]} */
  let taps = [];
  let picture = 0;
  signal.addEventListener('abort', () => cancelAnimationFrame(picture));

  host.onPress(tap, () => {
    if (!notice) return;
    taps.push(host.nowMs() - notice.sinceMs);
    host.haptics.buzz();
    const delayMs = delayOf(taps);
    if (delayMs !== null) {
      kept.delayMs = delayMs;
      onChange();
    }
    tell();
  });

  function tell() {
    const isKnown = delayOf(taps) !== null;
    if (notice?.mode === 'tune')
      said.textContent = isKnown
        ? t('swarm.tuned', { ms: kept.delayMs })
        : t('swarm.taps', { count: taps.length });
    else said.textContent = t('swarm.hold');
  }

  function draw() {
    const kind = notice ? kindOf(notice) : '';
    if (!notice || !mine || kind === '') return void (picture = 0);
    picture = requestAnimationFrame(draw);
    // It must look as the screen does, which this person sees so much later.
    const sinceS = (host.nowMs() - kept.delayMs - notice.sinceMs) / 1000;
    const place = { u: (mine.x + 0.5) / COLUMNS, v: (mine.y + 0.5) / ROWS, slot: mine.slot };
    const glow = isCalm.matches ? 0.6 : glowOf(kind, place, sinceS);
    pane.style.opacity = glow.toFixed(2);
  }

  return {
    root,
    /** @param {Notice} next */
    notice(next) {
      if (notice?.sinceMs !== next.sinceMs) taps = [];
      notice = next;
      root.dataset['mode'] = next.mode;
      tell();
      if (picture === 0) draw();
    },
    /** @param {Mine} next */
    personal(next) {
      mine = next;
      pane.style.background = colourOf(next.slot);
      if (picture === 0) draw();
    },
  };
}

/** Row and seat, for a wave that goes through the room as it sits. @param {PhoneHost<typeof game>} host @param {Kept} kept @param {() => void} onChange */
function createSeatForm({ t, signal }, kept, onChange) {
  const letter = kept.row > 0 ? String.fromCharCode(64 + kept.row) : '';
  const shared = { class: 'swarm-field', autocomplete: 'off' };
  const row = h('input', {
    ...shared,
    maxlength: 1,
    value: letter,
    placeholder: 'A',
    autocapitalize: 'characters',
  });
  const seat = h('input', {
    ...shared,
    maxlength: 2,
    inputmode: 'numeric',
    placeholder: '12',
    value: kept.seat || '',
  });
  const read = () => {
    const place = row.value.trim().toUpperCase().charCodeAt(0) - 64;
    const number = Number.parseInt(seat.value, 10);
    kept.row = place >= 1 && place <= ROW_LETTERS ? place : 0;
    kept.seat = number >= 1 && number <= MOST_SEATS ? number : 0;
    onChange();
  };
  row.addEventListener('input', read, { signal });
  seat.addEventListener('input', read, { signal });
  return h(
    'div',
    { class: 'swarm-seat' },
    h('label', {}, t('swarm.row'), row),
    h('label', {}, t('swarm.seat'), seat),
  );
}
