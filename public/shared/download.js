/** Files that the server gives to a person: an answer of `/api` becomes a download. */

import { h } from './dom.js';

/** A browser has begun to read the file by then. */
const KEEP_MS = 10_000;

/** @param {Response} response @param {string} name if the answer has none */
export async function saveResponse(response, name) {
  const link = h('a', {
    href: URL.createObjectURL(await response.blob()),
    download: nameOf(response) ?? name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}

/** @param {Response} response */
function nameOf(response) {
  const said = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/.exec(said)?.[1];
}
