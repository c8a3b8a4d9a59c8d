/**
 * The stage: runs one game of one room. It is pure (time, players and chance are passed in), so the same entries give
 * the same show, in this process, in a thread or in a test.
 */

/** @import { Action, Context, Game, Json, Settings, Visit } from '../contract/types.js' */
/** @import { Handlers, Person, Rebuilder, Saved, Stage } from './types.js' */

import { ShowError, messageOf } from '../errors.js';
import { readSum } from '../contract/folds.js';
import { tableProblem } from '../contract/tables.js';
import { teamTitlesOf } from '../contract/team-titles.js';
import { readDesk, refusalOf } from './desk.js';
import { leaverOf, personOf } from './player-entries.js';
import { createRandom } from './random.js';
import { checkState, checkValue } from './plain-value.js';
import { createWish } from './wish.js';
import { ANSWER_BYTES, RESULTS_BYTES, VIEW_BYTES } from '../contract/limits.js';
import { compileFields, defaultsOf, isObject } from '../contract/schema.js';

/** It stands on a button. */
const PLACE_CHARACTERS = 1000;
/** The longest step of a game in seconds, so that a pause of the process does not make it leap. */
const MAX_DT = 0.25;

/** A hook of the game threw, so its round is over. `hook` names where. */
export class StageFault extends Error {
  /** @param {string} hook @param {unknown} cause */
  constructor(hook, cause) {
    super(messageOf(cause), { cause });
    this.name = 'StageFault';
    this.hook = hook;
  }
}

/** A view is larger than can be sent. */
export class ViewTooLarge extends StageFault {
  /** @param {keyof typeof VIEW_BYTES} hook @param {number} bytes @param {string | Uint8Array} view as JSON text, or bytes */
  constructor(hook, bytes, view) {
    super(hook, tooLarge(bytes, VIEW_BYTES[hook]));
    this.bytes = bytes;
    this.view = view;
  }
}

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {Settings} options.settings
 * @param {number} options.seed
 * @param {Json} [options.content] the document chosen
 * @param {Saved} [options.saved] go on from here instead of `setup`
 * @param {Rebuilder} [options.rebuilder] for a caller that records the entries: then an action costs nothing besides, unless it throws
 * @param {boolean} [options.isStrict] whatever the game gives is checked to be JSON, which costs as much as to make JSON of it: for authors
 * @param {(hook: string) => void} [options.onHook] is called with each hook before it runs, for a caller that must end one that does
 *   not return
 * @returns {Stage}
 * @throws {StageFault} `setup` threw
 */
