/** Slider: a number between two ends, kept or let go back to neutral. */

/** @import { PhoneHost } from '../../../lib/contract/pages.js' */
/** @import { Slider, SliderOptions, SliderPart } from './types.js' */

import { h } from '../../shared/dom.js';
import { arrowOf, createVoice, group, listen, partOf, place } from './parts.js';

/** A finger this near to neutral, as a share of the range, means neutral. */
const MAGNET = 0.03;
/** An arrow key goes this share of the range. */
const KEY_STEP = 0.05;
/** The room of the knob at both ends of the track. */
const KNOB_PX = 76;
const LOOK = `
.kit-slider { flex: 0 0 auto; justify-content: center; } .kit-slider[data-upright] { flex: 1 0 12rem; justify-content: stretch; }
.kit-track { position: relative; height: 76px; border-radius: 24px; background: var(--night-3); box-shadow: inset 0 0 0 2px var(--line); touch-action: pan-y; cursor: pointer; } [data-upright] > .kit-track { flex: 1; align-self: center; width: min(100%, 10rem); height: auto; touch-action: none; }
.kit-track i { position: absolute; left: calc(38px + (100% - 76px) * var(--at)); top: 50%; translate: -50% -50%; } [data-upright] > .kit-track i { left: 50%; top: calc(38px + (100% - 76px) * (1 - var(--at))); }
.kit-neutral { width: 4px; height: 60%; border-radius: 4px; background: var(--ink-3); } [data-upright] .kit-neutral { width: 60%; height: 4px; }
.kit-knob { display: grid; place-items: center; width: 60px; height: 60px; font: 800 1.5rem/1 var(--face); font-variant-numeric: tabular-nums; border: 4px solid var(--ink); border-radius: 20px; background: var(--team); }
.kit-knob:empty::after { content: ''; width: 22px; height: 22px; border-inline: 4px solid #0b0713; opacity: .7; } [data-upright] .kit-knob::after { rotate: 90deg; } .kit-track[data-idle] .kit-knob { border-style: dashed; background: var(--night-2); } .kit-track[data-idle] .kit-knob::after { border-color: var(--ink); }
.kit-ends { display: flex; justify-content: space-between; gap: 16px; font-weight: 600; line-height: 1.15; }
.kit-ends span { max-width: 48%; overflow-wrap: anywhere; }
.kit-ends span + span { text-align: end; } [data-upright] > .kit-ends { justify-content: center; text-align: center; } [data-upright] > .kit-ends span { max-width: none; }
`;

/**
 * Lets a player set a number by finger, mouse, pen or keys. It says nothing before it is touched, unless `initial` is
 * given. In a game of events each new value is sent once, the last one only where several wait.
 */
export const slider = /** @type {Slider} */ (build);

