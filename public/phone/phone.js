/** The phone page: joins the room, remembers the player, and says calmly what is going on. */

/** @import { Extra } from '../../lib/contract/pages.js' */
/** @import { SessionEvent } from './session-types.js' */
/** @import { Notice, Personal, PhoneThrottle, PublicPlayer, Queued, Scene, StageNow, Welcome } from '../../lib/contract/wire.js' */

import { avatarElement } from '../shared/avatar.js';
import { h, loadFaceLate } from '../shared/dom.js';
import { dressPage, keptTheme } from '../shared/dress.js';
import { loadStrings } from '../shared/i18n.js';
import { importAgain, untilLoaded } from '../shared/in-time.js';
import { MOST_ASKED, createLink, createStageTime, isDrained } from '../shared/link.js';
import { createMemory } from '../shared/memory.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../shared/wire.js';
import { createGameHost } from './game.js';
import { createOutbox } from './outbox.js';
import { createReactions } from './reactions.js';
import { createInputs, createSender } from './sender.js';
import { createHaptics, createMotion, keepAwake } from './senses.js';
import { NEW_SESSION, advance, needsMore } from './session.js';

/** After a longer while in the dark a connection may be dead. */
const HIDDEN_MS = 2000;
/** 2,000 phones ask 200 times a second. */
const PING_MS = 10_000;
const SLOW_MS = 400;
/** A game that asks for stage time knows it exactly after this time. */
const ASK_WITHIN_MS = 1000;
/** Reasons that pass by themselves: players go on, and what they say is sent later. */
const STRIPS = new Set(['lost', 'patience', 'draining']);

const roomId = /^\/r\/([^/]+)/i.exec(location.pathname)?.[1];
/** Newcomers may need the one on the screen, which the address in its QR code has. */
let code = new URLSearchParams(location.search).get('code');
const memory = createMemory('localStorage', `mass-mobile:${(roomId ?? 'main').toUpperCase()}:`);
const worn = keptTheme(memory.get('theme'));
if (worn) dressPage(worn);
const { lang, t } = await loadStrings();
const ids = /** @type {const} */ (['bar', 'stage', 'card', 'pause', 'strip']);
const parts = /** @type {Record<typeof ids[number], HTMLElement>} */ (
  Object.fromEntries(ids.map((id) => [id, document.getElementById(id)]))
);

/** `waiting`: a name that somebody has to approve of first. @typedef {PublicPlayer & { waiting?: string }} OwnPlayer */
/** @type {OwnPlayer | null} */
let player = null;
/** @type {Scene | null} */
let scene = null;
/** Hours, see `Welcome`. */
let eraseAfter = 0;
/** @type {import('./place.js').Place | null} */
let place = null;
let session = NEW_SESSION;
const stageTime = createStageTime();
/** The game asks what time it is. */
let isTimed = false;
/** @type {StageNow | null} */
let stage = null;
/** @type {number | undefined} */
let connectTimer;
/** @type {number[]} */
const cardTimers = [];

const socket = createLink(NAMESPACE.players, () => ({
  room: roomId,
  token: memory.get('token'),
  name: memory.get('name'),
  code,
  ticket: memory.get('ticket'),
  lang,
}));
const inputs = createInputs(socket);
const sender = createSender({ isReady: () => isDrained(socket), send: inputs.send });
const outbox = createOutbox({
  send: (...submission) => game.send(...submission),
  isConnected: () => socket.connected,
  say: (sentence) => game.t(sentence),
  memory: { get: () => memory.get('outbox'), set: (text) => memory.set('outbox', text) },
  gone: t('phone.submit.gone'),
  full: t('phone.submit.full'),
});
const haptics = createHaptics();
const reactions = createReactions({
  ...{ t, haptics },
  // Nobody waits for one, and none is worth a message that is sent late.
  send: (place) => socket.volatile.emit(CLIENT_EVENT.react, place),
});
let mayReact = false;
const game = createGameHost({
  root: parts.stage,
  ...{ sender, outbox, haptics },
  motion: createMotion(),
  lang,
  t,
  // The game may have names for its teams.
  onLoad: () => (drawBar(), showReactions()),
  send: (kind, value, id, withinMs) =>
    socket.timeout(withinMs).emitWithAck(CLIENT_EVENT.submit, kind, value, id),
  link: socket,
  memory,
  nowMs: readStageTime,
  openExtra,
});

