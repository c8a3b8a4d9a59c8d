/**
 * The parts of a browser that games take for granted, for many pages in one process.
 *
 * Games use `document`, `addEventListener` or `setTimeout` as globals, and there is one of each in a process. So a
 * page is *entered*: while code of a game runs, `current` is its page, and the globals mean that page. Code of no page
 * (the process's own) finds what Node has: `setTimeout` is Node's, and listeners of a window are dropped. After an
 * `await` a game has no current page; it must reach its page through `root` and `host`, which know where they belong.
 *
 * Import this file after socket.io-client, which looks for a browser when it is loaded.
 */

/** @import { Timer, Wheel } from './wheel.js' */

import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Element, Fragment, Happening, Node, SCREEN, Target, Text, hearFaults } from './dom.js';

/** Nobody looks at the page, so four frames a second are enough. */
const FRAME_MS = 250;

const native = {
  setTimeout: globalThis.setTimeout,
  setInterval: globalThis.setInterval,
  clearTimeout: globalThis.clearTimeout,
  clearInterval: globalThis.clearInterval,
};

/** @type {Page | null} */
let current = null;

/**
 * @typedef {object} PageTimer
 * @property {() => void} run
 * @property {number} ms
 * @property {boolean} repeats
 * @property {number} dueMs
 * @property {Timer | null} timer null while the page is hidden
 * @property {() => void} clear
 *
 * @typedef {ReturnType<typeof createPage>} Page
 */

/**
 * Makes a page: window, document, body, timers, storage.
 * @param {object} options
 * @param {Wheel} options.wheel
 * @param {string} options.url
 * @param {(error: unknown) => void} options.onFault gets what its code threw where nobody could catch it
 */
export function createPage({ wheel, url, onFault }) {
  install();
  const window = new Target();
  const document = new Target();
  const html = new Element('html');
  const head = new Element('head');
  const body = new Element('body');
  const root = new Element('main');
  html.page = { window, document };
  html.append(head, body);
  body.append(root);
  /** @type {Set<PageTimer>} */
  const timers = new Set();
  /** @type {Map<string, string>} */
  const storage = new Map();
  let isHidden = false;
  const page = {
    window,
    document,
    html,
    head,
    body,
    root,
    storage,
    url: new URL(url),
    onFault,
    get hidden() {
      return isHidden;
    },
    run,
    leave,
    dispatch,
    setTimer,
    hide,
    show,
    close,
  };

  /**
   * Runs code of this page.
   * @template T @param {() => T} code @returns {T}
   */
  function run(code) {
    const before = current;
    current = page;
    try {
      return code();
    } finally {
      current = before;
    }
  }

  /**
   * Runs code of the process that this page's code called: its timers are not the page's.
   * @template T @param {() => T} code @returns {T}
   */
  function leave(code) {
    const before = current;
    current = null;
    try {
      return code();
    } finally {
      current = before;
    }
  }

  /** @param {Target} target @param {string} type @param {Record<string, unknown>} [fields] */
  function dispatch(target, type, fields) {
    return run(() => target.dispatchEvent(new Happening(type, fields)));
  }

  /** @param {() => void} code @param {number} ms @param {boolean} repeats @returns {PageTimer} */
  function setTimer(code, ms, repeats) {
    /** @type {PageTimer} */
    const timer = {
      run: code,
      ms,
      repeats,
      dueMs: wheel.now() + ms,
      timer: null,
      clear: () => clearTimer(timer),
    };
    timers.add(timer);
    if (!isHidden) start(timer);
    return timer;
  }

  /** @param {PageTimer} timer */
  function start(timer) {
    timer.timer = wheel.setTimer(() => turn(timer), timer.dueMs - wheel.now());
  }

  /** @param {PageTimer} timer */
  function turn(timer) {
    if (timer.repeats) {
      timer.dueMs = Math.max(wheel.now(), timer.dueMs + timer.ms);
      start(timer);
    } else timers.delete(timer);
    try {
      run(timer.run);
    } catch (error) {
      onFault(error);
    }
  }

  /** @param {PageTimer} timer */
  function clearTimer(timer) {
    wheel.clearTimer(timer.timer);
    timers.delete(timer);
  }

  function stopTimers() {
    for (const timer of timers) {
      wheel.clearTimer(timer.timer);
      timer.timer = null;
    }
  }

  /** Locks the screen: the page's timers stand still. */
  function hide() {
    isHidden = true;
    dispatch(document, 'visibilitychange');
    stopTimers();
  }

  /** Unlocks the screen: timers that would have been due fire now. */
  function show() {
    isHidden = false;
    for (const timer of timers) start(timer);
    dispatch(document, 'visibilitychange');
  }

  function close() {
    stopTimers();
    timers.clear();
    window.listeners = document.listeners = null;
  }

  return page;
}

