/** The table of settings: every variable with its default, its flag, and what a value may be. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNetworks } from './networks.js';
import { readRedisUrl } from './redis-url.js';
import {
  databaseUrl,
  existingFolder,
  hallAddress,
  integer,
  matching,
  onOff,
  oneOf,
  origin,
  readableFile,
} from './setting-values.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The folder of the games that come with the server. */
export const OWN_GAMES = resolve(ROOT, 'games');

/**
 * @typedef {object} Config
 * @property {'help' | 'version' | null} show  `--help` or `--version` was given: print it and end
 * @property {number} port  0: any free port
 * @property {string} host
 * @property {string | null} publicUrl  an origin without a slash at its end
 * @property {string | null} operatorKey  null: one is generated and saved in the data folder
 * @property {string} dataDir  absolute
 * @property {string | null} tlsCert  absolute path
 * @property {string | null} tlsKey  absolute path
 * @property {'off' | 'self-signed'} tls
 * @property {string | null} redisUrl
 * @property {string | null} databaseUrl  of PostgreSQL, MySQL or MariaDB; null: the file in the data folder
 * @property {string | null} loadTestDatabaseUrl
 * @property {'all' | 'home' | 'edge'} role
 * @property {string} cluster  the name of a home and its edges in Redis
 * @property {string | null} clusterSecret  null: there is one process
 * @property {string | null} hall  an address of this machine; `on`: the best one; null: there is internet, or none of our business
 * @property {number} maxPlayers
 * @property {number} keepSeats seconds
 * @property {number} eraseAfter hours; 0: people are erased by the operator alone
 * @property {number} submitsPerAddress a minute; 0: no limit
 * @property {number} maxScreens
 * @property {string} logLevel
 * @property {string} gamesDir  absolute
 * @property {readonly string[]} origins
 * @property {readonly string[]} trustProxy  networks in CIDR notation
 * @property {boolean} loadTest
 * @property {boolean} dev  games are taken anew when their files change
 * @property {boolean} governor
 * @property {'thread' | 'inline'} stage  where games play
 * @property {number} stageMemory  MB
 * @property {'fast' | 'plain'} wire
 */

