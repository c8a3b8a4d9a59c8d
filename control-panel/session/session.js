/** The session with the server: one socket, what it sent as signals, and a way to ask. */

import { batch, signal } from '@preact/signals';
import { saveResponse } from '../../public/shared/download.js';
import { fetchInTime } from '../../public/shared/in-time.js';
import { createLink } from '../../public/shared/link.js';
import { CLIENT_EVENT, NAMESPACE, SERVER_EVENT } from '../../public/shared/wire.js';
import { createHistory } from './history.js';
import { joinLines } from './log-lines.js';
import { createPass, takePass } from './pass.js';
import { t, voice } from '../parts/texts.js';
import { showProblem } from '../parts/toasts.js';

/** @import { Ack, ControlWelcome, LogLine, Scene, Status } from '../../lib/contract/wire.js' */
/** @typedef {{ code: string, message: string, retryAtMs?: number }} Refusal */

const ACK_TIMEOUT_MS = 5000;

/** `out`: no key, so the login is shown; `joining`: first connection; `on`; `lost`: was on and reconnects. */
export const link = signal(/** @type {'out' | 'joining' | 'on' | 'lost'} */ ('out'));
export const refusal = signal(/** @type {Refusal | null} */ (null));
export const welcome = signal(/** @type {ControlWelcome | null} */ (null));
export const status = signal(/** @type {Status | null} */ (null));
export const scene = signal(/** @type {Scene | null} */ (null));
export const log = signal(/** @type {import('./log-lines.js').ShownLine[]} */ ([]));
export const history = createHistory();

const pass = createPass();
/** @type {string | null} */
let key = pass.key ?? null;
/** The room to return to after a lost connection: the server begins with the main room each time. */
let wantedRoomId = '';
let isFresh = false;
/**
 * Another room to watch, which is shown once all of it is here: two rooms number their scenes alike, so that views of the one would pass
 * for those of the other. @type {{ welcome: ControlWelcome, scene: Scene | null } | null}
 */
let coming = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retryTimer;

export const socket = createLink(NAMESPACE.control, () => ({ key, device: pass.device }));
socket.on('connect', () => (isFresh = true));
socket.on(SERVER_EVENT.welcome, onWelcome);
socket.on(SERVER_EVENT.status, onStatus);
socket.on(SERVER_EVENT.scene, onScene);
socket.on(SERVER_EVENT.log, (/** @type {LogLine[]} */ lines) => (log.value = joinLines(log.value, lines)));
socket.on(SERVER_EVENT.ended, onRefusal);
socket.on('disconnect', onDisconnect);
socket.on('connect_error', onConnectError);

/** Connects with the key of the link or of the last visit; without one the login waits. */
export function start() {
  addEventListener('hashchange', loginByLink);
  if (!loginByLink() && key) login(key);
}

function loginByLink() {
  const found = takePass(location, window.history);
  if (!found) return false;
  if (found.device) pass.save(found.key, found.device);
  login(found.key);
  return true;
}

/** @param {string} newKey */
export function login(newKey) {
  clearTimeout(retryTimer);
  key = newKey;
  refusal.value = null;
  link.value = 'joining';
  socket.disconnect().connect();
}

/** Logs out: key and device token are erased from this machine. */
export function forgetDevice() {
  pass.forget();
  leave();
  refusal.value = null;
}

/**
 * Asks the server. Never throws: the answer says what went wrong, in the operator's language where the sentence is known.
 * @param {keyof typeof CLIENT_EVENT} name
 * @param {...unknown} args
 * @returns {Promise<Ack<any>>}
 */
export async function ask(name, ...args) {
  if (!socket.connected) return { ok: false, code: 'offline', message: t('panel.error.offline') };
  try {
    const ack = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck(CLIENT_EVENT[name], ...args);
    return ack.ok ? ack : { ...ack, message: voice.say(ack.message) };
  } catch {
    return { ok: false, code: 'timeout', message: t('panel.error.timeout') };
  }
}

/**
 * Does what `ask` does, and shows a refusal to the operator.
 * @param {keyof typeof CLIENT_EVENT} name
 * @param {...unknown} args
 */
export async function order(name, ...args) {
  const ack = await ask(name, ...args);
  if (!ack.ok) showProblem(ack.message);
  return ack;
}

/**
 * The link with which another device of the operator becomes a panel, at the address where phones join. It is let in as this one
 * is, whatever strangers guess.
 * @param {string} base
 */
