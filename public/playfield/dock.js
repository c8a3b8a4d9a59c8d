/** The dock: QR code, address, head count and the state of the link, on every picture. */

/** @import { GameCard } from '../../lib/contract/types.js' */
/** @import { JoinInfo } from '../../lib/contract/wire.js' */
/** @import { Translate } from '../../lib/contract/pages.js' */

import { h } from '../shared/dom.js';

const WHISPER_MS = 4000;
/** Characters of an address that still read well in one line. */
const ONE_LINE = 30;
/** One per team, so that no team is known by its hue alone. */
const SHAPES = ['◀', '▶', '■', '▲', '◆', '●'];

/** @typedef {{ toggle: () => void, isOn: () => boolean, onChange: (listener: () => void) => void }} Sound */

/** @param {HTMLElement} root @param {{ t: Translate, audio: Sound }} about */
export function createDock(root, { t, audio }) {
  const parts = build(t);
  root.append(parts.qr, parts.call, parts.teams, parts.state);
  document.body.append(parts.overlay);
  /** @type {JoinInfo | null} */
  let info = null;
  /** @type {{ id: string, name: string }[]} */
  let teams = [];
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
  });

  function draw() {
    if (!info) return;
    root.toggleAttribute('data-locked', info.locked);
    parts.lock.hidden = !info.locked;
    const { count, byTeam, virtual } = info;
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

    /** @param {JoinInfo} next */
    join(next) {
      if (next.qr !== info?.qr)
        for (const image of parts.images) image.src = `data:image/svg+xml,${encodeURIComponent(next.qr)}`;
      info = next;
      parts.qr.hidden = parts.call.hidden = false;
      for (const element of parts.urls) setUrl(element, shortUrl(next.url));
      draw();
    },

    /** @param {{ card: GameCard | null, join: 'small' | 'large', t: Translate }} shown `t`: the game may name its teams */
    fit({ card, join, t: text }) {
      teams = (card?.teams ?? []).map((id) => ({ id, name: text(`team.${id}`) }));
      document.documentElement.dataset['join'] = join;
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

/** @param {Translate} t */
function build(t) {
  const image = h('img', { alt: t('playfield.qr'), draggable: 'false' });
  const largeImage = h('img', { alt: t('playfield.qr'), draggable: 'false' });
  const url = h('b', { class: 'url' });
  const largeUrl = h('b', { class: 'url' });
  const count = h('span', { class: 'count', 'aria-live': 'off' });
  const largeCount = h('span', { class: 'count' });
  const lock = h('span', { class: 'lock', hidden: true }, t('playfield.locked'));
  const rehearsal = h('span', { class: 'rehearsal', hidden: true });
  const lost = h('span', { class: 'lost', role: 'status', hidden: true });
  const whisper = h('span', { class: 'whisper', role: 'status', hidden: true });
  const sound = h('span', { class: 'sound' }, t('playfield.sound.off'));
  return {
    qr: h(
      'button',
      { class: 'qr', type: 'button', hidden: true, tabindex: '-1', title: t('playfield.key.j') },
      image,
    ),
    // Nobody is invited before there is an address.
    call: h(
      'div',
      { class: 'call', hidden: true },
      h('span', { class: 'invite' }, t('playfield.join')),
      url,
      lock,
    ),
    teams: h('div', { class: 'teams' }),
    state: h('div', { class: 'state' }, count, rehearsal, lost, whisper, sound),
    overlay: h(
      'section',
      { class: 'overlay join-overlay', hidden: true },
      largeImage,
      h('div', {}, h('span', { class: 'invite' }, t('playfield.join')), largeUrl, largeCount),
    ),
    images: [image, largeImage],
    urls: [url, largeUrl],
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
export function shortUrl(url) {
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
