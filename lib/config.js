/** The settings of the process: every variable with its default, its flag and the sentence that refuses it. */

import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The version of this program, as in package.json. */
export const VERSION = /** @type {string} */ (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
);

/**
 * @typedef {object} Config
 * @property {'help' | 'version' | null} show  `--help` or `--version` was asked for: print it and leave
 * @property {number} port  0: any free port
 * @property {string} host
 * @property {string | null} publicUrl  an origin without a slash at its end
 * @property {string | null} operatorKey  null: one is generated and kept in the data folder
 * @property {string} dataDir  absolute
 * @property {string | null} tlsCert  absolute path
 * @property {string | null} tlsKey  absolute path
 * @property {'off' | 'self-signed'} tls
 * @property {string | null} redisUrl
 * @property {string | null} databaseUrl
 * @property {'all' | 'home' | 'edge'} role
 * @property {number} maxPlayers
 * @property {string} logLevel
 * @property {string} gamesDir  absolute
 * @property {readonly string[]} origins
 * @property {boolean} loadTest
 * @property {boolean} governor
 */

/**
 * @typedef {object} Variable
 * @property {Exclude<keyof Config, 'show'>} key
 * @property {string} name  of the environment variable; the flag is the same in lower case with dashes
 * @property {string} unit  what a value is, for the help text
 * @property {unknown} fallback  what counts when it is not set
 * @property {string} [shown]  how the help text writes the fallback
 * @property {string} about
 * @property {boolean} [secret]  its value is never printed
 * @property {(text: string) => unknown} parse  throws an Error whose message is the remedy
 */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const ONE_PROCESS = 'this version runs in one process, so leave it unset';

/** @type {readonly Variable[]} */
const VARIABLES = [
  {
    key: 'port',
    name: 'PORT',
    unit: 'number',
    fallback: 8080,
    about: 'where to listen; 0 takes any free port',
    parse: integer(0, 65535),
  },
  {
    key: 'host',
    name: 'HOST',
    unit: 'address',
    fallback: '0.0.0.0',
    about: 'the network address to listen on; 127.0.0.1 keeps it to this machine',
    parse: hostName,
  },
  {
    key: 'publicUrl',
    name: 'PUBLIC_URL',
    unit: 'origin',
    fallback: null,
    about: 'what people type and the QR code says, when a proxy or a domain stands in front',
    parse: origin,
  },
  {
    key: 'operatorKey',
    name: 'OPERATOR_KEY',
    unit: 'text',
    fallback: null,
    shown: 'generated once, kept in the data folder',
    about: 'opens the control panel; at least 8 characters',
    secret: true,
    parse: operatorKey,
  },
  {
    key: 'dataDir',
    name: 'DATA_DIR',
    unit: 'folder',
    fallback: resolve(ROOT, 'data'),
    shown: './data',
    about: 'rooms, players and snapshots live here; one server per folder',
    parse: (text) => resolve(text),
  },
  {
    key: 'tls',
    name: 'TLS',
    unit: 'off|self-signed',
    fallback: 'off',
    about: 'self-signed: HTTPS with a certificate of our own, which phones warn about once',
    parse: oneOf(['off', 'self-signed']),
  },
  {
    key: 'tlsCert',
    name: 'TLS_CERT',
    unit: 'file',
    fallback: null,
    about: 'PEM certificate (with its chain) for HTTPS; goes with TLS_KEY',
    parse: readableFile,
  },
  {
    key: 'tlsKey',
    name: 'TLS_KEY',
    unit: 'file',
    fallback: null,
    about: 'PEM private key for HTTPS; goes with TLS_CERT',
    parse: readableFile,
  },
  {
    key: 'maxPlayers',
    name: 'MAX_PLAYERS',
    unit: 'phones',
    fallback: 5000,
    about: 'connected phones over all rooms; the next one is asked to wait',
    parse: integer(1, 1_000_000),
  },
  {
    key: 'origins',
    name: 'ORIGINS',
    unit: 'origin,…',
    fallback: Object.freeze([]),
    shown: 'only our own pages',
    about: 'other sites whose pages may connect, separated by commas',
    parse: (text) => Object.freeze(text.split(',').map((part) => origin(part.trim()))),
  },
  {
    key: 'gamesDir',
    name: 'GAMES_DIR',
    unit: 'folder',
    fallback: resolve(ROOT, 'games'),
    shown: './games',
    about: 'where the games are',
    parse: existingFolder,
  },
  {
    key: 'logLevel',
    name: 'LOG_LEVEL',
    unit: 'level',
    fallback: 'info',
    about: LOG_LEVELS.join(', '),
    parse: oneOf(LOG_LEVELS),
  },
  {
    key: 'loadTest',
    name: 'LOADTEST',
    unit: 'on|off',
    fallback: false,
    shown: 'off',
    about: 'on: also serve what the load lab needs; not for a show',
    parse: (text) => oneOf(['on', 'off'])(text) === 'on',
  },
  {
    key: 'governor',
    name: 'GOVERNOR',
    unit: 'on|off',
    fallback: true,
    shown: 'on',
    about: 'off: rates stay where they are until the server jams; only to show in the lab what it is for',
    parse: (text) => oneOf(['on', 'off'])(text) === 'on',
  },
  {
    key: 'role',
    name: 'ROLE',
    unit: 'all',
    fallback: 'all',
    about: 'reserved for several processes: only "all" is possible in this version',
    parse: onlyRoleAll,
  },
  {
    key: 'redisUrl',
    name: 'REDIS_URL',
    unit: 'url',
    fallback: null,
    about: 'reserved for several processes: leave it unset in this version',
    secret: true,
    parse: refuse(ONE_PROCESS),
  },
  {
    key: 'databaseUrl',
    name: 'DATABASE_URL',
    unit: 'url',
    fallback: null,
    about: 'with LOADTEST=on, a mysql:// address for its record service; the show itself keeps to DATA_DIR',
    secret: true,
    parse: mysqlUrl,
  },
];

