/** The laws of a stage: the same seed and windows give the same show, from any snapshot, and nothing grows without an end. */

/** @import { Game, Who } from '../lib/contract/types.js' */
/** @import { Saved, Stage } from '../lib/stage/types.js' */
/** @import { Check, Means } from './types.js' */
/** @import { Draw } from './draw.js' */
/** @import { Said } from './fold-laws.js' */

import { defaultsOf } from '../lib/contract/schema.js';
import { ShowError } from '../lib/errors.js';
import { largestPart } from '../lib/play/fitting.js';
import { StageFault, createStage } from '../lib/stage/stage.js';
import { createBotShow } from './bot-show.js';
import { must, mustBeAlike } from './difference.js';
import { forAll } from './draw.js';
import { drawCrowd, sumOf } from './fold-laws.js';
import { withoutOutside } from './outside.js';

const WINDOWS = 40;
const PER_TEAM = 8;
const BOTS = 30;
const BOT_SECONDS = 40;
/** A list of the last minutes has its full size by then; one that is kept for good grows from each of these to the next. */
const GROWTH_MINUTES = /** @type {const} */ ([3, 6, 12]);
const STEP_MS = 1000 / 30;
/** A line for each round of a game is no harm: an evening has some 100. */
const LEAST_GROWTH = 8 * 1024;
export const LASTS =
  'because something outlives the round outside its state, such as a variable of a module or a constant that is changed';

/** @typedef {{ said: Said[], ms: number, action: number }[]} Script */

/** @param {Game} game @param {Means} means @returns {Check[]} */
export function stageLaws(game, { onHook }) {
  const drawScript = (/** @type {Draw} */ draw) => {
    const windows = draw.list(
      WINDOWS,
      () => ({ said: drawCrowd(game, draw, 12), ms: draw.int(1, 400), action: draw.int(0, 1e6) }),
      1,
    );
    return { windows, seed: draw.int(1, 1e9) };
  };
  /** @param {number} seed @param {Saved} [saved] @param {boolean} [isStrict] */
  const open = (seed, saved, isStrict = true) => {
    const settings = defaultsOf(game.settings);
    const stage = createStage({ game, settings, seed, saved, isStrict, onHook });
    stage.apply(['setPlayers', crowdCounts(game)]);
    return stage;
  };
  /** @param {string} name @param {(draw: Draw) => unknown} law @param {number} [runs] */
  const law = (name, law, runs) => ({ name, run: () => forAll(law, runs) });

  return [
    law('same seed, same windows: same show', (draw) => {
      const { windows, seed } = drawScript(draw);
      const first = playOn(open(seed), game, windows);
      mustBeAlike(
        `With the same seed and the same inputs it shows something else, ${LASTS}`,
        playOn(open(seed), game, windows),
        first,
        'its show',
      );
    }),

    law('state and frames survive JSON: a stage taken up from a snapshot goes on the same', (draw) => {
      const { windows, seed } = drawScript(draw);
      const stage = open(seed);
      playOn(stage, game, windows);
      const again = open(seed, JSON.parse(JSON.stringify(stage.save())));
      const { windows: after } = drawScript(draw);
      const was = playOn(stage, game, after);
      mustBeAlike(
        `Taken up from where it was stored it goes on otherwise, ${LASTS}`,
        playOn(again, game, after),
        was,
        'its show',
      );
    }),

    law(
      'a late joiner and a reloaded playfield see the same as everybody, and a look changes nothing',
      (draw) => {
        const { windows, seed } = drawScript(draw);
        const stage = open(seed);
        playOn(stage, game, windows);
        mustOnlyLook(stage);
      },
    ),

    law(
      'every action runs, or refuses with a sentence',
      (draw) => {
        const { windows, seed } = drawScript(draw);
        for (const id of Object.keys(game.actions)) {
          const stage = open(seed);
          run(stage, id);
          playOn(stage, game, windows);
          run(stage, id);
        }
      },
      5,
    ),

    law('extreme settings and an empty room do not break it', () => checkExtremes(game, onHook), 1),

    law(
      'what it keeps and shows does not grow without an end',
      (draw) => checkGrowth(open(1, undefined, false), game, draw),
      1,
    ),
  ];
}

/** @param {Game} game @param {Means['onHook']} onHook */
function checkExtremes(game, onHook) {
  for (const end of /** @type {const} */ (['minimum', 'maximum'])) {
    const extreme = Object.entries(game.settings).map(([name, field]) => [name, field[end] ?? field.default]);
    const settings = Object.fromEntries(extreme);
    const stage = createStage({ game, settings, seed: 1, isStrict: true, onHook });
    for (let n = 0; n < 200; n++) stage.apply(['tick', STEP_MS, game.fold ? game.fold.empty() : null]);
    viewsOf(stage);
  }
}

