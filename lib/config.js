/** Reads the settings of the process from the environment and from flags, and writes the help text. */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { VARIABLES } from './settings.js';

/** @typedef {import('./settings.js').Config} Config */
/** @typedef {import('./settings.js').Variable} Variable */

/** The version of this program, as in package.json. */
export const VERSION = /** @type {string} */ (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
);

/** A value that stops the start. Its message names the variable, the value and the remedy. */
export class ConfigError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings. A flag wins over the environment. An empty environment variable counts as unset, because compose
 * files and CI pass unset variables that way.
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
    left: variable.alone
      ? `--${flagOf(variable)}[=<${variable.unit}>]`
      : `--${flagOf(variable)} <${variable.unit}>`,
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

/**
 * @param {readonly string[]} argv
 * @returns {Map<string, string>} value by flag, without dashes; the last one counts
 */
function readFlags(argv) {
  const options = Object.fromEntries(
    VARIABLES.map((variable) => [flagOf(variable), { type: /** @type {const} */ ('string') }]),
  );
  const { tokens } = parseArgs({ args: argv.map(completed), options, strict: false, tokens: true });
  const flags = new Map();
  for (const token of tokens) {
    const isFlag = token.kind === 'option' && token.rawName.startsWith('--');
    if (!isFlag) throw notAFlag(String(argv[token.index]));
    const { name, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) throw unknownFlag(name);
    const isMissing = value === undefined || (!inlineValue && value.startsWith('--'));
    if (isMissing) throw new ConfigError(`--${name} needs a value: ${exampleOf(name)}.`);
    flags.set(name, value);
  }
  return flags;
}

/**
 * Gives a flag that may stand alone its value: what follows it is another flag, or nothing.
 * @param {string} word @param {number} at @param {readonly string[]} argv
 */
function completed(word, at, argv) {
  const variable = VARIABLES.find((each) => each.alone && word === `--${flagOf(each)}`);
  const isAlone = variable && (argv[at + 1] ?? '--').startsWith('--');
  return isAlone ? `${word}=${variable.alone}` : word;
}

/** @param {string} word */
function notAFlag(word) {
  return new ConfigError(`"${word}" is not a flag: flags look like --port 8080 (see --help).`);
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
function checkTogether({ tls, tlsCert, tlsKey, loadTestDatabaseUrl, loadTest, role, redisUrl, ...more }) {
  const { clusterSecret, hall, dev } = more;
  if (role !== 'all' && !redisUrl) {
    throw new ConfigError(
      `ROLE is "${role}" without REDIS_URL: a home and its edges meet in Redis, so give all of them the same one, for example redis://:password@10.0.0.5:6379.`,
    );
  }
  if (role === 'all' && redisUrl) {
    throw new ConfigError(
      'REDIS_URL is set while ROLE is "all": one process needs no Redis. Set ROLE=home or ROLE=edge, or leave REDIS_URL unset.',
    );
  }
  if (hall && role !== 'all') {
    throw new ConfigError(
      `HALL is set while ROLE is "${role}": it is for one process. Leave it unset, and let a router answer names: see docs/hall.md.`,
    );
  }
  if (dev && role !== 'all') {
    throw new ConfigError(
      `DEV is on while ROLE is "${role}": games are written with one process. Leave one of them unset.`,
    );
  }
  if (role !== 'all' && !clusterSecret) {
    throw new ConfigError(
      `ROLE is "${role}" without CLUSTER_SECRET: a home and its edges encrypt what they send each other, so give all of them the same one, for example what \`openssl rand -hex 16\` prints.`,
    );
  }
  if (loadTestDatabaseUrl && !loadTest) {
    throw new ConfigError(
      'LOADTEST_DATABASE_URL is set without LOADTEST=on: it is for the record service of the load lab, so leave it unset.',
    );
  }
  if (tlsCert && !tlsKey) throw new ConfigError('TLS_CERT is set without TLS_KEY: set both, or neither.');
  if (tlsKey && !tlsCert) throw new ConfigError('TLS_KEY is set without TLS_CERT: set both, or neither.');
  if (tlsCert && tls === 'self-signed') {
    throw new ConfigError(
      'TLS is "self-signed" while TLS_CERT is set: keep your own certificate and drop TLS.',
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

/** The distance of Levenshtein, one row at a time. @param {string} a @param {string} b */
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
