/** Switching may end the game that is on: where it cannot be kept, a person is asked first. */

import { confirmed } from '../parts/confirm.js';
import { t } from '../parts/texts.js';

/** @import { Ack } from '../../lib/contract/wire.js' */

/**
 * @param {(more: { sure?: boolean }) => Promise<Ack<any>>} run asks the server
 * @returns {Promise<Ack<any>>} without a message where they thought better of it
 */
export async function askBeforeLoss(run) {
  const ack = await run({});
  if (ack.ok || !ack.code.startsWith('leave-')) return ack;
  const question = {
    title: t('panel.games.lose.title'),
    text: ack.message,
    yes: t('panel.games.lose'),
    harmful: true,
  };
  return (await confirmed(question)) ? run({ sure: true }) : { ...ack, message: '' };
}
