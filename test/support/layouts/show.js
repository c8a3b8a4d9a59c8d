/**
 * A show for an end-to-end test, as its audience reaches it, in the layout that `LAYOUT` names: one process with its games in
 * threads (`one`, the default) or beside their rooms (`inline`), a home and two edges under PM2 with nginx in front
 * (`cluster`), or the same on two machines with PostgreSQL behind (`machines`). A test is told no more than an operator
 * knows, so that the same test runs in all of them. `run.js` starts what the shows of a layout share.
 */

/** @import { TestContext } from 'node:test' */

import { openCluster } from './cluster.js';
import { openMachines } from './machines.js';
import { openOne } from './one.js';

/**
 * @typedef {object} Show
 * @property {string} url where phones, screens and panels are let in
 * @property {string} operatorKey
 * @property {(meanwhile?: () => Promise<unknown>) => Promise<void>} crash kills all processes of the show at once, as a power cut
 *   does, and resolves when they are back. `meanwhile` runs before they are started again; not where PM2 starts them
 */

/** @type {Record<string, (t: TestContext, env: Record<string, string>) => Promise<Show>>} */
const LAYOUTS = {
  one: (t, env) => openOne(t, { STAGE: 'thread', ...env }),
  inline: (t, env) => openOne(t, { STAGE: 'inline', ...env }),
  cluster: openCluster,
  machines: openMachines,
};

/**
 * @param {TestContext} t
 * @param {Record<string, string>} [env] settings of all processes of the show
 * @returns {Promise<Show>} gone after the test
 * @throws {Error} there is no such layout, or what it needs was not started
 */
export async function startShow(t, env = {}) {
  const name = process.env['LAYOUT'] ?? 'one';
  const open = Object.hasOwn(LAYOUTS, name) ? LAYOUTS[name] : undefined;
  if (!open) throw new Error(`LAYOUT is "${name}": give one of ${Object.keys(LAYOUTS).join(', ')}.`);
  return open(t, env);
}
