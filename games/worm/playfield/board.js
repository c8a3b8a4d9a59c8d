/** The board over the chart while there is no line: the splash, the questions, and at the end the answers. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { WormSettings } from '../rules/settings.js' */
/** @import { Backdrop, Frame } from './scene.js' */

import { h } from '../../../public/shared/dom.js';
import { isBeside } from './layout.js';

/** @param {PlayfieldHost<typeof game>} host */
export function createBoard({ t }) {
  const root = h('div', { class: 'worm-board' });
  let shown = '';

  /** @param {Frame} view @param {Backdrop | null} behind @param {WormSettings} settings @returns {HTMLElement[]} */
  function picture(view, behind, settings) {
    const { phase, n, here } = view;
    if (phase === 'idle') return splash(n, settings);
    if (behind?.asking) return asking(behind.asking, here);
    if (phase === 'done' && behind?.outcome?.length) return behind.outcome.map(outcome);
    return [];
  }

  /** @param {number} n @param {WormSettings} settings */
  function splash(n, settings) {
    return [
      h('h1', { class: 'worm-splash', dir: 'auto' }, settings.title || t('worm.title')),
      h('p', { class: 'worm-ready' }, t('worm.ready', { count: n })),
    ];
  }

  /** @param {NonNullable<Backdrop['asking']>} asked @param {number} here */
  function asking({ questions, answered }, here) {
    const share = here === 0 ? 0 : Math.min(100, (100 * answered) / here);
    return [
      ...questions.map((text) => h('h2', { class: 'worm-asked', dir: 'auto' }, text)),
      h('p', { class: 'worm-ready' }, t('worm.phones')),
      h('p', { class: 'worm-answered' }, t('worm.answered', { n: answered, here })),
      h(
        'div',
        { class: 'worm-progress', 'aria-hidden': 'true' },
        h('i', { style: { '--share': `${share}%` } }),
      ),
    ];
  }

  /** @param {NonNullable<Backdrop['outcome']>[number]} about */
  function outcome({ text, choices, before, after }) {
    const columns = [before, after];
    const rows = choices.map((words, at) =>
      h(
        'tr',
        {},
        h('th', { dir: 'auto', scope: 'row' }, words),
        ...columns.map((counts) => (counts ? bar(Number(counts[at]), sumOf(counts)) : h('td', {}))),
      ),
    );
    const head = h(
      'tr',
      {},
      h('td', {}),
      ...columns.map((counts, at) => {
        const name = t(at === 0 ? 'worm.before' : 'worm.after');
        return h('th', { scope: 'col' }, counts ? `${name} · ${t('worm.n', { count: sumOf(counts) })}` : '');
      }),
    );
    const table = h('table', { class: 'worm-outcome' }, head, ...rows);
    return h('section', { class: 'worm-result' }, h('h2', { class: 'worm-asked', dir: 'auto' }, text), table);
  }

  /** @param {number} count @param {number} of */
  function bar(count, of) {
    const share = of === 0 ? 0 : Math.round((100 * count) / of);
    return h(
      'td',
      {},
      h('span', { class: 'worm-bar', style: { '--share': `${share}%` } }),
      h('span', { class: 'worm-share' }, t('worm.percent', { n: share })),
    );
  }

  return {
    root,
    /** @param {{ view: Frame, behind: Backdrop | null, settings: WormSettings }} about */
    show({ view, behind, settings }) {
      const { phase, n, here } = view;
      const key = JSON.stringify([
        phase,
        phase === 'idle' ? [n, settings.title] : [behind?.asking, behind?.outcome, behind?.asking && here],
      ]);
      if (key === shown) return;
      shown = key;
      const parts = picture(view, behind, settings);
      root.dataset['count'] = String(parts.length);
      root.dataset['asked'] = String(behind?.asking?.questions.length ?? 0);
      root.toggleAttribute('data-beside', isBeside(phase, behind));
      root.hidden = parts.length === 0;
      root.replaceChildren(...parts);
    },
  };
}

/** @param {readonly number[]} counts */
function sumOf(counts) {
  return counts.reduce((sum, count) => sum + count, 0);
}
