/** The person who holds a phone: looks, decides by the game's `bot` or by its fields alone, and waits as people wait. */

/** @import { BotMove, Input, Json } from '../lib/contract/types.js' */
/** @import { Temper } from '../lib/contract/bot.js' */
/** @import { Notice, Personal, PublicPlayer, Scene } from '../lib/contract/wire.js' */
/** @import { BotGame, Library } from './games.js' */
/** @import { Screen } from './screen.js' */
/** @import { Timer, Wheel } from './wheel.js' */

import { createPerson, logNormal } from '../lib/contract/bot.js';
import { messageOf } from '../lib/errors.js';

/** Thumbs tap up to ten times a second; what decides more often is not a person. */
const LEAST_WAIT_MS = 50;
const MOST_WAIT_MS = 60_000;
/** The time between two acts of one person varies little. */
const PACE_SIGMA = 0.4;

/**
 * @param {object} options
 * @param {Temper} options.temper
 * @param {number} options.paceMs between two acts of a usual person
 * @param {() => number} options.random
 * @param {Wheel} options.wheel
 * @param {Pick<Screen, 'look' | 'see' | 'backdrop'> | null} options.screen null: they see none
 * @param {(scene: Scene) => Promise<BotGame>} options.gameOf
 * @param {Library} options.library
 * @param {(input: Input) => void} options.send
 * @param {(kind: string, value: Input) => void} options.submit
 * @param {() => void} [options.onMove] called when they do something
 * @param {(error: unknown) => void} options.onFault gets what the game's `bot` threw
 */
// eslint-disable-next-line max-lines-per-function -- one player: all that a game may show them or ask of them
export function createPlayer(options) {
  const { temper, paceMs, random, wheel, screen, gameOf, library, send, submit, onFault } = options;
  const { onMove = () => {} } = options;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {PublicPlayer | null} */
  let player = null;
  /** The game and the document of this scene, once they are loaded. @type {{ game: BotGame, content: Json } | null} */
  let parts = null;
  /** @type {Record<string, any>} */
  let memory = {};
  /** @type {ReturnType<typeof createPerson> | null} */
  let me = null;
  /** @type {Notice | null} */
  let notice = null;
  /** @type {Personal | null} */
  let personal = null;
  /** @type {Timer | null} */
  let timer = null;

  /** @param {Scene} next */
  async function load(next) {
    parts = null;
    memory = {};
    try {
      const [game, content] = await Promise.all([gameOf(next), library(next)]);
      if (scene?.epoch !== next.epoch) return;
      if (game.looks) screen?.look();
      parts = { game, content };
    } catch (error) {
      if (scene?.epoch === next.epoch) onFault(error);
    }
  }

  function turn() {
    const { waitMs = pause() } = decide();
    timer = wheel.setTimer(turn, Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, waitMs)));
  }

  function pause() {
    return logNormal(paceMs * temper.slowness, PACE_SIGMA, random);
  }

  /** @returns {BotMove} */
  function decide() {
    if (!parts || !scene || !player) return {};
    try {
      const move = parts.game.play(look(parts.content, scene, player));
      if (move.input || move.submit) onMove();
      if (move.input) send(move.input);
      if (move.submit) submit(move.submit.kind, move.submit.value);
      return move;
    } catch (error) {
      onFault(new Error(`The bot of "${scene.game.id}" failed: ${messageOf(error)}`, { cause: error }));
      return {};
    }
  }

  /** @param {Json} content @param {Scene} now @param {PublicPlayer} who */
  function look(content, { epoch, settings }, who) {
    me ??= createPerson({ player: who, temper, random });
    const seen = screen?.see(epoch, temper.reactionMs) ?? null;
    return {
      me,
      notice: notice?.epoch === epoch ? notice.notice : null,
      personal: personal?.epoch === epoch ? personal.personal : null,
      view: seen && seen.view,
      seenMs: seen ? seen.atMs : 0,
      backdrop: screen?.backdrop?.(epoch) ?? null,
      nowMs: wheel.now(),
      content,
      settings,
      random,
      memory,
    };
  }

  return {
    /** @param {Scene} next @returns {Promise<void>} when they know the game */
    async show(next) {
      const isSame =
        scene?.epoch === next.epoch &&
        scene.sinceMs === next.sinceMs &&
        scene.document?.id === next.document?.id;
      scene = next;
      if (!isSame) await load(next);
    },
    /** @param {Notice} next */
    notice: (next) => void (notice = next),
    /** @param {Personal} next */
    personal: (next) => void (personal = next),
    /** @param {PublicPlayer} next */
    player(next) {
      player = next;
      me = null;
    },
    /** Begins at a random moment, so that people are not in step. */
    begin() {
      wheel.clearTimer(timer);
      timer = wheel.setTimer(turn, random() * pause());
    },
    stop() {
      wheel.clearTimer(timer);
    },
  };
}

/** @typedef {ReturnType<typeof createPlayer>} Player */
