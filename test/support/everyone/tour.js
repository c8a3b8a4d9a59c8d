/** A show in tests that goes through all its states: phones in five languages, two screens, the panel, remotes. */

/** @import { TestContext } from 'node:test' */
/** @import { Browser, BrowserContextOptions, Page } from 'playwright-core' */

import assert from 'node:assert/strict';
import { LAPTOP, PHONE, SCREEN, openPage } from '../browser.js';
import { playDocument } from '../documents.js';
import { joinAsPhone, makeLink, openControl, startServer } from '../server.js';
import { bringAxe } from '../../../check/browser/axe.js';
import { notePainted } from './painted.js';

const PACK = {
  format: 'mass-mobile-quiz',
  version: 1,
  title: 'Numbers',
  language: 'en',
  questions: [
    {
      type: 'single',
      text: 'How much is 2 + 2?',
      options: [{ text: '3' }, { text: '4', correct: true }],
      seconds: 240,
    },
    { type: 'order', text: 'From small to large', items: ['1', '2', '3'], seconds: 240 },
    { type: 'text', text: 'How much is 10 − 9?', accepted: ['1'], seconds: 240 },
    { type: 'poll', text: 'Five or six?', options: [{ text: '5' }, { text: '6' }], seconds: 240 },
  ],
};
const DECK = {
  title: 'A talk',
  theme: 'night',
  transition: 'none',
  markdown: [
    '# Hello\n\nSome words, and `code`',
    '# A poll\n\n```poll\nTea or coffee?\n- Tea\n- Coffee\n```',
    '# A scale\n\n```scale\nHow is it?\n- Taste\n- Smell\n```',
    '# An order\n\n```rank\nIn which order?\n- One\n- Two\n- Three\n```',
    '# A cloud\n\n```cloud\nOne word?\n```',
    '# A wall\n\n```wall\nWhat do you think?\n```',
    '# Questions\n\n```questions\n```',
    `# Long\n\n${'- A line\n'.repeat(30)}`,
  ].join('\n\n---\n\n'),
};

/** @typedef {Awaited<ReturnType<typeof openTour>>} Tour */

/** @param {TestContext} t @param {Browser} browser */
export async function openTour(t, browser) {
  const app = await startServer(t);
  const control = await openControl(t, app);
  /** @type {Map<string, string[]>} */
  const faultsOf = new Map();

  /** @param {string} name @param {string} path @param {BrowserContextOptions & { lang?: string, large?: boolean }} options */
  async function open(name, path, { lang = 'en', large = false, ...options }) {
    const [address = '', hash = ''] = path.split('#');
    const wish = lang && `${address.includes('?') ? '&' : '?'}lang=${lang}`;
    const url = `${app.url}${address}${wish}${hash && `#${hash}`}`;
    const { page, faults } = await openPage(browser, url, options, async (fresh) => {
      await bringAxe(fresh);
      await notePainted(fresh);
      if (large) await fresh.addInitScript(enlarge);
    });
    faultsOf.set(name, faults);
    return page;
  }

  /** @param {string} event @param {...unknown} args */
  async function ask(event, ...args) {
    const ack = await control.ask(event, ...args);
    assert.ok(ack.ok, `${event} ${JSON.stringify(args)}: ${ack.message}`);
    return ack;
  }

  /** @param {import('../../../lib/contract/links.js').LinkRole} role */
  async function hashFor(role) {
    return new URL((await makeLink(control, role)).url);
  }

  const others = await Promise.all(
    ['Ada', 'Bo', 'Cy', 'Di'].map((name) => joinAsPhone(t, app.url, { name })),
  );
  const calm = /** @type {const} */ ({ reducedMotion: 'reduce' });
  const [en, ar, de, fr, screen] = await Promise.all([
    open('phone en', '/', PHONE),
    open('phone ar', '/', { ...PHONE, ...calm, lang: 'ar' }),
    open('phone de', '/', { ...PHONE, ...calm, lang: 'de', large: true }),
    open('phone fr', '/', { ...PHONE, ...calm, lang: 'fr', forcedColors: 'active' }),
    open('screen', `/playfield#key=${control.welcome.presenterKey}`, { ...SCREEN, ...calm, lang: '' }),
  ]);
  return {
    phones: { en, 'ar, calm': ar, 'de, 200 %': de, 'fr, forced colours': fr },
    screen,
    app,
    control,
    ask,
    open,
    hashFor,
    others,
    playQuiz: () => playDocument(app, ask, 'quiz', PACK).then(() => ask('set', { readS: 0 })),
    playTalk: () => playDocument(app, ask, 'presentation', DECK),
    faults: () => [...faultsOf].flatMap(([name, faults]) => faults.map((fault) => `${name}: ${fault}`)),
    openPanel: (/** @type {string} */ lang = 'en', options = LAPTOP) =>
      open(`panel ${lang}`, `/control#key=${app.operatorKey}`, { ...options, ...calm, lang }),
  };
}

/** Doubles the letters of a page, as a reader does in the settings of their browser. */
function enlarge() {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { font-size: 200% }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** @typedef {Record<string, Page>} Pages */
