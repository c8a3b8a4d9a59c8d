/** The panel's texts in the operator's language, and the words for things the server names by id. */

import { loadStrings } from '../../public/shared/i18n.js';

export const { lang, t } = await loadStrings();

/**
 * `Left` for `left`; a team that has no word of its own keeps its id.
 * @param {string | null} id
 */
export function teamTitle(id) {
  if (id === null) return t('panel.team.none');
  const title = t(`team.${id}`);
  return title === `team.${id}` ? id : title;
}

/**
 * A stranger's text inside a sentence of ours: right-to-left letters and overrides end with the name.
 * @param {string} text
 */
export const isolate = (text) => `\u2068${text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
