/** The sheet behind the name in the bar: another name, another side, and what is kept of a player. It is loaded when it is needed. */

/** @import { Ack, PublicPlayer } from '../../lib/contract/wire.js' */
/** @typedef {PublicPlayer & { waiting?: string }} OwnPlayer */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';
import { chooseLanguage, isolate } from '../shared/i18n.js';
import { LANGUAGES } from '../shared/languages.js';
import { CLIENT_EVENT } from '../shared/wire.js';

/**
 * @param {object} options
 * @param {OwnPlayer} options.player
 * @param {readonly string[]} options.teams
 * @param {number} options.eraseAfter hours, see `Welcome`
 * @param {Translate} options.t
 * @param {(event: string, value: string) => Promise<Ack<any>>} options.ask
 * @param {(player: OwnPlayer) => void} options.onChange
 */
export function openIdentitySheet({ player, teams, eraseAfter, t, ask, onChange }) {
  let me = player;
  const problem = h('p', { class: 'sheet-problem', role: 'alert' });
  const note = h('p', { class: 'sheet-note', role: 'status' }, noteOf(me, t));
  const name = h('input', {
    class: 'sheet-name',
    value: me.waiting ?? me.name,
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
      note,
      language(t),
      problem,
      h('button', { class: 'card-button', type: 'submit' }, t('phone.sheet.save')),
      h(
        'details',
        { class: 'sheet-kept' },
        h('summary', {}, t('phone.kept')),
        h('p', {}, t('phone.kept.where')),
        h('p', {}, t('phone.kept.nowhere')),
        h('p', {}, t('phone.kept.until', { count: eraseAfter })),
      ),
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
    problem.textContent = answer.ok ? '' : t(answer.message);
    if (!answer.ok) return false;
    if ('name' in answer) {
      const { id, team } = me;
      me = { id, team, name: answer.name, ...(answer.waiting && { waiting: answer.waiting }) };
    }
    me = { ...me, ...wanted };
    note.textContent = noteOf(me, t);
    onChange(me);
    drawSides();
    return true;
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === '' || wanted === me.name || wanted === me.waiting) return sheet.close();
    // People who have to wait read it before the sheet goes.
    if ((await change(CLIENT_EVENT.rename, wanted, {})) && !me.waiting) sheet.close();
  }

  drawSides();
  sheet.addEventListener('close', () => sheet.remove());
  sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  name.select();
}

/** @param {OwnPlayer} me @param {Translate} t */
function noteOf({ waiting }, t) {
  return waiting ? t('phone.sheet.waiting', { name: isolate(waiting) }) : '';
}

/** The languages by their own names. The page is loaded again in the one that is chosen; the player stays who they are. @param {Translate} t */
function language(t) {
  const now = document.documentElement.lang.slice(0, 2);
  const select = h(
    'select',
    { class: 'sheet-language', 'aria-label': t('phone.sheet.language') },
    ...Object.entries(LANGUAGES).map(([tag, name]) =>
      h('option', { value: tag, lang: tag, selected: tag === now }, name),
    ),
  );
  select.addEventListener('change', () => {
    chooseLanguage(select.value);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(history.state, '', address);
    location.reload();
  });
  return h('label', { class: 'sheet-languages' }, h('span', {}, t('phone.sheet.language')), select);
}
