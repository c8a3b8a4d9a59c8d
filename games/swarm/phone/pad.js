/** The pad that steers a light: the kit's stick, arrow keys or WASD wherever the focus is, and leaning the phone. */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';
import { stick } from '../../../public/phone/kit/stick.js';

/** The pad has this many steps from its middle to its rim, as the input of game.js. */
const STEPS = 8;
/** A thumb that rests in the middle, or a hand that trembles, steers nothing. */
const DEAD = 0.14;
/** A light is at full speed when the phone leans this far, as a share of what the sensor gives as full. */
const FULL_TILT = 0.55;

/** To the right and up. @type {Record<string, readonly [x: number, y: number]>} */
const KEYS = {
  ...{ arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0] },
  ...{ w: [0, 1], s: [0, -1], a: [-1, 0], d: [1, 0] },
};

/** @param {PhoneHost<typeof game>} host @returns what steers, and `push()`, -8 to 8 to the right and down */
export function createPad(host) {
  const { t, signal } = host;
  const pad = h('div', { class: 'swarm-pad' });
  const part = stick(pad, host, {
    ...{ x: 'x', y: 'y', from: -STEPS, to: STEPS, step: 1, dead: DEAD, round: true },
    initial: { x: 0, y: 0 },
  });
  part.element.setAttribute('aria-label', t('swarm.pad'));
  pad.replaceChildren(part.element);
  const tilt = h(
    'button',
    { class: 'swarm-button', type: 'button', 'aria-pressed': 'false' },
    t('swarm.tilt'),
  );
  const why = h('p', { class: 'swarm-why', role: 'status' });
  let isTilting = false;

  /** @param {number} x @param {number} y -1 to 1, upwards */
  const steer = (x, y) => part.move({ x: STEPS * x, y: STEPS * y });

  followKeys(signal, steer);
  host.motion.onTilt(({ x, y }) => isTilting && !signal.aborted && steer(x / FULL_TILT, y / FULL_TILT));
  tilt.addEventListener('click', () => void toggleTilt(), { signal });

  async function toggleTilt() {
    isTilting = !isTilting && (await host.motion.ask()) === 'on';
    if (signal.aborted) return;
    const { state } = host.motion;
    tilt.setAttribute('aria-pressed', String(isTilting));
    why.textContent = state === 'on' || state === 'unknown' ? '' : t(`swarm.tilt.${state}`);
    if (!isTilting) steer(0, 0);
  }

  return {
    ...{ pad, tilt, why },
    rest: () => steer(0, 0),
    push() {
      const { x = 0, y = 0 } = part.value() ?? {};
      // The screen's y grows downwards; and there is no -0 in a message.
      return { x, y: -y || 0 };
    },
  };
}

/**
 * Follows the keys of a desk, wherever the focus is, but in a text field. Held, they mean full speed, which the steps of
 * the stick's own keys are not.
 * @param {AbortSignal} signal @param {(x: number, y: number) => void} steer
 */
function followKeys(signal, steer) {
  /** @type {Set<string>} */
  const held = new Set();
  const apply = () => {
    const ways = [...held].map((key) => KEYS[key] ?? [0, 0]);
    const sum = (/** @type {0 | 1} */ axis) => Math.sign(ways.reduce((all, way) => all + way[axis], 0));
    steer(sum(0), sum(1));
  };
  const change = (/** @type {KeyboardEvent} */ event, /** @type {boolean} */ is) => {
    const key = event.key.toLowerCase();
    if (!(key in KEYS) || isTyping(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (held.has(key) === is) return;
    if (is) held.add(key);
    else held.delete(key);
    apply();
  };
  addEventListener('keydown', (event) => change(event, true), { signal, capture: true });
  addEventListener('keyup', (event) => change(event, false), { signal, capture: true });
  // This window gets no event of a key that is released in another one.
  addEventListener('blur', () => (held.clear(), apply()), { signal });
}

/** @param {EventTarget | null} target the ranges of the stick are inputs too */
function isTyping(target) {
  return target instanceof HTMLInputElement && target.type !== 'range';
}
