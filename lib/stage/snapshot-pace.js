/**
 * Says when a snapshot is worth what it costs. The JSON of a state costs milliseconds of the loop when thousands play,
 * and between two snapshots a transcript of what went in is enough. Pure: the times are passed in.
 */

/** A snapshot is made after this many times the time that the last one took: with its way to the disk, 0.5 % of the loop. */
const PAUSE = 250;
/** Called once a second, it must not miss a turn by a hair. */
const LEAST_MS = 900;
/** After a restart at most a minute is played again, which takes milliseconds. */
const MOST_MS = 60_000;
/** A transcript may become this long, or as long as the snapshot itself, so that writing both stays cheap and so does the memory. */
const LEAST_CHARACTERS = 512 * 1024;

/** One running game. Its first snapshot is due at once. */
export class SnapshotPace {
  #dueAtMs = -Infinity;
  #mostCharacters = LEAST_CHARACTERS;

  /** @param {number} nowMs @param {number} characters of the transcript since the last snapshot */
  isDue(nowMs, characters) {
    return nowMs >= this.#dueAtMs || characters >= this.#mostCharacters;
  }

  /** Notes what a snapshot took. @param {number} fromMs @param {number} toMs @param {number} characters of it */
  made(fromMs, toMs, characters) {
    this.#dueAtMs = fromMs + Math.min(MOST_MS, Math.max(LEAST_MS, (toMs - fromMs) * PAUSE));
    this.#mostCharacters = Math.max(LEAST_CHARACTERS, characters);
  }
}