/** @param {HTMLElement} root @param {PhoneHost} host @param {SliderOptions} options @returns {SliderPart} */
// eslint-disable-next-line max-lines-per-function -- one part: finger, keys and the way back move the same knob
function build(root, host, options) {
  const { field, from = -1, to = 1, neutral, label = '', upright = false, initial = null } = options;
  const { ends, step = (to - from) / 100, backS = 0, onChange = () => {}, shows } = options;
  const rest = neutral ?? (from + to) / 2;
  const voice = createVoice(host, { isLatest: true });
  const shareOf = (/** @type {number} */ number) => String((number - from) / (to - from));
  const bounds = { type: 'range', min: from, max: to, step };
  const name = label || ends?.join(' – ') || host.t(field);
  const range = h('input', { ...bounds, 'aria-label': name });
  range.setAttribute('aria-orientation', upright ? 'vertical' : 'horizontal');
  const knob = h('i', { class: 'kit-knob' });
  const mark = neutral !== undefined && h('i', { class: 'kit-neutral', style: { '--at': shareOf(rest) } });
  const track = h('div', { class: 'kit-track kit-live', dir: 'ltr' }, mark, knob, range);
  const words = (ends ?? []).map((text) => h('span', { dir: 'auto' }, text));
  const above = upright && h('div', { class: 'kit-ends' }, words[1]);
  const below = h('div', { class: 'kit-ends', dir: 'ltr' }, words[0], !upright && words[1]);
  const element = group('kit-slider', label, { 'data-upright': upright }, above, track, ends ? below : null);
  let value = rest;
  let isHeld = false;
  /** Where and when the knob was let go; null: it is not on its way back. @type {{ value: number, atMs: number } | null} */
  let letGo = null;
  /** The animation frame that is asked for; 0: none. */
  let frame = 0;

  /** @param {number} next */
  function draw(next) {
    value = next;
    range.value = String(next);
    const span = next > rest ? to - rest : rest - from;
    const percent = Math.round((100 * Math.abs(next - rest)) / span);
    const word = percent === 0 ? host.t('kit.neutral') : `${percent} % ${ends?.[next > rest ? 1 : 0]}`;
    range.setAttribute('aria-valuetext', neutral === undefined || !ends ? String(next) : word);
    knob.style.setProperty('--at', shareOf(next));
    if (shows) knob.textContent = shows(next);
  }

  function relax() {
    letGo = null;
    draw(rest);
    track.dataset['idle'] = '';
  }

  /** @param {number} number */
  function set(number) {
    const inside = Math.min(to, Math.max(from, number));
    const reach = (isHeld ? MAGNET : 1e-9) * (to - from);
    const isNeutral = neutral !== undefined && Math.abs(inside - neutral) < reach;
    const onStep = Number((from + Math.round((inside - from) / step) * step).toPrecision(12));
    const next = isNeutral ? rest : Math.min(to, onStep);
    delete track.dataset['idle'];
    if (next === value && voice.value() !== null) return;
    if (isNeutral && value !== rest) host.haptics.buzz();
    draw(next);
    voice.say({ [field]: next });
    onChange(next);
  }

  function release() {
    isHeld = false;
    if (backS <= 0 || value === rest || host.signal.aborted) return;
    letGo = { value, atMs: performance.now() };
    frame ||= requestAnimationFrame(goBack);
  }

  function goBack() {
    frame = 0;
    if (!letGo || host.signal.aborted) return;
    set(backAfter(letGo.value, rest, (to - from) / 2 / backS, (performance.now() - letGo.atMs) / 1000));
    if (value === rest) letGo = null;
    else frame = requestAnimationFrame(goBack);
  }

  /** @param {number} number */
  function move(number) {
    letGo = null;
    set(number);
    if (!isHeld) release();
  }

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY }) {
    const { left, bottom, width, height } = track.getBoundingClientRect();
    const [along, length] = upright ? [bottom - clientY, height] : [clientX - left, width];
    set(from + ((along - KNOB_PX / 2) / (length - KNOB_PX)) * (to - from));
  }

  listen(track, host, {
    pointerdown(event) {
      if (event.button !== 0) return;
      track.setPointerCapture(event.pointerId);
      isHeld = true;
      letGo = null;
      follow(event);
    },
    pointermove: (event) => isHeld && follow(event),
    lostpointercapture: release,
  });
  listen(range, host, {
    keydown(event) {
      const way = arrowOf(event);
      if (!way) return;
      letGo = null;
      set(value + (way[0] + way[1]) * Math.max(step, (to - from) * KEY_STEP));
    },
    keyup: release,
    // Screen readers, Home and End move the range itself.
    input: () => (set(Number(range.value)), release()),
  });
  place(root, element, LOOK);
  relax();
  if (initial !== null) set(initial);

  return { ...partOf({ element, voice, cleared: relax }), move };
}

/**
 * Goes from a value towards another one at an even speed, and no further.
 * @param {number} value @param {number} goal @param {number} perS units a second @param {number} seconds
 */
export function backAfter(value, goal, perS, seconds) {
  const way = goal - value;
  return Math.abs(way) <= perS * seconds ? goal : value + Math.sign(way) * perS * seconds;
}
