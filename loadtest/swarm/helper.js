/**
 * Lends processes of this machine to a coordinator. They load the one target that the coordinator named when this
 * helper joined, and only after that target itself has consented: it runs with LOADTEST=on and knows the key.
 */

/** @import { Member } from './process.js' */

import { once } from 'node:events';
import { availableParallelism, hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { NAMESPACE } from '../../public/shared/wire.js';
import { answerOf } from './calls.js';
import { PROTOCOL, memberName, parse } from './coordinator.js';
import { SwarmError, problem } from './errors.js';
import { spawnMember } from './process.js';
import { createSwarm } from './swarm.js';

/** Without a word of the coordinator for this long, it is dead. */
const DEAD_MS = 15_000;

/** @typedef {{ url: string, key: string, ca?: string, insecure?: boolean }} Target */

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
 * @param {(target: Target) => Promise<void>} [options.consent] rejects if the target is not to be loaded
 * @param {() => number} [options.now] this machine's clock, ms
 * @returns {Promise<{ target: Target, done: Promise<string>, close: () => Promise<void> }>} `done`: why it is over
 * @throws {SwarmError} `coordinator-absent`, `helper-refused`, `consent-missing`
 */
export async function joinCoordinator({
  url,
  key,
  name = hostname(),
  processes = availableParallelism(),
  execArgv = [],
  consent = assertConsent,
  now = () => performance.timeOrigin + performance.now(),
}) {
  const socket = await connectTo(url);
  const say = (/** @type {object} */ message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  say({ hello: { protocol: PROTOCOL, key, name, processes } });
  const target = await welcomeOf(socket, url);
  try {
    await consent(target);
  } catch (error) {
    say({ refused: error instanceof Error ? error.message : String(error) });
    socket.close();
    throw error;
  }
  /** @type {Map<number, Member>} */
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
    if (verb !== 'open') {
      if (!member) throw problem('option-bad', { option: 'open', problem: 'comes first' });
      return member.ask(verb, options);
    }
    if (options?.url !== target.url)
      throw problem('target-refused', { url: options?.url, consented: target.url });
    if (member || members.size >= processes)
      throw problem('option-bad', {
        option: 'processes',
        problem: `of ${name} are ${processes}, all at work`,
      });
    const born = spawnMember({
      name: memberName(process % processes, name),
      execArgv,
      onEnd: ({ message }) => members.delete(process) && say({ ended: { process, message } }),
    });
    members.set(process, born);
    return born.ask(verb, options);
  }

  socket.on('message', async (data) => {
    const message = parse(data);
    heardMs = performance.now();
    if (message?.beat !== undefined) say({ beat: message.beat, atMs: now() });
    else if (message?.verb) say(await answerOf(message.id, () => run(message)));
  });
  const done = closeOf(socket).then(async (code) => {
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
  try {
    await once(socket, 'open');
  } catch (error) {
    throw problem('coordinator-absent', { url, problem: /** @type {Error} */ (error).message });
  }
  socket.on('error', () => {});
  return socket;
}

/** @param {WebSocket} socket @returns {Promise<number>} the WebSocket code; `once` would reject by an error before it */
function closeOf(socket) {
  return new Promise((resolve) => socket.once('close', resolve));
}

/** @param {WebSocket} socket @param {string} url @returns {Promise<Target>} */
async function welcomeOf(socket, url) {
  const answer = await Promise.race([
    new Promise((resolve) => socket.once('message', (data) => resolve(parse(data)))),
    closeOf(socket),
  ]);
  if (answer?.welcome?.target) return answer.welcome.target;
  socket.close();
  if (typeof answer?.refused === 'string') throw new SwarmError('helper-refused', answer.refused);
  throw problem('coordinator-absent', { url, problem: 'it is no coordinator of this version' });
}
