/**
 * The stage: runs one game of one room. Pure: time, players and chance are passed in, so the same windows
 * give the same show, in this process, in a worker or in a test.
 */

/** @import { Context, Game, Json, Settings, Submission, Table, Who } from '../contract/types.js' */

import { ShowError, messageOf } from '../errors.js';
import { readSum } from '../contract/fold.js';
import { createRandom } from './random.js';
import { compileFields, defaultsOf } from '../contract/schema.js';

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
 * @property {Settings} [settings] at that moment: what is played again from here begins with them
 * @property {Context['players']} [players] the same
 * @property {(Who & { name: string })[]} [here] who joined and has not left
 *
 * @typedef {object} Stage
 * @property {(players: Context['players']) => void} setPlayers
 * @property {(reading: import('../contract/wire.js').MeterReading) => void} setMeter
 * @property {(settings: Settings) => void} setSettings
 * @property {(elapsedMs: number, sum: unknown) => void} tick run one step
 * @property {() => { nowMs: number, view: Json }} frame what the screens draw now
 * @property {() => string} notice as JSON text, '' for a game without
 * @property {() => Json} panel what the game tells its panel; null for a game without
 * @property {(action: string, args?: unknown) => void} run
 * @property {(who: Who & { name: string }) => void} join
 * @property {(who: Who & { name: string, kicked?: boolean }) => void} leave
 * @property {(content: Json) => void} setContent
 * @property {(kind: string, submission: Submission) => Json} submit the receipt
 * @property {(playerId: string) => string} personal as JSON text, '' for nothing
 * @property {() => unknown} personalKey `undefined` for a game without
 * @property {() => Table[]} results
 * @property {() => number} nowMs stage time
 * @property {() => (Who & { name: string })[]} here who joined and has not left, for games that are told of it
 * @property {() => Saved} save
 */

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {Settings} options.settings
 * @param {number} options.seed
 * @param {Json} [options.content] the document chosen
 * @param {Saved} [options.saved] go on from here instead of `setup`
 * @returns {Stage} every method may throw `StageFault`; `run` and `submit` also `ShowError` for what the caller
 *   did wrong
 */
export function createStage({ game, settings, seed, content = null, saved }) {
  const random = createRandom(saved?.seed ?? seed);
  /** @type {Context} */
  const ctx = {
    settings: saved?.settings ?? settings,
    content,
    teams: game.teams,
    players: saved?.players ?? { count: 0, byTeam: Object.fromEntries(game.teams.map((team) => [team, 0])) },
    dt: 0,
    meter: null,
    nowMs: saved?.nowMs ?? 0,
    random: random.next,
  };
  /** @type {Map<string, Who & { name: string }>} */
  const here = new Map(saved?.here?.map((who) => [who.id, who]));
  const isTold = Boolean(game.join ?? game.leave);
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
    panel: () => guarded('panel', () => (game.panel ? plain(game.panel(state, ctx)) : null)),
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
    setContent(changed) {
      ctx.content = changed;
    },
    submit(kind, submission) {
      const definition = Object.hasOwn(game.submit, kind) ? game.submit[kind] : undefined;
      if (!definition) throw unknownKind(game, kind);
      const run = () => plain(definition.accept(state, submission, ctx));
      return asSubmission(() => guarded(`submit.${kind}`, run, { mayRefuse: true }));
    },
    personal: (playerId) =>
      guarded('personal', () => JSON.stringify(game.personal?.(state, playerId, ctx)) ?? ''),
    personalKey: () => guarded('personalKey', () => game.personalKey?.(state, ctx)),
    results: () => guarded('results', () => /** @type {any} */ (plain(game.results?.(state, ctx) ?? []))),
    nowMs: () => ctx.nowMs,
    join(who) {
      if (!isTold) return;
      here.set(who.id, { id: who.id, name: who.name, team: who.team });
      guarded('join', () => game.join?.(state, who, ctx));
    },
    leave(who) {
      here.delete(who.id);
      guarded('leave', () => game.leave?.(state, who, ctx));
    },
    here: () => [...here.values()],
    save: () => ({
      state,
      nowMs: ctx.nowMs,
      seed: random.state(),
      settings: ctx.settings,
      players: ctx.players,
      here: [...here.values()],
    }),
  };
}

/** @param {Game} game @param {string} kind */
export function unknownKind({ submit }, kind) {
  return new ShowError('submit-unknown', { kind, known: Object.keys(submit).join(', ') || 'nothing' });
}

/**
 * A plain `refuse()` says no to a phone here, not to the operator.
 * @template T @param {() => T} run @returns {T}
 */
function asSubmission(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ShowError) || error.code !== 'action-refused') throw error;
    throw new ShowError('submit-refused', { problem: error.message });
  }
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
