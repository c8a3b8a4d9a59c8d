/** The laws of submissions, personal views and results, for a game that has some of them. See docs/games.md. */

/** @import { Game, Input, Json, Submission } from '../lib/contract/types.js' */
/** @import { Entry, Stage } from '../lib/stage/types.js' */
/** @import { Check, Means } from './types.js' */
/** @import { Draw } from './draw.js' */

import { defaultsOf } from '../lib/contract/schema.js';
import { ShowError } from '../lib/errors.js';
import { createStage } from '../lib/stage/stage.js';
import { Submissions } from '../lib/stage/submissions.js';
import { playTranscript, recordStage } from '../lib/stage/transcript.js';
import { must, mustBeAlike } from './difference.js';
import { forAll } from './draw.js';
import { LASTS, mustOnlyLook, run } from './stage-laws.js';

const PLAYERS = 5;
const STEPS = 40;

/**
 * One thing that happens: to which player, what (`n` chooses among actions), after how long.
 * @typedef {{ what: 'submit' | 'tick' | 'run' | 'join' | 'leave', who: number, n: number, ms: number, kind: string, value: Input }} Step
 */

/** @param {Game} game @param {Json} content the document it plays @param {Means} means @returns {Check[]} */
export function submitLaws(game, content, { onHook }) {
  const kinds = Object.keys(game.submit);
  /** @param {number} seed @param {any} [saved] */
  const open = (seed, saved) =>
    createStage({ game, settings: defaultsOf(game.settings), seed, content, saved, isStrict: true, onHook });
  /** @param {string} name @param {(draw: Draw, script: Step[], seed: number) => unknown} law @param {number} [runs] */
  const law = (name, law, runs) => ({
    name,
    run: () => forAll((draw) => law(draw, drawScript(game, draw), draw.int(1, 1e9)), runs),
  });

  const ofSubmissions = [
    law('what is refused changes nothing', (_draw, script, seed) => {
      const stage = open(seed);
      for (const [at, step] of script.entries()) {
        const was = saved(stage);
        const refusal = play(stage, game, step, at);
        if (refusal instanceof ShowError)
          mustBeAlike(
            `submit.${step.kind} refuses ("${refusal.message}") after it has changed the state: refuse first`,
            saved(stage),
            was,
            'saved',
          );
      }
    }),

    law(
      'the same submissions in the same order: the same receipts, the same state',
      (_draw, script, seed) => {
        const [first, second] = [open(seed), open(seed)];
        const was = playOn(first, game, script);
        mustBeAlike(
          `The same submissions are answered otherwise, ${LASTS}`,
          playOn(second, game, script),
          was,
          'answers',
        );
        mustBeAlike(
          `The same submissions leave another state, ${LASTS}`,
          saved(second),
          saved(first),
          'saved',
        );
      },
    ),

    law('played again from any snapshot it comes out the same', (draw, before, seed) => {
      const stage = open(seed);
      playOn(stage, game, before);
      const snapshot = saved(stage);
      /** @type {Entry[]} */
      const entries = [];
      const recorded = recordStage(stage, (entry) => entries.push(JSON.parse(entry)));
      playOn(recorded, game, drawScript(game, draw));
      const again = open(seed + 1, snapshot);
      playTranscript(again, entries);
      mustBeAlike('Played again from a snapshot it comes out otherwise', saved(again), saved(stage), 'saved');
    }),

    law(
      'sent twice it counts once, and is answered alike',
      async (_draw, script, seed) => {
        const [twice, once] = [submissionsOf(() => open(seed)), submissionsOf(() => open(seed))];
        for (const [at, step] of script.entries()) {
          const [first, second] = await Promise.all([
            send(twice, game, step, at),
            send(twice, game, step, at),
          ]);
          mustBeAlike('Sent twice it is answered otherwise', second, first, 'receipt');
          mustBeAlike(
            'Sent twice it is answered otherwise',
            await send(once, game, step, at),
            first,
            'receipt',
          );
        }
        mustBeAlike('Sent twice it counts twice', saved(twice.stage), saved(once.stage), 'saved');
      },
      20,
    ),
  ];
  const ofViews = law(
    'with submissions, too, results are tables, and a look changes nothing',
    (_draw, script, seed) => {
      const stage = open(seed);
      playOn(stage, game, script);
      for (let who = 0; who <= PLAYERS; who++) stage.personal(`p${who}`);
      stage.personalKey();
      mustOnlyLook(stage);
    },
  );
  return [...(kinds.length > 0 ? ofSubmissions : []), ofViews];
}

/** @param {Game} game @param {Draw} draw @returns {Step[]} */
function drawScript({ submit }, draw) {
  const kinds = Object.keys(submit);
  const often = /** @type {const} */ (['tick', 'tick', 'run', 'join', 'leave']);
  const whats = kinds.length > 0 ? /** @type {const} */ ([...often, 'submit', 'submit', 'submit']) : often;
  const step = () => {
    const kind = kinds.length > 0 ? draw.pick(kinds) : '';
    const value = draw.message(submit[kind]?.fields ?? {});
    return {
      what: draw.pick(whats),
      who: draw.int(0, PLAYERS - 1),
      n: draw.int(0, 1e6),
      ms: draw.int(1, 250),
      kind,
      value,
    };
  };
  return draw.list(STEPS, step, 1);
}

/** @param {Stage} stage @param {Game} game @param {Step[]} script @returns {unknown[]} everything that was answered */
function playOn(stage, game, script) {
  return script.map((step, at) => {
    const answer = play(stage, game, step, at);
    return answer instanceof ShowError ? answer.code : (answer ?? null);
  });
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {unknown} a ShowError if it was refused */
function play(stage, game, step, at) {
  const { what, who, n, ms } = step;
  const player = playerOf(game, who);
  if (what === 'tick') return stage.apply(['tick', ms, game.fold?.empty() ?? null]);
  if (what === 'join' || what === 'leave') return stage.apply([what, player]);
  if (what === 'run') {
    const actions = Object.keys(game.actions);
    return actions.length > 0 ? run(stage, String(actions[n % actions.length])) : undefined;
  }
  try {
    return stage.apply(['submit', ...submissionOf(stage, game, step, at)]);
  } catch (error) {
    if (error instanceof ShowError) return error;
    throw error;
  }
}

/** @param {Stage} stage @param {Game} game @param {Step} step @param {number} at @returns {[kind: string, submission: Submission]} */
function submissionOf(stage, game, { who, kind, value, ms }, at) {
  const atMs = Math.round(stage.nowMs() + ms / 4);
  return [kind, { id: `s${at}`, player: playerOf(game, who), value, atMs }];
}

/** @param {Game} game @param {number} who */
function playerOf({ teams }, who) {
  return { id: `p${who}`, name: `Player ${who}`, team: teams[who % (teams.length || 1)] ?? null };
}

/** On a disk that takes everything. @param {() => Stage} make */
function submissionsOf(make) {
  const onFault = (/** @type {unknown} */ error) => must(false, String(error));
  return new Submissions({ make, isRecorded: true, save: async () => {}, now: () => 0, onFault });
}

/** @param {ReturnType<typeof submissionsOf>} submissions @param {Game} game @param {Step} step @param {number} at */
async function send(submissions, game, step, at) {
  if (step.what !== 'submit') return null;
  try {
    return await submissions.submit(...submissionOf(submissions.stage, game, step, at));
  } catch (error) {
    if (error instanceof ShowError) return error.code;
    throw error;
  }
}

/** @param {Stage} stage */
const saved = (stage) => JSON.parse(JSON.stringify(stage.save()));
