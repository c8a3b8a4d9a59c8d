/** Writes a chart as HTML: its title, its legend, and the place where the page draws it. */

/** @import { Chart, Series } from './types.js' */

import { html, svg } from './page/html.js';
import { strokes } from './page/marks.js';

/** @param {Chart} chart page/draw.js finds its figure by its id */
export function chartFigure({ id, title, note, wide, x, y, series }) {
  const toggles = Object.entries({ x, y }).filter(([, axis]) => axis.toggle);
  return html`<figure id="chart-${id}" class="${wide ? 'wide' : 'half'}">
    <figcaption>
      <div class="row">
        <h3>${title}</h3>
        <div>
          ${toggles.map(
            ([name, axis]) =>
              html`<button type="button" data-axis="${name}" aria-pressed="${String(axis.scale === 'log')}">
                Logarithmic ${name}
              </button> `,
          )}
        </div>
      </div>
      ${note && html`<p class="note">${note}</p>`}${legend(series)}
      <p class="y-label">${y.label}</p>
    </figcaption>
    <div class="plot" role="img" aria-label="${title}: ${y.label} over ${x.label}"></div>
  </figure>`;
}

/** @param {Series[]} series told once for all that share their words */
function legend(series) {
  const told = new Map(series.toReversed().map((one) => [one.group ?? one.label, one]));
  if (told.size < 2) return null;
  // Marks of what is odd about points of others are told last.
  const isAside = (/** @type {Series} */ { group, line, anchor }) => group !== undefined && !line && !anchor;
  const all = [...told].reverse().sort(([, a], [, b]) => Number(isAside(a)) - Number(isAside(b)));
  return html`<ul class="legend">
    ${all.map(([words, one]) => html`<li>${swatch(one)}${words}</li>`)}
  </ul>`;
}

/** @param {Series} series */
function swatch(series) {
  const place = { path: 'M0 7H34', spots: [{ left: 17, top: 7 }], markPx: series.anchor ? 3 : 4.2 };
  return svg`<svg viewBox="0 0 34 14" aria-hidden="true">${strokes(series, place)}</svg>`;
}