// eslint-disable-next-line max-lines-per-function -- one stage: every hook runs through the same guard, over one state
export function createStage({
  game,
  settings,
  seed,
  content = null,
  saved,
  rebuilder,
  isStrict = false,
  onHook = () => {},
}) {
  /** @template T @param {string} hook @param {() => T} run @param {Parameters<typeof guard>[2]} [options] @returns {T} */
  const guarded = (hook, run, options) => {
    onHook(hook);
    return guard(hook, run, options);
  };
  /** @template {string | Uint8Array} T @param {keyof typeof VIEW_BYTES} hook @param {() => T} run @returns {T} @throws {ViewTooLarge} */
  const sized = (hook, run) => {
    const view = guarded(hook, run);
    const most = VIEW_BYTES[hook];
    // A character takes three bytes at most.
    if (view.length <= most / 3) return view;
    const bytes = Buffer.byteLength(view);
    if (bytes > most) throw new ViewTooLarge(hook, bytes, view);
    return view;
  };
  const random = createRandom(saved?.seed ?? seed);
  let clears = saved?.clears ?? 0;
  /** Only an entry may clear levels: what is computed for a view may be computed twice, or never. */
  let isApplying = false;
  /** The last action threw. */
  let isWary = false;
  const wish = createWish(game);
  /** @type {Context} */
  const ctx = {
    settings: saved?.settings ?? settings,
    content,
    teams: game.teams,
    teamTitles: teamTitlesOf(game),
    players: saved?.players ?? { count: 0, byTeam: Object.fromEntries(game.teams.map((team) => [team, 0])) },
    dt: 0,
    meter: saved?.meter ?? null,
    nowMs: saved?.nowMs ?? 0,
    paused: saved?.paused ?? false,
    by: null,
    random: random.next,
    clearLevels() {
      if (!game.hold) throw new TypeError('ctx.clearLevels() needs levels: set hold: true in defineGame');
      if (!isApplying)
        throw new TypeError('ctx.clearLevels() works in actions, accept, tick, join and leave only');
      clears += 1;
    },
    visit: wish.visit,
    beginAnew: wish.beginAnew,
  };
  /** @type {Map<string, Person>} */
  const here = new Map(saved?.here?.map((who) => [who.id, who]));
  const isTold = Boolean(game.join ?? game.leave);
  /** @template T @param {T} value @param {string} name @returns {T} */
  const checked = (value, name) => checkValue(value, name, isStrict);
  /** @param {unknown} returned by a hook that may return another state */
  const stateAfter = (returned) => checkState(returned, state, isStrict);
  /** @param {unknown} returned by a hook that changes the state in place */
  const inPlace = (returned) => {
    checkValue(returned, 'it', false);
    checked(state, 'state');
  };
  /** @type {ReturnType<Game['setup']>} */
  let state;
  state = saved ? saved.state : guarded('setup', () => stateAfter(game.setup(ctx)));

  /** @type {Handlers} */
  const handlers = {
    tick(elapsedMs, sum) {
      ctx.dt = Math.min(MAX_DT, Math.max(0, elapsedMs / 1000));
      ctx.nowMs += ctx.dt * 1000;
      const read = guarded('aggregate', () => (game.fold && sum !== null ? readSum(game.fold, sum) : null));
      if (game.tick) state = guarded('tick', () => stateAfter(game.tick?.(state, read, ctx)));
    },
    setPlayers: (players) => void (ctx.players = players),
    setMeter: (reading) => void (ctx.meter = reading),
    setPaused: (isPaused) => void (ctx.paused = isPaused),
    setSettings: (changed) => void (ctx.settings = changed),
    setContent: (changed) => void (ctx.content = changed),
    run(id, args, by, approve) {
      const action = actionOf(game, id);
      const complete = completeArgs(id, action, args ?? {});
      const why = guarded(`actions.${id}.may`, () => refusalOf(action, state, ctx));
      if (why) throw why;
      const act = () => (state = runAction(id, () => stateAfter(action.run(state, complete, ctx))));
      onHook(`actions.${id}`);
      ctx.by = by ?? null;
      try {
        return undone(() => wish.during(act, approve));
      } finally {
        ctx.by = null;
      }
    },
    join(who) {
      if (!isTold) return;
      here.set(who.id, personOf(who));
      guarded('join', () => inPlace(game.join?.(state, personOf(who), ctx)));
    },
    leave(who) {
      here.delete(who.id);
      guarded('leave', () => inPlace(game.leave?.(state, leaverOf(who), ctx)));
    },
    submit(kind, submission) {
      const definition = Object.hasOwn(game.submit, kind) ? game.submit[kind] : undefined;
      if (!definition) throw unknownKind(game, kind);
      const accept = () => {
        const receipt = plain(checked(definition.accept(state, submission, ctx), 'its receipt'));
        checked(state, 'state');
        return receipt;
      };
      const clearsBefore = clears;
      try {
        return asSubmission(() => guarded(`submit.${kind}`, accept, { mayRefuse: true }));
      } catch (error) {
        clears = clearsBefore;
        throw error;
      }
    },
  };

  /**
   * Runs what somebody may be refused. Then all is as it was before, either by the text of the state, which costs some 20 µs
   * each time and milliseconds where thousands play, or rebuilt, which costs many milliseconds and only where something
   * throws. Who was refused may well try again at once, so the next one is given the text.
   * @template T @param {() => T} run @returns {T}
   */
  function undone(run) {
    const rebuild = isWary ? null : rebuilder?.();
    const before = rebuild ? null : backupOf(state);
    const seedBefore = random.state();
    const clearsBefore = clears;
    isWary = true;
    try {
      const outcome = run();
      isWary = false;
      return outcome;
    } catch (error) {
      if (before !== null) state = JSON.parse(before);
      else if (rebuild) state = guarded('replay', rebuild).state;
      random.restore(seedBefore);
      clears = clearsBefore;
      throw error;
    }
  }

  return {
    // No entry has more than three values, and to spread them would cost more than to apply them.
    apply(entry, approve) {
      isApplying = true;
      try {
        return handlerOf(handlers, entry[0])(entry[1], entry[2], entry[3], approve);
      } finally {
        isApplying = false;
      }
    },
    frame() {
      const view = sized('frame', () =>
        bytesOrText(game.frame(state, ctx), (view) => checked(view, 'its view')),
      );
      return { nowMs: Math.round(ctx.nowMs), view: typeof view === 'string' ? JSON.parse(view) : view };
    },
    backdrop: () =>
      sized('backdrop', () => (game.backdrop ? textOf(checked(game.backdrop(state, ctx), 'its view')) : '')),
    notice: (players = ctx.players) =>
      sized('notice', () =>
        game.notice ? textOf(checked(game.notice(state, { ...ctx, players }), 'its view')) : '',
      ),
    panel: () =>
      sized('panel', () => (game.panel ? textOf(checked(game.panel(state, ctx), 'its view')) : '')),
    desk: () => /** @type {never} */ (guarded('host', () => plain(readDesk(game, state, ctx, guarded)))),
    personal: (playerId) =>
      sized('personal', () => {
        const view = checked(game.personal?.(state, playerId, ctx), 'its view');
        return view === undefined ? '' : textOf(view);
      }),
    personalKey: () => guarded('personalKey', () => game.personalKey?.(state, ctx)),
    results: () => guarded('results', () => tablesOf(game.results ? game.results(state, ctx) : [])),
    place: () => guarded('place', () => placeOf(game.place?.(state, ctx))),
    clears: () => clears,
    isPaused: () => ctx.paused,
    nowMs: () => ctx.nowMs,
    here: () => [...here.values()],
    save: () => ({
      state,
      nowMs: ctx.nowMs,
      seed: random.state(),
      settings: ctx.settings,
      players: ctx.players,
      meter: ctx.meter,
      ...(clears > 0 && { clears }),
      ...(ctx.paused && { paused: true }),
      here: [...here.values()],
    }),
  };
}