listen();
step({ type: 'connect' });
document.documentElement.dataset['up'] = '';
loadFaceLate();
setInterval(measure, PING_MS);

function listen() {
  socket.on(SERVER_EVENT.welcome, welcomed);
  socket.on(SERVER_EVENT.scene, showScene);
  socket.on(SERVER_EVENT.notice, (/** @type {Notice} */ notice) => game.notice(notice));
  socket.on(SERVER_EVENT.personal, (/** @type {Personal} */ personal) => game.personal(personal));
  socket.on(SERVER_EVENT.throttle, (/** @type {PhoneThrottle} */ { sendHz, ttlMs }) =>
    sender.setRate(sendHz, ttlMs),
  );
  socket.on(SERVER_EVENT.theme, wear);
  socket.on(SERVER_EVENT.stage, hearStage);
  socket.on(SERVER_EVENT.queued, showPlace);
  socket.on(SERVER_EVENT.player, (/** @type {OwnPlayer} */ changed) => setPlayer(changed));
  for (const code of [SERVER_EVENT.kicked, SERVER_EVENT.erased, SERVER_EVENT.replaced])
    socket.on(code, () => step({ type: 'refused', code }));
  socket.on(SERVER_EVENT.draining, ({ inMs }) => step({ type: 'draining', inMs }));
  socket.on(SERVER_EVENT.problem, game.problem);
  socket.on('disconnect', (reason) => lost({ byServer: reason === 'io server disconnect' }));
  socket.on('connect_error', (/** @type {Error & { data?: any }} */ { data }) =>
    lost(data && { type: 'refused', ...data }),
  );
  document.addEventListener('visibilitychange', () => onVisibility());
  for (const change of ['online', 'offline']) addEventListener(change, renew);
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
}

/** @param {AbortSignal} signal @returns {Extra} */
function openExtra(signal) {
  /** @type {Extra | undefined} */
  let extra;
  const end = new AbortController();
  const close = () => end.abort();
  signal.addEventListener('abort', close);
  void importAgain('/public/shared/extra.js').then(({ createExtra }) => {
    const auth = () => ({ room: roomId, token: memory.get('token'), extra: true });
    if (!end.signal.aborted) extra = createExtra({ auth, signal: end.signal, hz: sender.hz });
  });
  return {
    get connected() {
      return extra?.connected ?? false;
    },
    send: async (message) => extra?.send(message) ?? null,
    close,
  };
}

/** @param {object} [more] of the event */
function lost(more) {
  document.documentElement.dataset['link'] = 'lost';
  step({ type: 'lost', ...more });
}

/** Takes a new connection, where the old one may be a ghost. */
function renew() {
  step({ type: 'retry', inMs: 0, isFresh: true });
}

/** @param {SessionEvent} event */
function step(event) {
  const [next, { save = {}, disconnect, connectInMs, cards, again }] = advance(session, event, Math.random());
  session = next;
  for (const [key, value] of Object.entries(save)) memory.set(key, value);
  if (disconnect || connectInMs) clearTimeout(connectTimer);
  if (disconnect) socket.disconnect();
  if (connectInMs === 0) socket.connect();
  else if (connectInMs) connectTimer = window.setTimeout(step, connectInMs, { type: 'retry', inMs: 0 });
  if (session.state === 'over') sender.setRate(0);
  if (session.because === SERVER_EVENT.erased) (memory.clear(), parts.bar.replaceChildren());
  if (!cards) return;
  dropCards();
  if (cards.length === 0) showCard();
  for (const [inMs, reason] of cards) {
    if (inMs > 0) cardTimers.push(window.setTimeout(showReason, inMs, reason));
    else showReason(reason, again);
  }
}

