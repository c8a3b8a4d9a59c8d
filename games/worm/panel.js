/** The worm in the control panel: the line as it is, and what the audience is not shown. */

/** @import { PanelModule, TypesOf } from 'mass-mobile' */
/** @import game from './game.js' */

import { addStyle, h } from '../../public/shared/dom.js';
import { WHERE } from './shared/where.js';
import { detailIn, wordsIn } from './shared/words.js';

/** @typedef {TypesOf<typeof game>['panel']} View */
/** @typedef {View['phase']} Phase */

/** @type {PanelModule<typeof game>['mount']} */
export function mount(root, { run, signal, t, lang }) {
  const words = wordsIn(lang);
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  addStyle('/games/worm/style.css', { signal });

  const where = h('b');
  const figures = h('span', { class: 'worm-panel-figures' });
  const held = h('span', { class: 'worm-panel-held' });
  // It has a name before the first view comes, as a screen reader may be there sooner.
  const hide = h('button', { type: 'button', class: 'button' }, t('worm.panel.hide'));
  const hands = h('ul');
  hide.addEventListener('click', () => void run('hide'));
  root.append(
    h(
      'div',
      { class: 'worm-panel' },
      h('div', { class: 'worm-panel-row', role: 'status' }, where, held),
      figures,
      h('div', { class: 'worm-panel-row' }, hide),
      h('details', {}, h('summary', {}, t('worm.panel.hands')), hands),
    ),
  );

  /** Levels with one decimal: the second one is noise. @param {Record<string, number>} values @returns {Record<string, string>} */
  const told = (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, number.format(value)]));

  /** @param {View} view */
  function show(view) {
    const { phase, n, here, mean, error, median, asking, hidden, why } = view;
    where.textContent = t(WHERE[phase]);
    figures.textContent = asking
      ? t('worm.panel.asking', { n: asking.answered, here })
      : t('worm.panel.figures', { n, here, ...told({ mean, error, median }) });
    hide.textContent = t(hidden ? 'worm.panel.show' : 'worm.panel.hide');
    held.textContent = phase === 'live' && why !== '' ? t(`worm.panel.held.${why}`) : '';
    const lines = view.hands.map(
      ({ atS, act, detail, by }) =>
        `${atS === null ? '–' : `${atS} s`} · ${words(act)} ${detailIn({ act, detail }, words)} · ${by ? t(`worm.panel.by.${by}`) : '–'}`,
    );
    hands.replaceChildren(...lines.reverse().map((line) => h('li', { dir: 'auto' }, line)));
  }

  return { panel: show };
}
