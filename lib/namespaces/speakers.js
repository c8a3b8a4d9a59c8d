/**
 * Which phones of a room have sent something lately. Time is cut into turns of a quarter of a second, and only the first
 * message of a phone in a turn is noted, so that an input costs a comparison; nothing ever walks past all phones, most of
 * which are silent.
 */

/** @import { Session } from './session.js' */

/** A power of two, so that a turn is found without a division. */
const TURN_MS = 256;
/** More than ACTIVE_TURNS, so that no phone is to be checked a whole round later. */
const TURNS = 128;
/** A player who has been silent for longer no longer counts as active. The first version of 2012 used the same 25 s. */
const ACTIVE_TURNS = Math.ceil(25_000 / TURN_MS);
/** The turn of a session that has ended. */
const GONE = -1;

/** @param {number} nowMs */
export function turnOf(nowMs) {
  return Math.floor(nowMs * (1 / TURN_MS));
}

/** The phones of one room. */
export class Speakers {
  /** The phones that may have fallen silent by a turn; each active one stands in one of these. @type {Set<Session>[]} */
  #checks = Array.from({ length: TURNS }, () => new Set());
  /** Those that have spoken again since the last report. @type {Session[]} */
  #woken = [];
  #checkedTurn = -1;
  #onSpeak;

  /** @param {(session: Session) => void} onSpeak is called with the first message of a phone in each turn */
  constructor(onSpeak) {
    this.#onSpeak = onSpeak;
  }

  /** Counts a phone that comes as active. @param {Session} session @param {number} nowMs */
  add(session, nowMs) {
    session.turn = turnOf(nowMs);
    this.#watch(session);
  }

  /** @param {Session} session */
  delete(session) {
    // A phone that has gone must not be held in memory until its turn: there may be thousands of them.
    this.#checks[session.checkedAt]?.delete(session);
    session.turn = GONE;
  }

  /** Notes a message. Where `session.turn` is this turn already it need not be called. @param {Session} session @param {number} turn */
  note(session, turn) {
    if (session.turn === turn || session.turn === GONE) return;
    session.turn = turn;
    if (!session.isActive) {
      session.isActive = true;
      this.#woken.push(session);
      this.#watch(session);
    }
    this.#onSpeak(session);
  }

  /**
   * Returns the players who have begun to send, or have fallen silent, since the last call.
   * @param {number} nowMs
   * @returns {{ active: string[], idle: string[] } | null} null: none
   */
  changes(nowMs) {
    const turn = turnOf(nowMs);
    const here = this.#woken.filter((session) => session.turn !== GONE);
    const active = here.map(({ player }) => player.id);
    this.#woken = [];
    /** @type {string[]} */
    const idle = [];
    for (let at = Math.max(this.#checkedTurn + 1, turn - TURNS + 1); at <= turn; at++)
      this.#check(at, turn, idle);
    this.#checkedTurn = turn;
    return active.length + idle.length === 0 ? null : { active, idle };
  }

  /** @param {number} at @param {number} turn now @param {string[]} idle is added to */
  #check(at, turn, idle) {
    const checks = /** @type {Set<Session>} */ (this.#checks[at % TURNS]);
    if (checks.size === 0) return;
    this.#checks[at % TURNS] = new Set();
    for (const session of checks) {
      if (turn - session.turn < ACTIVE_TURNS) this.#watch(session);
      else {
        session.isActive = false;
        idle.push(session.player.id);
      }
    }
  }

  /** @param {Session} session active */
  #watch(session) {
    session.checkedAt = (session.turn + ACTIVE_TURNS) % TURNS;
    this.#checks[session.checkedAt]?.add(session);
  }
}
