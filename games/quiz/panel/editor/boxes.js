/** The box over the editor in which a list of questions is pasted. */

/** @import { Translate } from 'mass-mobile' */
/** @import { Question } from '../../types.js' */

import { drawButton } from '../../../../public/documents/button.js';
import { openBox } from '../../../../public/documents/unsaved.js';
import { h } from '../../../../public/shared/dom.js';
import { readPasted } from './paste.js';

/** @param {HTMLElement} root @param {Translate} t @param {(questions: Question[]) => void} add */
export function askForList(root, t, add) {
  const area = h('textarea', {
    class: 'text qe-paste',
    rows: 14,
    dir: 'auto',
    placeholder: t('quiz.edit.paste.how'),
  });
  const take = () => {
    box.close();
    add(readPasted(area.value));
  };
  const box = openBox(root, t('quiz.edit.paste'), [
    area,
    h(
      'div',
      { class: 'doc-row' },
      drawButton(t('panel.cancel'), () => box.close()),
      drawButton(t('quiz.edit.take'), take, { isPrimary: true }),
    ),
  ]);
}
