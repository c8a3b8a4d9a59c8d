/** The texts of the game that is on, for the places where the panel names its teams. */

import { effect, signal } from '@preact/signals';
import { loadGameStrings } from '../../public/shared/i18n.js';
import { lang, t } from '../parts/texts.js';
import { scene } from './session.js';

/** @import { GameCard } from '../../lib/contract/types.js' */

/** The texts of the game `id`, or of the panel while they are on their way and when they do not arrive. */
const gameTexts = signal({ id: '', t });

effect(() => void load(scene.value?.game));

/** @param {string | null} id of a team @returns {string} what the game calls it, else the id with a capital letter */
export function teamTitle(id) {
  return id === null ? t('panel.team.none') : gameTexts.value.t(`team.${id}`);
}

/** A scene comes at every change of a setting too: only another game brings other texts. @param {GameCard} [card] */
async function load(card) {
  const id = card?.id ?? '';
  if (id === gameTexts.peek().id) return;
  gameTexts.value = { id, t };
  if (!card || card.teams.length === 0) return;
  const texts = await loadGameStrings(card, lang, t).catch(() => t);
  if (gameTexts.peek().id === id) gameTexts.value = { id, t: texts };
}
