/** The turnout at a glance for the operator: how many have answered, who is missing, how much time is left. */

/** @import { Translate } from 'mass-mobile' */
/** @import { PanelView, Reveal } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { percent, number } from '../shared/wording.js';

/** @param {Translate} t */
export function createTurnout(t) {
  const figure = h('b', { class: 'qp-answered' });
  const of = h('span', {});
  const clock = h('b', { class: 'qp-clock' });
  const bar = h('i');
  const missing = h('p', { class: 'qp-missing' });
  const gone = h('p', { class: 'qp-gone' });
  const root = h(
    'div',
    { class: 'qp-turnout', hidden: true },
    h('p', { class: 'qp-came' }, figure, of, clock),
    h('div', { class: 'qp-track', 'aria-hidden': 'true' }, bar),
    missing,
    gone,
  );

  /** @param {{ answered: number, asked: number, more: string, absent: string, clock: string }} told */
  function show({ answered, asked, more, absent, clock: left }) {
    root.hidden = false;
    figure.textContent = number(answered);
    of.textContent = t('quiz.panel.answered', { asked });
    clock.textContent = left;
    bar.style.setProperty('--share', String(asked === 0 ? 0 : answered / asked));
    root.toggleAttribute('data-full', asked > 0 && answered >= asked);
    missing.textContent = more;
    gone.textContent = absent;
  }

  /** The names to call out, and how many there are beside them. @param {string[]} names @param {number} count */
  function listed(names, count) {
    const list = new Intl.ListFormat(document.documentElement.lang, { type: 'unit', style: 'short' }).format(
      names.map(isolate),
    );
    return count > names.length ? t('quiz.panel.more', { names: list, count: count - names.length }) : list;
  }

  return {
    root,
    /** Shows how the answers come in. @param {Extract<PanelView, { open: true }>} view @param {string} left */
    open({ answered, asked, gone: away, missing: names }, left) {
      const count = asked - answered;
      const more =
        asked === 0
          ? t('quiz.panel.nobody')
          : t('quiz.panel.missing', { count, names: listed(names, count) });
      show({
        answered,
        asked,
        more,
        absent: away > 0 ? t('quiz.panel.gone', { count: away }) : '',
        clock: left,
      });
    },
    /** Shows the outcome. @param {Reveal} reveal @param {boolean} isScored */
    revealed({ answered, right, of: asked }, isScored) {
      const more =
        isScored && answered > 0 ? t('quiz.panel.right', { share: percent(right / answered, t) }) : '';
      show({ answered, asked: Math.max(asked, answered), more, absent: '', clock: '' });
    },
    hide: () => void (root.hidden = true),
  };
}

/** Keeps a name that is written from right to left from turning the text after it. @param {string} name */
function isolate(name) {
  return `\u2068${name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}\u2069`;
}
