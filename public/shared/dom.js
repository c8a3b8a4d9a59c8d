/** Tools of the pages that must load in a moment, without a framework: elements, rules, the late typeface. */

/**
 * Makes an element: `h('button', { class: 'big', onclick: go, 'data-x': 1 }, 'Go')`. Text is text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [props] `on…` functions become listeners, `style` objects are assigned,
 *   true is an empty attribute, false, null and undefined are left out
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === 'style' && typeof value === 'object')
      setStyle(element, /** @type {Record<string, string>} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
  return element;
}

/** @param {HTMLElement} element @param {Record<string, string>} style custom properties included */
function setStyle(element, style) {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value);
}

/** Rules that have been added. @type {Set<string>} */
const worn = new Set();

/**
 * Adds rules to the page, once. They come with the code that needs them: a file of their own would be one more request
 * for each phone, and a `style` element is refused by the policy. To add to a sheet that is there is neither. Sheets
 * that are loaded later, such as a game's own, may overrule them.
 * @param {string} rules
 */
export function dress(rules) {
  if (worn.has(rules)) return;
  worn.add(rules);
  const sheet = document.styleSheets[0];
  sheet?.insertRule(`@media all {${rules}}`, sheet.cssRules.length);
}

/** A file that got lost on the way is asked for again after this time. */
const AGAIN_MS = 3000;

/**
 * Adds a style sheet to the page. One that gets lost is asked for again as long as it is there.
 * @param {string} href
 * @param {{ media?: string, parent?: Element, signal?: AbortSignal }} [options] `signal`: removes it
 */
export function addStyle(href, { media, parent = document.head, signal } = {}) {
  const style = h('link', { rel: 'stylesheet', href, media });
  const again = () => style.isConnected && style.setAttribute('href', href);
  style.addEventListener('error', () => setTimeout(again, AGAIN_MS));
  signal?.addEventListener('abort', () => style.remove());
  parent.append(style);
  return style;
}

/**
 * Waits for the rules of a link in the document: what is shown before has no shape.
 * @param {HTMLLinkElement | null} style @param {number} mostMs rules that are slow hold nothing for longer
 * @returns {Promise<unknown> | null} null: they are there
 */
export function arrived(style, mostMs) {
  if (!style || style.sheet) return null;
  return new Promise((done) => {
    style.addEventListener('load', done);
    setTimeout(done, mostMs);
  });
}

/** Loads the shipped typeface once the page works; see `.face-in` in theme.css. */
export function loadFaceLate() {
  const load = () => document.documentElement.classList.add('face-in');
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 300));
  if (document.readyState === 'complete') idle(load);
  else addEventListener('load', () => idle(load), { once: true });
}

/** @param {string} svg a picture as text, such as a QR code @returns {string} an address for `src` */
export function svgAddress(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
