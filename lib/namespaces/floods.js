/** Says what phones may send, ends those that flood, and logs in one line how many there are. */

/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { Connection } from '../wire/connection.js' */
/** @import { Connections } from '../wire/connections.js' */
/** @import { Tariff } from '../wire/toll.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */
/** @import { Session } from './session.js' */

import { phoneTariff, setPhoneRate } from '../wire/toll.js';
import { TTL_MS } from './rate-teller.js';

/** The end of a player costs some 0.3 ms, so two thousand flooders are ended within a few seconds. */
const BEAT_MS = 50;
const CUT_PER_BEAT = 40;
/** The log has one line about all floods this often. */
const TELL_MS = 5000;

/** A phone, or an extra connection of one. @typedef {Pick<Session, 'room' | 'player' | 'socket' | 'limits'>} Sender */

/**
 * @param {object} options
 * @param {Pick<Connections, 'permit' | 'onFlood'>} options.connections
 * @param {Pick<EdgeEnd, 'ask'>} options.bus
 * @param {import('../log.js').Log} options.log
 */
export function createFloods({ connections, bus, log }) {
  /** @type {Map<EdgeRoom, Tariff>} */
  const tariffs = new Map();
  const digest = createDigest(log);
  /** They are not read any more, and wait for their end. @type {Connection[]} */
  const condemned = [];
  /** @type {NodeJS.Timeout | undefined} only while some wait */
  let timer;

  connections.onFlood({
    slowed: (connection) => digest.count('slowed', connection),
    muted(connection) {
      digest.count('muted', connection);
      const sender = senderOf(connection);
      if (sender) sender.limits.mutedAtMs = connection.toll.mutedAtMs;
    },
    cut(connection) {
      digest.count('cut', connection);
      condemned.push(connection);
      timer ??= setInterval(endSome, BEAT_MS).unref();
    },
  });

  function endSome() {
    for (const connection of condemned.splice(0, CUT_PER_BEAT)) end(connection);
    if (condemned.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** Ends a connection, and removes its player for good: a phone that obeys never gets here. @param {Connection} connection */
  function end(connection) {
    const sender = senderOf(connection);
    if (sender) {
      const { room, player } = sender;
      bus.ask('command', { room: room.id, name: 'kick', args: [player.id] }).catch(() => {});
    }
    connection.cut();
  }

  /** @param {EdgeRoom} room @returns {Tariff} shared by its phones */
  function tariffOf(room) {
    let tariff = tariffs.get(room);
    if (!tariff) {
      tariffs.set(room, (tariff = phoneTariff()));
      follow(room, tariff);
    }
    return tariff;
  }

  /** A phone may not have received a lower rate for as long as the one before holds. @param {EdgeRoom} room @param {Tariff} tariff */
  function follow(room, tariff) {
    let sendHz = room.throttle.sendHz;
    setPhoneRate(tariff, sendHz);
    room.subscribe((kind, value) => {
      if (kind === 'closed') return void tariffs.delete(room);
      if (kind !== 'throttle' || value.throttle.sendHz === sendHz) return;
      const isRise = value.throttle.sendHz > sendHz;
      sendHz = value.throttle.sendHz;
      if (isRise) setPhoneRate(tariff, sendHz);
      else setTimeout(() => setPhoneRate(tariff, sendHz), TTL_MS).unref();
    });
  }

  return {
    /** Lets a phone, or an extra connection of one, send what phones may. What its player did before counts. @param {Sender} sender */
    seat(sender) {
      const { socket, room, limits } = sender;
      connections.permit(socket.conn, tariffOf(room), sender)?.toll.remember(limits.mutedAtMs);
    },
    stop() {
      clearInterval(timer);
      digest.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createFloods>} Floods */

/** @param {Connection} connection @returns {Sender | null} null: it is no phone */
function senderOf({ owner }) {
  return /** @type {Sender | null} */ (owner);
}

/**
 * Counts what happens to connections, and logs it together.
 * @param {import('../log.js').Log} log
 */
function createDigest(log) {
  /** By what happened, and by the kind of connection. @type {Record<'slowed' | 'muted' | 'cut', Map<string, number>>} */
  const counts = { slowed: new Map(), muted: new Map(), cut: new Map() };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function report() {
    timer = undefined;
    const { slowed, muted, cut } = {
      slowed: inWords(counts.slowed),
      muted: inWords(counts.muted),
      cut: inWords(counts.cut),
    };
    for (const kinds of Object.values(counts)) kinds.clear();
    const happened = [
      slowed && `${slowed} read more slowly`,
      muted && `${muted} muted`,
      cut && `${cut} cut off`,
    ].filter(Boolean);
    log.warn(null, `Flood: ${happened.join('; ')}. They send far more than they may.`);
  }

  return {
    /** @param {keyof typeof counts} what @param {Connection} connection */
    count(what, { toll }) {
      const kinds = counts[what];
      const { name } = toll.tariff;
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
      timer ??= setTimeout(report, TELL_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** @param {Map<string, number>} kinds @returns {string} such as `12 phones, 3 strangers`; '': none */
function inWords(kinds) {
  return [...kinds].map(([name, count]) => `${count} ${name}`).join(', ');
}
