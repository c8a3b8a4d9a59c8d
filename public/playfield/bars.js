/** Bars: what the room chose. Each bar lies behind its option, so that long ones have the whole width. */

/** @import { PlayfieldHost } from '../../lib/contract/pages.js' */

import { dress, h } from '../shared/dom.js';

/** Colours and shapes come again after so many, as in the `choice()` of the phones. */
export const LOOKS = 6;
const LOOK = `
.bars { display: grid; grid-auto-rows: minmax(0, 1fr); align-content: center; gap: .35em; margin: 0; padding: 0; font-size: var(--type, min(7vh, 3.6vw)); list-style: none; }
.bars-chart { position: absolute; inset: 0; display: flex; flex-direction: column; gap: 3vh; padding: 4vh 3.5vw; }
.bars-chart h1 { margin: 0; font-size: min(9vh, 5vw); line-height: 1.1; text-align: center; text-wrap: balance; }
.bars-chart > ol { flex: 1; min-height: 0; }
.bars-row { position: relative; display: flex; align-items: center; gap: .5em; min-height: 0; max-height: 3.6em; padding: .1em .55em; overflow: hidden; border-radius: .4em; background: var(--row-bg, var(--night-2)); line-height: 1.14; }
.bars-bar { position: absolute; inset: 0; background: color-mix(in srgb, var(--team) var(--fill, 62%), transparent); transform: scaleX(var(--share, 0)); transform-origin: var(--start); transition: transform .6s var(--ease); }
.bars-row > :not(.bars-bar) { position: relative; }
.bars-mark { display: grid; flex: none; place-items: center; width: 1.5em; aspect-ratio: 1; background: var(--team); color: #0b0713; clip-path: circle(50%); font-size: .8em; font-weight: 800; line-height: 1; }
.bars-mark[data-shape='0'] { padding-top: .45em; clip-path: polygon(50% 0, 100% 96%, 0 96%); }
.bars-mark[data-shape='1'] { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
.bars-mark[data-shape='3'] { clip-path: inset(8% round 12%); }
.bars-mark[data-shape='4'] { clip-path: polygon(25% 4%, 75% 4%, 100% 50%, 75% 96%, 25% 96%, 0 50%); }
.bars-mark[data-shape='5'] { clip-path: polygon(0 50%, 32% 0, 100% 0, 100% 100%, 32% 100%); }
.bars-label { display: -webkit-box; flex: 1; min-width: 0; overflow: hidden; font-weight: 600; overflow-wrap: anywhere; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
.bars-figures { display: flex; flex: none; align-items: baseline; gap: .6em; font-weight: 800; font-variant-numeric: tabular-nums; }
.bars-share { min-width: 3.2em; text-align: end; }
.bars-count { color: var(--ink-2); font-size: .8em; font-weight: 600; }
.bars-row[data-most] .bars-label { font-weight: 800; }
.bars-row[data-right='true'] { outline: .12em solid var(--good); outline-offset: -.12em; }
.bars-row[data-right='true'] .bars-label::before { content: '✓ '; color: var(--good); }
.bars-row[data-right='false'] { opacity: .5; }
`;

/**
 * Shows a bar for each choice of a frame, with its number and its share of all.
 * @param {HTMLElement} root
 * @param {PlayfieldHost<any>} host
 * @param {object} options
 * @param {readonly string[]} options.of the values, in the order of the phones' `choice()`
 * @param {readonly string[]} [options.labels] default: `host.t(value)`
 * @param {(view: any) => Record<string, number>} [options.read] counts by value, of a frame; default: its `counts`
 * @param {string} [options.title]
 */
export function bars(
  root,
  { lang, t },
  { of, labels = of.map((one) => t(one)), read = ({ counts }) => counts, title = '' },
) {
  const chart = createBars(labels, lang);
  root.append(h('div', { class: 'bars-chart' }, title !== '' && h('h1', { dir: 'auto' }, title), chart.root));
  return {
    /** @param {any} view */
    frame(view) {
      const byValue = read(view);
      const counts = of.map((one) => byValue[one] ?? 0);
      chart.update(
        counts,
        counts.reduce((sum, one) => sum + one, 0),
      );
    },
  };
}

/** The same without a game around it. @param {readonly string[]} texts @param {string} lang */
export function createBars(texts, lang) {
  const rows = texts.map((text, place) => {
    const count = h('span', { class: 'bars-count' });
    const share = h('span', { class: 'bars-share' });
    return { root: createRow(text, place, [count, share]), count, share };
  });
  let shown = '';
  return {
    root: h('ol', { class: 'bars' }, ...rows.map((row) => row.root)),
    /**
     * @param {readonly number[] | null} counts null: not to be seen yet
     * @param {number} people that the shares are of; with several choices each they add up to more than the whole
     * @param {readonly number[] | null} [right] the places of the right options; null: nothing is right or wrong
     */
    update(counts, people, right = null) {
      const key = JSON.stringify([counts, people, right]);
      if (key === shown) return;
      shown = key;
      const most = Math.max(0, ...(counts ?? []));
      rows.forEach((row, place) => {
        const value = counts?.[place] ?? 0;
        const part = people > 0 ? value / people : 0;
        row.root.style.setProperty('--share', String(Math.min(1, part)));
        row.count.textContent = counts ? value.toLocaleString(lang) : '';
        row.share.textContent = counts
          ? part.toLocaleString(lang, { style: 'percent', maximumFractionDigits: 0 })
          : '';
        row.root.toggleAttribute('data-most', most > 0 && value === most);
        if (right) row.root.dataset['right'] = String(right.includes(place));
        else delete row.root.dataset['right'];
      });
    },
  };
}

/**
 * Makes one row: its bar, which is as long as `--share` of 1 says, its mark, its words, and figures at the end.
 * @param {string} text @param {number} place from 0
 * @param {readonly HTMLElement[]} figures
 * @param {HTMLElement | null} [lead] stands before the mark
 */
export function createRow(text, place, figures, lead = null) {
  dress(LOOK);
  const look = place % LOOKS;
  const letter = String.fromCharCode(65 + (place % 26));
  return h(
    'li',
    { class: 'bars-row', 'data-team-index': look },
    h('span', { class: 'bars-bar' }),
    lead,
    h('b', { class: 'bars-mark', 'data-shape': look, 'aria-hidden': 'true' }, letter),
    h('span', { class: 'bars-label', dir: 'auto' }, text),
    h('span', { class: 'bars-figures' }, ...figures),
  );
}
