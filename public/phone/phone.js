/** The phone page: joins the room, keeps the identity, and says calmly what is going on. */

/** @import { Notice, Personal, PhoneThrottle, PublicPlayer, Queued, Scene, Welcome } from '../../lib/contract/wire.js' */

import { h, loadFaceLate } from '../shared/dom.js';
import { loadStrings } from '../shared/i18n.js';
import { createExtra, createLink, isDrained, onRefused } from '../shared/link.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../shared/wire.js';
import { createGameHost } from './game.js';
import { createInputs } from './inputs.js';
import { createOutbox } from './outbox.js';
import { createSender } from './sender.js';
import { createHaptics, createMotion, keepAwake } from './senses.js';

/** A short hiccup of the network is nobody's business. */
const CALM_MS = 700;
const PATIENCE_MS = 8000;
/** A restart takes this long at most; a full house says so again every 3 s. */
const EXPLAINED_MS = 20_000;
/** A page hidden for longer has a connection that may be dead without knowing it. */
const HIDDEN_MS = 2000;
/** For the dot in the bar only: 2,000 phones ask 200 times a second. */
const PING_MS = 10_000;
const SLOW_MS = 400;

const roomId = /^\/r\/([^/]+)/.exec(location.pathname)?.[1];
const memory = createMemory(`mass-mobile:${(roomId ?? 'main').toUpperCase()}`);
const { lang, t } = await loadStrings();
const parts = {
  bar: /** @type {HTMLElement} */ (document.querySelector('#bar')),
  stage: /** @type {HTMLElement} */ (document.querySelector('#stage')),
  card: /** @type {HTMLElement} */ (document.querySelector('#card')),
  calm: /** @type {HTMLElement} */ (document.querySelector('#calm')),
};

/** @type {PublicPlayer | null} */
let player = null;
/** @type {Scene | null} */
let scene = null;
/** @type {import('./place.js').Place | null} while this phone waits to be let in */
let place = null;
let welcomes = 0;
/** Refused, removed, or another tab took over: no coming back by itself. */
let isOver = false;
let calmTimer = 0;

const socket = createLink(NAMESPACE.players, () => ({
  room: roomId,
  token: memory.get('token'),
  name: memory.get('name'),
  ticket: memory.get('ticket'),
  lang,
}));
const inputs = createInputs(socket);
const sender = createSender({
  isReady: () => isDrained(socket),
  send: (input) => inputs.send(input),
});
const outbox = createOutbox({
  send: (kind, value, id, withinMs) =>
    socket.timeout(withinMs).emitWithAck(CLIENT_EVENT.submit, kind, value, id),
  isConnected: () => socket.connected,
  memory: {
    get: () => memory.get('outbox'),
    set: (text) => memory.set('outbox', text),
  },
  gone: t('phone.submit.gone'),
  full: t('phone.submit.full'),
});
const game = createGameHost({
  root: parts.stage,
  sender,
  outbox,
  motion: createMotion(),
  haptics: createHaptics(),
  lang,
  t,
  // The game may have names for the teams.
  onLoad: drawBar,
  openExtra: (signal) =>
    createExtra(() => ({ room: roomId, token: memory.get('token'), extra: true }), signal),
});

listen();
showCard('joining');
socket.connect();
document.documentElement.dataset['up'] = '';
loadFaceLate();
setInterval(measure, PING_MS);

