/** Where a debate is, in words for hosts and the panel. */

/** @import { Phase } from '../rules/state.js' */

/** The keys of the strings that say where a debate is, for hosts and for the panel. @type {Record<Phase, string>} */
export const WHERE = {
  idle: 'worm.panel.idle',
  before: 'worm.panel.before',
  live: 'worm.panel.live',
  after: 'worm.panel.after',
  done: 'worm.panel.done',
};
