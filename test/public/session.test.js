/** The state machine of a phone's session: each event in each state, and laws over any order of events. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEW_SESSION, advance, isWanted } from '../../public/phone/session.js';

/** @import { Session, SessionEvent, Todo } from '../../public/phone/session-types.js' */

/**
 * Plays events one after the other.
 * @param {SessionEvent[]} events
 * @param {number} [chance]
 * @returns {{ session: Readonly<Session>, todo: Todo }} after the last one
 */
function play(events, chance = 0.5) {
  /** @type {{ session: Readonly<Session>, todo: Todo }} */
  let now = { session: NEW_SESSION, todo: {} };
  for (const event of events) {
    const [session, todo] = advance(now.session, event, chance);
    now = { session, todo };
  }
  return now;
}

/** @type {SessionEvent} */
const CONNECT = { type: 'connect' };
/** @type {SessionEvent} */
const WELCOME = { type: 'welcome', token: 'T' };
/** @type {SessionEvent} */
const LOST = { type: 'lost' };
/** Events that come too late. @type {SessionEvent[]} */
const IGNORED = [LOST, { type: 'retry', inMs: 0 }, { type: 'refused', code: 'late' }];
/** @type {[number, string][]} */
const LOST_CARDS = [
  [700, 'lost'],
  [8700, 'patience'],
];

test('a phone joins, plays, loses its connection and comes back', () => {
  const joining = play([CONNECT]);
  assert.equal(joining.session.state, 'joining');
  assert.deepEqual(joining.todo, { connectInMs: 0, cards: [[0, 'joining']] });

  const playing = play([CONNECT, WELCOME]);
  assert.equal(playing.session.state, 'playing');
  assert.deepEqual(playing.todo, { save: { token: 'T' }, cards: [] });

  const lost = play([CONNECT, WELCOME, LOST]);
  assert.equal(lost.session.state, 'lost');
  assert.deepEqual(lost.todo, { cards: LOST_CARDS });
  // The next failure does not restart a card that is already on its way to the screen.
  assert.deepEqual(play([CONNECT, WELCOME, LOST, LOST]).todo, {});
  assert.deepEqual(play([CONNECT, WELCOME, LOST, WELCOME, LOST]).todo, { cards: LOST_CARDS });
});

test('a server that closes the connection is called again after 1 to 3 s', () => {
  for (const [chance, inMs] of [
    [0, 1000],
    [0.5, 2000],
    [1, 3000],
  ]) {
    const { todo } = play([CONNECT, WELCOME, { type: 'lost', byServer: true }], chance);
    assert.equal(todo.connectInMs, inMs);
  }
});

test('a phone keeps its place in the queue while it waits, and also when the connection is lost meanwhile', () => {
  const queued = play([CONNECT, { type: 'queued', number: 7, ticket: 'K' }]);
  assert.deepEqual(queued.session, { state: 'waiting', place: 7, because: '', isExplained: false });
  assert.deepEqual(queued.todo, { save: { ticket: 'K' } });
  const again = play([CONNECT, { type: 'queued', number: 7, ticket: 'K' }, LOST, { type: 'queued' }]);
  assert.deepEqual([again.session.state, again.session.place], ['waiting', 7]);
  assert.equal(play([CONNECT, { type: 'queued', number: 7 }, WELCOME]).session.place, null);
  // An announcement to all before this phone has a place says nothing about it.
  assert.equal(play([CONNECT, { type: 'queued' }]).session.state, 'joining');
});

test('kicked, replaced and refused are over until the person asks', () => {
  for (const [event, because, again] of /** @type {[SessionEvent, string, string | undefined][]} */ ([
    [{ type: 'refused', code: 'kicked' }, 'kicked', 'phone.again'],
    [{ type: 'refused', code: 'replaced' }, 'replaced', 'phone.replaced.again'],
    [{ type: 'refused', code: 'room-locked' }, 'room-locked', 'phone.again'],
    [{ type: 'refused', code: 'room-unknown' }, 'room-unknown', undefined],
  ])) {
    const { session, todo } = play([CONNECT, WELCOME, event]);
    assert.deepEqual([session.state, session.because], ['over', because]);
    assert.deepEqual(todo, { disconnect: true, cards: [[0, because]], ...(again && { again }) });
    for (const ignored of IGNORED) assert.deepEqual(play([CONNECT, WELCOME, event, ignored]).todo, {});
    const back = play([CONNECT, WELCOME, event, CONNECT]);
    assert.equal(back.session.state, 'joining');
    assert.deepEqual(back.todo, {
      connectInMs: 0,
      cards: [
        [0, 'joining'],
        [20_000, 'patience'],
      ],
    });
  }
});

