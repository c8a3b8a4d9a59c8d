/** The dock: QR code, address, the code for newcomers, head count and the state of the link, on every picture. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { JoinInfo } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h, svgAddress } from '../shared/dom.js';

const WHISPER_MS = 4000;
/** Characters of an address that still read well in one line. */
const ONE_LINE = 30;
/** One per team, so that no team is known by its hue alone. */
const SHAPES = ['◀', '▶', '■', '▲', '◆', '●'];

/** @typedef {Pick<import('./audio.js').Sound, 'isOn' | 'isBlocked' | 'onChange'>} Sound */

/** @param {HTMLElement} root @param {{ t: Translate, audio: Sound, onWifi?: () => void }} about `onWifi`: there is more room for games, or less */
export function createDock(root, { t, audio, onWifi = () => {} }) {
  const parts = build();
  label(parts, t);
  root.append(parts.qr, parts.call, parts.teams, parts.logo, parts.state);
  document.body.append(parts.overlay, parts.wifi);
  /** @type {JoinInfo | null} */
  let info = null;
  /** @type {{ id: string, name: string }[]} */
  let teams = [];
  let drawnQr = '';
  let whisperTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  function close() {
    parts.overlay.hidden = true;
  }
  function toggleLarge() {
    parts.overlay.hidden = !parts.overlay.hidden || info === null;
  }
  parts.qr.addEventListener('click', toggleLarge);
  parts.overlay.addEventListener('click', close);
  audio.onChange(() => {
    parts.sound.hidden = audio.isOn();
    root.toggleAttribute('data-sound', audio.isOn());
    sayOfSound();
  });
  function sayOfSound() {
    parts.sound.toggleAttribute('data-blocked', audio.isBlocked());
    parts.sound.textContent = t(audio.isBlocked() ? 'playfield.sound.blocked' : 'playfield.sound.off');
  }

  function draw() {
    if (!info) return;
    const { count, byTeam, virtual, locked, entry } = info;
    root.toggleAttribute('data-locked', locked);
    parts.lock.hidden = !locked;
    for (const element of parts.entries) showEntry(element, locked ? null : entry, t);
    parts.rehearsal.hidden = virtual === 0;
    parts.rehearsal.textContent = t('playfield.rehearsal', { count: virtual });
    for (const element of parts.counts) element.textContent = t('playfield.count', { count });
    parts.teams.replaceChildren(
      ...teams.map(({ id, name }, index) => teamCount(name, index, byTeam[id] ?? 0)),
    );
  }

  return {
    close,
    toggleLarge,
    /** Its free part lies between the address and the counts. */
    margin: root,

    /** The language is another one. */
    speak() {
      label(parts, t);
      sayOfSound();
      draw();
    },

    /** Covers the screen with the QR code, or shows the game again. @param {boolean} isLarge */
    enlarge: (isLarge) => void (parts.overlay.hidden = !isLarge),

    /** @param {JoinInfo} next */
    join(next) {
      const qr = next.entry?.qr || next.qr;
      if (qr !== drawnQr) for (const image of parts.images) image.src = svgAddress(qr);
      drawnQr = qr;
      const isOther = parts.wifi.hidden !== (next.wifi === null);
      showWifi(parts, next.wifi);
      if (isOther) onWifi();
      info = next;
      parts.qr.hidden = parts.call.hidden = false;
      for (const element of parts.urls) setUrl(element, shortUrl(next.url));
      draw();
    },

    /** @param {{ card: GameCard | null, join: 'small' | 'large', t: Translate }} shown `t`: the game may name its teams */
    fit({ card, join, t: text }) {
      teams = (card?.teams ?? []).map((id) => ({ id, name: text(`team.${id}`) }));
      document.documentElement.dataset['join'] = join;
      document.documentElement.dataset['game'] = card?.id ?? '';
      draw();
    },

    /** Says what is wrong with the link, until it is right again. @param {string} text */
    say(text) {
      parts.lost.textContent = text;
      parts.lost.hidden = text === '';
    },

    /** Shows the presenter a message that goes away. @param {string} text */
    whisper(text) {
      parts.whisper.textContent = text;
      parts.whisper.hidden = false;
      clearTimeout(whisperTimer);
      whisperTimer = setTimeout(() => (parts.whisper.hidden = true), WHISPER_MS);
    },
  };
}

/** Writes what does not change while the language stays. @param {ReturnType<typeof build>} parts @param {Translate} t */
function label({ images, invites, lock, overlay, qr, wifiInvite, wifiImage }, t) {
  overlay.setAttribute('aria-label', t('playfield.join'));
  wifiInvite.textContent = t('playfield.wifi');
  wifiImage.alt = t('playfield.wifi.qr');
  for (const image of images) image.alt = t('playfield.qr');
  for (const invite of invites) invite.textContent = t('playfield.join');
  lock.textContent = t('playfield.locked');
  qr.title = t('playfield.key.j');
}

