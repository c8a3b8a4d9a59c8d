/** Checks that the servers of a comparison are on this machine, and give the same answers. */

import { LabError } from '../harness/errors.js';
import { isHere } from '../harness/preflight.js';
import { get } from '../harness/sockets.js';

const ANSWER = { timeout: 10_000 };
/** Without the same answers, the figures compare nothing. @type {Record<string, RegExp>} */
const ANSWERS = {
  '/loadtest/page': /<li>Row 100 of a page/,
  '/loadtest/record/7': /"name": ?"Player 7", ?"score": ?433\b/,
  '/loadtest/fibonacci/20': /"value": ?6765\b/,
};

/** @typedef {{ name: string, url: string }} Server */

/** @param {Server[]} servers @throws {LabError} naming the one that cannot be compared */
export async function checkServers(servers) {
  const names = servers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new LabError(`Two servers are called "${twice}": give each a name of its own.`);
  for (const { name, url } of servers) {
    const fail = (/** @type {string} */ why) => {
      throw new LabError(`${name}: ${why}`);
    };
    if (!URL.canParse(url)) fail(`"${url}" is no address: give one such as http://127.0.0.1:8081.`);
    const { protocol, origin } = new URL(url);
    if (protocol !== 'http:') fail(`${url} must begin with http://: the lab speaks no other.`);
    if (!isHere(url))
      fail(
        `${url} is another machine, and the lab sends its load to 127.0.0.0/8 only. ` +
          'Run both there, or bring it here by a tunnel and give its address on this machine.',
      );
    for (const [path, answer] of Object.entries(ANSWERS)) {
      const { status, text } = await get(url + path, ANSWER).catch(() =>
        fail(`nothing answers at ${origin}. Start it, or correct the address.`),
      );
      if (status !== 200 || !answer.test(text))
        fail(
          `${url}${path} answers ${status} "${text.slice(0, 80)}", and not as ours does. ` +
            'Ours needs LOADTEST=on; another server needs the same routes (loadtest/README.md).',
        );
    }
  }
}

/**
 * Asks our server what stands behind its figures.
 * @param {string} url
 * @returns {Promise<{ database: string | null, poolCores: string | null }>} null: an older one, which does not say it
 */
export async function askAbout(url) {
  const { status, text } = await get(`${url}/loadtest/about`, ANSWER);
  return { database: null, poolCores: null, ...(status === 200 && JSON.parse(text)) };
}
