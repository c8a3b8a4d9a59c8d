/** The load test on a phone: opens the sockets that the order asks for, sends through them, and shows how it goes. */

/** @import { Extra, NoticeOf, PhoneHost, PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

import { h } from '../../public/shared/dom.js';

const LOG_LINES = 12;
const DRAW_MS = 500;
/** The weight of a new round trip in the mean, as TCP smooths its own (RFC 6298). */
const SMOOTHING = 1 / 8;

/**
 * @typedef {NonNullable<NoticeOf<typeof game>['order']>} Order
 * @typedef {{ extra: Extra, timer: number }} Line one extra connection, and the timer of its next message
 * @typedef {ReturnType<typeof createTally>} Tally
 */

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, signal } = host;
  const screen = createScreen(root, host);
  const tally = createTally();
  /** @type {Line[]} */
  const lines = [];
  /** @type {Order | null} */
  let order = null;
  let padding = '';
  let stopTimer = 0;
  signal.addEventListener('abort', stop);

  /** Opens and closes only what the order changes; another rate or payload leaves all connections open. @param {Order} next */
  function obey(next) {
    clearTimeout(stopTimer);
    // A phone stops by itself when the server has fallen silent.
    stopTimer = window.setTimeout(stop, (next.leftS + 2) * 1000);
    // A round trip under an earlier order says nothing about this one.
    if (!order) tally.forgetTrips();
    const isNewPace = order?.sendHz !== next.sendHz;
    order = next;
    padding = 'x'.repeat(next.bytes);
    for (const line of lines.splice(next.sockets)) close(line);
    if (isNewPace) for (const line of lines) pace(line);
    while (lines.length < next.sockets) {
      const line = { extra: host.openExtra(), timer: 0 };
      lines.push(line);
      pace(line);
    }
    screen.draw(order, tally, lines);
  }

  /** Sends by the clock from a random moment on, so that the connections of a room do not send in step. @param {Line} line */
  function pace(line) {
    clearTimeout(line.timer);
    const { sendHz } = /** @type {Order} */ (order);
    if (sendHz === 0) return;
    const everyMs = 1000 / sendHz;
    let dueMs = performance.now() + Math.random() * everyMs;
    const beat = () => {
      line.timer = window.setTimeout(
        () => {
          void send(line);
          // A page that slept does not make up for it.
          dueMs = Math.max(dueMs + everyMs, performance.now());
          beat();
        },
        Math.max(0, dueMs - performance.now()),
      );
    };
    beat();
  }

  /** @param {Line} line */
  async function send(line) {
    if (!line.extra.connected) return;
    const number = lines.indexOf(line) + 1;
    const message = { ...tally.report(lines.length), ...(padding && { padding }) };
    const fromMs = performance.now();
    try {
      const tripMs = await line.extra.send(message);
      if (tripMs === null) return void (tally.throttled += 1);
      tally.sent += 1;
      tally.took(tripMs);
      screen.log(() => `#${tally.sent} ${number} ${tripMs.toFixed(1)} ms`);
    } catch (error) {
      tally.sent += 1;
      tally.errors += 1;
      // It took at least this long.
      const waitedMs = performance.now() - fromMs;
      if (waitedMs > tally.roundTripMs) tally.took(waitedMs);
      const { message: why } = /** @type {Error} */ (error);
      screen.log(() => `#${tally.sent} ${number} ${t('loadtest.error')}: ${why}`);
    }
  }

  function stop() {
    for (const line of lines.splice(0)) close(line);
    order = null;
    screen.draw(order, tally, lines);
  }

  screen.draw(order, tally, lines);
  const drawing = setInterval(() => screen.draw(order, tally, lines), DRAW_MS);
  signal.addEventListener('abort', () => clearInterval(drawing));

  return {
    input: () => tally.report(lines.filter(({ extra }) => extra.connected).length),
    notice(notice) {
      if (notice.order) obey(notice.order);
      else stop();
    },
    settings: (settings) => screen.follow(settings),
    unmount: () => clearTimeout(stopTimer),
  };
}

/** @param {Line} line */
function close({ extra, timer }) {
  clearTimeout(timer);
  extra.close();
}

/** Counts what became of the messages of all connections of this phone. */
function createTally() {
  return {
    sent: 0,
    errors: 0,
    /** Due, and not sent, because the server grants less. */
    throttled: 0,
    roundTripMs: 0,
    measures: 0,
    /** @param {number} ms */
    took(ms) {
      this.roundTripMs += (ms - this.roundTripMs) * (this.measures === 0 ? 1 : SMOOTHING);
      this.measures = 1;
    },
    forgetTrips() {
      this.roundTripMs = 0;
      this.measures = 0;
    },
    /** @param {number} sockets */
    report(sockets) {
      const { sent, errors, throttled, roundTripMs, measures } = this;
      return { sockets, sent, errors, throttled, roundTripMs: Math.round(roundTripMs * 10) / 10, measures };
    },
  };
}

/** @param {HTMLElement} root @param {PhoneHost<typeof game>} host */
function createScreen(root, { settings, t }) {
  const status = h('p', { class: 'load-status' });
  const dots = h('div', { class: 'load-dots', 'aria-hidden': true });
  const names = /** @type {const} */ (['sockets', 'trip', 'sent', 'throttled', 'errors']);
  const values = Object.fromEntries(names.map((name) => [name, h('dd', { class: 'load-value' })]));
  const rows = names.map((name) =>
    h('div', { class: `load-row load-${name}` }, h('dt', {}, t(`loadtest.${name}`)), values[name]),
  );
  const log = h('pre', { class: 'load-log' });
  const page = h('div', { class: 'load-phone' }, status, dots, h('dl', { class: 'load-list' }, ...rows), log);
  root.append(page);
  let isLogging = settings.logEveryMessage;
  /** @type {Record<string, string>} */
  const shown = {};
  const set = (/** @type {string} */ name, /** @type {string} */ text) => {
    if (shown[name] === text) return;
    shown[name] = text;
    const value = name === 'status' ? status : values[name];
    if (value) value.textContent = text;
  };

  return {
    /** @param {Order | null} order @param {Tally} tally @param {Line[]} lines */
    draw(order, tally, lines) {
      const open = lines.filter(({ extra }) => extra.connected).length;
      set('status', statusOf(order, t));
      set('sockets', `${open} / ${lines.length}`);
      set('sent', String(tally.sent));
      set('throttled', String(tally.throttled));
      set('errors', String(tally.errors));
      set('trip', tally.measures ? `${tally.roundTripMs.toFixed(1)} ms` : '–');
      page.toggleAttribute('data-busy', Boolean(order?.sendHz));
      const picture = lines.map(({ extra }) => Number(extra.connected)).join('');
      if (shown['dots'] === picture) return;
      shown['dots'] = picture;
      dots.replaceChildren(
        ...lines.map(({ extra }) => h('i', { class: extra.connected ? 'load-dot-on' : '' })),
      );
    },
    /** @param {() => string} line made only when it is shown */
    log(line) {
      if (!isLogging) return;
      log.textContent = [line(), ...(log.textContent ?? '').split('\n')].slice(0, LOG_LINES).join('\n');
    },
    follow(/** @type {{ logEveryMessage: boolean }} */ changed) {
      isLogging = changed.logEveryMessage;
      if (!isLogging) log.textContent = '';
    },
  };
}

/** @param {Order | null} order @param {PhoneHost['t']} t */
function statusOf(order, t) {
  if (!order) return t('loadtest.idle');
  return order.sendHz === 0 ? t('loadtest.paused') : t('loadtest.busy', { rate: order.sendHz });
}
