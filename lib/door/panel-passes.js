/** Passes of panels: the operator's key, which the gate compares, or the key of a link, which the home knows. */

/** @import { Actor } from '../contract/types.js' */
/** @import { OpenLink } from '../contract/links.js' */

import { readLinkKey } from './keys-and-tokens.js';
import { actorOf } from './roles.js';

/**
 * @typedef {{ by: Actor, link: OpenLink | null, device: string }} Pass `link`: null for the operator's own key; `device`: a token to
 *   be shown the next time, '' for none
 */

/**
 * @param {object} options
 * @param {import('./gate.js').Gate} options.gate
 * @param {{ ask: (kind: 'link', value: { key: unknown }) => Promise<OpenLink> }} options.bus
 */
export function createPasses({ gate, bus }) {
  return {
    /**
     * @param {unknown} key @param {unknown} device @param {string} [address] of the client
     * @returns {Promise<Pass>}
     * @throws {import('../errors.js').ShowError} `key-missing`, `key-wrong`, `key-wait`, `link-unknown`, `link-recalled`, `link-expired`
     */
    async open(key, device, address) {
      if (!readLinkKey(key)) return { by: 'operator', link: null, device: gate.open(key, device, address) };
      const link = await bus.ask('link', { key });
      return { by: actorOf(link.role), link, device: '' };
    },
  };
}

/** @typedef {ReturnType<typeof createPasses>} Passes */
