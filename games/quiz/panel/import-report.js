/** The report of an import: its format, and the items that were left out. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ImportReport } from '../../../public/documents/store.js' */

import { h } from '../../../public/shared/dom.js';

/** @param {ImportReport} report @param {Translate} t @returns {(HTMLElement | string)[]} */
export function drawReport({ format = '', skipped }, t) {
  if (skipped.length === 0) return [t('quiz.packs.imported', { format })];
  const items = skipped.map(({ item, reason }) => h('li', {}, h('b', {}, item), ` ${reason}`));
  return [
    t('quiz.packs.skipped', { format, count: skipped.length }),
    h('ul', { class: 'qp-skipped' }, ...items),
  ];
}
