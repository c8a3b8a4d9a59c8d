/** The page of the hall's network: it says that this network is for the show, lets a phone stay in it, and leads to the show. */

import { createHash } from 'node:crypto';
import { directionOf } from '../../public/shared/languages.js';
import { WORDS } from './words.js';

/** It has to stand alone: whatever it would load has another name, which is answered with this page. */
const STYLE = `
:root{color-scheme:dark}
body{display:grid;place-items:center;min-height:100dvh;margin:0;padding:24px;box-sizing:border-box;
background:radial-gradient(120% 60% at 50% 110%,#1a1330,#07060c) #07060c;color:#f6f3ff;
font:18px/1.4 system-ui,'Segoe UI',Roboto,sans-serif;text-align:center;text-wrap:balance}
main{max-width:24em}
h1{margin:0 0 .5em;font-size:1.7rem;line-height:1.15}
p{margin:0 0 1.4em;color:#b9b3cc}
form{margin:0 0 1.4em}
.go{display:inline-block;box-sizing:border-box;min-height:56px;padding:14px 30px;border:0;border-radius:99px;
background:#f6f3ff;color:#07060c;font:700 18px/28px inherit;font-family:inherit;text-decoration:none;cursor:pointer}
.quiet{color:#f6f3ff}
b{display:block;font-size:1.35rem;overflow-wrap:anywhere;color:#f6f3ff}`;

/** @type {Readonly<Record<string, string>>} headers of the page: it runs no script and loads nothing */
export const PAGE_HEADERS = Object.freeze({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
});

/** Asking for this address by a form means to stay. It works at every name, because each of them leads here. */
export const STAY = '/stay';

/**
 * @param {object} about
 * @param {string | undefined} about.languages as the browser says it (`Accept-Language`)
 * @param {string} about.showUrl
 * @param {boolean} about.isDone the phone stays
 * @returns {string}
 */
export function hallPage({ languages, showUrl, isDone }) {
  const lang = pick(languages);
  const words = WORDS[lang];
  const address = showUrl.replace(/\/$/, '').replace(/^http:\/\//, '');
  const body = isDone
    ? `<h1>${words.done}</h1>
<p>${words.next} <b dir="ltr">${escaped(address)}</b></p>
<p><a class="go" href="${escaped(showUrl)}">${words.go}</a></p>`
    : `<h1>${words.title}</h1>
<p>${words.text}</p>
<form method="post" action="${STAY}"><button class="go">${words.stay}</button></form>
<p><a class="quiet" href="${escaped(showUrl)}">${words.go}</a></p>`;
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><title>Mass Mobile</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}

/** Takes the first language of the browser that we have; browsers name the best one first. @param {string} [languages] @returns {keyof typeof WORDS} */
function pick(languages = '') {
  const wanted = languages.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  const found = wanted.find((tag) => Object.hasOwn(WORDS, tag));
  return /** @type {keyof typeof WORDS} */ (found ?? 'en');
}

/** @param {string} value */
function escaped(value) {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
