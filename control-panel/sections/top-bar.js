/** The bar on top: the room, the number of phones, the health of the server, the state of this connection. */

import { html } from 'htm/preact';
import { useRef } from 'preact/hooks';
import { confirmed } from '../parts/confirm.js';
import { integer, short } from '../parts/format.js';
import { healthOf, healthOfLoad, worst } from '../parts/health.js';
import { Icon } from '../parts/icons.js';
import { Mark } from './login.js';
import { LockToggle, RoomLinks, RoomSelect, closeRoom, erasePeople, isMainRoom, openRoom } from './rooms.js';
import { DeskMenu } from './desk-menu.js';
import { Languages } from './languages.js';
import { isOperator } from '../session/may.js';
import { isServerOpen } from '../session/preferences.js';
import { tab } from '../parts/tabs.js';
import { forgetDevice, link, order, status, welcome } from '../session/session.js';
import { t } from '../parts/texts.js';

/** Is always in sight. */
export function TopBar() {
  return html`<header class="top-bar">
    <h1 class="brand"><${Mark} /><span>Mass Mobile</span></h1>
    <${RoomSelect} />
    <div class="wide-only top-group"><${LockToggle} /><${RoomLinks} /></div>
    <div class="top-end"><${Figures} /><${Menu} /></div>
  </header>`;
}

/** The operator lets in so many more at once. */
const MORE_SCREENS = 50;

/** Says that the figures below are old. */
export function LostBanner() {
  if (link.value !== 'lost') return null;
  return html`<p class="lost" role="alert">
    <span class="spinner" aria-hidden="true"></span>${t('panel.lost')}
  </p>`;
}

function Figures() {
  if (!status.value) return null;
  const { presence, screens, mostScreens, meter, allProcesses } = status.value;
  const { panels: n } = allProcesses;
  const hasSeveral = link.value === 'on' && n > 1;
  const health = worst(healthOf(meter.loopP95Ms), healthOfLoad(status.value.governor));
  return html`<div class="figures">
    <p class="figure people" title=${t('panel.people.help')}>
      <${Icon} name="players" /><b>${integer(presence.connected)}</b>
      <span>${t('panel.people', { count: presence.connected })}</span>
      ${presence.virtual > 0 && html`<span class="tag on">${t('panel.people.virtual', { count: integer(presence.virtual) })}</span>`}
    </p>
    <p
      class="figure wide-only"
      data-warn=${screens === 0 || screens >= mostScreens}
      title=${t('panel.screens.help')}
    >
      <b>${screens}</b><span>${t('panel.screens', { most: integer(mostScreens) })}</span>
    </p>
    <button
      class="figure health"
      data-health=${health}
      title=${`${t('panel.server')}. ${t('panel.health.help', { ms: short(meter.loopP95Ms) })}`}
      aria-expanded=${isServerOpen.value}
      onClick=${openServer}
    >
      <i aria-hidden="true"></i><span>${t(`panel.health.${health}`)}</span>
    </button>
    <p class="figure link" data-link=${link.value} data-several=${hasSeveral || undefined}>
      <i aria-hidden="true"></i>
      <span>${hasSeveral ? t('panel.link.several', { n }) : t(`panel.link.${link.value}`)}</span>
    </p>
  </div>`;
}

/** Opens load, rates and charts beside the desk; on a narrow screen, their tab. */
function openServer() {
  isServerOpen.value = !isServerOpen.value;
  tab.value = 'rates';
}

function Menu() {
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  const { screens = 0, mostScreens = 0 } = status.value ?? {};
  const moreScreens = mostScreens + MORE_SCREENS;
  const doAndClose = (/** @type {() => void} */ run) => () => {
    menu.current?.hidePopover();
    run();
  };
  return html`<button class="icon-button" popovertarget="menu" aria-label=${t('panel.menu')}>
      <${Icon} name="more" />
    </button>
    <div id="menu" class="menu" popover ref=${menu}>
      <div class="narrow-only menu-group"><${LockToggle} /><${RoomLinks} /></div>
      ${
        isOperator() &&
        html`<button class="button" onClick=${doAndClose(openRoom)}>${t('panel.room.open')} …</button>
          ${!isMainRoom() && html`<button class="button" onClick=${doAndClose(closeRoom)}>${t('panel.room.close')} …</button>`}
          <button class="button" onClick=${doAndClose(erasePeople)}>${t('panel.erase')} …</button>
          <p class="narrow-only quiet">
            ${integer(screens)} ${t('panel.screens', { most: integer(mostScreens) })}
          </p>
          <button class="button" onClick=${doAndClose(() => order('screens', moreScreens))}>
            ${t('panel.screens.more', { most: integer(moreScreens) })}
          </button>
          <hr />`
      }
      <${Languages} />
      <hr />
      <${DeskMenu} />
      <hr />
      <button class="button" onClick=${doAndClose(forget)}>${t('panel.forget')} …</button>
      <p class="quiet">Mass Mobile ${welcome.value?.version}</p>
    </div>`;
}

async function forget() {
  const yes = await confirmed({
    title: t('panel.forget.title'),
    text: t('panel.forget.text'),
    yes: t('panel.forget'),
    harmful: true,
  });
  if (yes) forgetDevice();
}
