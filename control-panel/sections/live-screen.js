/** The screen as it is, small: its own page, which takes no place of a screen, makes no sound and rests while nobody sees it. */

import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasLiveScreen } from '../session/preferences.js';
import { welcome } from '../session/session.js';
import { t } from '../parts/texts.js';

/** The page is laid out for this many pixels across, and then made small. */
const WIDTH = 960;

/** Can be put away, which is remembered. */
export function LiveScreen() {
  const isOn = hasLiveScreen.value;
  return html`<div class="live" data-on=${isOn}>
    ${isOn && html`<${Frame} key=${addressOf()} />`}
    <button class="button live-toggle" aria-pressed=${isOn} onClick=${() => (hasLiveScreen.value = !isOn)}>
      ${t(isOn ? 'panel.live.hide' : 'panel.live.show')}
    </button>
  </div>`;
}

/** The frame is there only while it is in sight. Another fragment alone would not load its page again. */
function Frame() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = /** @type {HTMLElement} */ (root.current);
    const seen = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    const fit = new ResizeObserver(() =>
      element.style.setProperty('--small', String(element.clientWidth / WIDTH)),
    );
    seen.observe(element);
    fit.observe(element);
    return () => {
      seen.disconnect();
      fit.disconnect();
    };
  }, []);
  return html`<div class="live-frame" ref=${root}>
    ${
      isSeen &&
      html`<iframe
        src=${addressOf()}
        title=${t('panel.live')}
        sandbox="allow-scripts allow-same-origin"
        tabindex="-1"
        inert
      ></iframe>`
    }
  </div>`;
}

/** The key stands in the fragment, which no server log sees. */
function addressOf() {
  const { roomId = 'main', presenterKey = '' } = welcome.value ?? {};
  return `/playfield?${new URLSearchParams({ room: roomId })}#${new URLSearchParams({ preview: presenterKey })}`;
}
