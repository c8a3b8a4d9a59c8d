/**
 * A DOM for pages that nobody looks at: elements, text, events, and as much style as a game can read back.
 * It lays out nothing and draws nothing. It is small, because one process has thousands of them: the elements
 * and listeners of pong take 8 KB a phone, where linkedom takes 25 KB and three times as long, brings 15 packages,
 * and still has no animations, pointer capture or sizes.
 *
 * Games may use trees (append, prepend, before, after, replaceChildren, replaceWith, remove, children,
 * parentElement, closest, contains, cloneNode, querySelector with tag, .class, #id and [attribute] in chains and
 * lists), text (textContent, text nodes, fragments), attributes and the usual properties, classList, dataset,
 * style, listeners with `capture`, `once` and `signal`, dispatchEvent, click, focus, pointer capture,
 * getBoundingClientRect (every element is as large as the screen), animate (it ends in time, for those who wait
 * for it), canvas (2d, draws nothing), dialogs. There is no innerHTML, no layout, no range, and no observer that observes.
 */

/** The size of a small phone, held upright; every element fills it. */
export const SCREEN = Object.freeze({ width: 390, height: 780 });

const RECT = Object.freeze({
  x: 0,
  y: 0,
  left: 0,
  top: 0,
  right: SCREEN.width,
  bottom: SCREEN.height,
  ...SCREEN,
});

/**
 * @typedef {object} Listener
 * @property {string} type
 * @property {any} run a function, or an object with handleEvent
 * @property {boolean} isCapture
 * @property {boolean} isOnce
 * @property {AbortSignal | undefined} signal read when an event comes: no listener waits for a signal
 */

/** @type {Listener[]} */
const NOBODY = [];

/** A target of events: an element, or the document or window of a page. */
export class Target {
  /** @type {Listener[] | null} null until there is one: most elements have none */
  listeners = null;

  /** @param {string} type @param {any} run @param {any} [options] */
  addEventListener(type, run, options) {
    const { capture = false, once = false, signal } = typeof options === 'object' && options ? options : {};
    const isCapture = options === true || Boolean(capture);
    if (!run || signal?.aborted) return;
    const own = (this.listeners ?? []).filter((one) => !one.signal?.aborted);
    const isKnown = own.some((one) => one.type === type && one.run === run && one.isCapture === isCapture);
    if (!isKnown) own.push({ type, run, isCapture, isOnce: Boolean(once), signal });
    this.listeners = own;
  }

  /** @param {string} type @param {any} run @param {any} [options] */
  removeEventListener(type, run, options) {
    const isCapture = options === true || Boolean(options?.capture);
    this.listeners =
      this.listeners?.filter((one) => one.type !== type || one.run !== run || one.isCapture !== isCapture) ??
      null;
  }

  /** @param {string} type @returns {boolean} true: it has a listener of this type */
  hears(type) {
    for (const one of this.listeners ?? NOBODY) if (one.type === type && !one.signal?.aborted) return true;
    return typeof (/** @type {any} */ (this)[`on${type}`]) === 'function';
  }

  /** @param {{ type: string, detail?: unknown, bubbles?: boolean }} event @returns {boolean} false: its default was prevented */
  dispatchEvent(event) {
    if (event instanceof Happening) return send(event, this);
    const { type, detail, bubbles } = event;
    return send(new Happening(type, { detail, bubbles }), this);
  }
}

/** An event on its way. */
export class Happening {
  /** @param {string} type @param {Record<string, unknown>} [fields] what this kind of event says */
  constructor(type, fields = {}) {
    this.type = type;
    this.bubbles = true;
    this.cancelable = true;
    this.isTrusted = true;
    this.defaultPrevented = false;
    /** @type {Target | null} */
    this.target = null;
    /** @type {Target | null} */
    this.currentTarget = null;
    this.isStopped = false;
    this.isEnded = false;
    Object.assign(this, fields);
    this.type = type;
  }

  preventDefault() {
    this.defaultPrevented = true;
  }

  stopPropagation() {
    this.isStopped = true;
  }

  stopImmediatePropagation() {
    this.isStopped = this.isEnded = true;
  }
}

/** Events that do not bubble. */
const QUIET = new Set(['focus', 'blur', 'load', 'error', 'close', 'cancel', 'toggle']);

