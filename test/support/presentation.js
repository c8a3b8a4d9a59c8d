/** A talk in tests: a deck of one's own, an operator who gives it, and what the panel is told. */

/** @import { TestContext } from 'node:test' */
/** @import { PanelView } from '../../games/presentation/types.js' */

import { must, playDocument } from './documents.js';
import { next, openControl } from './server.js';

/**
 * Puts a deck into the main room.
 * @param {TestContext} t @param {{ url: string, operatorKey: string }} app
 * @param {string} markdown @param {{ title?: string, settings?: object }} [options]
 */
export async function openTalk(t, app, markdown, { title = 'A talk', settings = {} } = {}) {
  const control = await openControl(t, app);
  const deck = { title, theme: 'night', transition: 'none', markdown };
  const { id } = await playDocument(app, control.ask, 'presentation', deck);
  await must(control.ask('set', settings));
  return {
    ...control,
    id,
    run: (/** @type {string} */ action, args = {}) => must(control.ask('run', action, args)),
    /** The first panel view that fits. @param {(view: PanelView) => boolean} fits @returns {Promise<PanelView>} */
    async panel(fits) {
      /** @type {PanelView | null} */
      let last = null;
      const isIt = (/** @type {{ panel: PanelView | null }} */ { panel }) =>
        Boolean((last = panel) && fits(panel));
      try {
        return (await next(control.socket, 'status', isIt)).panel;
      } catch (cause) {
        throw new Error(`no such view; the last one: ${JSON.stringify(last)}`, { cause });
      }
    },
  };
}

/** All decks that were written here, with their content. @param {{ url: string, operatorKey: string }} app @returns {Promise<any[]>} */
export async function storedDecks({ url, operatorKey }) {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const api = `${url}/api/games/presentation/documents`;
  const { documents } = await (await fetch(api, { headers })).json();
  const own = documents.filter((/** @type {{ isBuiltIn: boolean }} */ { isBuiltIn }) => !isBuiltIn);
  return Promise.all(
    own.map(
      async (/** @type {{ id: string }} */ { id }) =>
        (await (await fetch(`${api}/${id}`, { headers })).json()).json,
    ),
  );
}
