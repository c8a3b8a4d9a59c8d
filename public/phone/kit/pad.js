/** Pad: one large button for a thumb. It counts taps, or says whether it is held, and where. */

/** @import { PhoneHost } from '../../../lib/contract/pages.js' */
/** @import { Input } from '../../../lib/contract/types.js' */
/** @import { Pad, PadOptions, PhonePart } from './types.js' */

import { dress, h } from '../../shared/dom.js';

const RIPPLES = 8;
/** An arrow key moves the place by this share of the range. */
const KEY_STEP = 0.1;
/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const LOOK = `
.kit-pad { position: relative; flex: 1 0 9rem; width: 100%; height: 100%; min-width: 0; min-height: 0; overflow: hidden; border: 0; border-radius: 32px; background: var(--team); background: radial-gradient(80% 60% at 50% 55%, color-mix(in srgb, var(--team), white 18%), var(--team) 45%, color-mix(in srgb, var(--team), black 45%)); color: #0b0713; font-size: clamp(2.2rem, 15vmin, 5rem); font-weight: 800; line-height: 1.05; text-wrap: balance; overflow-wrap: anywhere; touch-action: none; -webkit-touch-callout: none; }
:root:not([data-team-index]) .kit-pad { --team: var(--team-2); }
:is(:root:not([data-team-index]), [data-team-index='0'], [data-team-index='1']) .kit-pad { color: #fff; text-shadow: 0 2px 6px #0009; }
.kit-pad[data-pressed] { filter: brightness(1.2); }
.kit-pad i { position: absolute; left: var(--x, 50%); top: var(--y, 50%); width: 320px; height: 320px; margin: -160px; border-radius: 50%; background: radial-gradient(circle, #fff, #fff9 30%, transparent 68%); opacity: 0; pointer-events: none; }
`;

/**
 * Makes a button that is as large as there is room. `taps` counts presses, for games of events; `held` is true while it
 * is held, for games of levels; `x` and `y` add the place of the last touch.
 */
export const pad = /** @type {Pad} */ (build);

/** @param {HTMLElement} root @param {PhoneHost} host @param {PadOptions} options @returns {PhonePart & { write(text: string): void }} */
function build(root, host, options) {
  const { taps, held, x, y, from = 0, to = 1, most = 20, label = '' } = options;
  const words = h('span', { dir: 'auto' }, label);
  const ripples = Array.from({ length: RIPPLES }, () => h('i'));
  const element = h('button', { class: 'kit-pad press', type: 'button' }, words, ...ripples);
  let [count, total, isHeld] = [0, 0, false];
  const place = { x: (from + to) / 2, y: (from + to) / 2 };

  /** @param {number} right @param {number} up shares of the pad */
  function move(right, up) {
    const at = (/** @type {number} */ share) => from + Math.min(1, Math.max(0, share)) * (to - from);
    Object.assign(place, { x: at(right), y: at(up) });
    element.style.setProperty('--x', `${100 * right}%`);
    element.style.setProperty('--y', `${100 * (1 - up)}%`);
  }

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY }) {
    const { left, bottom, width, height } = element.getBoundingClientRect();
    move((clientX - left) / width, (bottom - clientY) / height);
    if (held !== undefined) host.changed();
  }

  function press() {
    count += 1;
    ripple(ripples[++total % RIPPLES]);
    host.haptics.buzz(8 + Math.min(most, count));
    hold(true);
  }

  /** @param {boolean} is */
  function hold(is) {
    isHeld = is;
    if (held !== undefined) host.changed();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const way = ARROWS[event.key];
    if (!way || (x === undefined && y === undefined)) return;
    event.preventDefault();
    const shareOf = (/** @type {number} */ value) => (value - from) / (to - from);
    move(shareOf(place.x) + way[0] * KEY_STEP, shareOf(place.y) + way[1] * KEY_STEP);
    if (held !== undefined) host.changed();
  }

  /** @returns {Input | null} */
  function value() {
    const sent = Math.min(most, count);
    if (taps !== undefined && sent === 0) return null;
    return {
      ...(taps !== undefined && { [taps]: sent }),
      ...(held !== undefined && { [held]: isHeld }),
      ...(x !== undefined && { [x]: place.x }),
      ...(y !== undefined && { [y]: place.y }),
    };
  }

  const on = { signal: host.signal };
  // Before the press itself, so that a tap is counted at its own place.
  element.addEventListener('pointerdown', follow, { ...on, capture: true });
  element.addEventListener('pointermove', (event) => isHeld && follow(event), on);
  element.addEventListener('keydown', onKey, on);
  host.onPress(element, press, () => hold(false));
  dress(LOOK);
  const column = root.lastElementChild;
  (column?.classList.contains('kit') ? column : root).append(element);

  return {
    element,
    value,
    input() {
      const said = value();
      // A thumb that is faster than the rate loses nothing: the rest goes with the next message.
      if (taps !== undefined && said) count -= Number(said[taps]);
      return said;
    },
    submission() {},
    cleared: () => void (count = 0),
    write: (text) => void (words.textContent = text),
  };
}

/** @param {HTMLElement | undefined} spot starts its animation anew; there is none where people want none */
function ripple(spot) {
  if (!spot || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  spot.getAnimations().forEach((animation) => animation.cancel());
  const frames = [
    { transform: 'scale(0.1)', opacity: 0.9 },
    { transform: 'scale(1)', opacity: 0 },
  ];
  spot.animate(frames, { duration: 600, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' });
}