/** Sends an event from the window down to the target, and up again. @param {Happening} event @param {Target} target */
function send(event, target) {
  const path = pathFrom(target);
  event.target = target;
  for (let i = path.length - 1; i >= 0; i--) call(/** @type {Target} */ (path[i]), event, true);
  const isQuiet = QUIET.has(event.type) || !event.bubbles;
  const length = isQuiet ? 1 : path.length;
  for (let i = 0; i < length; i++) call(/** @type {Target} */ (path[i]), event, false);
  return !event.defaultPrevented;
}

/** @param {Target} target @returns {Target[]} from the target outwards; called 24,000 times a second */
function pathFrom(target) {
  const path = [target];
  if (!(target instanceof Node)) return path;
  let top = target;
  while (top.parentNode) path.push((top = top.parentNode));
  if (top.page) path.push(top.page.document, top.page.window);
  return path;
}

/** @param {Target} target @param {Happening} event @param {boolean} isCapture */
function call(target, event, isCapture) {
  if (event.isStopped) return;
  event.currentTarget = target;
  for (const one of target.listeners ?? NOBODY) {
    if (one.type !== event.type || one.isCapture !== isCapture || one.signal?.aborted) continue;
    if (one.isOnce) target.removeEventListener(one.type, one.run, isCapture);
    invoke(target, one.run, event);
    if (event.isEnded) return;
  }
  const property = isCapture ? null : /** @type {any} */ (target)[`on${event.type}`];
  if (typeof property === 'function') invoke(target, property, event);
}

/** As in a browser, a listener that throws keeps nothing from the others. @param {Target} target @param {any} run @param {Happening} event */
function invoke(target, run, event) {
  try {
    if (typeof run === 'function') run.call(target, event);
    else run.handleEvent(event);
  } catch (error) {
    onFault(error);
  }
}

/** @type {(error: unknown) => void} */
let onFault = (error) => console.error(error);

/** @param {(error: unknown) => void} listener gets what a listener threw */
export function hearFaults(listener) {
  onFault = listener;
}

/** @type {Node[]} shared by all nodes without children */
const NONE = [];

/** A node of a tree. */
export class Node extends Target {
  /** @type {Element | null} */
  parentNode = null;
  /** @type {Node[]} */
  childNodes = NONE;
  /** @type {{ window: Target, document: Target } | null} the page whose outermost element this is */
  page = null;

  get parentElement() {
    return this.parentNode;
  }

  /** @returns {Node | null} */
  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @returns {Node | null} */
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }

  /** @returns {Node | null} */
  get nextSibling() {
    return siblingOf(this, 1);
  }

  /** @returns {Node | null} */
  get previousSibling() {
    return siblingOf(this, -1);
  }

  get isConnected() {
    /** @type {Node} */
    let top = this;
    while (top.parentNode) top = top.parentNode;
    return top.page !== null;
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text) {
    // Most changes are a score or a count: the same node gets another text.
    const only = this.childNodes.length === 1 ? this.childNodes[0] : null;
    if (only instanceof Text && text) {
      only.data = String(text);
      return;
    }
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = NONE;
    if (text !== null && text !== undefined && text !== '') adopt(this, 0, [String(text)]);
  }

  /** @param {Node | null} other */
  contains(other) {
    for (let one = other; one; one = one.parentNode) if (one === this) return true;
    return false;
  }

  /** @param {...(Node | string)} nodes */
  append(...nodes) {
    adopt(this, this.childNodes.length, nodes);
  }

  /** @param {...(Node | string)} nodes */
  prepend(...nodes) {
    adopt(this, 0, nodes);
  }

  /** @param {...(Node | string)} nodes */
  replaceChildren(...nodes) {
    this.textContent = '';
    adopt(this, 0, nodes);
  }

  /** @template {Node} T @param {T} node @returns {T} */
  appendChild(node) {
    this.append(node);
    return node;
  }

  /** @template {Node} T @param {T} node @param {Node | null} before @returns {T} */
  insertBefore(node, before) {
    adopt(this, before ? this.childNodes.indexOf(before) : this.childNodes.length, [node]);
    return node;
  }

  /** @template {Node} T @param {T} node @returns {T} */
  removeChild(node) {
    if (node.parentNode === /** @type {Node} */ (this)) node.remove();
    return node;
  }

  remove() {
    const parent = this.parentNode;
    if (!parent) return;
    parent.childNodes = parent.childNodes.filter((one) => one !== this);
    this.parentNode = null;
  }

  /** @param {...(Node | string)} nodes */
  before(...nodes) {
    if (this.parentNode) adopt(this.parentNode, this.parentNode.childNodes.indexOf(this), nodes);
  }

  /** @param {...(Node | string)} nodes */
  after(...nodes) {
    if (this.parentNode) adopt(this.parentNode, this.parentNode.childNodes.indexOf(this) + 1, nodes);
  }

  /** @param {...(Node | string)} nodes */
  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }
}

