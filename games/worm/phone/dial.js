/**
 * The dial: a slider for pointer, touch and keyboard, with a name and a value for those who cannot see it; and whether it
 * counts: one that nobody touches is no opinion, so it is silent after a while, and says so.
 */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';

/** Positions from neutral to one end; as many as the histogram has bins. */
const STEPS = 50;
/** A finger this near to the middle means the middle, in steps. */
const SNAP = 2;
/** Steps by key. @type {Record<string, number>} */
const KEYS = {
  ArrowUp: 2,
  ArrowRight: 2,
  ArrowDown: -2,
  ArrowLeft: -2,
  PageUp: 10,
  PageDown: -10,
  Home: 100,
  End: -100,
};

const CHECK_MS = 500;
/** The server forgets a level after this much silence (`expireMs` of the game). */
const FORGOTTEN_S = 25;
/** A level is repeated once after a touch, 5 s later, for the case that the first was lost. */
const REPEAT_S = 6;

/**
 * @param {object} options
 * @param {PhoneHost<typeof game>} options.host
 * @param {() => void} options.onMove a person has moved it
 * @param {(isHeld: boolean) => void} options.onHold
 */
export function createSlider({ host, onMove, onHold }) {
  const { haptics, onPress, signal, t } = host;
  const high = h('span', { class: 'worm-end' });
  const low = h('span', { class: 'worm-end worm-end-low' });
  const knob = h('span', { class: 'worm-knob' });
  const track = h(
    'div',
    {
      class: 'worm-track',
      role: 'slider',
      tabindex: 0,
      'aria-orientation': 'vertical',
      'aria-valuemin': -100,
      'aria-valuemax': 100,
      'aria-label': t('worm.slider'),
    },
    high,
    h('span', { class: 'worm-middle' }),
    low,
    knob,
  );
  const neutral = h('button', { type: 'button', class: 'worm-neutral' }, t('worm.neutral'));
  /** In steps, -50 to 50; a decay moves it by parts of one. */
  let at = 0;
  let isHeld = false;
  const ends = { high: '', low: '' };

  const value = () => Math.round(at) / STEPS;

  function draw() {
    const shown = Math.round(value() * 100);
    track.style.setProperty('--y', String(value()));
    knob.textContent = shown > 0 ? `+${shown}` : String(shown).replace('-', '−');
    const word = shown === 0 ? t('worm.neutral') : shown > 0 ? ends.high : ends.low;
    track.setAttribute('aria-valuenow', String(shown));
    track.setAttribute('aria-valuetext', shown === 0 ? word : `${word} ${Math.abs(shown)}`);
  }

  /** @param {number} to steps */
  function move(to) {
    const before = Math.round(at);
    at = Math.min(STEPS, Math.max(-STEPS, to));
    if (before !== 0 && Math.round(at) === 0) haptics.buzz(8);
    draw();
    onMove();
  }

  /** @param {PointerEvent} event */
  function follow({ clientY }) {
    const { top, height } = track.getBoundingClientRect();
    const reach = height - knob.offsetHeight;
    const to = Math.round(STEPS * (1 - (2 * (clientY - top - knob.offsetHeight / 2)) / Math.max(1, reach)));
    move(Math.abs(to) <= SNAP ? 0 : to);
  }

  /** @param {boolean} is */
  const hold = (is) => {
    isHeld = is;
    onHold(is);
  };
  // Space and Enter press a button; a slider they only say to stay where it is.
  onPress(
    track,
    () => (hold(true), onMove()),
    () => hold(false),
  );
  track.addEventListener('pointerdown', follow, { signal });
  track.addEventListener('pointermove', (event) => isHeld && event.buttons !== 0 && follow(event), {
    signal,
  });
  addEventListener(
    'keydown',
    (event) => {
      const step = KEYS[event.key];
      if (step === undefined || !track.isConnected || isTyping(event.target)) return;
      event.preventDefault();
      move(Math.round(at) + step);
    },
    { signal },
  );
  neutral.addEventListener('click', () => move(0), { signal });
  draw();

  return {
    root: track,
    neutral,
    value,
    /** @param {number} y -1 to 1 */
    moveTo(y) {
      if (Math.round(y * STEPS) !== Math.round(at)) move(Math.round(y * STEPS));
    },
    /** Goes towards the middle for a fifth of a second, unless it is held. @param {number} wholeS from one end to the middle */
    decay(wholeS) {
      if (isHeld || at === 0) return;
      const step = STEPS / wholeS / 5;
      const before = Math.round(at);
      at = Math.abs(at) <= step ? 0 : at - Math.sign(at) * step;
      if (Math.round(at) === before) return;
      draw();
      host.changed();
    },
    /** @param {string} highEnd @param {string} lowEnd */
    name(highEnd, lowEnd) {
      Object.assign(ends, { high: highEnd, low: lowEnd });
      high.textContent = highEnd;
      low.textContent = lowEnd;
      draw();
    },
  };
}

/**
 * @param {object} options
 * @param {PhoneHost<typeof game>} options.host
 * @param {(text: string, kind: string) => void} options.say
 * @param {() => boolean} options.isOn the line runs
 */
export function createPresence({ host, say, isOn }) {
  const { haptics, signal, t } = host;
  let { stayS, remindS } = host.settings;
  let touchedMs = performance.now();
  let isHeld = false;
  let shown = '';

  const silentS = () => (isHeld ? 0 : (performance.now() - touchedMs) / 1000);

  /** @returns {'in' | 'remind' | 'out'} */
  function state() {
    const forS = silentS();
    if (forS > stayS + REPEAT_S) return 'out';
    return remindS > 0 && forS >= remindS ? 'remind' : 'in';
  }

  function show() {
    if (!isOn()) return;
    const now = state();
    say(t(`worm.presence.${now}`), now);
    if (now !== shown && now !== 'in') haptics.buzz([30, 60, 30]);
    shown = now;
  }
  const timer = setInterval(show, CHECK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));

  return {
    show,
    touch() {
      touchedMs = performance.now();
      show();
    },
    /** @param {boolean} is a finger is on the slider */
    hold(is) {
      isHeld = is;
      touchedMs = performance.now();
    },
    /** True while the level is sent; once it is not, the server forgets it after 25 s. */
    counts: () => silentS() < stayS - FORGOTTEN_S + REPEAT_S,
    /** @param {{ stayS: number, remindS: number }} changed */
    settings(changed) {
      ({ stayS, remindS } = changed);
    },
  };
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
