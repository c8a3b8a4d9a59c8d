/**
 * The dial: the kit's slider with the operator's words in it, and keys that work wherever the focus is; and whether it
 * counts: one that nobody touches is no opinion, so it is silent after a while, and says so.
 */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import { SliderPart } from '../../../public/phone/kit/types.js' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { slider } from '../../../public/phone/kit/slider.js';

/** As many steps from neutral to one end as the histogram has bins. */
const STEP = 0.02;
/** Parts of the way from neutral to one end, by key. @type {Record<string, number>} */
const KEYS = {
  ArrowUp: 0.04,
  ArrowRight: 0.04,
  ArrowDown: -0.04,
  ArrowLeft: -0.04,
  PageUp: 0.2,
  PageDown: -0.2,
  Home: 2,
  End: -2,
};

const CHECK_MS = 500;
/** The server forgets a level after this much silence (`expireMs` of the game). */
const FORGOTTEN_S = 25;
/** A level is repeated once after a touch, 5 s later, for the case that the first was lost. */
const REPEAT_S = 6;

/**
 * @param {object} options
 * @param {PhoneHost<typeof game>} options.host
 * @param {() => void} options.onMove a person has moved it, or touched it where it is
 * @param {(isHeld: boolean) => void} options.onHold
 */
export function createDial({ host, onMove, onHold }) {
  const { signal, t } = host;
  const root = h('div', { class: 'worm-track' });
  const neutral = h('button', { type: 'button', class: 'worm-neutral' }, t('worm.neutral'));
  /** @type {SliderPart<{ y: number }> | null} */
  let part = null;
  let made = '';

  const value = () => part?.value()?.y ?? 0;

  /** @param {number} y -1 to 1 */
  function move(y) {
    part?.move(y);
    onMove();
  }

  const isIn = (/** @type {EventTarget | null} */ target) => target instanceof Node && root.contains(target);
  root.addEventListener('pointerdown', () => (onHold(true), onMove()), { signal });
  root.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && onMove(), { signal });
  root.addEventListener('lostpointercapture', () => onHold(false), { signal });
  root.addEventListener('input', onMove, { signal });
  addEventListener(
    'keydown',
    (event) => {
      const by = KEYS[event.key];
      const isElsewhere = isTyping(event.target) && !isIn(event.target);
      if (by === undefined || !root.isConnected || isElsewhere) return;
      event.preventDefault();
      // Before the slider gets it, whose steps are those of a thumb on glass.
      event.stopPropagation();
      move(value() + by);
    },
    { signal, capture: true },
  );
  neutral.addEventListener('click', () => move(0), { signal });

  return {
    root,
    neutral,
    value,
    move,
    /** @param {[string, string]} ends lower one first @param {number} backS from an end to neutral once it is let go; 0: it stays */
    follow(ends, backS) {
      const wanted = JSON.stringify([ends, backS]);
      if (wanted === made) return;
      made = wanted;
      const at = value();
      root.replaceChildren();
      const look = { ends, shows: signed, upright: true };
      part = slider(root, host, { field: 'y', neutral: 0, step: STEP, backS, initial: at, ...look });
      root.replaceChildren(part.element);
      // On its way back it goes on from where it is.
      part.move(at);
    },
  };
}

/** @param {number} y @returns {string} `+34`, `−34` or `0` */
function signed(y) {
  const shown = Math.round(y * 100);
  return shown > 0 ? `+${shown}` : String(shown).replace('-', '−');
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
