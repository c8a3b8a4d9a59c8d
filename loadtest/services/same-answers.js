/** Checks that the servers of a comparison are on this machine, and give the same answers. */

import { LabError } from '../harness/errors.js';

const ANSWER_MS = 10_000;

/** @param {{ name: string }[]} servers @throws {LabError} */
export function checkNames(servers) {
  const names = servers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new LabError(`Two servers are called "${twice}": give each a name of its own.`);
}

/** These are the questions and the answers that must come: without the same answers, the figures compare nothing. */
const SAMPLES = [
  { path: '/loadtest/page', isGood: (/** @type {string} */ text) => text.includes('<li>Row 100 of a page') },
  { path: '/loadtest/record/7', isGood: says({ id: 7, name: 'Player 7', score: 433 }) },
  { path: '/loadtest/fibonacci/20', isGood: says({ n: 20, value: 6765 }) },
];

/**
 * @param {{ name: string, url: string }} server
 * @param {AbortSignal} [signal]
 * @throws {LabError}
 */
export async function checkServer({ name, url }, signal) {
  if (!URL.canParse(url))
    throw new LabError(`${name}: "${url}" is no address: give one such as http://127.0.0.1:8081.`);
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'http:')
    throw new LabError(`${name}: ${url} must begin with http://: the lab speaks no other.`);
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    throw new LabError(
      `${name}: ${url} is another machine, and the lab sends its load to 127.0.0.0/8 only. ` +
        'Run both there, or bring it here by a tunnel and give its address on this machine.',
    );
  for (const { path, isGood } of SAMPLES) {
    const { status, text } = await ask(name, url + path, signal);
    if (status !== 200 || !isGood(text))
      throw new LabError(
        `${name}: ${url}${path} answers ${status} "${text.slice(0, 80)}", and not as ours does. ` +
          'Ours needs LOADTEST=on; another server needs the same routes (loadtest/README.md).',
      );
  }
}

/**
 * Asks our server what stands behind its figures.
 * @param {{ name: string, url: string }} server @param {AbortSignal} [signal]
 * @returns {Promise<{ database: string | null, poolCores: string | null }>} null: an older one, which does not say it
 */
export async function askAbout({ name, url }, signal) {
  const { status, text } = await ask(name, `${url}/loadtest/about`, signal);
  const { database = null, poolCores = null } = status === 200 ? JSON.parse(text) : {};
  return { database, poolCores };
}

/** @param {string} name @param {string} url @param {AbortSignal} [signal] */
async function ask(name, url, signal) {
  const late = AbortSignal.timeout(ANSWER_MS);
  try {
    const response = await fetch(url, { signal: signal ? AbortSignal.any([signal, late]) : late });
    return { status: response.status, text: await response.text() };
  } catch {
    signal?.throwIfAborted();
    throw new LabError(
      `${name}: nothing answers at ${new URL(url).origin}. Start it, or correct the address.`,
    );
  }
}

/** @param {Record<string, unknown>} expected */
function says(expected) {
  return (/** @type {string} */ text) => {
    try {
      const found = JSON.parse(text);
      return Object.entries(expected).every(([name, value]) => found[name] === value);
    } catch {
      return false;
    }
  };
}
