/** The links to the remote: one for the presenter, one for moderators, as QR codes and to copy. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import { copy } from '../parts/copy.js';
import { Icon } from '../parts/icons.js';
import { order, scene, status } from '../session/session.js';
import { t } from '../parts/texts.js';

/** @import { RemoteLinks } from '../../lib/contract/wire.js' */

/** These are of the room that is watched; they are asked for each time, because another room has other keys. @type {import('@preact/signals').Signal<RemoteLinks | null>} */
const links = signal(null);

/** Opens the sheet with the links. */
export function RemoteButton() {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const open = async () => {
    const ack = await order('remotes');
    if (!ack.ok) return;
    links.value = ack.links;
    sheet.current?.showPopover();
  };
  const count = status.value?.remotes ?? 0;
  return html`<button class="button remote" title=${t('panel.remote.help')} onClick=${open}>
      <${Icon} name="remote" /><span>${t('panel.remote')}</span
      >${count > 0 && html`<span class="tag on">${t('panel.remote.open', { count })}</span>`}
    </button>
    <div class="menu remotes" popover ref=${sheet} aria-label=${t('panel.remote')}>
      ${links.value && html`<${Link} role="presenter" /><${Link} role="moderator" />`}
    </div>`;
}

/** @param {{ role: 'presenter' | 'moderator' }} props */
function Link({ role }) {
  const { url = '', qr = '' } = links.value?.[role] ?? {};
  const actions = Object.values(scene.value?.game.actions ?? {});
  const isIdle = role === 'moderator' && !actions.some(({ moderators }) => moderators);
  return html`<section class="remote-link">
    <h3>${t(`panel.remote.${role}`)}</h3>
    <img src=${`data:image/svg+xml,${encodeURIComponent(qr)}`} alt=${t('panel.remote.qr')} />
    <p class="quiet">${t(`panel.remote.${role}.help`)}</p>
    ${isIdle && html`<p class="quiet">${t('panel.remote.idle')}</p>`}
    <button class="button" onClick=${() => copy(url)}>
      <${Icon} name="copy" /><span>${t('panel.remote.copy')}</span>
    </button>
  </section>`;
}
