/** The results of an element in numbers, for those who lead the talk: also while they are hidden from the hall. */

/** @import { Translate } from 'mass-mobile' */
/** @import { ElementNow, ElementView } from '../../types.js' */

import { h } from '../../../../public/shared/dom.js';

/** Words and texts that are listed; the hall sees the rest. */
const MOST_WORDS = 20;
const MOST_TEXTS = 8;
const FIGURE = Object.freeze({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @typedef {{ label: string, share: number, value: string, isRight?: boolean }} Row share: 0 to 1 */

/** @param {Translate} t */
export function createResults(t) {
  const root = h('div', { class: 'desk-results' });
  let shown = '';
  return {
    root,
    /** @param {ElementNow | null} element @param {number[] | null} [right] of a quiz question */
    show(element, right = null) {
      const key = JSON.stringify([element?.definition, element?.view, element?.n, right]);
      if (key === shown) return;
      shown = key;
      root.hidden = element === null;
      if (!element) return root.replaceChildren();
      root.replaceChildren(...rowsOf(element, right, t).map(drawRow));
    },
  };
}

/** @param {ElementNow} element @param {number[] | null} right @param {Translate} t @returns {Row[]} */
function rowsOf({ definition, view, n }, right, t) {
  const options = 'options' in definition ? definition.options : [];
  switch (view.kind) {
    case 'poll':
    case 'quiz':
      return countRows(options, view.counts ?? [], n, right);
    case 'scale':
      return scaleRows(options, view, definition, t);
    case 'rank':
      return [...(view.items ?? [])]
        .map(({ score, place }, at) => ({ score, place, label: options[at] ?? '' }))
        .sort((a, b) => a.place - b.place)
        .map(({ score, place, label }) => ({
          label: `${place}. ${label}`,
          share: score / Math.max(1, options.length),
          value: score.toFixed(1),
        }));
    case 'cloud': {
      const words = (view.words ?? []).slice(0, MOST_WORDS);
      const most = Math.max(1, ...words.map(({ count }) => count));
      return words.map(({ text, count }) => ({ label: text, share: count / most, value: String(count) }));
    }
    case 'wall':
      return (view.texts ?? [])
        .slice(0, MOST_TEXTS)
        .map(({ text, name }) => ({ label: text, share: 0, value: name }));
    default:
      return [];
  }
}

/** @param {string[]} options @param {number[]} counts @param {number} n @param {number[] | null} right @returns {Row[]} */
function countRows(options, counts, n, right) {
  return options.map((label, at) => {
    const count = counts[at] ?? 0;
    const share = n > 0 ? count / n : 0;
    const row = { label, share, value: `${count} · ${Math.round(100 * share)} %` };
    return right?.includes(at) ? { ...row, isRight: true } : row;
  });
}

/** @param {string[]} options @param {Extract<ElementView, { kind: 'scale' }>} view @param {ElementNow['definition']} definition @param {Translate} t @returns {Row[]} */
function scaleRows(options, view, definition, t) {
  if (definition.kind !== 'scale') return [];
  const { from, to } = definition;
  return (view.items ?? []).map(({ mean, counts }, at) => ({
    label: options[at] ?? '',
    share: mean === null ? 0 : (mean - from) / (to - from),
    value:
      mean === null
        ? '–'
        : `Ø ${mean.toLocaleString(document.documentElement.lang || 'en', FIGURE)} · ${t('talk.desk.n', { n: counts.reduce((a, b) => a + b, 0) })}`,
  }));
}

/** @param {Row} row */
function drawRow({ label, share, value, isRight = false }) {
  return h(
    'div',
    { class: 'desk-row', 'data-right': isRight || null, style: { '--share': String(Math.min(1, share)) } },
    h('span', { class: 'desk-label', dir: 'auto' }, isRight ? `✓ ${label}` : label),
    h('span', { class: 'desk-value', dir: 'auto' }, value),
  );
}
