/** Swarm on a phone: your light, where it is, a pad to steer it; in some modes the phone itself is a light. */

/** @import { PhoneModule } from 'mass-mobile' */
/** @import { Kept } from './phone/pixel.js' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';
import { createPad } from './phone/pad.js';
import { createPixel } from './phone/pixel.js';
import { SHAPES, colourOf, lookOf } from './shared/light.js';

/** The modes in which there is nothing to steer: the phone is a pixel, or is tuned. */
const STILL = new Set(['wave', 'pixels', 'tune']);
/** "Where am I?" is said for so long, longer than a phone that may send once a second is silent. */
const FIND_MS = 1200;

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, memory } = host;
  /** @type {Kept} */
  const kept = { row: 0, seat: 0, delayMs: 0, .../** @type {object} */ (memory.get() ?? {}) };
  const said = { find: false };
  const pixel = createPixel(host, kept, () => {
    memory.set({ ...kept });
    host.changed();
  });
  const pad = createPad(host);
  const light = h('span', { class: 'swarm-light' });
  const dot = h('i', { class: 'swarm-dot' });
  const map = h('div', { class: 'swarm-map', role: 'img', 'aria-label': t('swarm.map') }, dot);
  const todo = h('p', { class: 'swarm-todo', role: 'status' });
  const find = h('button', { class: 'swarm-button', type: 'button' }, t('swarm.find'));
  let findTimer = 0;
  find.addEventListener('click', ask, { signal: host.signal });
  const page = h(
    'div',
    { class: 'swarm', 'data-mode': 'fly' },
    h('div', { class: 'swarm-me' }, light, todo, map),
    pad.pad,
    pixel.root,
    h('div', { class: 'swarm-buttons' }, pad.tilt, find),
    pad.why,
  );
  root.append(page);

  /** Has the big screen show this player's name for some seconds. */
  function ask() {
    said.find = true;
    find.toggleAttribute('data-on', true);
    host.haptics.buzz();
    host.changed();
    clearTimeout(findTimer);
    findTimer = window.setTimeout(() => {
      said.find = false;
      find.toggleAttribute('data-on', false);
      host.changed();
    }, FIND_MS);
  }

  /** @param {string} mode @param {boolean} leads */
  function show(mode, leads) {
    if (page.dataset['mode'] !== mode && STILL.has(mode)) pad.rest();
    page.dataset['mode'] = mode;
    page.dataset['still'] = String(STILL.has(mode));
    page.toggleAttribute('data-leads', leads);
    const text = t(leads ? 'swarm.lead' : `swarm.do.${mode}`);
    if (todo.textContent !== text) todo.textContent = text;
  }

  let mode = 'fly';
  let leads = false;
  show(mode, leads);

  return {
    input: () => ({ ...pad.push(), ...said, row: kept.row, seat: kept.seat }),
    notice(next) {
      ({ mode } = next);
      pixel.notice(next);
      show(mode, leads);
    },
    personal(mine) {
      if (mine.leads && !leads) host.haptics.buzz([60, 40, 120]);
      ({ leads } = mine);
      const { shape } = lookOf(mine.slot);
      page.style.setProperty('--light', colourOf(mine.slot));
      light.dataset['shape'] = dot.dataset['shape'] = SHAPES[shape];
      dot.style.setProperty('--x', String(mine.x / 63));
      dot.style.setProperty('--y', String(mine.y / 35));
      pixel.personal(mine);
      show(mode, leads);
    },
    settings() {},
    player() {},
    unmount: () => clearTimeout(findTimer),
  };
}
