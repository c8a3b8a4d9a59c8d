/** A card of the gallery: a part that runs in the real host, what it sends, and the source it takes. */

/** @import { Translate } from '../../lib/contract/pages.js' */
/** @import { Input } from '../../lib/contract/types.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */

import { createGameHost } from '../phone/game.js';
import { createOutbox } from '../phone/outbox.js';
import { createSender } from '../phone/sender.js';
import { createHaptics, createMotion } from '../phone/senses.js';
import { createShow } from '../playfield/show.js';
import { h } from '../shared/dom.js';
import { fetchInTime } from '../shared/in-time.js';

const SEND_HZ = 10;
/** About what a disk and a wifi take together. */
const ANSWER_MS = 600;
const ME = Object.freeze({ id: 'guest', name: 'Ada', team: null });

/**
 * @typedef {object} Tools
 * @property {string} lang
 * @property {Translate} t
 * @property {() => string} refusal '': what is submitted is taken
 * @property {import('../../lib/contract/pages.js').PlayfieldAudio} audio
 */

/**
 * A phone with one game, hosted as on the phone page; here its inputs go no further than the line below it.
 * @param {{ id: string, hold?: boolean }} about
 * @param {Tools} tools
 * @param {(input: Input) => void} onInput
 */
export function phoneCard({ id, hold = false }, tools, onInput) {
  const { lang, t } = tools;
  const root = h('div', { class: 'gallery-root' });
  const code = h('code');
  const show = (/** @type {unknown} */ said) => void (code.textContent = JSON.stringify(said));
  const sender = createSender({
    isReady: () => true,
    send(input) {
      show(input);
      [input].flat().forEach(onInput);
    },
  });
  sender.setRate(SEND_HZ);
  const outbox = createOutbox({
    isConnected: () => true,
    memory: { get: () => undefined, set() {} },
    gone: t('phone.submit.gone'),
    full: t('phone.submit.full'),
    async send(kind, value) {
      show({ [kind]: value });
      await new Promise((done) => setTimeout(done, ANSWER_MS));
      const message = tools.refusal();
      return message ? { ok: false, code: 'submit-refused', message } : { ok: true, receipt: {} };
    },
  });
  const motion = createMotion();
  const host = createGameHost({
    root,
    sender,
    outbox,
    motion,
    haptics: createHaptics(),
    lang,
    t,
    nowMs: () => performance.now(),
  });
  host.show(sceneOf(id, { phone: `/public/gallery/phone/${id}.js`, hold }), ME);
  const sends = h('span', { class: 'gallery-sends' }, `${t('gallery.sends')} `, code);
  return card(id, `/public/gallery/phone/${id}.js`, tools, h('div', { class: 'gallery-phone' }, root), sends);
}

/**
 * A screen with one game, hosted as on the playfield.
 * @param {string} id
 * @param {Tools} tools
 */
export function screenCard(id, tools) {
  const root = h('div', { class: 'gallery-screen' });
  const file = `/public/gallery/screen/${id}.js`;
  const show = createShow(root, {
    ...tools,
    lang: () => tools.lang,
    onMount() {},
    nowMs: () => performance.now(),
    run: () => Promise.resolve({ ok: true }),
  });
  const element = card(id, file, tools, root);
  let seq = 0;
  let isSeen = false;
  new IntersectionObserver(([entry]) => (isSeen = entry?.isIntersecting ?? false)).observe(root);
  new ResizeObserver(() => show.resize()).observe(root);
  show.scene(sceneOf(id, { playfield: file }));
  return {
    element,
    /** @param {number} nowMs @param {any} view */
    frame(nowMs, view) {
      if (isSeen) show.frame({ epoch: 1, seq: ++seq, nowMs, view });
    },
    /** @param {number} nowMs */
    draw(nowMs) {
      if (isSeen) show.draw(nowMs);
    },
    /** Draws the lettering anew, for another typeface. */
    resize: () => show.resize(),
    /** Mounts it anew, for other colours. */
    renew: () => show.scene({ ...sceneOf(id, { playfield: file }), settings: { at: performance.now() } }),
  };
}

/**
 * @param {string} id
 * @param {{ phone?: string, playfield?: string, hold?: boolean }} about
 * @returns {Scene}
 */
function sceneOf(id, { phone = '', playfield = '', hold = false }) {
  const nothing = {
    summary: '',
    teams: [],
    input: {},
    settings: {},
    actions: {},
    content: null,
    hasResults: false,
    reports: [],
  };
  const files = { phone, playfield, strings: [], desk: [] };
  const game = { ...nothing, id, title: id, hold, files };
  return { epoch: 1, sinceMs: 0, game, settings: {}, document: null, back: null, paused: false };
}

/** @param {string} id @param {string} file @param {Tools} tools @param {...Node} live */
function card(id, file, { t }, ...live) {
  const about = {
    class: 'gallery-source',
    tabindex: 0,
    role: 'region',
    'aria-label': t('gallery.source', { part: id }),
  };
  const source = h('pre', about);
  void showSource(source, file);
  const name = t(`gallery.about.${id}`);
  return h('section', { class: 'gallery-card', id, 'aria-label': name }, h('h3', {}, name), ...live, source);
}

/** Shows the file as it is served, with the path that a game writes, and without the lines for the type checker. */
async function showSource(/** @type {HTMLElement} */ target, /** @type {string} */ file) {
  const text = await (await fetchInTime(file)).text();
  const lines = text.split('\n').filter((line) => !line.startsWith('/**'));
  target.textContent = lines.join('\n').replaceAll("from '../../", "from '../../public/").trim();
}
