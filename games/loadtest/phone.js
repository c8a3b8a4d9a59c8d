/** The load test on a phone: opens the sockets it is told to, sends through them, and says how it goes. */

/** @import { Extra, PhoneHost, PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

const LOG_LINES = 12;
/** Of the round trip, as TCP smooths its own (RFC 6298). */
const SMOOTHING = 1 / 8;

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t, signal } = host;
  const screen = createScreen(root, host);
  const tally = { sent: 0, errors: 0, roundTripMs: 0 };
  /** @type {Extra[]} */
  let sockets = [];
  /** @type {{ sockets: number, sendHz: number } | null} */
  let order = null;
  /** @type {ReturnType<typeof setInterval>[]} */
  let timers = [];
  let stopTimer = 0;
  signal.addEventListener('abort', stop);

  /** @param {{ sockets: number, sendHz: number, leftS: number }} next */
  function obey(next) {
    clearTimeout(stopTimer);
    // Should no word come any more, a phone stops by itself.
    stopTimer = window.setTimeout(stop, (next.leftS + 2) * 1000);
    if (order?.sockets === next.sockets && order.sendHz === next.sendHz) return;
    stop();
    order = { sockets: next.sockets, sendHz: next.sendHz };
    sockets = Array.from({ length: next.sockets }, () => host.openExtra());
    const stepMs = 1000 / next.sendHz;
    timers = sockets.map((socket, index) =>
      setInterval(() => send(socket, index), stepMs * (0.95 + Math.random() * 0.1)),
    );
    screen.draw(order, tally, sockets);
  }

  /** @param {Extra} socket @param {number} index */
  async function send(socket, index) {
    if (!socket.connected) return;
    tally.sent += 1;
    const message = {
      sockets: index,
      sent: tally.sent,
      errors: tally.errors,
      roundTripMs: tally.roundTripMs,
    };
    try {
      const tripMs = await socket.send(message);
      tally.roundTripMs += (tripMs - tally.roundTripMs) * (tally.roundTripMs === 0 ? 1 : SMOOTHING);
      screen.log(() => `#${tally.sent} ${index + 1} ${tripMs.toFixed(1)} ms`);
    } catch (error) {
      tally.errors += 1;
      screen.log(
        () => `#${tally.sent} ${index + 1} ${t('loadtest.error')}: ${/** @type {Error} */ (error).message}`,
      );
    }
  }

  function stop() {
    timers.forEach(clearInterval);
    sockets.forEach((socket) => socket.close());
    timers = [];
    sockets = [];
    order = null;
  }

  const drawing = setInterval(() => screen.draw(order, tally, sockets), 500);
  signal.addEventListener('abort', () => clearInterval(drawing));

  return {
    input: () => ({
      sockets: sockets.filter(({ connected }) => connected).length,
      sent: tally.sent,
      errors: tally.errors,
      roundTripMs: Math.round(tally.roundTripMs * 10) / 10,
    }),
    notice(notice) {
      if (notice.order) obey(notice.order);
      else stop();
    },
    settings: (settings) => screen.follow(settings),
    unmount: () => clearTimeout(stopTimer),
  };
}

/** @param {HTMLElement} root @param {PhoneHost<typeof game>} host */
function createScreen(root, { settings, t }) {
  const rows = Object.fromEntries(
    ['status', 'sockets', 'sent', 'errors', 'trip'].map((name) => [
      name,
      Object.assign(document.createElement('dd'), { className: 'load-value' }),
    ]),
  );
  const list = document.createElement('dl');
  list.className = 'load-list';
  for (const [name, value] of Object.entries(rows)) {
    const label = document.createElement('dt');
    label.textContent = t(`loadtest.${name}`);
    list.append(label, value);
  }
  const lines = document.createElement('pre');
  lines.className = 'load-log';
  root.append(list, lines);
  let isLogging = settings.logEveryMessage;
  const set = (/** @type {string} */ name, /** @type {string} */ text) => {
    const value = rows[name];
    if (value) value.textContent = text;
  };

  return {
    /** @param {{ sendHz: number } | null} order @param {{ sent: number, errors: number, roundTripMs: number }} tally @param {Extra[]} sockets */
    draw(order, tally, sockets) {
      set('status', order ? t('loadtest.busy', { rate: order.sendHz }) : t('loadtest.idle'));
      set('sockets', `${sockets.filter(({ connected }) => connected).length} / ${sockets.length}`);
      set('sent', String(tally.sent));
      set('errors', String(tally.errors));
      set('trip', `${tally.roundTripMs.toFixed(1)} ms`);
    },
    /** @param {() => string} line made only when it is shown */
    log(line) {
      if (!isLogging) return;
      lines.textContent = [line(), ...(lines.textContent ?? '').split('\n')].slice(0, LOG_LINES).join('\n');
    },
    follow(/** @type {{ logEveryMessage: boolean }} */ changed) {
      isLogging = changed.logEveryMessage;
      if (!isLogging) lines.textContent = '';
    },
  };
}
