/** The faults of the game that is on, on the server, on phones, screens and remotes: nobody looks into their consoles. */

import { html } from 'htm/preact';
import { status } from '../session/session.js';
import { t } from '../parts/texts.js';

/** @param {{ epoch: number }} props of the scene that is shown: the last status may be of the one before */
export function Faults({ epoch }) {
  const { epoch: of, faults = [], gameFault = null } = status.value ?? {};
  // A fault of this panel stands in the place of the game's own part of it.
  const others = faults.filter(({ page }) => page !== 'panel');
  if (of !== epoch || (others.length === 0 && !gameFault)) return null;
  return html`<div role="status">
    <ul class="faults">
      ${
        gameFault &&
        html`<li class="field-note problem">
          <b>${t(gameFault.message)}</b
          >${gameFault.place && html` <bdi dir="ltr"><code>${gameFault.place}</code></bdi>`}
        </li>`
      }
      ${others.map(
        ({ page, count, of: all, place, message, hook }) =>
          html`<li key=${`${page} ${place} ${message}`} class="field-note problem">
            <b>${t(`panel.fault.${page}`, { n: count, of: all })}</b>${' '}
            <bdi dir="ltr">
              ${place && html`<code>${place}</code> `}${message}${hook && html`, in <code>${`${hook}()`}</code>`}
            </bdi>
          </li>`,
      )}
    </ul>
  </div>`;
}
