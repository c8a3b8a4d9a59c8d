/** Names each fault between the generator and its target with a code to count by, and a sentence that helps. */

const SENTENCES = Object.freeze({
  'url-bad': '"{url}" is no address to connect to: it must look like http://127.0.0.1:8080.',
  'option-bad': 'The option {option} {problem}.',
  'files-few':
    'A process may open {limit} files here, and {count} connections need {need}. Before the run: ulimit -n {need} (and if that is refused: sudo prlimit --pid $$ --nofile={need}:{need}).',
  'ports-few':
    'The address {source} has no free port left. Spread the connections over more source addresses ("sources"), or: sudo sysctl -w net.ipv4.ip_local_port_range="10000 65000".',
  'source-bad': 'The source address {source} is not one of this machine.',
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
  'coordinator-absent':
    'No coordinator answers at {url} ({problem}). Start it first, and give the address that it shows.',
  'consent-missing':
    '{url} does not consent to be loaded: {problem} It must run with LOADTEST=on, and its operator key must be given.',
  'target-refused': 'This helper loads {consented} only, and not {url}.',
  'swarm-closed': 'The swarm was closed.',
});

/** @typedef {keyof typeof SENTENCES} SwarmCode */

/** An error with a code to count by: one of ours, or the server's own code when it refused a connection. */
export class SwarmError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} [retryAfterMs] the server asks for another try after this
   */
  constructor(code, message, retryAfterMs) {
    super(message);
    this.name = 'SwarmError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** @param {SwarmCode} code @param {Record<string, unknown>} [values] fill the placeholders @returns {SwarmError} */
export function problem(code, values = {}) {
  const message = SENTENCES[code].replace(/\{(\w+)\}/g, (_place, name) => String(values[name] ?? ''));
  return new SwarmError(code, message);
}

/**
 * @param {NodeJS.ErrnoException} error of a socket
 * @param {{ url: string, source?: string, wasOpen: boolean, limit: () => number }} where
 * @returns {SwarmError}
 */
export function socketProblem(error, { url, source, wasOpen, limit }) {
  switch (error.code) {
    case 'ECONNREFUSED':
      return problem('target-absent', { url });
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
      return problem('target-untrusted', { url, problem: error.message });
    case 'EMFILE':
    case 'ENFILE':
      return problem('files-few', { limit: limit(), count: 'this many', need: limit() * 2 });
    case 'EADDRINUSE':
      return problem('ports-few', { source });
    case 'EADDRNOTAVAIL':
      return source === undefined || source.startsWith('127.')
        ? problem('ports-few', { source: source ?? 'of this machine' })
        : problem('source-bad', { source });
    case 'ECONNRESET':
    case 'EPIPE':
      if (wasOpen) return problem('cut-off');
  }
  return wasOpen ? problem('cut-off') : problem('target-unreachable', { url, problem: error.message });
}
