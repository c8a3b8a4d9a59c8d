/** Features of the phone besides its screen: tilt, vibration, staying awake. */

/** @import { Haptics, Motion } from '../../lib/contract/pages.js' */

/** A phone that is held to be read leans back by about this much, which counts as level. */
const NEUTRAL_PITCH_DEG = 35;
const FULL_TILT_DEG = 45;
/** A browser that has the sensor reports within this time. */
const FIRST_READING_MS = 1000;

const RADIANS = Math.PI / 180;

/**
 * Turns degrees of the sensor into tilt of the screen. It goes by way of gravity, because beta and gamma themselves
 * jump when a phone passes the vertical: held sideways, "up" would become "down".
 * @param {number} beta front-back, -180 to 180
 * @param {number} gamma left-right, -90 to 90
 * @param {number} angle of the screen: 0, 90, 180 or 270
 * @returns {{ x: number, y: number }} -1 to 1; y is up when the top edge is raised, x is positive when the right edge dips
 */
export function toTilt(beta, gamma, angle) {
  const [b, g, turn] = [beta * RADIANS, gamma * RADIANS, angle * RADIANS];
  // Where "up" lies in the phone: to its right side, its top, out of its face …
  const [right, top, face] = [-Math.cos(b) * Math.sin(g), Math.sin(b), Math.cos(b) * Math.cos(g)];
  // … and on the screen, which may be turned within the phone.
  const x = right * Math.cos(turn) - top * Math.sin(turn);
  const y = right * Math.sin(turn) + top * Math.cos(turn);
  const rollDeg = Math.atan2(-x, Math.hypot(y, face)) / RADIANS;
  const pitchDeg = Math.atan2(y, face) / RADIANS;
  return { x: share(rollDeg), y: share(pitchDeg - NEUTRAL_PITCH_DEG) };
}

/** @param {number} degrees */
function share(degrees) {
  return Math.max(-1, Math.min(1, degrees / FULL_TILT_DEG));
}

/** @returns {(signal: AbortSignal) => Motion} gives the sensor to one mounted game */
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
    onReading();
    Object.assign(tilt, toTilt(beta, gamma, screen.orientation?.angle ?? 0));
    for (const listener of listeners) listener(tilt);
  }

  /** Called at each reading. */
  let onReading = () => {};

  async function ask() {
    if (state === 'on' || state === 'denied') return state;
    if (!window.isSecureContext) return (state = 'needs-https');
    if (typeof DeviceOrientationEvent === 'undefined') return (state = 'missing');
    const { requestPermission } = /** @type {{ requestPermission?: () => Promise<string> }} */ (
      /** @type {unknown} */ (DeviceOrientationEvent)
    );
    // iOS asks the person, but only inside a tap: elsewhere it throws, which is no answer.
    const answer = await requestPermission?.call(DeviceOrientationEvent).catch(() => 'unasked');
    if (answer === 'unasked') return state;
    if (answer === 'denied') return (state = 'denied');
    addEventListener('deviceorientation', read);
    await new Promise((resolve) => {
      onReading = () => resolve(undefined);
      setTimeout(onReading, FIRST_READING_MS);
    });
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

/** Keeps the screen on while this page can be seen. Not every browser can, none can on plain HTTP; it never throws. */
export function keepAwake() {
  navigator.wakeLock?.request('screen').catch(() => {});
}
