/** Downloads: an answer of `/api` becomes a file on the person's machine. */

import { h } from './dom.js';

/** By then a browser has begun to read the file. */
const REVOKE_MS = 10_000;

/** @param {Response} response @param {string} name for an answer that brings none */
export async function saveResponse(response, name) {
  const link = h('a', {
    href: URL.createObjectURL(await response.blob()),
    download: nameOf(response) ?? name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

/** @param {Response} response */
function nameOf(response) {
  const said = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)"?/.exec(said)?.[1];
}