/** @param {Node} node @param {number} step @returns {Node | null} */
function siblingOf(node, step) {
  const among = node.parentNode?.childNodes ?? NONE;
  return among[among.indexOf(node) + step] ?? null;
}

/** @param {Node} parent @param {number} index @param {(Node | string)[]} nodes */
function adopt(parent, index, nodes) {
  const arriving = nodes.flatMap((one) => (one instanceof Fragment ? one.empty() : [toNode(one)]));
  if (arriving.length === 0) return;
  const next = parent.childNodes[index] ?? null;
  for (const one of arriving) one.remove();
  const rest = parent.childNodes;
  const at = next && rest.includes(next) ? rest.indexOf(next) : Math.min(index, rest.length);
  for (const one of arriving) one.parentNode = /** @type {Element} */ (parent);
  parent.childNodes = [...rest.slice(0, at), ...arriving, ...rest.slice(at)];
}

/** @param {unknown} value */
function toNode(value) {
  return value instanceof Node ? value : new Text(String(value));
}

/** Text is text, never markup. */
export class Text extends Node {
  /** @param {string} data */
  constructor(data) {
    super();
    this.data = data;
  }

  get nodeType() {
    return 3;
  }

  get textContent() {
    return this.data;
  }

  set textContent(text) {
    this.data = String(text);
  }

  cloneNode() {
    return new Text(this.data);
  }
}

/** Nodes that are inserted together. */
export class Fragment extends Node {
  empty() {
    const nodes = this.childNodes;
    for (const one of nodes) one.parentNode = null;
    this.childNodes = NONE;
    return nodes;
  }
}

/** Attributes that are properties of another name or kind. */
/** @type {Readonly<Record<string, string>>} */
const PROPERTIES = Object.freeze({
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  readonly: 'readOnly',
});
const FLAGS = new Set(['hidden', 'disabled', 'inert', 'checked', 'open', 'readOnly']);