test('a full house and a restart are explained, and tried again after a while', () => {
  const explained = (/** @type {string} */ reason) => [
    [0, reason],
    [20_000, 'patience'],
  ];
  for (const [chance, fullMs, drainMs] of /** @type {const} */ ([
    [0, 2250, 500],
    [1, 3750, 2500],
  ])) {
    const full = play([CONNECT, { type: 'refused', code: 'server-full', retryAfterMs: 3000 }], chance);
    assert.deepEqual(full.todo, { connectInMs: fullMs, cards: explained('server-full') });
    const draining = play([CONNECT, WELCOME, { type: 'draining', inMs: 2000 }], chance);
    assert.deepEqual(draining.todo, {
      disconnect: true,
      connectInMs: drainMs,
      cards: explained('draining'),
    });
  }
  // The loss that follows has its explanation already.
  const after = play([CONNECT, WELCOME, { type: 'draining', inMs: 2000 }, LOST]);
  assert.deepEqual([after.session.state, after.todo], ['lost', {}]);
  assert.equal(
    play([CONNECT, WELCOME, { type: 'draining', inMs: 2000 }, LOST, { type: 'retry', inMs: 0 }]).todo
      .connectInMs,
    0,
  );
  const renewed = play([CONNECT, WELCOME, { type: 'retry', inMs: 0, isFresh: true }]);
  assert.deepEqual([renewed.session.state, renewed.todo], ['playing', { disconnect: true, connectInMs: 0 }]);
});

test('a phone that sleeps or is closed does nothing by itself', () => {
  for (const state of /** @type {const} */ (['asleep', 'closed'])) {
    for (const event of IGNORED)
      assert.deepEqual(play([CONNECT, WELCOME, { type: 'stop', state }, event]).todo, {});
  }
  assert.equal(play([CONNECT, WELCOME, { type: 'stop', state: 'asleep' }, CONNECT]).session.state, 'joining');
  assert.equal(play([CONNECT, WELCOME, { type: 'stop', state: 'closed' }, CONNECT]).session.state, 'closed');
});

const ms = fc.integer({ min: 0, max: 10_000 });
const anyEvent = /** @type {fc.Arbitrary<SessionEvent>} */ (
  fc.oneof(
    fc.record({ type: fc.constant('connect') }),
    fc.record({ type: fc.constant('welcome'), token: fc.string() }),
    fc.record(
      { type: fc.constant('queued'), number: fc.nat(), ticket: fc.string() },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      { type: fc.constant('refused'), code: fc.string(), retryAfterMs: ms },
      { requiredKeys: ['type', 'code'] },
    ),
    fc.record({ type: fc.constant('draining'), inMs: ms }),
    fc.record({ type: fc.constant('lost'), byServer: fc.boolean() }),
    fc.record({ type: fc.constant('retry'), inMs: ms, isFresh: fc.boolean() }),
    fc.record({ type: fc.constant('stop'), state: fc.constantFrom('asleep', 'closed') }),
  )
);

test('whatever happens, in whatever order', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (events, chance) => {
        /** @type {Readonly<Session>} */
        let session = NEW_SESSION;
        for (const event of events) {
          const before = JSON.stringify(session);
          const [next, todo] = advance(session, event, chance);
          assert.equal(JSON.stringify(session), before, 'the session before is left alone');
          assert.deepEqual(advance(session, event, chance), [next, todo], 'the same again');
          assert.deepEqual(JSON.parse(JSON.stringify(next)), next);
          if (todo.connectInMs !== undefined) {
            assert.ok(isWanted(next), 'connects only when somebody wants in');
            assert.ok(todo.connectInMs >= 0 && todo.connectInMs <= 12_500);
          }
          if (next.state === 'over') assert.ok(session.state === 'over' || todo.disconnect);
          if (session.state === 'closed') assert.equal(next.state, 'closed');
          if (!isWanted(session) && isWanted(next)) assert.equal(event.type, 'connect');
          if (next.state === 'playing' && session.state !== 'playing') assert.deepEqual(todo.cards, []);
          session = next;
        }
        // Nobody is stuck: one who asks and is let in plays, unless the phone was closed.
        const last = advance(advance(session, CONNECT, chance)[0], WELCOME, chance)[0];
        assert.equal(last.state, session.state === 'closed' ? 'closed' : 'playing');
      },
    ),
    { numRuns: 500 },
  );
});
