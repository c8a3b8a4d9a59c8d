/** The playout of frames: the moment of the stage that the screen shows now, and the numbers of that moment. */

/** @import { Frame } from '../../lib/contract/wire.js' */

const OPTIONS = Object.freeze({
  /** The longest delay behind the newest frame; more would be felt between thumb and screen. */
  maxDelayMs: 120,
  /** How far the numbers run on when the next frame is late; any further and a ball would leave its court. */
  aheadMs: 50,
  /** Frames that judge lateness: one second at 30 Hz, three at 10 Hz. */
  memory: 32,
  /** A hidden page gets frames but draws none. */
  maxWaiting: 16,
  /** After a larger step the playout starts anew: the stage stood still, or the laptop slept. */
  resyncMs: 400,
  /** The clock of the picture runs at most by this share faster or slower, which nobody sees. */
  slew: 0.1,
});

/**
 * Buffers the frames of one game. Pure: the caller passes the local time (`performance.now()`).
 * @param {readonly string[]} [paths] numbers to interpolate, `ball.x`, `paddles.*`; all else comes
 *   from the latest frame whose moment has come, so that sounds and flashes meet the picture
 */
export function createSmoother(paths = []) {
  const tree = plant(paths);
  const playout = createPlayout();
  /** The frame on the screen first, then those to come. @type {Frame[]} */
  let frames = [];
  /** @type {Frame | null} */
  let before = null;
  let shown = { epoch: -1, seq: -1 };
  let rejoined = false;

  function startAnew() {
    playout.forget();
    frames = [];
    before = null;
    rejoined = false;
  }

  return {
    /** @param {Frame} frame @param {number} localMs @returns {boolean} false: stale, dropped */
    push(frame, localMs) {
      const newest = frames.at(-1);
      if (newest && !rejoined && isStale(frame, newest)) return false;
      if (newest && (rejoined || frame.epoch !== newest.epoch)) startAnew();
      const steady = playout.note(frame.nowMs, localMs);
      if (!steady) frames = frames.slice(-1);
      frames.push(frame);
      if (frames.length > OPTIONS.maxWaiting) before = frames.shift() ?? null;
      return true;
    },

    /** @param {number} localMs @returns {{ view: any, seq: number, nowMs: number, fresh: boolean } | null} */
    read(localMs) {
      if (frames.length === 0) return null;
      const stageMs = playout.at(localMs);
      while (frames.length > 1 && /** @type {Frame} */ (frames[1]).nowMs <= stageMs)
        before = frames.shift() ?? null;
      const now = /** @type {Frame} */ (frames[0]);
      const fresh = now.seq !== shown.seq || now.epoch !== shown.epoch;
      shown = now;
      return { view: viewAt(stageMs, before, now, frames[1], tree), seq: now.seq, nowMs: stageMs, fresh };
    },

    /** The link was lost: the next frame counts whatever its number; until then the last picture stays. */
    rejoin() {
      rejoined = true;
    },

    get delayMs() {
      return playout.delayMs();
    },
  };
}

/** @param {Frame} frame @param {Frame} newest */
function isStale(frame, newest) {
  return frame.epoch < newest.epoch || (frame.epoch === newest.epoch && frame.seq <= newest.seq);
}

/**
 * Derives stage time from local time. The least late frame of the last second or so tells how the two clocks differ;
 * the spread of the others tells how much delay hides their jitter.
 */
