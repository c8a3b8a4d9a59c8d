/** The gallery of the kit: every part live, with its source beside it. */

/** @import { Input } from '../../lib/contract/types.js' */

import { createAudio } from '../playfield/audio.js';
import { h, loadFaceLate } from '../shared/dom.js';
import { loadStrings } from '../shared/i18n.js';
import { LANGUAGES } from '../shared/languages.js';
import { phoneCard, screenCard } from './card.js';
import { createCrowd } from './crowd.js';

const PHONES = [
  { id: 'choice', hold: true },
  { id: 'slider', hold: true },
  { id: 'upright', hold: true },
  { id: 'pad' },
  { id: 'stick', hold: true },
  { id: 'textbox' },
  { id: 'draw' },
  { id: 'together', hold: true },
];
const SCREENS = /** @type {const} */ (['bars', 'line', 'dots', 'light']);
const FRAME_MS = 100;

const { lang, t } = await loadStrings({ folder: '/public/gallery/strings' });
const audio = createAudio();
const crowd = createCrowd(t('gallery.mean'));
const refuse = h('input', { type: 'checkbox' });
const tools = { lang, t, audio, refusal: () => (refuse.checked ? t('gallery.refused') : '') };
const screens = SCREENS.map((id) => screenCard(id, tools));
const phones = PHONES.map((about) =>
  phoneCard(about, tools, (/** @type {Input} */ input) => crowd.take(input)),
);

document.title = `Mass Mobile: ${t('gallery.title')}`;
/** @type {HTMLElement} */ (document.querySelector('#gallery')).append(
  h('header', { class: 'gallery-head' }, h('h1', {}, t('gallery.title')), toolbar()),
  h('p', { class: 'gallery-lead' }, t('gallery.lead')),
  section('gallery.phones', '', h('div', { class: 'gallery-cards' }, ...phones)),
  section(
    'gallery.screens',
    t('gallery.crowd'),
    h('div', { class: 'gallery-cards is-wide' }, ...screens.map(({ element }) => element)),
  ),
);
loadFaceLate();
document.documentElement.dataset['up'] = '';
document.fonts.addEventListener('loadingdone', () => screens.forEach((screen) => screen.resize()));
setInterval(() => {
  const nowMs = performance.now();
  const views = crowd.views(nowMs);
  screens.forEach((screen, place) => screen.frame(nowMs, views[SCREENS[place] ?? 'bars']));
}, FRAME_MS);
requestAnimationFrame(draw);

/** @param {number} nowMs */
function draw(nowMs) {
  screens.forEach((screen) => screen.draw(nowMs));
  requestAnimationFrame(draw);
}

function toolbar() {
  const links = Object.entries(LANGUAGES).map(([to, name]) =>
    h('a', { href: `?lang=${to}`, lang: to, 'aria-current': lang.startsWith(to) && 'true' }, name),
  );
  const sound = h('button', { type: 'button', onclick: () => audio.toggle() }, t('gallery.sound'));
  audio.onChange(() => sound.setAttribute('aria-pressed', String(audio.isOn() ?? false)));
  const schemes = /** @type {const} */ (['dark', 'light']).map((scheme) =>
    h('button', { type: 'button', onclick: () => setScheme(scheme) }, t(`gallery.${scheme}`)),
  );
  /** @param {'dark' | 'light'} scheme */
  function setScheme(scheme) {
    document.documentElement.dataset['scheme'] = scheme;
    schemes.forEach((button, place) =>
      button.setAttribute('aria-pressed', String((place === 1) === (scheme === 'light'))),
    );
    screens.forEach((screen) => screen.renew());
  }
  setScheme(matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
  const refusing = h('label', {}, refuse, t('gallery.refuse'));
  return h('div', { class: 'gallery-tools' }, ...links, ...schemes, sound, refusing);
}

/** @param {string} title @param {string} text @param {Node} content */
function section(title, text, content) {
  return h(
    'section',
    { class: 'gallery-part' },
    h('h2', {}, t(title)),
    text && h('p', { class: 'gallery-lead' }, text),
    content,
  );
}
