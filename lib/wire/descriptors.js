/**
 * Descriptors are seats too: each connection takes one of the open files that the system lets this process have. Some are
 * kept for what the show itself opens; a switch of game starts a thread. Some are kept for connections without a role: pages
 * that load, health checks, an operator who comes in. When all are taken, the one of these that has been silent longest makes
 * room for the next, so that holding connections keeps nobody out. Phones beyond the rest are told that the server is full.
 * Requests of long polling are told apart from pages by nothing here, so a phone that polls may then have to connect again.
 */

/** @import { Server } from 'node:http' */
/** @import { Socket } from 'node:net' */

import { readFileSync } from 'node:fs';

/** Open files, each at most a quarter of what there is: for threads, the database, Redis; and for connections without a role. */
const OWN = 512;
const STRANGERS = 512;
const LOG_EVERY_MS = 10_000;

/** @returns {number} how many files this process may open; Infinity where the system does not say */
function openFilesLimit() {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * @param {object} options
 * @param {Server} options.http
 * @param {Pick<import('../settings.js').Config, 'maxPlayers' | 'maxScreens'>} options.config
 * @param {import('../log.js').Log} options.log
 * @param {number} [options.files] that this process may open
 */
export function createDescriptors({ http, config, log, files = openFilesLimit() }) {
  /** Players, as many in line, and screens. */
  const wanted = 2 * config.maxPlayers + config.maxScreens;
  const most = files - Math.min(OWN, Math.floor(files / 4));
  const mostRoles = most - Math.min(STRANGERS, Math.floor(most / 4));
  /** Connections without a role, the one that has been silent longest first. @type {Set<Socket>} */
  const strangers = new Set();
  let roles = 0;
  let cut = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  if (wanted > mostRoles)
    log.warn(
      null,
      `This process may open ${files} files, which is room for ${mostRoles} phones and screens. MAX_PLAYERS, as many in line and MAX_SCREENS are ${wanted}: raise the limit by ${wanted - mostRoles} (ulimit -n, LimitNOFILE), or lower MAX_PLAYERS.`,
    );

  /** One listener for all, which those with a role lose again. @this {Socket} */
  function forget() {
    strangers.delete(this);
  }

  http.on('connection', (/** @type {Socket} */ stream) => {
    strangers.add(stream);
    stream.on('close', forget);
    http.getConnections((_error, count) => void (count > most && cutOne()));
  });
  http.on('request', ({ socket }) => {
    const below = belowTls(socket);
    if (strangers.delete(below)) strangers.add(below);
  });

  function cutOne() {
    const [oldest] = strangers;
    if (!oldest) return;
    // Its descriptor is free at once, its `close` comes later.
    strangers.delete(oldest);
    oldest.destroy();
    cut += 1;
    timer ??= setTimeout(report, LOG_EVERY_MS).unref();
  }

  function report() {
    timer = undefined;
    log.warn(
      null,
      `Connections are short: ${most} of the ${files} files that this process may open were taken, ${roles} by phones, screens and panels. ${cut} connections that had not joined anything were closed to make room.`,
    );
    cut = 0;
  }

  return {
    /** No phone may come in that is not in already. */
    get isShort() {
      return roles >= mostRoles;
    },
    /** @param {1 | -1} change */
    countRole: (change) => void (roles += change),
    /** Keeps the stream of a connection that has a role. @param {import('node:stream').Duplex} stream */
    keep(stream) {
      const below = belowTls(stream);
      strangers.delete(below);
      below.off('close', forget);
    },
    stop: () => clearTimeout(timer),
  };
}

/** @typedef {ReturnType<typeof createDescriptors>} Descriptors */

/** Node's TLS has the stream that the server accepted under this private name. @param {import('node:stream').Duplex} stream @returns {Socket} */
function belowTls(stream) {
  const { _parent } = /** @type {{ _parent?: Socket | null }} */ (/** @type {unknown} */ (stream));
  return _parent ?? /** @type {Socket} */ (stream);
}