function listen() {
  socket.on(SERVER_EVENT.welcome, welcomed);
  socket.on(SERVER_EVENT.scene, showScene);
  socket.on(SERVER_EVENT.notice, (/** @type {Notice} */ notice) => game.notice(notice));
  socket.on(SERVER_EVENT.personal, (/** @type {Personal} */ personal) => game.personal(personal));
  socket.on(SERVER_EVENT.throttle, (/** @type {PhoneThrottle} */ { sendHz, ttlMs }) =>
    setRate(sendHz, ttlMs),
  );
  socket.on(SERVER_EVENT.queued, showPlace);
  socket.on(SERVER_EVENT.player, (/** @type {PublicPlayer} */ changed) => setPlayer(changed));
  socket.on(SERVER_EVENT.kicked, () => leave('kicked'));
  socket.on(SERVER_EVENT.replaced, () => leave('replaced', { again: 'phone.replaced.again' }));
  socket.on(SERVER_EVENT.draining, ({ inMs }) => comeBackLater(inMs));
  // For game authors: what the server thinks of an input.
  socket.on(SERVER_EVENT.problem, ({ code, message }) => console.warn(`${code}: ${message}`));
  socket.on('disconnect', (reason) => {
    showLost();
    // Socket.IO takes this for a goodbye and would stay away.
    if (reason === 'io server disconnect') comeBack(1000 + Math.random() * 2000);
  });
  socket.on('connect_error', () => showLost());
  onRefused(socket, ({ code, retryAfterMs }) => {
    if (code === 'room-unknown') void leaveUnknownRoom();
    else if (retryAfterMs === undefined) leave(code, code === 'kicked' ? {} : { again: 'phone.again' });
    else explain(code);
  });
  document.addEventListener('visibilitychange', () => onVisibility());
  for (const change of ['online', 'offline']) addEventListener(change, () => freshConnection());
  addEventListener('pageshow', ({ persisted }) => persisted && freshConnection());
}

/** @param {Welcome} welcome */
function welcomed({ player: me, scene: next, sendHz }) {
  memory.set('token', me.token);
  place = null;
  welcomes += 1;
  clearTimeout(calmTimer);
  hideCard();
  parts.bar.hidden = false;
  document.documentElement.dataset['link'] = 'on';
  setPlayer(me, { isQuiet: true });
  showScene(next);
  sender.forget();
  setRate(sendHz);
  outbox.wake();
  keepAwake();
}

/** @param {Scene} next */
function showScene(next) {
  scene = next;
  inputs.setScene(next);
  drawBar();
  if (player) void game.show(next, player);
}

/** @param {PublicPlayer} me @param {{ isQuiet?: boolean }} [options] */
function setPlayer({ id, name, team }, { isQuiet = false } = {}) {
  player = { id, name, team };
  memory.set('name', name);
  drawBar();
  if (!isQuiet) game.player(player);
}

/** @param {number} sendHz @param {number} [ttlMs] */
function setRate(sendHz, ttlMs) {
  sender.setRate(sendHz, ttlMs);
  const isCalm = sendHz === 0;
  if (parts.calm.hidden !== isCalm) return;
  parts.calm.hidden = !isCalm;
  document.documentElement.toggleAttribute('data-calm', isCalm);
  parts.calm.replaceChildren(h('b', {}, t('phone.calm.title')), h('span', {}, t('phone.calm.text')));
}

/** In line for the door. Comes again every 2 s, without what is ours. @param {Queued} told */
async function showPlace({ number, ticket, head, perS }) {
  if (ticket !== undefined) memory.set('ticket', ticket);
  const before = welcomes;
  const { createPlace } = await import('./place.js');
  // The door may have opened meanwhile.
  if (!socket.connected || welcomes !== before) return;
  if (number !== undefined) place = createPlace({ number, t });
  if (!place) return;
  clearTimeout(calmTimer);
  calmTimer = 0;
  document.documentElement.dataset['link'] = 'on';
  place.update({ head, perS });
  if (place.card.isConnected) return;
  parts.card.replaceChildren(place.card);
  parts.card.hidden = false;
  parts.stage.inert = true;
}

function drawBar() {
  if (!player || !scene) return;
  const { teams } = scene.game;
  const index = player.team ? teams.indexOf(player.team) : -1;
  if (index >= 0) document.documentElement.dataset['teamIndex'] = String(index);
  else delete document.documentElement.dataset['teamIndex'];
  parts.bar.replaceChildren(
    h(
      'button',
      { class: 'me', type: 'button', 'aria-label': t('phone.me', { name: player.name }), onclick: openSheet },
      index >= 0 &&
        h(
          'span',
          { class: 'me-team' },
          h('span', { class: 'team-shape', 'data-shape': index }),
          game.t(`team.${player.team}`),
        ),
      h('bdi', { class: 'me-name' }, player.name),
    ),
    h('span', { class: 'link-dot', title: t('phone.link') }),
  );
}

