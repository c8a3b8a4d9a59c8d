/** The sheet for the doors, to be printed: the way into the wifi and into the show, in the languages of the house. */

import { h, svgAddress } from '../../public/shared/dom.js';
import { translator } from '../../public/shared/i18n.js';
import { fetchInTime, importAgain, untilLoaded } from '../../public/shared/in-time.js';
import { LANGUAGES, directionOf, localeOf } from '../../public/shared/languages.js';
import { createPass } from '../session/pass.js';
import { lang, loadTexts, t } from '../parts/texts.js';

/** @import { JoinSheet } from '../../lib/contract/wifi.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

/** More languages than this stand beside each other, or the code would become small. */
const MANY = 2;
const PAPERS = ['a4', 'a3'];
const wanted = new URLSearchParams(location.search);
const pass = createPass();
const root = byId('sheet');
/** The texts of the sheet by language. @type {Map<string, Translate>} */
const texts = new Map();

await loadTexts();
document.title = t('sheet.title');
document.documentElement.dataset['up'] = '';
document.documentElement.classList.add('face-in');
const chosen = {
  paper: PAPERS.find((paper) => paper === wanted.get('paper')) ?? 'a4',
  words: (wanted.get('words') ?? lang.slice(0, 2)).split(',').filter((tag) => Object.hasOwn(LANGUAGES, tag)),
  hasWifi: wanted.get('wifi') !== 'off',
};
if (chosen.words.length === 0) chosen.words = ['en'];
const sheet = await load();
if (sheet) {
  showTools(sheet);
  await draw(sheet);
} else {
  byId('tools').remove();
}

/** @returns {Promise<JoinSheet | null>} null: the page says why there is none */
async function load() {
  const room = encodeURIComponent(wanted.get('room') ?? 'main');
  const headers = { authorization: `Bearer ${pass.key ?? ''}`, 'x-device': pass.device ?? '' };
  const answer = await fetchInTime(`/api/rooms/${room}/join-sheet`, { headers }).then(
    (response) => response.json(),
    () => ({ ok: false, message: t('panel.error.timeout') }),
  );
  if (answer.ok) return answer;
  const reason = pass.key ? t(answer.message) : t('sheet.key');
  root.replaceChildren(h('p', { class: 'problem', role: 'alert' }, reason));
  return null;
}

/** @param {JoinSheet} about */
function showTools(about) {
  const paper = h(
    'fieldset',
    {},
    h('legend', {}, t('sheet.paper')),
    ...PAPERS.map((id) => choice('radio', 'paper', id, id.toUpperCase(), id === chosen.paper)),
  );
  const words = h(
    'fieldset',
    {},
    h('legend', {}, t('sheet.words')),
    ...Object.entries(LANGUAGES).map(([tag, name]) =>
      choice('checkbox', 'words', tag, name, chosen.words.includes(tag)),
    ),
  );
  byId('tools').setAttribute('aria-label', t('sheet.title'));
  byId('tools').append(
    paper,
    words,
    about.wifiQr ? choice('checkbox', 'wifi', 'on', t('sheet.with'), chosen.hasWifi) : '',
    h('button', { type: 'button', onclick: () => print() }, t('sheet.print')),
  );
  byId('tools').addEventListener('change', () => {
    const form = new FormData(/** @type {HTMLFormElement} */ (byId('tools')));
    chosen.paper = String(form.get('paper'));
    chosen.words = form.getAll('words').map(String);
    chosen.hasWifi = form.has('wifi');
    void draw(about);
  });
}

/** @param {'radio' | 'checkbox'} type @param {string} name @param {string} value @param {string} title @param {boolean} checked */
function choice(type, name, value, title, checked) {
  return h('label', {}, h('input', { type, name, value, checked }), h('span', {}, title));
}

/** @param {JoinSheet} about */
async function draw(about) {
  for (const link of document.querySelectorAll('link[data-paper]'))
    /** @type {HTMLLinkElement} */ (link).disabled =
      /** @type {HTMLLinkElement} */ (link).dataset['paper'] !== chosen.paper;
  const tags = chosen.words.length > 0 ? [...chosen.words] : [lang.slice(0, 2)];
  await Promise.all(tags.map(wordsIn));
  const { wifi, wifiQr, url, qr, title, isMain, colours, logo } = about;
  const hasWifi = wifiQr !== null && chosen.hasWifi;
  const address = url.replace(/\/$/, '').replace(/^http:\/\//, '');
  root.replaceChildren(
    h(
      'article',
      { class: 'paper', dir: directionOf(tags[0] ?? 'en'), 'data-many': tags.length > MANY },
      sides(colours),
      sides(colours),
      h(
        'header',
        { class: 'head' },
        h(
          'div',
          {},
          h('h1', {}, ...spans(tags, (say) => say('sheet.headline'))),
          !isMain && h('p', { class: 'room' }, title),
        ),
        logo && h('img', { src: logo, alt: '' }),
      ),
      hasWifi && wifiStep(tags, wifi, wifiQr),
      h(
        'section',
        { class: 'step main' },
        stepTitle(tags, hasWifi ? '2' : '', (say) => say('sheet.step.page')),
        picture(qr, t('sheet.qr')),
        h(
          'div',
          {},
          h('div', { class: 'or' }, ...spans(tags, (say) => say('sheet.type'))),
          h('div', { class: 'url', dir: 'ltr', style: { '--chars': String(address.length) } }, address),
        ),
      ),
    ),
  );
}

/** @param {string[]} tags @param {JoinSheet['wifi']} wifi @param {string} code */
function wifiStep(tags, { name, password }, code) {
  const facts = h('dl', { class: 'facts' }, h('dt', {}, 'Wi-Fi'), h('dd', {}, h('bdi', {}, name)));
  if (password) {
    const labels = [...new Set(tags.map((tag) => texts.get(tag)?.('sheet.password') ?? ''))];
    facts.append(h('dt', {}, labels.join(' · ')), h('dd', {}, h('bdi', { dir: 'ltr' }, password)));
  }
  return h(
    'section',
    { class: 'step wifi' },
    picture(code, t('playfield.wifi.qr')),
    h(
      'div',
      {},
      stepTitle(tags, '1', (say) => say('sheet.step.wifi')),
      facts,
    ),
  );
}

/** @param {string[]} tags @param {string} number @param {(say: Translate) => string} text */
function stepTitle(tags, number, text) {
  return h(
    'div',
    { class: 'title' },
    number && h('b', {}, number),
    h('div', { class: 'words' }, ...spans(tags, text)),
  );
}

/** Says something in each language, each in its own direction. @param {string[]} tags @param {(say: Translate) => string} text */
function spans(tags, text) {
  return tags.map((tag) => {
    const say = /** @type {Translate} */ (texts.get(tag));
    return h('span', { lang: localeOf(tag), dir: directionOf(tag) }, text(say));
  });
}

/** @param {readonly string[]} colours */
function sides(colours) {
  const stripes = colours.map((colour) => h('i', { style: { '--side': colour } }));
  return h('div', { class: 'sides', 'aria-hidden': 'true' }, ...stripes);
}

/** @param {string} svg @param {string} alt */
function picture(svg, alt) {
  return h('img', { src: svgAddress(svg), alt });
}

/** @param {string} tag */
async function wordsIn(tag) {
  if (texts.has(tag)) return;
  const { default: strings } = await untilLoaded(() => importAgain(`/control-panel/strings/${tag}.js`));
  texts.set(tag, translator(strings, undefined, localeOf(tag)));
}

/** @param {string} id */
function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
