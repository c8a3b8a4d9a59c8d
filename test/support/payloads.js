/** Scripts that a stranger types: 300 spellings, and pages that are watched for any of them coming alive. */

/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { openPage } from './pages.js';
import { sample } from './sample.js';
import { until } from './until.js';

/** Each makes an element with the attribute `h` where markup is read, and most call `h()` there. As short as they can be: a name keeps 20 letters. */
const MARKUP = [
  '<svg h onload=h()>',
  '<img h src=x onerror=h()>',
  '<IMG H SRC=x OnErRoR=h()>',
  '<img/h/src=x/onerror=h()>',
  '<img h src=x onerror=&#104;()>',
  '<script h>h()</script>',
  '<svg h><script>h()</script></svg>',
  '<iframe h srcdoc="<script>parent.h()</script>"></iframe>',
  '<iframe h src=javascript:parent.h()></iframe>',
  '<object h data=javascript:h()></object>',
  '<embed h src=javascript:h()>',
  '<a h href=javascript:h()>x</a>',
  '<a h href=" java&Tab;script:h()">x</a>',
  '<form h action=javascript:h()><button>x</button></form>',
  '<input h autofocus onfocus=h()>',
  '<b h tabindex=1 autofocus onfocus=h()>x</b>',
  '<details h open ontoggle=h()>x</details>',
  '<video h><source onerror=h()></video>',
  '<svg h><animate onbegin=h() attributeName=x dur=1s>',
  '<style h>@import "//h.invalid"</style>',
  '<link h rel=stylesheet href=//h.invalid>',
  '<meta h http-equiv=refresh content=9;url=//h.invalid>',
  '<base h href=//h.invalid>',
  '<math h><mi xlink:href=javascript:h()>x</mi></math>',
  '<math h><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src onerror=h()&gt;">',
];
/** Where a careless page would have put the text: what stands before it and after it, and what leads out of there. */
const PLACES = [
  ['<p>', '</p>', ''],
  ['<p title="', '">x</p>', '">'],
  ["<p title='", "'>x</p>", "'>"],
  ['<p title=', '>x</p>', 'x>'],
  ['<textarea>', '</textarea>', '</textarea>'],
  ['<title>', '</title>', '</title>'],
  ['<style>', '</style>', '</style>'],
  ['<script>var a = "', '"</script>', '</script>'],
  ['<!-- ', ' -->', '-->'],
  ['<template>', '</template>', '</template>'],
  ['<svg><desc><![CDATA[', ']]></desc></svg>', ']]>'],
  ['<select><option>', '</select>', '</select>'],
];

/**
 * Lists payloads, each kind of markup in each place; the numbers of both have no divisor in common, so that the first 36 have all of both.
 * @returns {{ text: string, careless: string }[]} what is typed, and the page on which it comes alive
 */
export function payloads() {
  const all = MARKUP.length * PLACES.length;
  return Array.from({ length: sample(36, all) }, (_, n) => {
    const [before = '', after = '', out = ''] = PLACES[n % PLACES.length] ?? [];
    const text = `${out}${MARKUP[n % MARKUP.length]}`;
    return { text, careless: `<!doctype html>${before}${text}${after}` };
  });
}

/**
 * Opens a page that writes down each payload that comes alive in it.
 * @param {Browser} browser @param {string} url @param {BrowserContextOptions} options
 */
export async function openWatched(browser, url, options) {
  /** @type {string[]} */
  const alive = [];
  const { page, faults } = await openPage(browser, url, options, async (fresh) => {
    await fresh.exposeFunction('h', () => alive.push(`a script ran in ${url}`));
    await fresh.exposeFunction('refused', (/** @type {string} */ what) => alive.push(`refused: ${what}`));
    await fresh.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample: text }) =>
        /** @type {any} */ (globalThis).refused(`${violatedDirective} ${text}`),
      ),
    );
    fresh.on('request', (request) => {
      if (new URL(request.url()).host === 'h.invalid') alive.push(`a request of ${url}`);
    });
  });
  return {
    page,
    alive,
    /** Waits until all texts are on the page, and none of them as anything but text. @param {string[]} texts */
    async shows(texts) {
      const missing = () => page.evaluate(firstMissing, texts);
      await until(missing, (text) => text === undefined, { about: `what ${url} does not show` });
      assert.deepEqual(await page.evaluate(elements), [], url);
      assert.deepEqual([...alive, ...faults], [], url);
    },
  };
}

/** Runs in the page: lists what a text made other than text. */
function elements() {
  return [...document.querySelectorAll('[h], [href^="javascript:" i]')].map((one) => one.outerHTML);
}

/** Runs in the page. @param {string[]} texts @returns {string | undefined} the first that is not on it */
function firstMissing(texts) {
  const fields = [...document.querySelectorAll('input, textarea')];
  const shown = [document.documentElement, ...fields]
    .map((one) => one.textContent + ' ' + /** @type {any} */ (one).value)
    .join(' ');
  return texts.find((text) => !shown.includes(text));
}