/** @param {Stage} stage @param {Game} game @param {Draw} draw */
function checkGrowth(stage, game, draw) {
  const crowd = drawCrowd(game, draw, PER_TEAM, PER_TEAM);
  /** @type {Record<string, string>[]} */
  const sizes = [];
  for (let ms = 0; sizes.length < GROWTH_MINUTES.length; ms += STEP_MS) {
    stage.apply(['tick', STEP_MS, game.fold ? sumOf(game.fold, crowd) : null]);
    if (ms < Number(GROWTH_MINUTES[sizes.length]) * 60_000) continue;
    const { frame, ...views } = viewsOf(stage);
    sizes.push({ state: JSON.stringify(stage.save().state), frame: JSON.stringify(frame), ...views });
  }
  const [first, second, third] = sizes;
  for (const [what, text] of Object.entries(third ?? {})) {
    const [before, middle] = [first?.[what], second?.[what]].map((one) => Number(one?.length));
    const early = Number(middle) - Number(before);
    const late = text.length - Number(middle);
    // Twice the time, twice as much, or nearly so.
    if (late < LEAST_GROWTH || late < 1.5 * early) continue;
    const minutes = GROWTH_MINUTES[2] - GROWTH_MINUTES[1];
    const kb = Math.ceil(late / minutes / 1024);
    const part = largestPart(text);
    const where = part && ` Most of it is in ${part}.`;
    must(
      false,
      `The ${what} grows by ${kb} KB a minute, and does not stop.${where} Keep the last ones, or their sum`,
    );
  }
}

/**
 * Looks twice at all that people see: what a view does to the state, another one may undo.
 * @param {Stage} stage @throws {Error} a look has changed something
 */
export function mustOnlyLook(stage) {
  const before = JSON.stringify(stage.save());
  const was = viewsOf(stage);
  must(
    JSON.stringify(stage.save()) === before,
    'frame, backdrop, notice, panel, personal or results changes the state: only tick and what people do may. Copy a list before you sort it',
  );
  mustBeAlike('Asked twice, a view differs', viewsOf(stage), was, 'its views');
}

/** Takes all that people see. @param {Stage} stage */
function viewsOf(stage) {
  const { view } = stage.frame();
  stage.desk();
  stage.place();
  stage.results();
  return {
    frame: view,
    backdrop: stage.backdrop(),
    notice: stage.notice(),
    panel: stage.panel(),
    personal: stage.personal('p1'),
  };
}

/** @param {Stage} stage @param {Game} game @param {Script} script @returns {object[]} all it showed */
function playOn(stage, game, script) {
  const actions = Object.keys(game.actions);
  return script.map(({ said, ms, action }) => {
    const name = actions[action % (actions.length * 8 || 1)];
    if (name) run(stage, name);
    const who = { id: `p${action % 7}`, name: 'Somebody', team: game.teams[0] ?? null };
    if (action % 5 === 0) stage.apply(['join', who]);
    if (action % 5 === 1) stage.apply(['leave', who]);
    stage.apply(['tick', ms, game.fold ? sumOf(game.fold, said) : null]);
    const { view } = stage.frame();
    return { view, backdrop: stage.backdrop(), notice: stage.notice(), clears: stage.clears() };
  });
}

/**
 * A game may say no: that is part of the show.
 * @param {Stage} stage @param {string} action @throws {StageFault} it threw something else
 */
export function run(stage, action) {
  try {
    stage.apply(['run', action]);
  } catch (error) {
    if (!(error instanceof ShowError)) throw error;
    if (error.code === 'action-fault') throw new StageFault(`actions.${action}`, error.cause);
  }
}

/** @param {Game} game */
function crowdCounts({ teams }) {
  const count = PER_TEAM * Math.max(1, teams.length);
  return { count, byTeam: Object.fromEntries(teams.map((team) => [team, PER_TEAM])) };
}

/** @param {Game} game @param {Means} means @returns {Check[]} */
export function botLaws(game, { onHook }) {
  const content = game.content?.empty() ?? null;
  const play = async (/** @type {boolean} */ isBlind) => {
    const show = await createBotShow({ game, count: BOTS, isBlind, content, onHook });
    withoutOutside(() => show.run(BOT_SECONDS));
    // A bot may have met a fault of the stage.
    for (const { cause = null, message } of show.faults)
      throw cause instanceof StageFault ? cause : new StageFault('bot', cause ?? new Error(message));
    return JSON.parse(JSON.stringify(show.stage.save()));
  };
  return [
    {
      name: 'a room of bots plays it without a fault, with a screen and without, and the same seed alike',
      async run() {
        const was = await play(false);
        mustBeAlike(
          `A room of bots with the same seed ends otherwise, ${LASTS}`,
          await play(false),
          was,
          'saved',
        );
        await play(true);
      },
    },
  ];
}
