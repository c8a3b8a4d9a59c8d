/**
 * A restart at any moment: whatever comes in, however the disk fails, and whenever it ends, the stage that is made from the
 * disk is the one that was written last, to the last random number.
 */

/** @import { StageWrite, StoredGame } from '../../lib/stage/types.js' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defineGame, refuse } from '../../lib/contract/define-game.js';
import { createStage } from '../../lib/stage/stage.js';
import { Submissions } from '../../lib/stage/submissions.js';

const GAME = defineGame({
  title: 'Dice',
  setup: (ctx) => ({
    sum: ctx.random(),
    said: /** @type {string[]} */ ([]),
    here: /** @type {string[]} */ ([]),
  }),
  tick(state, _sum, ctx) {
    // A room that is empty stands still, and only its time goes on.
    if (ctx.players.count > 0) state.sum += ctx.random();
  },
  frame: (state) => state,
  join: (state, { id }) => void state.here.push(id),
  leave: (state, { id }) => void (state.here = state.here.filter((one) => one !== id)),
  submit: {
    say: {
      fields: { n: { type: 'integer' } },
      accept(state, { value: { n }, player, id }) {
        if (n < 0) throw refuse('Negative.');
        state.said.push(`${player.id} ${id} ${n}`);
        return n;
      },
    },
  },
  actions: { roll: { title: 'Roll', run: (state, _args, ctx) => void (state.sum = ctx.random()) } },
});

/** A disk in memory, which stores a write as the journal does: as a whole. */
function createDisk() {
  /** @type {string | null} */
  let snapshot = null;
  /** @type {{ seq: number, transcript: string }[]} */
  let transcripts = [];
  /** @type {Map<string, StageWrite['submissions'][number]>} */
  const submissions = new Map();
  return {
    /** @param {StageWrite} write */
    store(write) {
      if (write.transcript !== null) transcripts.push({ seq: write.seq, transcript: write.transcript });
      if (write.snapshot !== null) {
        snapshot = write.snapshot;
        transcripts = transcripts.filter(({ seq }) => seq > write.seq);
      }
      for (const one of write.submissions) submissions.set(`${one.playerId} ${one.id}`, one);
    },
    /** @returns {StoredGame | undefined} */
    read() {
      if (snapshot === null) return undefined;
      return {
        saved: JSON.parse(snapshot),
        transcripts: transcripts.map(({ seq, transcript }) => ({ seq, entries: JSON.parse(transcript) })),
        submissions: [...submissions.values()],
      };
    },
  };
}

const script = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...['tick', 'tick', 'tick', 'submit', 'submit', 'join', 'leave', 'run', 'players', 'turn', 'turn'],
      ...['checkpoint', 'checkpoint', 'restart'],
    ),
    who: fc.nat(3),
    n: fc.integer({ min: -1, max: 9 }),
    ms: fc.integer({ min: 1, max: 2000 }),
    isLost: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

test('killed at any moment, it comes back as it was written last; what was acknowledged is there once', async (t) => {
  t.mock.timers.enable({ apis: ['setImmediate', 'setTimeout'] });
  await fc.assert(
    fc.asyncProperty(script, fc.integer(), async (steps, seed) => {
      const disk = createDisk();
      const acknowledged = /** @type {string[]} */ ([]);
      let nowMs = 0;
      let isLost = false;
      let written = '';
      const textOf = (/** @type {Submissions} */ { stage }) => JSON.stringify(stage.save());
      let game = open();

      function open() {
        const stored = disk.read();
        return new Submissions({
          make: (saved) => createStage({ game: GAME, settings: {}, seed, saved }),
          isRecorded: true,
          async save(write) {
            const now = textOf(game);
            if (isLost) throw new Error('the disk is full');
            disk.store(write);
            written = now;
          },
          now: () => nowMs,
          onFault: (error) => assert.fail(String(error)),
          ...(stored && { stored }),
        });
      }

      for (const [at, { what, who, n, ms, isLost: isNextLost }] of steps.entries()) {
        const player = { id: `p${who}`, name: 'P', team: null };
        const { stage } = game;
        isLost = isNextLost;
        if (what === 'tick') stage.apply(['tick', ms / 10, null]);
        else if (what === 'join') stage.apply(['join', player]);
        else if (what === 'leave') stage.apply(['leave', player]);
        else if (what === 'run') stage.apply(['run', 'roll']);
        else if (what === 'players') stage.apply(['setPlayers', { count: who % 2, byTeam: {} }]);
        else if (what === 'checkpoint') game.checkpoint();
        else if (what === 'submit' && n >= 0)
          game.submit('say', { id: `${at}`, player, value: { n }, atMs: 0 }).then(
            () => acknowledged.push(`p${who} ${at} ${n}`),
            () => {},
          );
        else if (what === 'turn') {
          nowMs += ms;
          t.mock.timers.tick(ms);
        } else if (what === 'restart') {
          game.end();
          game = open();
          if (written !== '') assert.equal(textOf(game), written);
        }
        for (let turns = 0; turns < 8; turns++) await new Promise((resolve) => process.nextTick(resolve));
      }
      game.end();
      game = open();
      if (written !== '') assert.equal(textOf(game), written);
      const { said } = /** @type {{ said: string[] }} */ (game.stage.save().state);
      for (const one of acknowledged) assert.equal(said.filter((other) => other === one).length, 1, one);
      game.end();
    }),
    { numRuns: 300 },
  );
});
