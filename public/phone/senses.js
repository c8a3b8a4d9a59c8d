/** What a phone feels and does beside the screen: tilt, a buzz, staying awake. */

/** @import { Haptics, Motion } from '../../lib/types.js' */

/** Held in a hand to be read, a phone leans back by about this much. */
const NEUTRAL_PITCH_DEG = 40;
const FULL_TILT_DEG = 35;
/** A browser that has the sensor reports within this time. */
const FIRST_READING_MS = 1000;

/**
 * Degrees of the sensor as tilt of the screen as it is held.
 * @param {number} beta front-back, -180 to 180
 * @param {number} gamma left-right, -90 to 90
 * @param {number} angle of the screen: 0, 90, 180 or 270
 * @returns {{ x: number, y: number }} -1 to 1; y is up when the top edge is raised, x right when the right one sinks
 */
export function toTilt(beta, gamma, angle) {
  const [pitch, roll] = { 90: [-gamma, beta], 180: [-beta, -gamma], 270: [gamma, -beta] }[angle] ?? [
    beta,
    gamma,
  ];
  return {
    x: unit(Number(roll) / FULL_TILT_DEG),
    y: unit((Number(pitch) - NEUTRAL_PITCH_DEG) / FULL_TILT_DEG),
  };
}

/** @param {number} value */
function unit(value) {
  return Math.max(-1, Math.min(1, value));
}

/** @returns {(signal: AbortSignal) => Motion} the sensor as seen by one mounted game */
export function createMotion() {
  /** @type {Motion['state']} */
  let state = 'unknown';
  const tilt = { x: 0, y: 0 };
  /** @type {Set<(tilt: { x: number, y: number }) => void>} */
  const listeners = new Set();

  /** @param {DeviceOrientationEvent} event */
  function read({ beta, gamma }) {
    if (beta === null || gamma === null) return;
    state = 'on';
    Object.assign(tilt, toTilt(beta, gamma, screen.orientation?.angle ?? 0));
    for (const listener of listeners) listener(tilt);
  }

  async function ask() {
    if (state === 'on' || state === 'denied') return state;
    if (!window.isSecureContext) return (state = 'needs-https');
    if (typeof DeviceOrientationEvent === 'undefined') return (state = 'missing');
    const { requestPermission } = /** @type {{ requestPermission?: () => Promise<string> }} */ (
      /** @type {unknown} */ (DeviceOrientationEvent)
    );
    // iOS asks the person, and only inside a tap.
    const answer = await requestPermission?.().catch(() => 'denied');
    if (answer === 'denied') return (state = 'denied');
    addEventListener('deviceorientation', read);
    await new Promise((resolve) => setTimeout(resolve, FIRST_READING_MS));
    if (/** @type {Motion['state']} */ (state) !== 'on') state = 'missing';
    return state;
  }

  return (signal) => ({
    get state() {
      return state;
    },
    tilt,
    ask,
    onTilt(listener) {
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
    },
  });
}

/** @returns {Haptics} */
export function createHaptics() {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  return {
    buzz(ms = 10) {
      if (!isCalm.matches && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms);
    },
  };
}

/** Keep the screen on while this page is looked at. Not everywhere, not on plain HTTP, never an error. */
export function keepAwake() {
  navigator.wakeLock?.request('screen').catch(() => {});
}