/**
 * Runs an action: one that throws is refused, like one that says no, because the caller is waiting and the show can go on.
 * @template T @param {string} id @param {() => T} run @returns {T} @throws {ShowError} `action-refused`, `action-fault`
 */
function runAction(id, run) {
  try {
    return run();
  } catch (error) {
    if (error instanceof ShowError) throw error;
    const fault = new ShowError('action-fault', { action: id, problem: messageOf(error) });
    throw Object.assign(fault, { cause: error });
  }
}

/** @param {unknown} state @returns {string | null} null: it cannot be JSON, which the next snapshot will say */
function backupOf(state) {
  try {
    return JSON.stringify(state) ?? null;
  } catch {
    return null;
  }
}

/** @param {unknown} tables @returns {import('../contract/types.js').Table[]} as JSON @throws {TypeError} they are none */
function tablesOf(tables) {
  const problem = tableProblem(tables);
  if (problem !== '') throw new TypeError(problem);
  return JSON.parse(textOf(tables, RESULTS_BYTES));
}

/** @param {unknown} place @returns {import('../contract/types.js').Place | null | undefined} as JSON @throws {TypeError} it is none */
function placeOf(place) {
  if (place === null || place === undefined) return place;
  const { text, values = {} } = /** @type {{ text?: unknown, values?: object }} */ (place);
  const isGood =
    typeof text === 'string' &&
    isObject(values) &&
    Object.values(values).every((value) => typeof value === 'string' || Number.isFinite(value));
  if (!isGood) throw new TypeError("place() returns { text: 'key', values: { n: 4 } }, or null");
  return JSON.parse(textOf({ text, values }, PLACE_CHARACTERS));
}

