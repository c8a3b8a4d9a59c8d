/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { LINES, MIDDLE } from './shared/lines.js';

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t } = host;
  const line = h('p', { class: 'bingo-line', role: 'status' });
  const grid = h('div', { class: 'bingo-card', dir: 'ltr' });
  const call = h(
    'button',
    { class: 'bingo-call', onclick: () => host.submit('call', { line: full() }) },
    t('Bingo!'),
  );
  root.append(h('div', { class: 'bingo-phone' }, line, grid, call));
  let card = '';
  let hasWon = false;
  /** The places that are marked, kept for the card that they belong to. @type {Set<number>} */
  let marked = new Set();

  const full = () =>
    LINES.findIndex((places) => places.every((place) => place === MIDDLE || marked.has(place)));

  function show() {
    for (const [place, button] of [...grid.children].entries())
      button.setAttribute('aria-pressed', String(place === MIDDLE || marked.has(place)));
    call.disabled = full() < 0;
  }

  /** @param {number} place */
  function mark(place) {
    if (!marked.delete(place)) marked.add(place);
    host.haptics.buzz();
    host.memory.set({ card, marked: [...marked] });
    show();
  }

  return {
    notice({ last, isOver }) {
      if (hasWon) return;
      const drawn = last === null ? t('Here is your card') : t('Drawn: {last}', { last });
      line.textContent = isOver ? t('Somebody has bingo') : drawn;
    },
    personal({ card: numbers, place }) {
      hasWon = place > 0;
      if (hasWon) line.textContent = t('Bingo! You are number {place}', { place });
      if (card === String(numbers)) return;
      card = String(numbers);
      const kept = /** @type {{ card: string, marked: number[] } | undefined} */ (host.memory.get());
      marked = new Set(kept?.card === card ? kept.marked : []);
      grid.replaceChildren(
        ...numbers.map((number, at) => h('button', { onclick: () => mark(at) }, number || '★')),
      );
      show();
    },
    submission: ({ state, message }) => {
      if (state === 'refused') line.textContent = t(message ?? '');
    },
  };
}