/** A value that stops the start. Its message names the variable, the value and the remedy. */
export class ConfigError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings; a flag wins over the environment. An empty environment variable counts as unset,
 * because compose files and CI pass them so.
 * @param {{ env?: Record<string, string | undefined>, argv?: readonly string[] }} [from]
 *   argv without the program's name: `process.argv.slice(2)`
 * @returns {Readonly<Config>}
 * @throws {ConfigError}
 */
export function readConfig({ env = process.env, argv = process.argv.slice(2) } = {}) {
  const show = whatToShow(argv);
  const flags = show ? new Map() : readFlags(argv);
  /** @type {Record<string, unknown>} */
  const config = { show };
  for (const variable of VARIABLES) {
    config[variable.key] = show ? variable.fallback : valueOf(variable, flags, env);
  }
  const complete = /** @type {Config} */ (/** @type {unknown} */ (config));
  checkTogether(complete);
  return Object.freeze(complete);
}

/** @returns {string} what `--help` prints */
export function helpText() {
  const rows = VARIABLES.map((variable) => ({
    left: `--${flagOf(variable)} <${variable.unit}>`,
    name: variable.name,
    about: `${variable.about} [${shownFallback(variable)}]`,
  }));
  const leftWidth = Math.max(...rows.map((row) => row.left.length));
  const nameWidth = Math.max(...rows.map((row) => row.name.length));
  const lines = rows.map(
    ({ left, name, about }) => `  ${left.padEnd(leftWidth)}  ${name.padEnd(nameWidth)}  ${about}`,
  );
  return [
    `Mass Mobile ${VERSION}: a whole room plays together, with the phones in its pockets.`,
    '',
    'Usage: node server.js [--flag value]…',
    '',
    'Each setting is a flag or an environment variable; the flag wins. [default]',
    '',
    ...lines,
    `  ${'--help, -h'.padEnd(leftWidth)}  ${''.padEnd(nameWidth)}  prints this`,
    `  ${'--version, -v'.padEnd(leftWidth)}  ${''.padEnd(nameWidth)}  prints the version`,
    '',
    'Example: node server.js --port 8443 --tls self-signed',
    '',
  ].join('\n');
}

/** @param {readonly string[]} argv @returns {Config['show']} */
function whatToShow(argv) {
  if (argv.includes('--help') || argv.includes('-h')) return 'help';
  if (argv.includes('--version') || argv.includes('-v')) return 'version';
  return null;
}

/** @param {readonly string[]} argv @returns {Map<string, string>} value by flag, without dashes */
function readFlags(argv) {
  const flags = new Map();
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, flag = '', , attached] = /^--([^=]+)(=(.*))?$/s.exec(word) ?? [];
    if (!flag) throw new ConfigError(`"${word}" is not a flag: flags look like --port 8080 (see --help).`);
    if (!VARIABLES.some((variable) => flagOf(variable) === flag)) throw unknownFlag(flag);
    const value = attached ?? takeValue(rest);
    if (value === undefined) throw new ConfigError(`--${flag} needs a value: ${exampleOf(flag)}.`);
    flags.set(flag, value);
  }
  return flags;
}

