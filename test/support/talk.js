/** A talk on a stage without a server: people answer, the presenter goes on, and a test reads what everybody sees. */

import { createStage, settingsOf } from '../../lib/testing.js';
import game from '../../games/presentation/game.js';

/**
 * @param {string} markdown of the deck
 * @param {Partial<ReturnType<typeof settingsOf<typeof game>>>} [changed] settings
 */
export function openTalk(markdown, changed = {}) {
  const settings = { ...settingsOf(game), ...changed };
  const stage = createStage({ game, settings, seed: 1, content: deckOf(markdown) });
  let sent = 0;
  /** @type {Set<string>} */
  const here = new Set();
  const count = () => stage.setPlayers({ count: here.size, byTeam: {} });
  const talk = {
    stage,
    /** @param {...string} ids */
    join(...ids) {
      for (const id of ids) {
        here.add(id);
        stage.join({ id, name: `Name of ${id}`, team: null });
      }
      count();
    },
    /** @param {string} id */
    leave(id) {
      here.delete(id);
      stage.leave({ id, name: `Name of ${id}`, team: null });
      count();
    },
    /** @param {number} seconds @param {any} [sum] of the first tick */
    play(seconds, sum = game.fold?.empty()) {
      for (let at = 0; at < Math.round(seconds * 10); at++)
        stage.tick(100, at === 0 ? sum : game.fold?.empty());
    },
    /** @param {string} action @param {Record<string, any>} [args] */
    run: (action, args) => stage.run(/** @type {any} */ (action), /** @type {any} */ (args)),
    /** Goes to the slide of this number from 1. @param {number} number */
    go: (number) => stage.run('go', { slide: number - 1 }),
    /** @param {string} markdown of the changed deck @param {string} [title] */
    edit(markdown, title) {
      stage.setContent({ ...deckOf(markdown), ...(title !== undefined && { title }) });
      talk.play(0.1);
    },
    /** @returns {import('../../games/presentation/types.js').View} */
    view: () => /** @type {any} */ (stage.frame().view),
    element: () => /** @type {NonNullable<ReturnType<typeof talk.view>['element']>} */ (talk.view().element),
    /** @returns {import('../../games/presentation/types.js').Notice} */
    notice: () => JSON.parse(stage.notice()),
    /** @returns {import('../../games/presentation/types.js').PanelView} */
    panel: () => /** @type {any} */ (stage.panel()),
    /** @param {string} id @returns {import('../../games/presentation/types.js').Personal} */
    mine: (id) => JSON.parse(stage.personal(id)),
    /** @param {string} kind @param {string} id @param {Record<string, any>} value @param {{ atMs?: number, origin?: string }} [more] */
    submit(kind, id, value, more) {
      sent += 1;
      const player = { id, name: `Name of ${id}`, team: null };
      return stage.submit(
        /** @type {any} */ (kind),
        /** @type {any} */ ({ id: `s${sent}`, player, value, atMs: stage.nowMs(), ...more }),
      );
    },
    /** @param {string} id @param {string} value of the element that is on */
    answer: (id, value) => talk.submit('answer', id, { element: talk.element().id, value }),
    /** @param {string} id @param {string} text for the element that is on */
    word: (id, text) => talk.submit('word', id, { element: talk.element().id, text }),
    /** @param {string} id @param {string} text @param {boolean} [anonymous] @param {string} [origin] */
    ask: (id, text, anonymous = false, origin = undefined) =>
      talk.submit('ask', id, { text, anonymous }, origin === undefined ? {} : { origin }),
    /** @param {string} id @param {string} question @param {boolean} [up] */
    vote: (id, question, up = true) => talk.submit('vote', id, { question, up }),
    /** @param {string} name @returns {readonly (readonly any[])[]} */
    table: (name) => stage.results().find((table) => table.name === name)?.rows ?? [],
  };
  talk.play(0.1);
  return talk;
}

/** @param {string} markdown */
export function deckOf(markdown) {
  return { title: 'A deck', theme: 'night', transition: 'slide', markdown };
}

/** @param {string} kind @param {string} lines of the block @returns {string} */
export function block(kind, lines) {
  return `\`\`\`${kind}\n${lines}\n\`\`\``;
}
