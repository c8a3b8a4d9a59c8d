/** The laser pointer: a pad as wide as the screen; where the finger is, the dot is. */

import { h } from '../../../public/shared/dom.js';

/** The server takes 15 runs a second of a remote; the rest of them is left for `next`. */
const EVERY_MS = 80;
/** An arrow key moves the dot by this share of the slide. */
const STEP = 0.03;

/** @typedef {{ x: number, y: number, on: boolean }} Dot shares of the slide's width and height, 0 to 1 */

/** @param {{ signal: AbortSignal, run: (dot: Dot) => void, t: (key: string) => string }} about */
export function createLaser({ signal, run, t }) {
  const dot = h('i', { class: 'remote-dot', hidden: true });
  const pad = h(
    'div',
    { class: 'remote-pad', tabindex: '0', role: 'application', 'aria-label': t('talk.remote.laser.how') },
    dot,
  );
  const root = h(
    'div',
    { class: 'remote-laser' },
    pad,
    h('p', { class: 'remote-hint' }, t('talk.remote.laser.how')),
  );
  /** @type {Dot} */
  let now = { x: 0.5, y: 0.5, on: false };
  let sentMs = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  signal.addEventListener('abort', () => clearTimeout(timer));

  /** @param {Dot} next */
  function point(next) {
    now = { x: clamp(next.x), y: clamp(next.y), on: next.on };
    dot.hidden = !now.on;
    dot.style.setProperty('--x', String(now.x));
    dot.style.setProperty('--y', String(now.y));
    clearTimeout(timer);
    const waitMs = sentMs + EVERY_MS - performance.now();
    // The last word, that it is off, must not wait for a turn that may not come.
    if (waitMs <= 0 || !now.on) say();
    else timer = setTimeout(say, waitMs);
  }

  function say() {
    sentMs = performance.now();
    run(now);
  }

  /** @param {PointerEvent} event */
  function follow({ clientX, clientY }) {
    const { left, top, width, height } = pad.getBoundingClientRect();
    point({ x: (clientX - left) / width, y: (clientY - top) / height, on: true });
  }

  pad.addEventListener(
    'pointerdown',
    (event) => {
      pad.setPointerCapture(event.pointerId);
      follow(event);
    },
    { signal },
  );
  pad.addEventListener(
    'pointermove',
    (event) => now.on && pad.hasPointerCapture(event.pointerId) && follow(event),
    { signal },
  );
  pad.addEventListener('lostpointercapture', off, { signal });
  pad.addEventListener('blur', off, { signal });
  pad.addEventListener(
    'keydown',
    (event) => {
      const way = ARROWS[event.key];
      if (event.key === 'Escape') off();
      if (!way) return;
      event.preventDefault();
      point({ x: now.x + way[0] * STEP, y: now.y + way[1] * STEP, on: true });
    },
    { signal },
  );

  function off() {
    if (now.on) point({ ...now, on: false });
  }

  return { root };
}

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {number} share */
const clamp = (share) => Math.round(1000 * Math.min(1, Math.max(0, share))) / 1000;
