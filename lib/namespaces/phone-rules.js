/** The rules for events of an admitted phone: one table serves all phones, and each rule gets the phone's session. */

/** @import { Asked } from '../bus/contract.js' */
/** @import { FaultReport } from '../contract/wire.js' */
/** @import { Session } from './session.js' */

import { performance } from 'node:perf_hooks';
import { is } from '../door/guard.js';
import { faultRule } from './page-faults.js';
import { SUBMISSIONS, reactionsOf, submissionsOf } from './phone-limits.js';
import { turnOf } from './speakers.js';
import { REACTIONS, REACTION_RATE } from '../../public/shared/reactions.js';
import { CLIENT_EVENT } from '../../public/shared/wire.js';

/** The clock by which `StageNow` gives stage time, to a tenth of a millisecond. */
export const clockAnswer = () => ({ nowMs: Math.round(performance.now() * 10) / 10 });

/** The rules for `guard`, which passes the session as `self`. */
export const PHONE_RULES = Object.freeze({
  [CLIENT_EVENT.input]: {
    isHot: true,
    perS: Infinity,
    burst: Infinity,
    args: [],
    run: (/** @type {Session} */ { inbox }, /** @type {unknown} */ payload) => inbox?.answer(payload) ?? null,
  },
  [CLIENT_EVENT.submit]: {
    ...SUBMISSIONS,
    bucketOf: (/** @type {Session} */ { limits }) => submissionsOf(limits, performance.now()),
    args: [is.text(30), is.object, is.id],
    run: async (
      /** @type {Session} */ session,
      /** @type {string} */ kind,
      /** @type {object} */ value,
      /** @type {string} */ id,
    ) => {
      const creditMs = session.latency?.creditMs ?? 0;
      return { receipt: await askFor(session, 'submit', { kind, value, id, creditMs }) };
    },
  },
  [CLIENT_EVENT.react]: {
    ...REACTION_RATE,
    bucketOf: (/** @type {Session} */ { limits }) => reactionsOf(limits, performance.now()),
    args: [is.integer(0, REACTIONS.length - 1)],
    run: (/** @type {Session} */ { phones }, /** @type {number} */ place) => phones.reactions.note(place),
  },
  [CLIENT_EVENT.rename]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(8192)],
    run: (/** @type {Session} */ session, /** @type {string} */ name) => askFor(session, 'rename', { name }),
  },
  [CLIENT_EVENT.team]: {
    perS: 0.5,
    burst: 5,
    args: [is.text(40)],
    run: (/** @type {Session} */ session, /** @type {string} */ team) => askFor(session, 'team', { team }),
  },
  [CLIENT_EVENT.ping]: {
    perS: 2,
    burst: 10,
    args: [],
    run: clockAnswer,
  },
  [CLIENT_EVENT.fault]: faultRule((/** @type {Session} */ session, /** @type {FaultReport} */ report) =>
    session.phones.faults.note(session.room, 'phone', session.player.id, report),
  ),
  [CLIENT_EVENT.away]: {
    perS: 1,
    burst: 10,
    args: [is.boolean],
    run: (/** @type {Session} */ session, /** @type {boolean} */ hidden) => {
      const { bus, room, player } = active(session);
      bus.send('away', { room: room.id, player: player.id, hidden });
    },
  },
});

/**
 * @template {'submit' | 'rename' | 'team'} K
 * @param {Session} session @param {K} kind @param {Omit<Asked<K>, 'room' | 'player'>} value
 */
function askFor(session, kind, value) {
  const { bus, room, player } = active(session);
  return bus.ask(kind, /** @type {Asked<K>} */ ({ room: room.id, player: player.id, ...value }));
}

/** @param {Session} session @returns {Session} */
function active(session) {
  session.phones.speakers.note(session, turnOf(performance.now()));
  return session;
}