export class Element extends Node {
  className = '';
  id = '';
  hidden = false;
  disabled = false;
  inert = false;
  /** @type {Record<string, string> | null} */
  attributes = null;
  /** @type {Record<string, string> | null} */
  data = null;
  /** @type {Style | null} */
  styles = null;

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.localName = tag.toLowerCase();
    if (this.localName === 'input' || this.localName === 'textarea') /** @type {any} */ (this).value = '';
  }

  get nodeType() {
    return 1;
  }

  get tagName() {
    return this.localName.toUpperCase();
  }

  /** A plain object: `data-my-name` is `dataset.myName`. */
  get dataset() {
    return (this.data ??= {});
  }

  get style() {
    return (this.styles ??= new Style());
  }

  get classList() {
    return new ClassList(this);
  }

  get children() {
    return /** @type {Element[]} */ (this.childNodes.filter((child) => child instanceof Element));
  }

  get childElementCount() {
    return this.children.length;
  }

  /** @returns {Element | null} */
  get firstElementChild() {
    return this.children[0] ?? null;
  }

  /** @returns {Element | null} */
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  /** @returns {Element | null} */
  get nextElementSibling() {
    const among = this.parentNode?.children ?? [];
    return among[among.indexOf(this) + 1] ?? null;
  }

  /** @returns {Element | null} */
  get previousElementSibling() {
    const among = this.parentNode?.children ?? [];
    return among[among.indexOf(this) - 1] ?? null;
  }

  get innerText() {
    return this.textContent;
  }

  set innerText(text) {
    this.textContent = text;
  }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    const property = PROPERTIES[name] ?? name;
    if (name.startsWith('data-')) this.dataset[camel(name.slice(5))] = String(value);
    else if (FLAGS.has(property)) /** @type {any} */ (this)[property] = true;
    else if (property === 'className' || property === 'id' || property === 'value')
      /** @type {any} */ (this)[property] = String(value);
    else (this.attributes ??= {})[name] = String(value);
  }

  /** @param {string} name @returns {string | null} */
  getAttribute(name) {
    const property = PROPERTIES[name] ?? name;
    if (name.startsWith('data-')) return this.data?.[camel(name.slice(5))] ?? null;
    const given = this.attributes?.[name];
    if (given !== undefined) return given;
    const value = /** @type {any} */ (this)[property];
    if (FLAGS.has(property)) return value ? '' : null;
    return typeof value === 'string' && value !== '' ? value : null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.getAttribute(name) !== null;
  }

  /** @param {string} name */
  removeAttribute(name) {
    const property = PROPERTIES[name] ?? name;
    if (name.startsWith('data-')) delete this.data?.[camel(name.slice(5))];
    else if (FLAGS.has(property)) /** @type {any} */ (this)[property] = false;
    else if (property === 'className' || property === 'id') this[property] = '';
    else delete this.attributes?.[name];
  }

  /** @param {string} name @param {boolean} [force] */
  toggleAttribute(name, force = !this.hasAttribute(name)) {
    if (force) this.setAttribute(name, '');
    else this.removeAttribute(name);
    return force;
  }

  /** @param {string} selector @returns {boolean} */
  matches(selector) {
    return selector.split(',').some((one) => fitsChain(this, one.trim().split(/[\s>]+/)));
  }

  /** @param {string} selector @returns {Element | null} */
  closest(selector) {
    if (this.matches(selector)) return this;
    return this.parentNode?.closest(selector) ?? null;
  }

  /** @param {string} selector @returns {Element[]} */
  querySelectorAll(selector) {
    return [...descendants(this)].filter((one) => one.matches(selector));
  }

  /** @param {string} selector @returns {Element | null} */
  querySelector(selector) {
    for (const one of descendants(this)) if (one.matches(selector)) return one;
    return null;
  }

  /** @param {boolean} [isDeep] @returns {Element} without listeners */
  cloneNode(isDeep = false) {
    const { className, id, hidden, disabled, inert } = this;
    const copy = Object.assign(new Element(this.localName), { className, id, hidden, disabled, inert });
    copy.attributes = this.attributes && { ...this.attributes };
    copy.data = this.data && { ...this.data };
    if (this.styles) Object.assign(copy.style, this.styles);
    if (isDeep) copy.append(...this.childNodes.map((child) => /** @type {any} */ (child).cloneNode(true)));
    return copy;
  }

  getBoundingClientRect() {
    return RECT;
  }

  get clientWidth() {
    return SCREEN.width;
  }

  get clientHeight() {
    return SCREEN.height;
  }

  get offsetWidth() {
    return SCREEN.width;
  }

  get offsetHeight() {
    return SCREEN.height;
  }

  /** @param {unknown} _keyframes @param {any} [options] @returns {Animation} */
  animate(_keyframes, options) {
    return new Animation(Number(options?.duration ?? options) || 0);
  }

  /** @returns {Animation[]} */
  getAnimations() {
    return [];
  }

  getContext() {
    return new Pen(this);
  }

  click() {
    if (!this.disabled) this.dispatchEvent(new Happening('click', { button: 0, detail: 1 }));
  }

  focus() {
    this.dispatchEvent(new Happening('focus'));
  }

  blur() {
    this.dispatchEvent(new Happening('blur'));
  }

  showModal() {
    /** @type {any} */ (this).open = true;
  }

  close() {
    /** @type {any} */ (this).open = false;
    this.dispatchEvent(new Happening('close'));
  }

  hasPointerCapture() {
    return true;
  }

  setPointerCapture() {}
  releasePointerCapture() {}
  scrollIntoView() {}
  scrollTo() {}
  select() {}
}

/** @param {Node} root @returns {Generator<Element, void>} in the order of the document */
export function* descendants(root) {
  for (const child of root.childNodes) {
    if (!(child instanceof Element)) continue;
    yield child;
    yield* descendants(child);
  }
}

