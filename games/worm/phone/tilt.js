/** Tilting instead of sliding, for those who like it and where the phone allows it. */

/** @import { PhoneHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';

/** A tilt counts when it has changed by this much; a trembling hand is no opinion. */
const STEP = 0.06;

/**
 * @param {object} options
 * @param {PhoneHost<typeof game>} options.host
 * @param {(y: number) => void} options.onTilt -1 to 1
 */
export function createTilt({ host, onTilt }) {
  const { motion, signal, t } = host;
  const root = h('button', { type: 'button', class: 'worm-tilt', hidden: true }, t('worm.tilt'));
  let isOn = false;
  let isHeard = false;
  let last = 0;

  function listen() {
    if (isHeard) return;
    isHeard = true;
    motion.onTilt(({ y }) => {
      if (!isOn || signal.aborted || Math.abs(y - last) < STEP) return;
      last = y;
      onTilt(y);
    });
  }

  async function toggle() {
    const state = isOn ? 'off' : await motion.ask();
    if (signal.aborted) return;
    isOn = state === 'on';
    if (isOn) listen();
    root.textContent = t(isOn ? 'worm.tilt.stop' : 'worm.tilt');
    if (state !== 'on' && state !== 'off' && state !== 'unknown') root.textContent = t(`worm.tilt.${state}`);
  }
  root.addEventListener('click', () => void toggle(), { signal });

  return {
    root,
    /** @param {boolean} is */
    offer(is) {
      root.hidden = !is;
      if (!is) isOn = false;
    },
  };
}
