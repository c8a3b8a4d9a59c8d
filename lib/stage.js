/**
 * The stage: runs one game of one room. Pure: time, players and chance are passed in, so the same windows
 * give the same show, in this process, in a worker or in a test.
 */

/** @import { Context, Game, Json, Settings, Who } from './types.js' */

import { ShowError, messageOf } from './errors.js';
import { readSum } from './fold.js';
import { createRandom } from './random.js';
import { compileFields, defaultsOf } from './schema.js';

/** Longest step a game is given, in seconds, so that a pause of the process cannot tear it. */
const MAX_DT = 0.25;

/** A game threw: its round is over. `hook` names where. */
export class StageFault extends Error {
  /** @param {string} hook @param {unknown} cause */
  constructor(hook, cause) {
    super(messageOf(cause), { cause });
    this.name = 'StageFault';
    this.hook = hook;
  }
}

/**
 * @typedef {object} Saved what a snapshot holds, as JSON
 * @property {unknown} state
 * @property {number} nowMs
 * @property {number} seed
 *
 * @typedef {object} Stage
 * @property {(players: Context['players']) => void} setPlayers
 * @property {(reading: import('./types.js').MeterReading) => void} setMeter
 * @property {(settings: Settings) => void} setSettings
 * @property {(elapsedMs: number, sum: unknown) => void} tick run one step
 * @property {() => { nowMs: number, view: Json }} frame what the screens draw now
 * @property {() => string} notice as JSON text, '' for a game without
 * @property {(action: string, args?: unknown) => void} run
 * @property {(who: Who & { name: string }) => void} join
 * @property {(who: Who & { name: string }) => void} leave
 * @property {() => Saved} save
 */

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {Settings} options.settings
 * @param {number} options.seed
 * @param {Saved} [options.saved] go on from here instead of `setup`
 * @returns {Stage} every method may throw `StageFault`; `run` also `ShowError` for what the caller did wrong
 */
export function createStage({ game, settings, seed, saved }) {
  const random = createRandom(saved?.seed ?? seed);
  /** @type {Context} */
  const ctx = {
    settings,
    content: null,
    teams: game.teams,
    players: { count: 0, byTeam: Object.fromEntries(game.teams.map((team) => [team, 0])) },
    dt: 0,
    meter: null,
    nowMs: saved?.nowMs ?? 0,
    random: random.next,
  };
  let state = saved ? saved.state : guarded('setup', () => game.setup(ctx));

  return {
    setPlayers(players) {
      ctx.players = players;
    },
    setMeter(reading) {
      ctx.meter = reading;
    },
    setSettings(changed) {
      ctx.settings = changed;
    },
    tick(elapsedMs, sum) {
      ctx.dt = Math.min(MAX_DT, Math.max(0, elapsedMs / 1000));
      ctx.nowMs += ctx.dt * 1000;
      const read = guarded('aggregate', () => (game.fold && sum !== null ? readSum(game.fold, sum) : null));
      if (game.tick) state = guarded('tick', () => game.tick?.(state, read, ctx) ?? state);
    },
    frame: () => ({
      nowMs: Math.round(ctx.nowMs),
      view: guarded('frame', () => plain(game.frame(state, ctx))),
    }),
    notice: () =>
      guarded('notice', () => (game.notice ? JSON.stringify(game.notice(state, ctx) ?? null) : '')),
    run(id, args = {}) {
      const action = Object.hasOwn(game.actions, id) ? game.actions[id] : undefined;
      if (!action)
        throw new ShowError('action-unknown', {
          action: id,
          known: Object.keys(game.actions).join(', ') || 'none',
        });
      const problem = compileFields(action.args ?? {}, { partial: true })(args);
      if (problem) throw new ShowError('event-bad', { event: `run ${id}`, problem });
      const complete = { ...defaultsOf(action.args ?? {}), .../** @type {Settings} */ (args) };
      const refusable = { mayRefuse: true };
      state = guarded(`actions.${id}`, () => action.run(state, complete, ctx) ?? state, refusable);
    },
    join: (who) => guarded('join', () => game.join?.(state, who, ctx)),
    leave: (who) => guarded('leave', () => game.leave?.(state, who, ctx)),
    save: () => ({ state, nowMs: ctx.nowMs, seed: random.state() }),
  };
}

/**
 * A view as it will be on the wire: what cannot be JSON, or throws while it is read, is the game's fault
 * here, not the server's later. Some 20 µs for a small view.
 * @param {unknown} view
 * @returns {Json}
 */
function plain(view) {
  return JSON.parse(JSON.stringify(view) ?? 'null');
}

/**
 * @template T
 * @param {string} hook
 * @param {() => T} run
 * @param {{ mayRefuse?: boolean }} [options] only an action has somebody to say no to
 * @returns {T}
 */
function guarded(hook, run, { mayRefuse = false } = {}) {
  try {
    return run();
  } catch (error) {
    if (mayRefuse && error instanceof ShowError) throw error;
    throw new StageFault(hook, error);
  }
}