async function openSheet() {
  if (!player || !scene) return;
  const { openIdentitySheet } = await import('./identity.js');
  openIdentitySheet({
    player,
    teams: scene.game.teams,
    t: game.t,
    ask: (event, value) => socket.timeout(4000).emitWithAck(event, value),
    onChange: setPlayer,
  });
}

function showLost() {
  document.documentElement.dataset['link'] = 'lost';
  if (isOver || calmTimer) return;
  calmTimer = window.setTimeout(() => {
    showCard('lost');
    calmTimer = window.setTimeout(() => showCard('patience'), PATIENCE_MS);
  }, CALM_MS);
}

/** A known reason outranks "reconnecting". @param {string} reason */
function explain(reason) {
  clearTimeout(calmTimer);
  showCard(reason);
  calmTimer = window.setTimeout(() => showCard('patience'), EXPLAINED_MS);
}

/** @param {number} inMs */
function comeBackLater(inMs) {
  explain('draining');
  socket.disconnect();
  comeBack(500 + Math.random() * inMs);
}

/** @param {number} inMs */
function comeBack(inMs) {
  setTimeout(() => isOver || socket.connect(), inMs);
}

/** For good, unless the person asks. @param {string} reason @param {{ again?: string }} [options] */
function leave(reason, { again } = {}) {
  isOver = true;
  clearTimeout(calmTimer);
  calmTimer = 0;
  socket.disconnect();
  sender.setRate(0);
  const retry = again && h('button', { class: 'card-button', type: 'button', onclick: rejoin }, t(again));
  showCard(reason, retry || null);
}

/** Trying the same code again would not help: offers others. */
async function leaveUnknownRoom() {
  leave('room-unknown');
  const { createOtherRoom } = await import('./other-room.js');
  parts.card.append(createOtherRoom({ t, go: (path) => location.assign(path) }));
}

function rejoin() {
  isOver = false;
  explain('joining');
  socket.connect();
}

/** @param {string} reason `phone.<reason>.title` and `.text` say it @param {Node | null} [more] */
function showCard(reason, more = null) {
  const text = t(`phone.${reason}.text`);
  parts.card.replaceChildren(
    h('p', { class: 'card-title' }, t(`phone.${reason}.title`)),
    text === `phone.${reason}.text` ? '' : h('p', {}, text),
  );
  if (more) parts.card.append(more);
  parts.card.hidden = false;
  parts.stage.inert = true;
}

function hideCard() {
  calmTimer = 0;
  parts.card.hidden = true;
  parts.stage.inert = false;
}

let hiddenAtMs = 0;

function onVisibility() {
  // The wall clock: the other one stands still while a phone sleeps.
  if (document.hidden) hiddenAtMs = Date.now();
  if (!place) socket.volatile.emit(CLIENT_EVENT.away, document.hidden);
  if (document.hidden) return;
  if (Date.now() - hiddenAtMs > HIDDEN_MS) freshConnection();
  else if (socket.connected) keepAwake();
}

/** After a lock or a change of network the old connection may be a ghost: take a new one. */
function freshConnection() {
  if (isOver) return;
  socket.disconnect();
  socket.connect();
}

/** How long an answer takes, shown by the dot in the bar. */
async function measure() {
  if (!socket.connected || place || document.hidden) return;
  const askedAtMs = performance.now();
  await socket
    .timeout(PING_MS / 2)
    .emitWithAck(CLIENT_EVENT.ping)
    .catch(() => {});
  if (!socket.connected) return;
  const ms = performance.now() - askedAtMs;
  sender.measured(ms);
  document.documentElement.dataset['link'] = ms > SLOW_MS ? 'slow' : 'on';
}

/** What survives a reload; private windows and full disks give memory only. @param {string} prefix */
function createMemory(prefix) {
  /** @type {Map<string, string>} */
  const values = new Map();
  return {
    /** @param {string} key */
    get(key) {
      try {
        return localStorage.getItem(`${prefix}:${key}`) ?? undefined;
      } catch {
        return values.get(key);
      }
    },
    /** @param {string} key @param {string} value */
    set(key, value) {
      values.set(key, value);
      try {
        localStorage.setItem(`${prefix}:${key}`, value);
      } catch {
        // The map has it, for as long as this page lives.
      }
    },
  };
}
