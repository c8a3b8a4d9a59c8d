/**
 * Reads from the kernel how much of what was sent to a server it has not read yet, connection by connection. Both ends
 * are on this machine, so that the figures are exact, and neither end has to be asked.
 */

import { readFileSync } from 'node:fs';

/** The fields of a line of /proc/net/tcp: number, local and remote address, state, queues. */
const [LOCAL, REMOTE, QUEUES] = [1, 2, 4];

/**
 * Costs some 10 ms of a core for 3,000 connections. Meanwhile this process writes nothing, or what it wrote a moment ago
 * would look like something that the server has read since.
 * @param {number} port of the server
 * @returns {Map<number, number>} bytes on their way and bytes not read, together, by the port of the other end
 */
export function readQueues(port) {
  return sumQueues(['/proc/net/tcp', '/proc/net/tcp6'].map(textOf).join('\n'), port);
}

/** @param {string} file @returns {string} '': this system has none */
function textOf(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** @param {string} text of /proc/net/tcp @param {number} port of the server @returns {Map<number, number>} */
export function sumQueues(text, port) {
  const [here, bytes] = [`:${port.toString(16).toUpperCase().padStart(4, '0')}`, new Map()];
  for (const line of text.split('\n')) {
    if (!line.includes(here)) continue;
    const fields = line.trim().split(/\s+/);
    const [local = '', remote = '', queues = ''] = [fields[LOCAL], fields[REMOTE], fields[QUEUES]];
    const [sending = '0', unread = '0'] = queues.split(':');
    const [client, queued] = local.endsWith(here) ? [remote, unread] : [local, sending];
    const clientPort = parseInt(client.slice(client.indexOf(':') + 1), 16);
    bytes.set(clientPort, (bytes.get(clientPort) ?? 0) + parseInt(queued, 16));
  }
  return bytes;
}
