/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { textbox } from '../../public/phone/kit/textbox.js';
import { h } from '../../public/shared/dom.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const story = h('p', { class: 'relay-last', dir: 'auto', role: 'status' });
  root.append(story);
  const box = textbox(root, host, {
    field: 'word',
    submit: 'word',
    maxLength: 20,
    label: host.t('Which word comes next?'),
  });
  return { ...box, notice: ({ last }) => void (story.textContent = `… ${last} …`) };
}
