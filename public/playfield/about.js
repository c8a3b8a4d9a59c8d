/** Tells the operator how large this screen is, and whether it may sound: both are looked at before doors open. */

/** @import { ScreenAbout } from '../../lib/contract/readiness.js' */

import { CLIENT_EVENT } from '../shared/wire.js';

/** A window that is dragged larger says so when it rests. */
const REST_MS = 700;

/**
 * @param {object} parts
 * @param {import('socket.io-client').Socket} parts.link
 * @param {Pick<import('./audio.js').Sound, 'isOn' | 'isBlocked' | 'onChange'>} parts.audio
 */
export function tellAbout({ link, audio }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const tell = () => link.connected && link.emit(CLIENT_EVENT.about, about(audio), () => {});
  const tellSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(tell, REST_MS);
  };
  link.on('connect', tell);
  addEventListener('resize', tellSoon);
  audio.onChange(tellSoon);
}

/** @param {Parameters<typeof tellAbout>[0]['audio']} audio @returns {ScreenAbout} */
function about(audio) {
  const sound = audio.isOn() ? 'on' : audio.isBlocked() ? 'blocked' : 'off';
  return { width: innerWidth, height: innerHeight, scale: devicePixelRatio, sound };
}
