/** Names each fault between the generator and its target with a code to count by, and a sentence that helps. */

import { readFileSync } from 'node:fs';

const SENTENCES = Object.freeze({
  'url-bad': '"{url}" is no address to connect to: it must look like http://127.0.0.1:8080.',
  'option-bad': 'The option {option} {problem}.',
  'files-few':
    'A process may open {limit} files here, and {count} connections need {need}. Before the run: ulimit -n {need} (and if that is refused: sudo prlimit --pid $$ --nofile={need}:{need}).',
  'ports-few':
    'The address {source} has no free port left: sudo sysctl -w net.ipv4.ip_local_port_range="10000 65000".',
  'target-absent': 'Nothing listens at {url}: start the server, or correct the address.',
  'target-unreachable': '{url} cannot be reached: {problem}.',
  'target-strange': 'What answers at {url} is not what was expected: {problem}.',
  'target-untrusted':
    'The certificate of {url} is not trusted: {problem}. Give the certificate that signed it as "ca", or connect with "insecure".',
  'joining-slow': 'The server at {url} did not finish {step} within {ms} ms.',
  queued: 'The server is full: its admission queue did not move for {ms} ms.',
  'cut-off': 'The connection broke without a goodbye, as when the server ends or cuts it off.',
  'closed-by-server': 'The server closed the connection{problem}.',
  'server-silent': 'The server sent no ping for {ms} ms.',
  'frame-bad': 'The server sent {problem}.',
  'swarm-ended': '{name} ended{problem}.',
  'swarm-closed': 'The swarm was closed.',
});

/** An error with a code to count by: one of ours, or the server's own code when it refused a connection. */
export class SwarmError extends Error {
  /** @param {string} code @param {string} message @param {number} [retryAfterMs] the server asks for another try then */
  constructor(code, message, retryAfterMs) {
    super(message);
    this.name = 'SwarmError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** @param {keyof typeof SENTENCES} code @param {Record<string, unknown>} [values] fill the placeholders */
export function problem(code, values = {}) {
  const message = SENTENCES[code].replace(/\{(\w+)\}/g, (_place, name) => String(values[name] ?? ''));
  return new SwarmError(code, message);
}

/** @param {string} option @param {string} what is wrong with it: the rest of a sentence */
export function badOption(option, what) {
  return problem('option-bad', { option, problem: what });
}

/** @param {NodeJS.ErrnoException} error of a socket @param {{ url: string, source?: string, wasOpen: boolean }} where */
export function socketProblem({ code = '', message }, { url, source = 'of this machine', wasOpen }) {
  if (code === 'ECONNREFUSED') return problem('target-absent', { url });
  if (/CERT|SIGNATURE/.test(code)) return problem('target-untrusted', { url, problem: message });
  if (code === 'EMFILE' || code === 'ENFILE') {
    const limit = openFileLimit();
    return problem('files-few', { limit, count: 'this many', need: limit * 2 });
  }
  if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL') return problem('ports-few', { source });
  return wasOpen ? problem('cut-off') : problem('target-unreachable', { url, problem: message });
}

/** Node raises its soft limit to the hard one when it starts. @returns {number} Infinity if the limit is unknown */
export function openFileLimit() {
  try {
    const found = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return found ? Number(found[1]) : Infinity;
  } catch {
    return Infinity;
  }
}
