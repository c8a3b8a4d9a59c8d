/**
 * The questions by which phones and computers find out whether a network leads to the internet, and the answers that satisfy
 * them. A phone that is not satisfied opens the page of the hall, or goes on over its mobile network, where no show is.
 */

/** @typedef {{ status: number, type: string, body: string }} Answer */

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
/** @type {Answer} */
const EMPTY = { status: 204, type: '', body: '' };
/** @type {Answer} */
const APPLE = {
  status: 200,
  type: HTML,
  body: '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>',
};

/** @param {string} body @returns {Answer} */
const text = (body) => ({ status: 200, type: TEXT, body });

/** By path, whichever name was asked for. @type {Readonly<Record<string, Answer>>} */
const BY_PATH = Object.freeze({
  // Apple: iPhones, iPads, Macs, and their older addresses.
  '/hotspot-detect.html': APPLE,
  '/library/test/success.html': APPLE,
  // Android, Chrome OS and whatever is made of Chromium.
  '/generate_204': EMPTY,
  '/gen_204': EMPTY,
  // Windows.
  '/connecttest.txt': text('Microsoft Connect Test'),
  '/ncsi.txt': text('Microsoft NCSI'),
  // Firefox.
  '/canonical.html': {
    status: 200,
    type: HTML,
    body: '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
  },
  '/success.txt': text('success\n'),
  // NetworkManager of GNOME, in most distributions of Linux.
  '/check_network_status.txt': text('NetworkManager is online\n'),
  // Readers of Amazon.
  '/kindle-wifi/wifistub.html': {
    status: 200,
    type: HTML,
    body: '<html><head><title>Kindle Reachability Probe Page</title></head><body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>',
  },
});
/** By name, where the path is that of any page. @type {Readonly<Record<string, Answer>>} */
const BY_HOST = Object.freeze({
  'captive.apple.com': APPLE,
  'connectivity-check.ubuntu.com': EMPTY,
  'networkcheck.kde.org': text('OK\n'),
});
/** Windows shows this address to people. */
const SHOWN = ['/redirect'];

/**
 * @param {string} host as the request names it @param {string} path without its query
 * @returns {Answer | null} the answer that the phone wants; null: this is no such question
 */
export function probeOf(host, path) {
  const byPath = Object.hasOwn(BY_PATH, path) ? BY_PATH[path] : undefined;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return byPath ?? (Object.hasOwn(BY_HOST, name) ? BY_HOST[name] : undefined) ?? null;
}

/** Says whether a system shows this address to its people, as the page of the network. @param {string} path */
export const isShown = (path) => SHOWN.includes(path);