export function createPlayout() {
  /** Arrival minus stage time. @type {number[]} */
  let lags = [];
  /** @type {number | null} */
  let lastNowMs = null;
  let intervalMs = 1000 / 30;
  /** @type {{ localMs: number, stageMs: number } | null} */
  let hand = null;

  const delayMs = () => Math.min(OPTIONS.maxDelayMs, intervalMs + Math.max(intervalMs / 2, spread(lags)));

  function forget() {
    lags = [];
    lastNowMs = null;
    hand = null;
  }

  return {
    delayMs,
    forget,

    /** @param {number} nowMs @param {number} localMs @returns {boolean} false: the clocks had to start anew */
    note(nowMs, localMs) {
      const lag = localMs - nowMs;
      const steady = lags.length === 0 || Math.abs(lag - Math.min(...lags)) < OPTIONS.resyncMs;
      if (!steady) forget();
      if (lastNowMs !== null) intervalMs += (clamp(nowMs - lastNowMs, 20, 250) - intervalMs) * 0.15;
      lastNowMs = nowMs;
      lags.push(lag);
      if (lags.length > OPTIONS.memory) lags.shift();
      return steady;
    },

    /** @param {number} localMs */
    at(localMs) {
      const wanted = localMs - Math.min(...lags) - delayMs();
      const elapsed = hand ? localMs - hand.localMs : 0;
      const error = hand ? wanted - hand.stageMs - elapsed : Infinity;
      const stageMs =
        hand && Math.abs(error) < OPTIONS.resyncMs
          ? hand.stageMs + elapsed + clamp(error, -elapsed * OPTIONS.slew, elapsed * OPTIONS.slew)
          : wanted;
      hand = { localMs, stageMs };
      return stageMs;
    },
  };
}

/** Measures how much later than the least late frame nine of ten frames are. @param {number[]} lags */
function spread(lags) {
  if (lags.length < 4) return 0;
  const sorted = lags.slice().sort((a, b) => a - b);
  return Number(sorted[Math.floor((sorted.length - 1) * 0.9)]) - Number(sorted[0]);
}

/**
 * @param {number} stageMs @param {Frame | null} before @param {Frame} now @param {Frame | undefined} next
 * @param {Tree} tree
 */
function viewAt(stageMs, before, now, next, tree) {
  const sinceMs = stageMs - now.nowMs;
  if (sinceMs <= 0) return now.view;
  if (next) {
    return isCut(now, next)
      ? now.view
      : mix(now.view, next.view, tree, Math.min(1, sinceMs / (next.nowMs - now.nowMs)));
  }
  const gapMs = before ? now.nowMs - before.nowMs : 0;
  if (!before || gapMs <= 0 || isCut(before, now)) return now.view;
  return mix(now.view, before.view, tree, -Math.min(OPTIONS.aheadMs, sinceMs) / gapMs);
}

/** Tells whether something jumps between two frames: the game has then increased `view.cut`. @param {Frame} a @param {Frame} b */
function isCut(a, b) {
  return /** @type {any} */ (a.view)?.cut !== /** @type {any} */ (b.view)?.cut;
}

/** @typedef {{ [key: string]: Tree }} Tree a leaf is an empty tree */

/** @param {readonly string[]} paths @returns {Tree} */
function plant(paths) {
  /** @type {Tree} */
  const tree = {};
  for (const path of paths) {
    let branch = tree;
    for (const key of path.split('.')) branch = branch[key] ??= {};
  }
  return tree;
}

/**
 * Moves the numbers of `from` that the tree names towards `to`. Only what changes is copied: frames stay as they came,
 * and a view without smooth paths is handed on as it is.
 * @param {any} from @param {any} to @param {Tree} tree @param {number} share
 * @returns {any}
 */
export function mix(from, to, tree, share) {
  if (typeof from === 'number' && typeof to === 'number') return from + (to - from) * share;
  const branches = Object.keys(tree);
  if (branches.length === 0 || !isBranch(from) || !isBranch(to)) return from;
  const mixed = /** @type {any} */ (Array.isArray(from) ? from.slice() : { ...from });
  for (const key of tree['*'] ? Object.keys(from) : branches) {
    if (Object.hasOwn(from, key) && Object.hasOwn(to, key))
      mixed[key] = mix(from[key], to[key], tree[key] ?? tree['*'] ?? {}, share);
  }
  return mixed;
}

/** @param {unknown} value @returns {boolean} */
function isBranch(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
