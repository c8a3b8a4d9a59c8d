/** Writes a chart as HTML: its title, its legend, and the place where the page draws it. */

/** @import { Chart, Series } from './types.js' */

import { html } from './html.js';
import { DASHES, SHAPES } from './page/marks.js';

/**
 * @param {Chart} chart
 * @returns {import('./html.js').Html} page/draw.js finds it by its id
 */
export function chartFigure(chart) {
  return html`<figure id="chart-${chart.id}" class="${chart.wide ? 'wide' : 'half'}">
    <figcaption>
      <div class="row">
        <h3>${chart.title}</h3>
        ${toggles(chart)}
      </div>
      ${chart.note && html`<p class="note">${chart.note}</p>`}${legend(chart)}
      <p class="y-label">${chart.y.label}</p>
    </figcaption>
    <div class="plot" role="img" aria-label="${chart.title}: ${chart.y.label} over ${chart.x.label}"></div>
  </figure>`;
}

/** @param {Chart} chart */
function toggles({ x, y }) {
  const buttons = Object.entries({ x, y }).filter(([, axis]) => axis.toggle);
  if (buttons.length === 0) return null;
  return html`<div class="toggles">
    ${buttons.map(
      ([name, axis]) =>
        html`<button type="button" data-axis="${name}" aria-pressed="${String(axis.scale === 'log')}">
          Logarithmic ${name}
        </button>`,
    )}
  </div>`;
}

/** @param {Chart} chart */
function legend({ series }) {
  /** @type {Map<string, Series>} the first of those that share their words */
  const told = new Map();
  for (const one of series) {
    const words = one.group ?? one.label;
    if (!told.has(words)) told.set(words, one);
  }
  if (told.size < 2) return null;
  return html`<ul class="legend">
    ${[...told].sort(([, one], [, other]) => Number(isAside(one)) - Number(isAside(other))).map(([words, one]) => html`<li>${swatch(one)}${words}</li>`)}
  </ul>`;
}

/** @param {Series} series @returns {boolean} whether it marks what is odd about points of others, which is told last */
function isAside({ group, line, anchor }) {
  return group !== undefined && !line && !anchor;
}

/** @param {Series} series */
function swatch({ tone, mark, line, open, anchor, faint }) {
  const stroke =
    line &&
    html`<path
      d="M0 7H34"
      stroke-width="${anchor ? 1.25 : 2}"
      stroke-dasharray="${DASHES[line].join(' ') || 'none'}"
    />`;
  const shape =
    mark &&
    html`<path
      d="${SHAPES[mark]}"
      transform="translate(17 7) scale(${anchor ? 3 : 4.2})"
      stroke-width=".35"
      fill="${open ? 'var(--paper)' : 'currentColor'}"
    />`;
  return html`<svg
    viewBox="0 0 34 14"
    color="var(--${tone})"
    opacity="${faint ? 0.55 : 1}"
    stroke="currentColor"
    fill="none"
    aria-hidden="true"
  >
    ${stroke}${shape}
  </svg>`;
}