/** @param {Welcome} welcome */
function welcomed({ player: me, room, scene: next, sendHz, stage: now, theme }) {
  wear(theme);
  ({ eraseAfter } = room);
  step({ type: 'welcome', token: me.token });
  place = null;
  parts.bar.hidden = false;
  document.documentElement.dataset['link'] = 'on';
  setPlayer(me, { isQuiet: true });
  stageTime.begin(now);
  showScene(next);
  sender.forget();
  hearStage(now);
  sender.setRate(sendHz);
  if (isTimed) void askSoon();
  outbox.wake();
  keepAwake();
}

/** @param {import('../../lib/contract/look.js').Theme} theme */
function wear(theme) {
  dressPage(theme);
  mayReact = theme.reactions;
  showReactions();
  memory.set('theme', JSON.stringify(theme));
}

/** A game with reactions of its own has them where the thumb is; the operator's no is for them as well. */
function showReactions() {
  reactions.show(mayReact && !scene?.paused && !game.reacts);
  document.documentElement.dataset['reacts'] = mayReact ? 'yes' : 'no';
}

/** @param {StageNow} next */
function hearStage(next) {
  stageTime.receive(next);
  inputs.setStage(next);
  // A scene of the same number may be another one, after which the game is mounted anew in any case.
  if (stage?.epoch === next.epoch && next.clears > stage.clears) game.cleared();
  stage = next;
}

/** For `PhoneHost.nowMs`. Only for games that ask, the first round trip is measured soon after each welcome. */
function readStageTime() {
  if (!isTimed) void askSoon();
  isTimed = true;
  return stageTime.nowMs();
}

/** At random moments, because a hall may come back at once. */
async function askSoon() {
  for (let asked = 0; asked < MOST_ASKED && (asked === 0 || stageTime.isVague); asked++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ASK_WITHIN_MS));
    await measure();
  }
}

/** @param {Scene} next */
function showScene(next) {
  scene = next;
  inputs.setScene(next);
  drawBar();
  if (player) game.show(next, player);
  setPaused(next.paused);
}

/** @param {OwnPlayer} me @param {{ isQuiet?: boolean }} [options] */
function setPlayer({ id, name, team, waiting }, { isQuiet = false } = {}) {
  player = { id, name, team, ...(waiting && { waiting }) };
  memory.set('name', waiting ?? name);
  drawBar();
  if (!isQuiet) game.player(player);
}

/** The stage stands still: what is on this phone is dimmed, and nobody can press anything. @param {boolean} isPaused */
function setPaused(isPaused) {
  showReactions();
  if (parts.pause.hidden !== isPaused) return;
  parts.pause.hidden = !isPaused;
  document.documentElement.toggleAttribute('data-paused', isPaused);
  parts.pause.replaceChildren(h('b', {}, t('phone.paused.title')), h('span', {}, t('phone.paused.text')));
  setInert();
}

/** Every 2 s; only the first time with this phone's own number. @param {Queued} queued */
async function showPlace({ number, ticket, head, perS }) {
  step({ type: 'queued', number, ticket });
  /** @type {typeof import('./place.js')} */
  const { createPlace } = await importAgain('/public/phone/place.js');
  if (session.state !== 'waiting') return;
  if (number !== undefined || !place) place = createPlace({ number: Number(session.place), t });
  dropCards();
  document.documentElement.dataset['link'] = 'on';
  place.update({ head, perS });
  if (!place.card.isConnected) showCard(place.card);
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
      { class: 'me', type: 'button', onclick: openSheet },
      index >= 0 &&
        h(
          'span',
          { class: 'me-team' },
          h('span', { class: 'team-shape', 'data-shape': index }),
          game.t(`team.${player.team}`),
        ),
      avatarElement(player.id),
      h('bdi', { class: 'me-name' }, player.name),
      h('span', { class: 'visually-hidden' }, t('phone.me')),
    ),
    reactions.button,
    h('span', { class: 'link-dot', title: t('phone.link') }),
  );
}

