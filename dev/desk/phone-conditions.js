/**
 * Runs before everything else of a phone at the author's desk, in its frame: four phones of one browser are four people, and each can be
 * asleep, offline, late or slow. It is a script, no module, because modules come too late for that.
 */

{
  /** How long each message of a phone is on its way, by its condition, ms. */
  const LATE_MS = { late: 250, slow: 700 };
  const prefix = `desk ${location.pathname.split('/').at(-1)}: `;
  /** @type {Set<WebSocket>} */
  const open = new Set();
  let condition = 'awake';
  const isCut = () => condition === 'asleep' || condition === 'offline';
  const addressOf = (/** @type {string | URL} */ url) => (isCut() ? new URL('/desk/offline', url) : url);

  for (const method of /** @type {const} */ (['getItem', 'setItem', 'removeItem'])) {
    const own = /** @type {(...args: string[]) => string | null} */ (Storage.prototype[method]);
    Storage.prototype[method] = /** @type {any} */ (
      /** @this {Storage} @param {string} key @param {string[]} rest */
      function (key, ...rest) {
        return own.call(this, prefix + key, ...rest);
      }
    );
  }

  /** Runs things in order, as late as messages are now. */
  function createLine() {
    let dueMs = 0;
    return (/** @type {() => void} */ run) => {
      const lateMs = LATE_MS[/** @type {keyof typeof LATE_MS} */ (condition)] ?? 0;
      dueMs = Math.max(dueMs, performance.now() + lateMs);
      if (dueMs <= performance.now()) run();
      else setTimeout(run, dueMs - performance.now());
    };
  }

  globalThis.WebSocket = class extends WebSocket {
    #out = createLine();
    #in = createLine();

    /** @param {string | URL} url @param {string | string[]} [protocols] */
    constructor(url, protocols) {
      super(addressOf(url), protocols);
      open.add(this);
      this.addEventListener('close', () => open.delete(this));
    }

    /** @param {Parameters<WebSocket['send']>[0]} data @override */
    send(data) {
      this.#out(() => this.readyState === WebSocket.OPEN && super.send(data));
    }

    /** @param {((event: MessageEvent) => void) | null} listener @override */
    set onmessage(listener) {
      super.onmessage = listener && ((event) => this.#in(() => listener(event)));
    }
  };

  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    isCut() ? Promise.reject(new TypeError('This phone is offline.')) : ask(input, init);
  const openRequest = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = /** @type {any} */ (
    /** @this {XMLHttpRequest} @param {string} method @param {string} url @param {any[]} rest */
    function (method, url, ...rest) {
      Reflect.apply(openRequest, this, [method, addressOf(new URL(url, location.href)), ...rest]);
    }
  );

  for (const [name, read] of /** @type {const} */ ([
    ['hidden', () => condition === 'asleep'],
    ['visibilityState', () => (condition === 'asleep' ? 'hidden' : 'visible')],
  ]))
    Object.defineProperty(document, name, { get: read });

  addEventListener('desk-condition', (event) => {
    const before = isCut();
    condition = /** @type {CustomEvent<string>} */ (event).detail;
    document.dispatchEvent(new Event('visibilitychange'));
    if (isCut()) for (const socket of open) socket.close();
    if (isCut() !== before) dispatchEvent(new Event(isCut() ? 'offline' : 'online'));
  });
}
