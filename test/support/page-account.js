/** Gives an account of a page of Chromium where a test waits in vain: what it shows, asks for, and last said and heard. */

/** @import { Page } from 'playwright-core' */

/** So much of a page's text says where it is. */
const MOST_TEXT = 600;
/** So many of the last messages tell whether a page was told something, or did not show it. */
const MOST_MESSAGES = 16;
const MOST_OF_MESSAGE = 160;
/** The beginning of a message is the name of its namespace and most of that of its event. */
const KIND_LENGTH = 22;

/** Keeps what a page last sent and heard on its connections, with the time. @param {Page} page @returns {readonly string[]} */
function recordWire(page) {
  /** @type {string[]} */
  const wire = [];
  let lastKind = '';
  const note = (/** @type {string} */ what) => {
    const kind = what.slice(0, KIND_LENGTH);
    // Frames and inputs follow each other, and the last one tells enough.
    if (kind === lastKind) wire.pop();
    lastKind = kind;
    wire.push(`${new Date().toISOString().slice(14, -1)} ${what}`.slice(0, MOST_OF_MESSAGE));
    if (wire.length > MOST_MESSAGES) wire.shift();
  };
  page.on('websocket', (ws) => {
    note('opens a WebSocket');
    ws.on('framesent', ({ payload }) => note(`> ${payload}`));
    ws.on('framereceived', ({ payload }) => note(`< ${payload}`));
    ws.on('close', () => note('its WebSocket is closed'));
  });
  page.on('request', (request) => {
    if (request.url().includes('transport=polling')) note(`polls by ${request.method()}`);
  });
  return wire;
}

/** Keeps the requests of a page that have no answer yet. @param {Page} page @returns {Iterable<{ url(): string }>} */
function recordRequests(page) {
  /** @type {Set<import('playwright-core').Request>} */
  const open = new Set();
  page.on('request', (request) => open.add(request));
  for (const end of /** @type {const} */ (['requestfinished', 'requestfailed']))
    page.on(/** @type {'requestfinished'} */ (end), (request) => void open.delete(request));
  return open;
}

/** Tells of each page what it showed, also for the locators in it. @type {WeakMap<Page, () => Promise<string>>} */
const accounts = new WeakMap();

/**
 * A wait in vain tells what the page showed instead, because a machine of CI keeps nothing else.
 * @param {Page} page before it loads anything
 * @param {readonly string[]} faults of it, to be told as well
 */
export function explainWaits(page, faults) {
  const wire = recordWire(page);
  const open = recordRequests(page);
  accounts.set(page, async () => {
    const shown = page.isClosed() ? 'nothing: it is closed' : await describe(page).catch(String);
    const unanswered = [...open].map((request) => request.url());
    return [
      `The page shows: ${shown}`,
      `Its faults: ${JSON.stringify(faults)}`,
      `Its requests without an answer: ${unanswered.join(' ') || 'none'}`,
      'Its last messages:',
      ...wire,
    ].join('\n');
  });
  explain(page, ['waitForSelector', 'waitForFunction', 'click', 'tap'], () => page);
  explain(Object.getPrototypeOf(page.locator('html')), ['waitFor', 'click', 'tap'], (locator) =>
    locator.page(),
  );
}

/** These tell it already: all locators share their methods. @type {WeakSet<object>} */
const explained = new WeakSet();

/**
 * Has the errors of some methods say what the page showed.
 * @param {any} owner @param {readonly string[]} names @param {(self: any) => Page} pageOf
 */
function explain(owner, names, pageOf) {
  if (explained.has(owner)) return;
  explained.add(owner);
  for (const name of names) {
    const wait = owner[name];
    /** @this {any} @param {any[]} args */
    owner[name] = async function explainedWait(...args) {
      try {
        return await wait.apply(this, args);
      } catch (error) {
        const account = accounts.get(pageOf(this));
        if (error instanceof Error && account && !error.message.includes('The page shows: '))
          error.message += `\n${await account()}`;
        throw error;
      }
    };
  }
}

/** @param {Page} page @returns {Promise<string>} */
function describe(page) {
  return page.evaluate((most) => {
    const { dataset } = document.documentElement;
    const failed = performance
      .getEntriesByType('resource')
      .filter((entry) => /** @type {any} */ (entry).responseStatus >= 400)
      .map(({ name }) => name);
    const about = { address: location.pathname, dataset: { ...dataset }, state: history.state, failed };
    return `${JSON.stringify(about)} ${document.body.innerText.slice(0, most)}`;
  }, MOST_TEXT);
}
