/** The extensions of a server: checks what was handed in, and calls their hooks. The hooks: extension.d.ts. */

/** @import { Extension, Host, HttpHost, NamespacesHost, ServingHost } from './extension.js' */
/** @import { PanelPart } from './namespaces/panel-parts.js' */

import { ShowError, messageOf } from './errors.js';

const HOOKS = Object.freeze(['start', 'http', 'namespaces', 'panel', 'close']);
const NAME = /^[a-z][a-z0-9-]{0,30}$/;

/**
 * @param {readonly Extension[]} list in the order in which their hooks are called
 * @throws {ShowError} `extension-bad`, before anything is opened
 */
export function createExtensions(list) {
  check(list);
  /** @type {Extension[]} */
  const started = [];

  return {
    /** @param {Host} host @throws {ShowError} `extension-fault` */
    async start(host) {
      for (const extension of list) {
        // Before its start: an extension that fails half-way has something to close.
        started.push(extension);
        try {
          await extension.start?.(host);
        } catch (error) {
          throw fault(extension, 'start', error);
        }
      }
    },
    /** @param {HttpHost} host @throws {ShowError} `extension-fault` */
    http(host) {
      for (const extension of list) attempt(extension, 'http', () => extension.http?.(host));
    },
    /** @param {NamespacesHost} host @throws {ShowError} `extension-fault` */
    namespaces(host) {
      for (const extension of list) attempt(extension, 'namespaces', () => extension.namespaces?.(host));
    },
    /**
     * @param {ServingHost} host
     * @returns {Required<PanelPart>} what all of them add
     * @throws {ShowError} `extension-fault`; `extension-bad`: two add the same
     */
    panel(host) {
      /** @type {Required<PanelPart>} */
      const all = { commands: {}, status: {} };
      for (const extension of list) {
        const part = attempt(extension, 'panel', () => extension.panel?.(host)) ?? {};
        for (const kind of /** @type {const} */ (['commands', 'status']))
          addTo(all[kind], part[kind], extension);
      }
      return all;
    },
    /** Closes those that were started, the last one first; once, however often it is called. @param {Host['log']} log */
    async close(log) {
      for (let extension = started.pop(); extension; extension = started.pop()) {
        try {
          await extension.close?.();
        } catch (error) {
          log.error(null, `The extension "${extension.name}" did not close: ${messageOf(error)}`, error);
        }
      }
    },
  };
}

/** @typedef {ReturnType<typeof createExtensions>} Extensions */

/** @param {unknown} list @returns {asserts list is readonly Extension[]} */
function check(list) {
  if (!Array.isArray(list)) throw bad('the list', 'extensions must be a list of { name, … }');
  const names = new Set();
  for (const [index, extension] of list.entries()) {
    const place = `number ${index + 1} of the list`;
    if (typeof extension !== 'object' || extension === null)
      throw bad(
        place,
        `it must be an object { name, … }, not ${extension === null ? 'null' : typeof extension}`,
      );
    const { name, ...hooks } = extension;
    if (name === undefined) throw bad(place, 'it has no name. Add one, such as { name: "recording", … }');
    if (typeof name !== 'string' || !NAME.test(name))
      throw bad(place, 'its name must be lower-case letters, digits and -, starting with a letter');
    if (names.has(name)) throw bad(`"${name}"`, 'there are two of this name. Rename one, or leave one out');
    names.add(name);
    for (const [hook, run] of Object.entries(hooks)) {
      if (!HOOKS.includes(hook))
        throw bad(`"${name}"`, `there is no hook "${hook}". Hooks: ${HOOKS.join(', ')}`);
      if (run !== undefined && typeof run !== 'function')
        throw bad(`"${name}"`, `${hook} must be a function`);
    }
  }
}

/**
 * @param {Record<string, unknown>} all
 * @param {Record<string, unknown> | undefined} part
 * @param {Extension} extension
 */
function addTo(all, part, { name }) {
  for (const [key, value] of Object.entries(part ?? {})) {
    if (Object.hasOwn(all, key))
      throw bad(`"${name}"`, `another extension adds "${key}" to the panel already`);
    all[key] = value;
  }
}

/**
 * @template T
 * @param {Extension} extension @param {string} hook @param {() => T} run
 * @returns {T}
 */
function attempt(extension, hook, run) {
  let result;
  try {
    result = run();
  } catch (error) {
    throw fault(extension, hook, error);
  }
  if (!(result instanceof Promise)) return result;
  // The start ends here; nobody else would catch what the hook may throw later.
  result.catch(() => {});
  throw bad(`"${extension.name}"`, `${hook} must not be asynchronous. Wait in start()`);
}

/** @param {string} extension @param {string} problem */
function bad(extension, problem) {
  return new ShowError('extension-bad', { extension, problem });
}

/** @param {Extension} extension @param {string} hook @param {unknown} error */
function fault({ name }, hook, error) {
  const problem = messageOf(error).replace(/\.$/, '');
  return Object.assign(new ShowError('extension-fault', { extension: name, hook, problem }), {
    cause: error,
  });
}
