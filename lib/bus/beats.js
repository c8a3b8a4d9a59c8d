/**
 * The timer of beats: how often a process of a cluster sends one, and after what silence the others take it for gone. link.js and
 * redis-home.js send and judge them.
 */

/** How often each process sends a beat. */
export const BEAT_MS = 500;
/** A process that has said nothing for so long is gone, until its next beat. */
export const SILENT_MS = 3000;

/**
 * @param {(isLate: boolean) => void} onBeat called every `BEAT_MS`; isLate: this process itself was blocked, so what the others
 *   said may still wait to be read, and nobody counts as silent
 * @param {() => number} now monotonic ms
 * @returns {() => void} stops it
 */
export function startBeats(onBeat, now) {
  let lastMs = now();
  const timer = setInterval(() => {
    const isLate = now() - lastMs >= 2 * BEAT_MS;
    lastMs = now();
    onBeat(isLate);
  }, BEAT_MS);
  return () => clearInterval(timer);
}