/**
 * @typedef {object} Variable
 * @property {Exclude<keyof Config, 'show'>} key
 * @property {string} name  of the environment variable; the flag is the same in lower case with dashes
 * @property {string} unit  what a value is, for the help text
 * @property {unknown} fallback  the value when it is not set
 * @property {string} [shown]  how the help text writes the fallback
 * @property {string} about
 * @property {string} [alone]  the value of the flag without one
 * @property {boolean} [secret]  its value is never printed
 * @property {(text: string) => unknown} parse  throws an Error whose message is the remedy
 */

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** @type {readonly Variable[]} */
export const VARIABLES = [
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
    parse: matching(/^[\w.:-]+$/, 'give an address or a host name without http:// and without a port'),
  },
  {
    key: 'publicUrl',
    name: 'PUBLIC_URL',
    unit: 'origin',
    fallback: null,
    about: 'the address that people type and the QR code holds, when it is that of a proxy or a domain',
    parse: origin,
  },
  {
    key: 'operatorKey',
    name: 'OPERATOR_KEY',
    unit: 'text',
    fallback: null,
    shown: 'generated once, saved in the data folder',
    about: 'opens the control panel; at least 8 characters',
    secret: true,
    parse: matching(/^.{8,}$/s, 'give at least 8 characters, because anybody in the room may guess'),
  },
  {
    key: 'dataDir',
    name: 'DATA_DIR',
    unit: 'folder',
    fallback: resolve(ROOT, 'data'),
    shown: './data',
    about: 'rooms, players and snapshots live here, unless DATABASE_URL is set; one server per folder',
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
    key: 'hall',
    name: 'HALL',
    unit: 'address|on',
    fallback: null,
    shown: 'off',
    alone: 'on',
    about:
      'a hall without internet: answers all names and the questions of phones with this address of the machine; needs dnsmasq, and ports 53 and 80; see docs/hall.md',
    parse: hallAddress,
  },
  {
    key: 'maxPlayers',
    name: 'MAX_PLAYERS',
    unit: 'phones',
    fallback: 5000,
    about: 'connected phones in all rooms together; the next one waits',
    parse: integer(1, 1_000_000),
  },
  {
    key: 'keepSeats',
    name: 'KEEP_SEATS',
    unit: 'seconds',
    fallback: 60,
    about: 'for how long the place of a phone that lost its connection is kept at most; 0: not at all',
    parse: integer(0, 3600),
  },
  {
    key: 'eraseAfter',
    name: 'ERASE_AFTER',
    unit: 'hours',
    fallback: 0,
    shown: 'never',
    about: 'erases the people of a room, and what they left, so long after its last phone has gone',
    parse: integer(0, 8760),
  },
  {
    key: 'submitsPerAddress',
    name: 'SUBMITS_PER_ADDRESS',
    unit: 'number',
    fallback: 0,
    shown: 'no limit',
    about: 'what all phones of an address may submit in a room in a minute; not for a hall behind one router',
    parse: integer(0, 100_000),
  },
  {
    key: 'maxScreens',
    name: 'MAX_SCREENS',
    unit: 'screens',
    fallback: 50,
    about: 'screens in all rooms; those with a presenter’s key always get in, and the panel can raise it',
    parse: integer(1, 10_000),
  },
  {
    key: 'origins',
    name: 'ORIGINS',
    unit: 'origin,…',
    fallback: Object.freeze([]),
    shown: 'only our own pages',
    about: 'other names of this server, and other sites whose pages may connect, separated by commas',
    parse: (text) => Object.freeze(text.split(',').map((part) => origin(part.trim()))),
  },
  {
    key: 'trustProxy',
    name: 'TRUST_PROXY',
    unit: 'address,…',
    fallback: Object.freeze([]),
    shown: 'none',
    about: 'proxies whose X-Forwarded-For and -Proto are believed: loopback, addresses or networks',
    parse: readNetworks,
  },
  {
    key: 'gamesDir',
    name: 'GAMES_DIR',
    unit: 'folder',
    fallback: OWN_GAMES,
    shown: './games',
    about: 'the folder of the games',
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
    about: 'on: also serves what the load lab needs; not for a show',
    parse: onOff,
  },
  {
    key: 'dev',
    name: 'DEV',
    unit: 'on|off',
    fallback: false,
    shown: 'off',
    alone: 'on',
    about: 'for those who write games: a file that is saved is on the open pages in a moment; not for a show',
    parse: onOff,
  },
  {
    key: 'governor',
    name: 'GOVERNOR',
    unit: 'on|off',
    fallback: true,
    shown: 'on',
    about: 'off: the rates stay where they are until the server jams; only to show in the lab what it is for',
    parse: onOff,
  },
  {
    key: 'stage',
    name: 'STAGE',
    unit: 'thread|inline',
    fallback: 'thread',
    about: 'inline: games play in the server’s thread, where one that loops stops everything; only to debug',
    parse: oneOf(['thread', 'inline']),
  },
  {
    key: 'stageMemory',
    name: 'STAGE_MEMORY',
    unit: 'MB',
    fallback: 512,
    about: 'the memory that one game may take; one that takes more loses its round',
    parse: integer(64, 16_384),
  },
  {
    key: 'wire',
    name: 'WIRE',
    unit: 'fast|plain',
    fallback: 'fast',
    about: 'plain: only what ws, Engine.IO and Node.js document; each phone costs more',
    parse: oneOf(['fast', 'plain']),
  },
  {
    key: 'role',
    name: 'ROLE',
    unit: 'all|home|edge',
    fallback: 'all',
    about: 'home and edge: one show in several processes, tied by REDIS_URL; see docs/scaling.md',
    parse: oneOf(['all', 'home', 'edge']),
  },
  {
    key: 'redisUrl',
    name: 'REDIS_URL',
    unit: 'url',
    fallback: null,
    about:
      'where a home and its edges meet: redis://:password@host:6379, rediss:// over TLS, or by Sentinels: redis+sentinel://:password@host:26379,host:26379/name',
    secret: true,
    parse: (text) => readRedisUrl(text) && text,
  },
  {
    key: 'cluster',
    name: 'CLUSTER',
    unit: 'name',
    fallback: 'mass-mobile',
    about: 'the name of a home and its edges, when several shows share one Redis',
    parse: matching(
      /^[a-z][a-z0-9-]{0,39}$/,
      'give up to 40 lower-case letters, digits and -, starting with a letter, for example friday-show',
    ),
  },
  {
    key: 'clusterSecret',
    name: 'CLUSTER_SECRET',
    unit: 'text',
    fallback: null,
    about: 'encrypts what a home and its edges send each other; the same for all, at least 16 characters',
    secret: true,
    parse: matching(/^.{16,}$/s, 'give at least 16 characters, as `openssl rand -hex 16` makes them'),
  },
  {
    key: 'databaseUrl',
    name: 'DATABASE_URL',
    unit: 'url',
    fallback: null,
    shown: 'a file in the data folder',
    about:
      'postgres:// or mysql:// (also MariaDB): keeps there what would be in the data folder, for one server at a time',
    secret: true,
    parse: databaseUrl(
      /^(postgres|postgresql|mysql|mariadb):$/,
      'postgres://user:password@127.0.0.1:5432/database or mysql://user:password@127.0.0.1:3306/database',
    ),
  },
  {
    key: 'loadTestDatabaseUrl',
    name: 'LOADTEST_DATABASE_URL',
    unit: 'url',
    fallback: null,
    about: 'with LOADTEST=on, a mysql:// address for its record service; never that of a show',
    secret: true,
    parse: databaseUrl(/^(mysql|mariadb):$/, 'mysql://user:password@127.0.0.1:3306/database'),
  },
];
