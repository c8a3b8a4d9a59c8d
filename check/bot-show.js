/** A show of bots without a server: their decisions, the edge's sums and a stage in one loop, as fast as it goes. */

/** @import { Game, Input, Json, Settings } from '../lib/contract/types.js' */
/** @import { CharacterName } from '../bots/characters.js' */

import { compileMove } from '../lib/contract/bot.js';
import { defaultsOf } from '../lib/contract/schema.js';
import { CHARACTERS, USUAL_CROWD, drawTemper, pickCharacter } from '../bots/characters.js';
import { createAnything } from '../bots/anything.js';
import { createPlayer } from '../bots/player.js';
import { createFrames } from '../bots/screen.js';
import { createWheel } from '../bots/wheel.js';
import { ShowError } from '../lib/errors.js';
import { createRandom } from '../lib/stage/random.js';
import { createStage } from '../lib/stage/stage.js';

const TICK_MS = 1000 / 30;
const NOTICE_MS = 250;

/**
 * @typedef {object} Answer
 * @property {string} id of the person
 * @property {Input} value
 * @property {number} atMs since the show began
 * @property {string} [refused] a code
 */

/**
 * @param {object} options
 * @param {Game} options.game
 * @param {number} options.count of bots
 * @param {Settings} [options.settings] other than the defaults
 * @param {Json} [options.content]
 * @param {Partial<Record<CharacterName, number>>} [options.characters]
 * @param {number} [options.seed]
 * @param {number} [options.sendHz] inputs a second that the server allows each phone. Default 10
 * @param {boolean} [options.isBlind] true: there is no screen
 * @param {boolean} [options.knows] false: the people do not know the content
 * @param {(hook: string) => void} [options.onHook] is called with each hook of the game before it runs
 */
// eslint-disable-next-line max-lines-per-function -- one loop: people, edge and stage share its clock
export async function createBotShow({
  game,
  count,
  settings = {},
  content = null,
  characters = USUAL_CROWD,
  seed = 1,
  sendHz = 10,
  isBlind = false,
  knows = true,
  onHook,
}) {
  let nowMs = 0;
  const chance = createRandom(seed).next;
  const wheel = createWheel({ now: () => nowMs, isDriven: true });
  const frames = createFrames(wheel.now);
  const chosen = { ...defaultsOf(game.settings), ...settings };
  const stage = createStage({ game, settings: chosen, seed, content, isStrict: true, onHook });
  const readMove = compileMove(game);
  const decide = game.bot ?? createAnything(game);
  /** @type {Map<string, Input>} by the id of the person */
  const levels = new Map();
  /** Inputs that wait for the rate. @type {Map<string, Input>} */
  const waiting = new Map();
  /** @type {Map<string, number>} */
  const sentAtMs = new Map();
  /** @type {Error[]} */
  const faults = [];
  /** @type {Answer[]} */
  const answers = [];
  /** @type {any} */
  const scene = { epoch: 1, sinceMs: 0, game: { id: 'game' }, settings: chosen, document: null };

  const people = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const team = game.teams[n % (game.teams.length || 1)] ?? null;
      const who = { id: `p${n}`, name: `Bot ${n}`, team };
      const random = createRandom(seed * 1000 + n).next;
      const character = pickCharacter(characters, chance());
      const player = createPlayer({
        temper: drawTemper(CHARACTERS[character], random),
        paceMs: 1000 / 3,
        random,
        wheel,
        screen: isBlind
          ? null
          : { look() {}, see: frames.see, backdrop: () => frozen(JSON.parse(stage.backdrop() || 'null')) },
        gameOf: async () => ({ play: (sight) => readMove(decide(sight)), looks: true, input: game.input }),
        library: async () => (knows ? content : null),
        send: (input) => void waiting.set(who.id, input),
        submit: (kind, value) => submit(who, kind, value),
        onFault: (error) => faults.push(/** @type {Error} */ (error)),
      });
      player.player(who);
      stage.apply(['join', who]);
      await player.show(scene);
      return { who, player };
    }),
  );
  const byTeam = Object.fromEntries(
    game.teams.map((team) => [team, people.filter(({ who }) => who.team === team).length]),
  );
  stage.apply(['setPlayers', { count, byTeam }]);
  for (const { player } of people) player.begin();

  /** @param {{ id: string, name: string, team: string | null }} player @param {string} kind @param {Input} value */
  function submit(player, kind, value) {
    /** @type {Answer} */
    const answer = { id: player.id, value, atMs: nowMs };
    answers.push(answer);
    try {
      stage.apply(['submit', kind, { id: `s${answers.length}`, player, value, atMs: stage.nowMs() }]);
    } catch (error) {
      if (!(error instanceof ShowError)) throw error;
      answer.refused = error.code;
    }
  }

  /** Forgets what people hold, when the game says so. */
  let clears = 0;
  /** Folds as an edge does: the levels that people hold, or the events since the last tick. */
  function sum() {
    if (!game.fold) return null;
    if (stage.clears() !== clears) levels.clear();
    clears = stage.clears();
    for (const [id, input] of waiting) {
      if (nowMs - (sentAtMs.get(id) ?? -Infinity) < 1000 / sendHz) continue;
      sentAtMs.set(id, nowMs);
      levels.set(id, input);
      waiting.delete(id);
    }
    let folded = game.fold.empty();
    for (const { who } of people) {
      const input = levels.get(who.id);
      if (input) folded = game.fold.add(folded, input, who, Math.round(nowMs));
    }
    if (!game.hold) levels.clear();
    return folded;
  }

  let noticeAtMs = 0;
  function tell() {
    noticeAtMs = nowMs + NOTICE_MS;
    const notice = frozen(JSON.parse(stage.notice() || 'null'));
    for (const { who, player } of people) {
      player.notice({ epoch: 1, seq: 0, notice });
      const mine = stage.personal(who.id);
      if (mine) player.personal({ epoch: 1, seq: 0, personal: frozen(JSON.parse(mine)) });
    }
  }

  return {
    stage,
    faults,
    answers,
    get nowMs() {
      return nowMs;
    },
    /** @param {number} seconds @param {(view: any) => boolean | void} [isOver] is given every frame; true ends it */
    run(seconds, isOver = () => false) {
      const untilMs = nowMs + seconds * 1000;
      while (nowMs < untilMs) {
        nowMs += TICK_MS;
        stage.apply(['tick', TICK_MS, sum()]);
        const { view } = stage.frame();
        frames.add({ epoch: 1, view: frozen(view) });
        if (nowMs >= noticeAtMs) tell();
        wheel.advance();
        if (isOver(view)) return true;
      }
      return false;
    },
  };
}

/** Catches a bot that changes a view that it is given. @template T @param {T} value @returns {T} */
function frozen(value) {
  // JavaScript refuses to freeze bytes.
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
