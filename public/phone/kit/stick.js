/** Stick: where the thumb is, on one axis or two. Let go, it springs back to the middle. */

/** @import { PhoneHost } from '../../../lib/contract/pages.js' */
/** @import { Stick, StickOptions, StickPart } from './types.js' */

import { h } from '../../shared/dom.js';
import { arrowOf, createVoice, group, listen, partOf, place } from './parts.js';

/** Values are multiples of this share of the range unless the game says otherwise: finer than a thumb. */
const STEP = 0.01;
/** An arrow key goes this share of the range; held, it repeats. */
const KEY_STEP = 0.1;
const AXES = /** @type {const} */ (['x', 'y']);
const LOOK = `
.kit-field { position: relative; flex: 1 0 9rem; border-radius: 32px; background: var(--night-2); background: radial-gradient(circle, var(--night-2) 30%, var(--night-3)); box-shadow: inset 0 0 0 2px var(--line); touch-action: none; cursor: grab; }
.kit-field::before { content: ''; position: absolute; inset: calc(50% - 50px); border: 2px dashed var(--ink-3); border-radius: 50%; }
.kit-field i { position: absolute; left: calc(46px + (100% - 92px) * var(--x, .5)); top: calc(46px + (100% - 92px) * (1 - var(--y, .5))); width: 84px; height: 84px; margin: -42px; border: 4px solid var(--ink); border-radius: 50%; background: var(--team); pointer-events: none; }
.kit-field[data-round] { container-type: size; } .kit-field[data-round] i { left: calc(50% + (100cqmin - 92px) * (var(--x, .5) - .5)); top: calc(50% - (100cqmin - 92px) * (var(--y, .5) - .5)); }
.kit-field[data-pressed] i { filter: brightness(1.25); }
`;

/** Makes a field for a thumb: `x` grows to the right, `y` upwards. */
export const stick = /** @type {Stick} */ (build);

/** @param {HTMLElement} root @param {PhoneHost} host @param {StickOptions} options @returns {StickPart} */
function build(root, host, options) {
  const { from = -1, to = 1, springs = true, label = '', initial = null } = options;
  const { step = STEP * (to - from), dead = 0, round = false } = options;
  const middle = (from + to) / 2;
  const voice = createVoice(host, { isLatest: true });
  const axes = AXES.filter((axis) => options[axis] !== undefined);
  const ranges = axes.map((axis) => {
    const props = { min: from, max: to, step, 'aria-label': host.t(`kit.${axis}`) };
    return h('input', {
      type: 'range',
      ...props,
      'aria-orientation': axis === 'x' ? 'horizontal' : 'vertical',
    });
  });
  const look = { class: 'kit-field kit-live press', dir: 'ltr', 'data-round': round };
  const field = h('div', look, h('i'), ...ranges);
  const element = group('kit-stick', label, {}, field);
  const at = { x: middle, y: middle };

  /** @param {{ x: number, y: number }} next */
  function draw(next) {
    axes.forEach((axis, index) => {
      const share = Math.min(1, Math.max(0, (next[axis] - from) / (to - from)));
      at[axis] = Number((from + Math.round((share * (to - from)) / step) * step).toPrecision(12));
      /** @type {HTMLInputElement} */ (ranges[index]).value = String(at[axis]);
      field.style.setProperty(`--${axis}`, String(share));
    });
  }

  /** @param {{ x: number, y: number }} next */
  function move(next) {
    draw(bend(next, middle, (to - from) / 2, { dead, round }));
    voice.say(Object.fromEntries(axes.map((axis) => [options[axis], at[axis]])));
  }

  const letGo = () => springs && move({ x: middle, y: middle });

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY }) {
    const { left, bottom, width, height } = field.getBoundingClientRect();
    const short = Math.min(width, height);
    // The knob does not leave the field, so its way is shorter than the field.
    const value = (/** @type {number} */ way, /** @type {number} */ length) =>
      middle + ((way - length / 2) / ((round ? short : length) - 92)) * (to - from);
    move({ x: value(clientX - left, width), y: value(bottom - clientY, height) });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const way = arrowOf(event);
    const by = Math.max(step, KEY_STEP * (to - from));
    if (way) move({ x: at.x + way[0] * by, y: at.y + way[1] * by });
  }

  host.onPress(field, () => host.haptics.buzz(), letGo);
  listen(field, host, {
    pointerdown: (event) => event.button === 0 && follow(event),
    pointermove: (event) => 'pressed' in field.dataset && follow(event),
    keydown: onKey,
    keyup: (event) => arrowOf(event) && letGo(),
  });
  // Screen readers move the ranges themselves, and let go of nothing.
  ranges.forEach((range, index) =>
    listen(range, host, { input: () => move({ ...at, [axes[index] ?? 'x']: Number(range.value) }) }),
  );
  place(root, element, LOOK);
  draw(at);
  if (initial) move({ ...at, ...initial });

  return { ...partOf({ element, voice, cleared: () => draw({ x: middle, y: middle }) }), move };
}

/**
 * Takes a thumb to where it counts: near the middle to the middle, outside of a circle to its rim.
 * @param {{ x: number, y: number }} thumb @param {number} middle @param {number} reach from the middle to the rim
 * @param {{ dead: number, round: boolean }} options @returns {{ x: number, y: number }}
 */
export function bend({ x, y }, middle, reach, { dead, round }) {
  const length = Math.hypot(x - middle, y - middle) / reach;
  if (length < dead) return { x: middle, y: middle };
  const share = round ? 1 / Math.max(1, length) : 1;
  return { x: middle + (x - middle) * share, y: middle + (y - middle) * share };
}