/** @param {Element} element @param {string[]} chain `.a button` as its parts; `>` counts as a space */
function fitsChain(element, chain) {
  if (!fits(element, /** @type {string} */ (chain.at(-1)))) return false;
  let rest = chain.length - 2;
  for (let one = element.parentNode; one && rest >= 0; one = one.parentNode) {
    if (fits(one, /** @type {string} */ (chain[rest]))) rest -= 1;
  }
  return rest < 0;
}

/** @param {Element} element @param {string} simple `button.big[role="slider"]` */
function fits(element, simple) {
  const [, tag, rest] = /** @type {RegExpExecArray} */ (/^([\w-]*|\*)(.*)$/.exec(simple));
  if (tag && tag !== '*' && tag.toLowerCase() !== element.localName) return false;
  for (const [part, word, name, , value] of (rest ?? '').matchAll(
    /[.#]([\w-]+)|\[([\w-]+)(=["']?([^"'\]]*)["']?)?\]/g,
  )) {
    if (part.startsWith('.') && !element.className.split(/\s+/).includes(word ?? '')) return false;
    if (part.startsWith('#') && element.id !== word) return false;
    if (name && !element.hasAttribute(name)) return false;
    if (name && value !== undefined && element.getAttribute(name) !== value) return false;
  }
  return true;
}

/** @param {string} name */
function camel(name) {
  return name.replace(/-(\w)/g, (_dash, letter) => letter.toUpperCase());
}

/** A style gives back the values that were set, and computes nothing. */
export class Style {
  /** @param {string} name @param {unknown} value */
  setProperty(name, value) {
    /** @type {any} */ (this)[name] = String(value);
  }

  /** @param {string} name @returns {string} */
  getPropertyValue(name) {
    return /** @type {any} */ (this)[name] ?? '';
  }

  /** @param {string} name */
  removeProperty(name) {
    delete (/** @type {any} */ (this)[name]);
  }
}

/** A view of `className`. */
class ClassList {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
  }

  /** @returns {string[]} */
  get words() {
    return this.element.className.split(/\s+/).filter(Boolean);
  }

  /** @param {string} word */
  contains(word) {
    return this.words.includes(word);
  }

  /** @param {...string} words */
  add(...words) {
    this.element.className = [...new Set([...this.words, ...words])].join(' ');
  }

  /** @param {...string} words */
  remove(...words) {
    this.element.className = this.words.filter((word) => !words.includes(word)).join(' ');
  }

  /** @param {string} word @param {boolean} [force] */
  toggle(word, force = !this.contains(word)) {
    if (force) this.add(word);
    else this.remove(word);
    return force;
  }

  /** @param {string} old @param {string} word */
  replace(old, word) {
    if (!this.contains(old)) return false;
    this.remove(old);
    this.add(word);
    return true;
  }
}

/** An animation that moves nothing, and ends in time for code that waits for it. */
class Animation extends Target {
  /** @param {number} durationMs */
  constructor(durationMs) {
    super();
    this.durationMs = durationMs;
  }

  get finished() {
    return new Promise((resolve) => setTimeout(() => resolve(this), this.durationMs));
  }

  /** @param {() => void} run */
  set onfinish(run) {
    this.addEventListener('finish', run);
  }

  /** @param {string} type @param {any} run */
  addEventListener(type, run) {
    if (type === 'finish') setTimeout(run, this.durationMs);
  }

  cancel() {}
  finish() {}
  play() {}
  pause() {}
  reverse() {}
}

/** A canvas that draws nothing. */
class Pen {
  /** @param {Element} canvas */
  constructor(canvas) {
    this.canvas = canvas;
  }

  measureText(/** @type {string} */ text) {
    return { width: text.length * 8 };
  }

  createLinearGradient() {
    return GRADIENT;
  }

  createRadialGradient() {
    return GRADIENT;
  }

  getLineDash() {
    return [];
  }
}

const GRADIENT = Object.freeze({ addColorStop() {} });

for (const name of `save restore scale rotate translate transform setTransform resetTransform beginPath closePath
  moveTo lineTo arc arcTo ellipse rect roundRect quadraticCurveTo bezierCurveTo fill stroke clip fillRect
  strokeRect clearRect fillText strokeText drawImage setLineDash`.split(/\s+/)) {
  /** @type {any} */ (Pen.prototype)[name] = () => {};
}
