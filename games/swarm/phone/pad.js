/** The pad that steers a light: by thumb or mouse from its middle, by arrow keys or WASD, by leaning the phone. */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';

/** The pad has this many steps from its middle to its rim, as the input of game.js. */
const STEPS = 8;
/** A thumb that rests in the middle, or a hand that trembles, steers nothing. */
const DEAD = 0.14;
/** A light is at full speed when the phone leans this far, as a share of what the sensor gives as full. */
const FULL_TILT = 0.55;

/** @type {Record<string, readonly [x: number, y: number]>} */
const KEYS = {
  ...{ arrowup: [0, -1], arrowdown: [0, 1], arrowleft: [-1, 0], arrowright: [1, 0] },
  ...{ w: [0, -1], s: [0, 1], a: [-1, 0], d: [1, 0] },
};

/** @typedef {{ x: number, y: number }} Push -8 to 8, to the right and down */

/** @param {PhoneHost<typeof game>} host @param {(push: Push) => void} onPush is called when the push has changed */
export function createPad(host, onPush) {
  const { t, signal } = host;
  const knob = h('span', { class: 'swarm-knob' });
  const pad = h('div', {
    class: 'swarm-pad press',
    tabindex: 0,
    role: 'application',
    'aria-label': t('swarm.pad'),
  });
  const tilt = h(
    'button',
    { class: 'swarm-button', type: 'button', 'aria-pressed': 'false' },
    t('swarm.tilt'),
  );
  const why = h('p', { class: 'swarm-why', role: 'status' });
  pad.append(knob);
  let push = { x: 0, y: 0 };
  let isTilting = false;

  /** @param {number} x @param {number} y -1 to 1 */
  function steer(x, y) {
    const length = Math.hypot(x, y);
    const share = length < DEAD ? 0 : Math.min(1, length) / length;
    const next = { x: Math.round(STEPS * x * share) || 0, y: Math.round(STEPS * y * share) || 0 };
    knob.style.setProperty('--x', String(x * share));
    knob.style.setProperty('--y', String(y * share));
    if (next.x === push.x && next.y === push.y) return;
    push = next;
    onPush(push);
  }

  followPointer(pad, host, steer);
  followKeys(signal, steer);
  host.motion.onTilt(({ x, y }) => isTilting && !signal.aborted && steer(x / FULL_TILT, -y / FULL_TILT));
  tilt.addEventListener('click', () => void toggleTilt(), { signal });

  async function toggleTilt() {
    isTilting = !isTilting && (await host.motion.ask()) === 'on';
    if (signal.aborted) return;
    const { state } = host.motion;
    tilt.setAttribute('aria-pressed', String(isTilting));
    why.textContent = state === 'on' || state === 'unknown' ? '' : t(`swarm.tilt.${state}`);
    if (!isTilting) steer(0, 0);
  }

  return { pad, tilt, why, rest: () => steer(0, 0) };
}

/** @param {HTMLElement} pad @param {PhoneHost<typeof game>} host @param {(x: number, y: number) => void} steer */
function followPointer(pad, { onPress, haptics, signal }, steer) {
  const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = pad.getBoundingClientRect();
    const reach = Math.min(width, height) * 0.42;
    steer((clientX - left - width / 2) / reach, (clientY - top - height / 2) / reach);
  };
  onPress(
    pad,
    () => haptics.buzz(),
    () => steer(0, 0),
  );
  pad.addEventListener('pointerdown', follow, { signal });
  pad.addEventListener('pointermove', (event) => 'pressed' in pad.dataset && follow(event), { signal });
}

/** Follows the keys of a desk, wherever the focus is, but in a text field. @param {AbortSignal} signal @param {(x: number, y: number) => void} steer */
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
    if (!(key in KEYS) || held.has(key) === is || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (is) held.add(key);
    else held.delete(key);
    apply();
  };
  addEventListener('keydown', (event) => change(event, true), { signal });
  addEventListener('keyup', (event) => change(event, false), { signal });
  // This window does not hear a key that is released in another one.
  addEventListener('blur', () => (held.clear(), apply()), { signal });
}
