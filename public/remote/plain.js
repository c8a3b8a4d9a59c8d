/** The remote of a game that brings none: its actions as large buttons, with a form where they have arguments. */

/** @import { Field, GameCard } from '../../lib/contract/types.js' */
/** @import { RemoteHost } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

/** @typedef {GameCard['actions'][string]} ActionCard */

/** A thumb finds one of these without reading all. */
const MOST_IN_SIGHT = 4;

/** @param {HTMLElement} root @param {RemoteHost<any>} host */
export function mount(root, host) {
  const { role, scene, t } = host;
  const actions = Object.entries(scene.game.actions).filter(
    // The bar below has the next step.
    ([, action]) => (role === 'presenter' ? !action.step : action.moderators),
  );
  const nothing = role === 'presenter' ? 'remote.nothing' : 'remote.nothing.moderator';
  const list = h(
    'div',
    { class: 'actions' },
    ...actions.map(([id, action]) => control(id, action, host)),
    actions.length === 0 && h('p', { class: 'quiet' }, t(nothing)),
  );
  // So many are for another moment: what comes next is in the bar below.
  const isLong = role === 'presenter' && actions.length > MOST_IN_SIGHT;
  root.append(isLong ? h('details', {}, h('summary', {}, t('remote.more')), list) : list);
}

/** @param {string} id @param {ActionCard} action @param {RemoteHost<any>} host */
function control(id, action, host) {
  const fields = Object.entries(action.args ?? {}).map(([name, field]) => ({ name, ...input(name, field) }));
  const button = h('button', { class: 'action', type: 'submit' }, action.title, action.confirm && ' …');
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (action.confirm && !(await isSure(action.title, host))) return;
    button.disabled = true;
    await host.run(id, Object.fromEntries(fields.map(({ name, value }) => [name, value()])));
    button.disabled = false;
  };
  return h('form', { class: 'action-form', onsubmit: send }, ...fields.map(({ label }) => label), button);
}

/** @param {string} name @param {Field} field @returns {{ label: HTMLElement, value: () => string | number | boolean }} */
function input(name, field) {
  const { type, enum: choices, enumTitles, minimum, maximum, title = name } = field;
  const first = field.default ?? minimum ?? choices?.[0] ?? '';
  if (choices) {
    const options = choices.map((choice, at) =>
      h('option', { value: choice, selected: choice === first }, enumTitles?.[at] ?? choice),
    );
    const select = h('select', {}, ...options);
    return { label: h('label', {}, title, select), value: () => select.value };
  }
  if (type === 'boolean') {
    const box = h('input', { type: 'checkbox', checked: first === true });
    return { label: h('label', { class: 'switch' }, box, title), value: () => box.checked };
  }
  const isText = type === 'string';
  const limits = isText
    ? { maxlength: field.maxLength ?? 200 }
    : { min: minimum, max: maximum, step: type === 'integer' ? 1 : 'any', required: true };
  const box = h('input', { type: isText ? 'text' : 'number', value: first, ...limits });
  return { label: h('label', {}, title, box), value: () => (isText ? box.value : Number(box.value)) };
}

/** @param {string} action @param {RemoteHost<any>} host @returns {Promise<boolean>} */
function isSure(action, { t, signal }) {
  const dialog = h(
    'dialog',
    { class: 'sure' },
    h(
      'form',
      { method: 'dialog' },
      h('p', {}, t('remote.sure', { action })),
      h('button', { class: 'action', value: 'yes' }, action),
      h('button', { class: 'quiet-button', value: '' }, t('remote.cancel')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  signal.addEventListener('abort', () => dialog.close());
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    }),
  );
}