export function controlLink(base) {
  const device = key?.startsWith('link-') ? undefined : pass.device;
  const parts = new URLSearchParams({ key: key ?? '', ...(device && { device }) });
  return new URL(`/control#${parts}`, base).href;
}

/**
 * Makes a request below `/api` in the operator's name.
 * @param {string} path @param {RequestInit} [init]
 */
export function callApi(path, init = {}) {
  const headers = { ...init.headers, authorization: `Bearer ${key}`, 'x-device': pass.device ?? '' };
  return fetchInTime(`/api${path}`, { ...init, headers });
}

/**
 * Makes a request that is answered in JSON. Never throws.
 * @param {string} path @param {RequestInit} [init]
 * @returns {Promise<Ack<any>>}
 */
export async function askApi(path, init) {
  try {
    const ack = await (await callApi(path, init)).json();
    return ack.ok ? ack : { ...ack, message: voice.say(ack.message) };
  } catch {
    return { ok: false, code: 'timeout', message: t('panel.error.timeout') };
  }
}

/** Saves a file of the room that is shown on the operator's machine. @param {string} file below the path of the room @param {string} name for an answer that brings none */
export async function download(file, name) {
  try {
    const response = await callApi(roomPath(file));
    if (response.ok) return await saveResponse(response, name);
    showProblem(voice.say((await response.json()).message));
  } catch {
    showProblem(t('panel.error.timeout'));
  }
}

/** @param {string} rest */
export const roomPath = (rest) => `/rooms/${encodeURIComponent(welcome.value?.roomId ?? 'main')}${rest}`;

/** @param {string} roomId */
export const watch = (roomId) => order('watch', roomId);

/** Called at each connection, and again, without a device token, for each room watched. @param {ControlWelcome} hello */
function onWelcome(hello) {
  if (key && (hello.device || key.startsWith('link-'))) pass.save(key, hello.device);
  refusal.value = null;
  link.value = 'on';
  const isOther = welcome.value !== null && hello.roomId !== welcome.value.roomId;
  coming = isOther ? { welcome: hello, scene: null } : null;
  if (!isOther) welcome.value = hello;
  log.value = joinLines([], hello.log);
  const returnTo = isFresh && wantedRoomId !== hello.roomId ? wantedRoomId : '';
  isFresh = false;
  wantedRoomId = hello.roomId;
  if (returnTo) void watch(returnTo);
}

/** @param {Scene} next */
function onScene(next) {
  if (coming) coming.scene = next;
  else scene.value = next;
}

/** @param {Status} next */
function onStatus(next) {
  if (coming && (coming.scene === null || coming.welcome.roomId !== next.roomId)) return;
  batch(() => {
    if (coming) ({ welcome: welcome.value, scene: scene.value } = coming);
    coming = null;
    status.value = next;
  });
  history.push(next.atMs, next.meter);
}

/** @param {string} reason */
function onDisconnect(reason) {
  if (link.value === 'out') return;
  if (link.value === 'on') link.value = 'lost';
  // Socket.IO does not come back by itself when the server closed the connection, be it before a welcome.
  if (reason === 'io server disconnect') retryTimer = setTimeout(() => socket.connect(), 1000);
}

/** @param {Error & { data?: { code: string, message: string, retryAfterMs?: number } }} error */
function onConnectError({ data }) {
  if (data) onRefusal(data);
  else if (link.value === 'joining')
    refusal.value = { code: 'unreachable', message: t('panel.login.unreachable') };
}

/** @param {{ code: string, message: string, retryAfterMs?: number }} data */
function onRefusal({ code, message, retryAfterMs }) {
  const waitMs = code === 'key-wrong' ? undefined : retryAfterMs;
  refusal.value = {
    code,
    message: t(message),
    ...(waitMs !== undefined && { retryAtMs: Date.now() + waitMs }),
  };
  if (waitMs !== undefined) {
    // A little late rather than early: the server counts from the moment of its refusal.
    retryTimer = setTimeout(() => socket.connect(), waitMs + 250);
    return;
  }
  // A wrong key is tried once: every further try would count as a guess.
  pass.dropKey();
  leave();
}

function leave() {
  clearTimeout(retryTimer);
  key = null;
  socket.disconnect();
  wantedRoomId = '';
  coming = null;
  link.value = 'out';
  welcome.value = status.value = scene.value = null;
  log.value = [];
  history.clear();
}