/** @param {Game} game @param {string} kind of a submission */
export function unknownKind({ submit }, kind) {
  return new ShowError('submit-unknown', { kind, known: Object.keys(submit).join(', ') || 'nothing' });
}

/** @param {Handlers} handlers @param {string} kind @returns {(...values: unknown[]) => Json | void} @throws {TypeError} */
function handlerOf(handlers, kind) {
  if (Object.hasOwn(handlers, kind))
    return /** @type {(...values: unknown[]) => Json | void} */ (
      handlers[/** @type {keyof Handlers} */ (kind)]
    );
  const known = Object.keys(handlers).join(', ');
  throw new TypeError(`A stage has no entry of the kind "${kind}". Kinds: ${known}.`);
}

/** @param {Game} game @param {string} id @returns {Action} @throws {ShowError} `action-unknown` */
function actionOf({ actions }, id) {
  const action = Object.hasOwn(actions, id) ? actions[id] : undefined;
  if (action) return action;
  throw new ShowError('action-unknown', { action: id, known: Object.keys(actions).join(', ') || 'none' });
}

/** @param {string} id @param {Action} action @param {unknown} given @returns {Settings} @throws {ShowError} `event-bad` */
function completeArgs(id, { args = {} }, given) {
  const problem = compileFields(args, { partial: true })(given);
  if (problem) throw new ShowError('event-bad', { event: `run ${id}`, problem });
  return { ...defaultsOf(args), .../** @type {Settings} */ (given) };
}

/**
 * Turns a plain `refuse()` into a refusal of a submission, not of an action.
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
 * Returns a value as it will be on the wire. A view that cannot be JSON, or throws while it is read, counts here as a
 * fault of the game, and not later as one of the server. Costs some 20 µs for a small view.
 * @param {unknown} view
 * @returns {Json}
 */
function plain(view) {
  return JSON.parse(textOf(view, ANSWER_BYTES));
}

/**
 * Bytes stay bytes, which cost neither a text nor its parsing. They are copied, because the game may write the next
 * frame into the same memory: 8 KB take less than 1 µs.
 * @param {unknown} view of a frame @param {(view: unknown) => unknown} checked
 * @returns {string | Uint8Array}
 */
function bytesOrText(view, checked) {
  if (view === undefined) throw new TypeError('it returned nothing: return what the screen shows');
  return view instanceof Uint8Array ? new Uint8Array(view) : textOf(checked(view));
}

/** @param {unknown} view @param {number} [most] in characters @returns {string} JSON @throws {RangeError} it is too large to be sent */
function textOf(view, most = Infinity) {
  const text = JSON.stringify(view) ?? 'null';
  if (text.length > most) throw tooLarge(text.length, most);
  return text;
}

/** @param {number} size @param {number} most */
function tooLarge(size, most) {
  const kb = (/** @type {number} */ n) => Math.ceil(n / 1024);
  return new RangeError(
    `it returned ${kb(size)} KB, and at most ${kb(most)} KB can be sent: return what people see, not the state`,
  );
}

/**
 * @template T
 * @param {string} hook
 * @param {() => T} run
 * @param {{ mayRefuse?: boolean }} [options] true where somebody asked and can be refused
 * @returns {T}
 */
function guard(hook, run, { mayRefuse = false } = {}) {
  try {
    return run();
  } catch (error) {
    if (mayRefuse && error instanceof ShowError) throw error;
    throw new StageFault(hook, error);
  }
}