/** @param {string[]} rest @returns {string | undefined} */
function takeValue(rest) {
  return rest[0]?.startsWith('--') ? undefined : rest.shift();
}

/** @param {Variable} variable @param {Map<string, string>} flags @param {Record<string, string | undefined>} env */
function valueOf(variable, flags, env) {
  const flag = flagOf(variable);
  const text = flags.get(flag) ?? (env[variable.name]?.trim() || undefined);
  if (text === undefined) return variable.fallback;
  try {
    return variable.parse(text);
  } catch (error) {
    const source = flags.has(flag) ? `--${flag}` : variable.name;
    const trouble = variable.secret ? 'cannot be used' : `is ${JSON.stringify(text)}`;
    throw new ConfigError(`${source} ${trouble}: ${/** @type {Error} */ (error).message}.`);
  }
}

/** @param {Config} config */
function checkTogether({ tls, tlsCert, tlsKey, databaseUrl, loadTest }) {
  if (databaseUrl && !loadTest) {
    throw new ConfigError(
      'DATABASE_URL is set without LOADTEST=on: this version keeps the data of a show in DATA_DIR, so leave it unset.',
    );
  }
  if (tlsCert && !tlsKey) throw new ConfigError('TLS_CERT is set without TLS_KEY: set both, or neither.');
  if (tlsKey && !tlsCert) throw new ConfigError('TLS_KEY is set without TLS_CERT: set both, or neither.');
  if (tlsCert && tls === 'self-signed') {
    throw new ConfigError(
      'TLS is "self-signed" while TLS_CERT is set: keep the certificate of your own and drop TLS.',
    );
  }
}

/** @param {Variable} variable */
function flagOf({ name }) {
  return name.toLowerCase().replaceAll('_', '-');
}

/** @param {Variable} variable */
function shownFallback({ shown, fallback }) {
  return shown ?? (fallback === null ? 'unset' : String(fallback));
}

/** @param {string} flag */
function exampleOf(flag) {
  const variable = VARIABLES.find((each) => flagOf(each) === flag);
  return `--${flag} <${variable?.unit}>`;
}

/** @param {string} flag */
function unknownFlag(flag) {
  const known = [...VARIABLES.map(flagOf), 'help', 'version'];
  const nearest = known
    .map((name) => ({ name, distance: editDistance(flag, name) }))
    .reduce((best, each) => (each.distance < best.distance ? each : best));
  const remedy = nearest.distance <= 3 ? `did you mean --${nearest.name}?` : '--help lists all flags.';
  return new ConfigError(`There is no flag --${flag}: ${remedy}`);
}

/** Levenshtein, one row at a time. @param {string} a @param {string} b */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

// ── what a value may be; the message thrown ends the sentence `NAME is "value": …` ─────────────────────

/** @param {number} least @param {number} most @returns {(text: string) => number} */
function integer(least, most) {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new Error(`give a whole number from ${least} to ${most}`);
  };
}

/** @param {readonly string[]} allowed @returns {(text: string) => string} */
function oneOf(allowed) {
  return (text) => {
    if (allowed.includes(text)) return text;
    throw new Error(`give one of ${allowed.join(', ')}`);
  };
}

/** @param {string} remedy @returns {(text: string) => never} */
function refuse(remedy) {
  return () => {
    throw new Error(remedy);
  };
}

/** @param {string} text */
function mysqlUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^(mysql|mariadb):$/.test(url.protocol) && url.hostname && url.pathname.length > 1) return text;
  throw new Error('it must look like mysql://user:password@127.0.0.1:3306/database');
}

/** @param {string} text */
function onlyRoleAll(text) {
  if (text === 'all') return text;
  throw new Error(['home', 'edge'].includes(text) ? ONE_PROCESS : `only "all" is possible: ${ONE_PROCESS}`);
}

/** @param {string} text */
function hostName(text) {
  if (/^[\w.:-]+$/.test(text)) return text;
  throw new Error('give an address or a host name without http:// and without a port, for example 0.0.0.0');
}

/** @param {string} text */
function origin(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (bare && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
  throw new Error(
    'give http:// or https:// and a host, without a path, for example https://play.example.org',
  );
}

/** @param {string} text */
function operatorKey(text) {
  if (text.length >= 8) return text;
  throw new Error('give at least 8 characters, because anybody in the room may try to guess it');
}

/** @param {string} text */
function readableFile(text) {
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
    if (statSync(path).isFile()) return path;
  } catch {
    // the same remedy as for a folder
  }
  throw new Error('this file cannot be read: check its path and its permissions');
}

/** @param {string} text */
function existingFolder(text) {
  const path = resolve(text);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new Error('there is no such folder');
}