async function openSheet() {
  /** @type {typeof import('./identity.js')} */
  const { openIdentitySheet } = await importAgain('/public/phone/identity.js');
  if (!player || !scene || document.querySelector('dialog[open]')) return;
  openIdentitySheet({
    player,
    teams: scene.game.teams,
    eraseAfter,
    t: game.t,
    ask: (event, value) => socket.timeout(4000).emitWithAck(event, value),
    onChange: setPlayer,
  });
}

function dropCards() {
  for (const timer of cardTimers.splice(0)) clearTimeout(timer);
}

/** @param {string} reason `phone.<reason>.title` and `.text` say it @param {string} [again] a button's text */
function showReason(reason, again) {
  if (scene && STRIPS.has(reason)) return showStrip(t(`phone.${reason}.title`));
  const text = t(`phone.${reason}.text`);
  // The page itself still knows who they were.
  const onclick = () => (reason === SERVER_EVENT.erased ? location.reload() : step({ type: 'connect' }));
  showCard(
    h('p', { class: 'card-title' }, t(`phone.${reason}.title`)),
    text === `phone.${reason}.text` ? '' : h('p', {}, text),
    again ? h('button', { class: 'card-button', type: 'button', onclick }, t(again)) : '',
  );
  if (needsMore(reason)) void askForMore(reason);
}

/** @param {string} reason */
async function askForMore(reason) {
  /** @type {typeof import('./way-in.js') | null} */
  const module = await untilLoaded(() => importAgain('/public/phone/way-in.js'), {
    isWanted: () => session.because === reason,
  });
  /** @param {string} typed */
  function enter(typed) {
    code = typed;
    step({ type: 'connect' });
  }
  if (module) parts.card.append(module.createWayIn(reason, { t, enter }));
}

/** @param {(Node | string)[]} content none: the game shows */
function showCard(...content) {
  showStrip('');
  parts.card.replaceChildren(...content);
  parts.card.hidden = content.length === 0;
  setInert();
}

function setInert() {
  parts.stage.inert = !parts.card.hidden || !parts.pause.hidden;
}

/** Says over the game what is amiss, and covers none of it: answers are kept meanwhile. @param {string} text */
function showStrip(text) {
  parts.strip.textContent = text;
  parts.strip.hidden = text === '';
}

let hiddenAtMs = 0;

function onVisibility() {
  // The wall clock: the other one stands still while a phone sleeps.
  if (document.hidden) hiddenAtMs = Date.now();
  if (session.state !== 'waiting') socket.volatile.emit(CLIENT_EVENT.away, document.hidden);
  if (document.hidden) return;
  if (Date.now() - hiddenAtMs > HIDDEN_MS) renew();
  else if (socket.connected) keepAwake();
}

/** Measures how long an answer takes, which the dot in the bar shows. */
async function measure() {
  if (!socket.connected || session.state === 'waiting' || document.hidden) return;
  const askedAtMs = performance.now();
  const answer = await socket
    .timeout(PING_MS / 2)
    .emitWithAck(CLIENT_EVENT.ping)
    .catch(() => null);
  if (!socket.connected) return;
  const answeredAtMs = performance.now();
  const ms = answeredAtMs - askedAtMs;
  if (answer?.ok) stageTime.measure(answer.nowMs, askedAtMs, answeredAtMs);
  sender.measured(ms);
  document.documentElement.dataset['link'] = ms > SLOW_MS ? 'slow' : 'on';
}
