/** Finds out what a phone knows about itself and its network. */

/** Engine.IO begins with this sign when it has let a connection in. */
const OPENED = '0';

/** @param {readonly number[]} values @returns {number | undefined} the middle one; undefined: there is none */
export function middleOf(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/**
 * Says whether games may ask how the phone is tilted. Browsers give that to pages over HTTPS alone, and some ask first.
 * @returns {'yes' | 'ask' | 'no'}
 */
export function motionOf() {
  const { DeviceOrientationEvent: Tilt } = /** @type {any} */ (globalThis);
  if (!isSecureContext || !Tilt) return 'no';
  return typeof Tilt.requestPermission === 'function' ? 'ask' : 'yes';
}

/**
 * Opens a WebSocket as the show would, and closes it. Where none gets through, phones poll, which is slower.
 * @param {number} withinMs @returns {Promise<boolean>}
 */
export function reachSocket(withinMs) {
  return new Promise((resolve) => {
    const address = new URL('/socket.io/?EIO=4&transport=websocket', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    const end = (/** @type {boolean} */ isThrough) => {
      clearTimeout(timer);
      socket.close();
      resolve(isThrough);
    };
    const timer = setTimeout(() => end(false), withinMs);
    socket.onmessage = ({ data }) => end(String(data).startsWith(OPENED));
    socket.onerror = () => end(false);
  });
}