/**
 * Shows the code that newcomers need; a screen that anybody may open says where it is.
 * @param {HTMLElement} element @param {JoinInfo['entry']} entry @param {Translate} t
 */
function showEntry(element, entry, t) {
  element.hidden = entry === null;
  if (!entry) return;
  const { digits } = entry;
  const halves = h('b', { dir: 'ltr' }, h('span', {}, digits.slice(0, 3)), h('span', {}, digits.slice(3)));
  if (digits === '') element.replaceChildren(t('playfield.entry.elsewhere'));
  else element.replaceChildren(t('playfield.entry'), halves);
}

/** Shows the wifi of the hall, as long as the operator wants it. @param {ReturnType<typeof build>} parts @param {JoinInfo['wifi']} wifi */
function showWifi(parts, wifi) {
  parts.wifi.hidden = wifi === null;
  document.documentElement.toggleAttribute('data-wifi', wifi !== null);
  if (!wifi) return;
  parts.wifiImage.src = svgAddress(wifi.qr);
  parts.wifiName.textContent = wifi.name;
}

function build() {
  const wifiImage = h('img', { draggable: 'false' });
  const wifiInvite = h('span', { class: 'invite' });
  const wifiName = h('bdi', { class: 'wifi-name' });
  const image = h('img', { draggable: 'false' });
  const largeImage = h('img', { draggable: 'false' });
  const invite = h('span', { class: 'invite' });
  const largeInvite = h('span', { class: 'invite' });
  const url = h('b', { class: 'url' });
  const largeUrl = h('b', { class: 'url' });
  const count = h('span', { class: 'count', 'aria-live': 'off' });
  const largeCount = h('span', { class: 'count' });
  const lock = h('span', { class: 'lock', hidden: true });
  const entry = h('span', { class: 'entry', hidden: true });
  const largeEntry = h('span', { class: 'entry', hidden: true });
  const rehearsal = h('span', { class: 'rehearsal', hidden: true });
  const lost = h('span', { class: 'lost', role: 'status', hidden: true });
  const whisper = h('span', { class: 'whisper', role: 'status', hidden: true });
  const sound = h('span', { class: 'sound' });
  return {
    qr: h('button', { class: 'qr', type: 'button', hidden: true, tabindex: '-1' }, image),
    // Nobody is invited before there is an address.
    call: h('div', { class: 'call', hidden: true }, invite, url, entry, lock),
    teams: h('div', { class: 'teams' }),
    // A picture of the operator's, which says nothing that the page does not say.
    logo: h('div', { class: 'logo', 'aria-hidden': 'true' }),
    state: h('div', { class: 'state' }, count, rehearsal, lost, whisper, sound),
    overlay: h(
      'section',
      { class: 'overlay join-overlay', hidden: true },
      largeImage,
      h('div', {}, largeInvite, largeUrl, largeEntry, largeCount),
    ),
    wifi: h('aside', { class: 'wifi-code', hidden: true }, wifiImage, wifiInvite, wifiName),
    wifiImage,
    wifiInvite,
    wifiName,
    images: [image, largeImage],
    invites: [invite, largeInvite],
    urls: [url, largeUrl],
    entries: [entry, largeEntry],
    counts: [count, largeCount],
    rehearsal,
    lock,
    lost,
    whisper,
    sound,
  };
}

/** @param {string} name @param {number} index @param {number} count */
function teamCount(name, index, count) {
  return h(
    'span',
    { class: 'team', 'data-team-index': index },
    h('i', { 'aria-hidden': 'true' }, SHAPES[index] ?? '●'),
    h('b', {}, count),
    h('span', {}, name),
  );
}

/**
 * Shortens an address to what people have to type: browsers add `http://`, and `https://` where no port is named.
 * @param {string} url
 */
function shortUrl(url) {
  const plain = url.replace(/\/$/, '');
  const isTypedBare = plain.startsWith('http://') || !/:\d+/.test(plain.slice(8));
  return isTypedBare ? plain.replace(/^https?:\/\//, '') : plain;
}

/** Sets the type as large as the address allows; a long one takes two lines. @param {HTMLElement} element @param {string} url */
function setUrl(element, url) {
  const isLong = url.length > ONE_LINE;
  element.replaceChildren(...breakable(url));
  element.toggleAttribute('data-long', isLong);
  element.style.setProperty(
    '--chars',
    String(Math.max(12, isLong ? Math.ceil(url.length * 0.62) : url.length)),
  );
}

/** Lets a long address break after a dot, a slash or a colon, never at a hyphen, which would be typed. @param {string} text */
function breakable(text) {
  const parts = text.split(/(?<=[./:])(?=\w)/);
  return parts.flatMap((part) => [h('span', { class: 'url-part' }, part), h('wbr')]);
}
