/** A scale on the screen: for each statement its mean, and above the line how many gave which value. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */
/** @import { ElementNow, PublicDefinition } from '../types.js' */

import { h } from '../../../public/shared/dom.js';
import { LOOKS } from '../../../public/playfield/bars.js';
import { number, sizeOf, write } from './rows.js';

/** @param {Extract<PublicDefinition, { kind: 'scale' }>} definition @param {PlayfieldHost<typeof game>} host */
export function createScale({ options, from, to, ends }, { lang }) {
  const values = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const items = options.map((text, place) => {
    const columns = values.map((value) =>
      h('span', { class: 'talk-column' }, h('i', {}), h('span', { class: 'talk-tick' }, String(value))),
    );
    const mean = h('b', { class: 'talk-mean' });
    const needle = h('span', { class: 'talk-needle' });
    const root = h(
      'li',
      { class: 'talk-scale', 'data-team-index': place % LOOKS },
      h('span', { class: 'talk-label', dir: 'auto' }, text),
      h('div', { class: 'talk-lane' }, ...columns, needle),
      mean,
    );
    return { root, columns, mean, needle };
  });
  const root = h(
    'ol',
    { class: 'talk-scales', 'data-count': options.length, 'data-size': sizeOf(options) },
    ...items.map((item) => item.root),
    ends.some(Boolean)
      ? h(
          'li',
          { class: 'talk-ends' },
          h('span', { dir: 'auto' }, ends[0] && `${from} = ${ends[0]}`),
          h('span', { dir: 'auto' }, ends[1] && `${to} = ${ends[1]}`),
        )
      : null,
  );

  return {
    root,
    /** @param {ElementNow} now */
    update({ view }) {
      const results = view.kind === 'scale' ? view.items : null;
      const most = Math.max(1, ...(results ?? []).flatMap((item) => item.counts));
      items.forEach(({ root: row, columns, mean, needle }, place) => {
        const result = results?.[place];
        const middle = result?.mean ?? null;
        columns.forEach((column, step) =>
          column.style.setProperty('--share', String((result?.counts[step] ?? 0) / most)),
        );
        row.toggleAttribute('data-mean', middle !== null);
        if (middle !== null) needle.style.setProperty('--at', String((middle - from + 0.5) / values.length));
        write(mean, middle === null ? '' : number(middle, lang, 1));
      });
    },
  };
}
