/**
 * Lends processes of this machine to a coordinator. They load the one target that the coordinator named when this
 * helper joined, and only after that target itself has consented: it runs with LOADTEST=on and knows the key.
 */

/** @import { Target } from '../harness/trust.js' */
/** @import { Child } from '../harness/child.js' */

import { once } from 'node:events';
import { availableParallelism, hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { NAMESPACE } from '../../public/shared/wire.js';
import { answerOf, startChild } from '../harness/child.js';
import { PROTOCOL, memberName, nextOf, parse } from './coordinator.js';
import { SwarmError, badOption, problem } from './errors.js';
import { CHILD } from './pool.js';
import { createSwarm } from './swarm.js';

/** Without a word of the coordinator for this long, it is dead. */
const DEAD_MS = 15_000;

/**
 * Asks the target whether it may be loaded.
 * @param {Target} target
 * @throws {SwarmError} why not: it is absent, is no Mass Mobile server with LOADTEST=on, or the key is not its own
 */
export async function assertConsent({ url, key, ...tls }) {
  const swarm = createSwarm({ url, ...tls, namespace: NAMESPACE.loadTest, auth: { key } });
  try {
    await swarm.arrive({ count: 1 });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw problem('consent-missing', { url, problem: said });
  } finally {
    await swarm.close();
  }
}

/**
 * @param {object} options
 * @param {string} options.url of the coordinator, ws://…
 * @param {string} options.key of its run
 * @param {string} [options.name] of this machine
 * @param {number} [options.processes] as many as there are cores
 * @param {readonly string[]} [options.execArgv] for their Node
 * @returns {Promise<{ target: Target, done: Promise<string>, close: () => Promise<void> }>} `done`: why it is over
 * @throws {SwarmError} `coordinator-absent`, `helper-refused`, `consent-missing`
 */
export async function joinCoordinator({
  url,
  key,
  name = hostname(),
  processes = availableParallelism(),
  execArgv = [],
}) {
  const socket = await connectTo(url);
  /** @type {Promise<number>} the WebSocket code */
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const say = (/** @type {object} */ message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  say({ hello: { protocol: PROTOCOL, key, name, processes } });
  const { welcome, refused } = Object(await Promise.race([nextOf(socket), closed]));
  if (!welcome) {
    socket.close();
    if (refused) throw new SwarmError('helper-refused', String(refused));
    throw problem('coordinator-absent', { url, problem: 'it is no coordinator of this version' });
  }
  /** @type {Target} */
  const target = welcome.target;
  try {
    await assertConsent(target);
  } catch (error) {
    say({ refused: error instanceof Error ? error.message : String(error) });
    socket.close();
    throw error;
  }
  /** @type {Map<number, Child>} */
  const members = new Map();
  let heardMs = performance.now();
  const watch = setInterval(() => performance.now() - heardMs > DEAD_MS && socket.terminate(), DEAD_MS / 5);

  /** @param {{ process: number, verb: string, options?: any }} message */
  async function run({ process, verb, options }) {
    const member = members.get(process);
    if (verb === 'close') {
      members.delete(process);
      return member?.close();
    }
    if (verb === 'open' && options?.url !== target.url)
      throw problem('target-refused', { url: options?.url, consented: target.url });
    if (member) return member.ask(verb, options);
    if (members.size >= processes) throw badOption('processes', `of ${name} are ${processes}, all at work`);
    const born = startChild(CHILD, { name: memberName(process % processes, name), execArgv });
    members.set(process, born);
    return born.ask(verb, options);
  }

  socket.on('ping', () => (heardMs = performance.now()));
  socket.on('message', async (data) => {
    const message = parse(data);
    if (message.verb) say(await answerOf(message.id, () => run(message)));
  });
  const done = closed.then(async (code) => {
    clearInterval(watch);
    await Promise.all([...members.values()].map((member) => member.close()));
    return code === 1000 ? 'The run is over.' : 'The connection to the coordinator broke.';
  });
  say({ ready: true });
  return {
    target,
    done,
    async close() {
      socket.close(1000);
      await done;
    },
  };
}

/** @param {string} url @returns {Promise<WebSocket>} */
async function connectTo(url) {
  if (!URL.canParse(url) || !/^(ws|wss|http|https):$/.test(new URL(url).protocol))
    throw problem('url-bad', { url });
  const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: DEAD_MS });
  await once(socket, 'open').catch(({ message }) => {
    throw problem('coordinator-absent', { url, problem: message });
  });
  socket.on('error', () => {});
  return socket;
}
