/** The sheet behind the name in the bar: another name, another side. It is loaded when it is needed. */

/** @import { Ack, PublicPlayer } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { CLIENT_EVENT } from '../shared/wire.js';

/**
 * @param {object} options
 * @param {PublicPlayer} options.player
 * @param {readonly string[]} options.teams
 * @param {Translate} options.t
 * @param {(event: string, value: string) => Promise<Ack<any>>} options.ask
 * @param {(player: PublicPlayer) => void} options.onChange
 */
export function openIdentitySheet({ player, teams, t, ask, onChange }) {
  let me = player;
  const problem = h('p', { class: 'sheet-problem', role: 'alert' });
  const name = h('input', {
    class: 'sheet-name',
    value: me.name,
    maxlength: 40,
    autocomplete: 'nickname',
    autocapitalize: 'words',
    enterkeyhint: 'done',
    'aria-label': t('phone.sheet.name'),
  });
  const sides = h('div', { class: 'sheet-teams', role: 'radiogroup', 'aria-label': t('phone.sheet.team') });
  const sheet = h(
    'dialog',
    { class: 'sheet', 'aria-label': t('phone.sheet.title') },
    h(
      'form',
      { onsubmit: save },
      h('p', { class: 'sheet-title' }, t('phone.sheet.title')),
      name,
      teams.length > 0 && sides,
      problem,
      h('button', { class: 'card-button', type: 'submit' }, t('phone.sheet.save')),
    ),
  );

  function drawSides() {
    sides.replaceChildren(
      ...teams.map((team, index) =>
        h(
          'button',
          {
            type: 'button',
            role: 'radio',
            'aria-checked': String(team === me.team),
            class: 'sheet-team',
            'data-team-index': index,
            onclick: () => void change(CLIENT_EVENT.team, team, { team }),
          },
          h('span', { class: 'team-shape', 'data-shape': index }),
          t(`team.${team}`),
        ),
      ),
    );
  }

  /** @param {string} event @param {string} value @param {Partial<PublicPlayer>} wanted @returns {Promise<boolean>} */
  async function change(event, value, wanted) {
    const answer = await ask(event, value).catch(() => ({
      ok: /** @type {const} */ (false),
      message: t('phone.sheet.offline'),
    }));
    problem.textContent = answer.ok ? '' : answer.message;
    if (!answer.ok) return false;
    me = { ...me, ...wanted, ...('name' in answer ? { name: answer.name } : {}) };
    onChange(me);
    drawSides();
    return true;
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === '' || wanted === me.name || (await change(CLIENT_EVENT.rename, wanted, {}))) sheet.close();
  }

  drawSides();
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  name.select();
}
