/** A phone's session as a state machine. Sockets, timers and chance are the caller's. */

/** @import { Session, SessionEvent, Todo } from './session-types.js' */

/** A shorter loss of the network is not worth a card. */
const CALM_MS = 700;
const PATIENCE_MS = 8000;
/** A restart takes this long at most; a full house says so again every 3 s. */
const EXPLAINED_MS = 20_000;

/** @type {Readonly<Session>} */
export const NEW_SESSION = Object.freeze({ state: 'new', place: null, because: '', isExplained: false });

/** The buttons of those who can do more than try again, by the code. @type {Record<string, string>} */
const AGAIN = { replaced: 'phone.replaced.again', erased: 'phone.erased.again' };

/** The same attempt would be refused again. @param {string} code of a refusal */
export const needsMore = (code) => code === 'room-unknown' || code.startsWith('code-');

/** @param {Readonly<Session>} session */
export const isWanted = ({ state }) => ['joining', 'waiting', 'playing', 'lost'].includes(state);

/**
 * @param {Readonly<Session>} session
 * @param {SessionEvent} event
 * @param {number} chance 0 to 1, so that phones do not come back all at once
 * @returns {[Session, Todo]} the next session, and what to do
 */
export function advance(session, event, chance) {
  const next = { ...session };
  const { state } = session;
  /** @type {Todo} */
  const todo = {};
  const explain = (/** @type {string} */ reason, inMs = 0, patienceMs = EXPLAINED_MS) => {
    next.isExplained = true;
    todo.cards = [
      [inMs, reason],
      [patienceMs, 'patience'],
    ];
  };

  if (event.type === 'connect') {
    if (state === 'playing' || state === 'closed') return [next, todo];
    next.state = 'joining';
    todo.connectInMs = 0;
    todo.cards = [[0, 'joining']];
    if (state === 'over') explain('joining');
  } else if (event.type === 'stop') {
    if (state !== 'closed') next.state = event.state;
  } else if (isWanted(session)) {
    switch (event.type) {
      case 'welcome':
        Object.assign(next, { ...NEW_SESSION, state: 'playing' });
        todo.save = { token: event.token };
        todo.cards = [];
        break;
      case 'queued':
        if (event.ticket !== undefined) todo.save = { ticket: event.ticket };
        next.place = event.number ?? next.place;
        if (next.place !== null) Object.assign(next, { state: 'waiting', isExplained: false });
        break;
      case 'refused':
        if (event.retryAfterMs !== undefined) {
          todo.connectInMs = event.retryAfterMs * (0.75 + chance * 0.5);
          explain(event.code);
          break;
        }
        Object.assign(next, { state: 'over', because: event.code, isExplained: false });
        todo.disconnect = true;
        todo.cards = [[0, event.code]];
        // A removed person may be let back in, and does not know when.
        if (!needsMore(event.code)) todo.again = AGAIN[event.code] ?? 'phone.again';
        break;
      case 'draining':
        todo.disconnect = true;
        todo.connectInMs = 500 + chance * event.inMs;
        explain('draining');
        break;
      case 'lost':
        next.state = 'lost';
        if (event.byServer) todo.connectInMs = 1000 + chance * 2000;
        if (!next.isExplained) explain('lost', CALM_MS, CALM_MS + PATIENCE_MS);
        break;
      case 'retry':
        todo.disconnect = event.isFresh;
        todo.connectInMs = event.inMs;
    }
  }
  return [next, todo];
}