/** The document of all pages: it makes elements for all of them, and shows each its own page. */
const sharedDocument = {
  createElement: (/** @type {string} */ tag) => new Element(tag),
  createElementNS: (/** @type {string} */ _namespace, /** @type {string} */ tag) => new Element(tag),
  createTextNode: (/** @type {string} */ text) => new Text(text),
  createDocumentFragment: () => new Fragment(),
  addEventListener: (/** @type {Parameters<Target['addEventListener']>} */ ...args) =>
    current?.document.addEventListener(...args),
  removeEventListener: (/** @type {Parameters<Target['removeEventListener']>} */ ...args) =>
    current?.document.removeEventListener(...args),
  querySelector: (/** @type {string} */ selector) => current?.html.querySelector(selector) ?? null,
  querySelectorAll: (/** @type {string} */ selector) => current?.html.querySelectorAll(selector) ?? [],
  getElementById: (/** @type {string} */ id) => current?.html.querySelector(`#${id}`) ?? null,
  get documentElement() {
    return current?.html ?? new Element('html');
  },
  get head() {
    return current?.head ?? new Element('head');
  },
  get body() {
    return current?.body ?? new Element('body');
  },
  get hidden() {
    return current?.hidden ?? false;
  },
  get visibilityState() {
    return current?.hidden ? 'hidden' : 'visible';
  },
  readyState: 'complete',
  activeElement: null,
  fonts: { ready: Promise.resolve(), load: async () => [], addEventListener() {} },
};

/** The storage lives as long as its page. */
const sharedStorage = {
  getItem: (/** @type {string} */ key) => current?.storage.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {unknown} */ value) =>
    void current?.storage.set(key, String(value)),
  removeItem: (/** @type {string} */ key) => void current?.storage.delete(key),
  clear: () => current?.storage.clear(),
};

const sharedLocation = {
  get href() {
    return here().href;
  },
  get origin() {
    return here().origin;
  },
  get protocol() {
    return here().protocol;
  },
  get host() {
    return here().host;
  },
  get hostname() {
    return here().hostname;
  },
  get port() {
    return here().port;
  },
  get pathname() {
    return here().pathname;
  },
  search: '',
  hash: '',
};

const NOWHERE = new URL('http://localhost/');
const here = () => current?.url ?? NOWHERE;

/** An observer that reports nothing. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

const browser = {
  document: sharedDocument,
  location: sharedLocation,
  localStorage: sharedStorage,
  sessionStorage: sharedStorage,
  navigator: {
    languages: ['en'],
    language: 'en',
    onLine: true,
    vibrate: () => true,
    userAgent: 'virtual phone',
  },
  screen: { ...SCREEN, orientation: { angle: 0, type: 'portrait-primary' } },
  innerWidth: SCREEN.width,
  innerHeight: SCREEN.height,
  devicePixelRatio: 2,
  isSecureContext: true,
  Node,
  Element,
  HTMLElement: Element,
  DocumentFragment: Fragment,
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  MutationObserver: Observer,
  addEventListener: (/** @type {Parameters<Target['addEventListener']>} */ ...args) =>
    current?.window.addEventListener(...args),
  removeEventListener: (/** @type {Parameters<Target['removeEventListener']>} */ ...args) =>
    current?.window.removeEventListener(...args),
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  getComputedStyle: (/** @type {Element} */ element) => element.style,
  requestAnimationFrame: (/** @type {(ms: number) => void} */ run) =>
    current?.setTimer(() => run(performance.now()), FRAME_MS, false),
  cancelAnimationFrame: stop,
};

/** @param {'setTimeout' | 'setInterval'} name @returns {any} the page's inside a page, Node's elsewhere */
function timerOf(name) {
  const own = /** @type {(run: (...args: any[]) => void, ms?: number, ...args: any[]) => unknown} */ (
    native[name]
  );
  const set = (
    /** @type {(...args: any[]) => void} */ run,
    /** @type {number | undefined} */ ms,
    /** @type {any[]} */ ...args
  ) =>
    current
      ? current.setTimer(() => run(...args), Number(ms) || 0, name === 'setInterval')
      : own(run, ms, ...args);
  const promised = /** @type {any} */ (own)[promisify.custom];
  return promised ? Object.assign(set, { [promisify.custom]: promised }) : set;
}

/** @param {any} timer a page's, or Node's */
function stop(timer) {
  if (timer && typeof timer === 'object' && 'repeats' in timer) timer.clear();
  else native.clearTimeout(timer);
}

let isInstalled = false;

/** Once for the process. What Node has by itself (performance, crypto, Event, …) stays Node's. */
function install() {
  if (isInstalled) return;
  isInstalled = true;
  const timers = {
    setTimeout: timerOf('setTimeout'),
    setInterval: timerOf('setInterval'),
    clearTimeout: stop,
    clearInterval: stop,
  };
  /** @type {Record<string, any>} */
  const window = { ...browser, ...timers, performance, crypto: globalThis.crypto };
  Object.assign(window, { window, self: window });
  for (const [name, value] of Object.entries({ ...browser, window })) {
    if (!(name in globalThis)) define(name, value);
  }
  for (const [name, value] of Object.entries(timers)) define(name, value);
  hearFaults((error) => (current ? current.onFault(error) : console.error(error)));
}

/** @param {string} name @param {unknown} value */
function define(name, value) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
