/**
 * Naming decides which names of a room are shown: those that people choose, those that somebody has approved of, or given ones. A chosen
 * name that is not shown is kept with its player, and outlives the process.
 */

/** @import { KeptName, KeptRow, NameMode, Names } from '../contract/people.js' */
/** @import { Journal } from '../journal/journal.js' */
/** @import { Player } from './player.js' */
/** @import { Players } from './players.js' */

import { ShowError } from '../errors.js';
import { OF_NAMES } from '../journal/rows.js';
import { createWordList } from '../word-list.js';
import { cleanName, friendlyName, isFriendlyName } from './name-text.js';

/** It stands beside the settings of games, under a name that no game can have. */
const OF_NAMING = '*naming';
export const MOST_WORDS = 1000;
const WORD_LENGTH = 60;
/** A room remembers so many chosen names that are not shown. */
const MOST_KEPT = 5000;
/** So many rows of each kind are sent at once. */
const MOST_ROWS = 200;
/** Newcomers wait for no disk: what they chose is stored in a moment, many together. */
const SAVE_SOON_MS = 200;
const MOST_TRIES = 20;
/** @type {readonly NameMode[]} */
const MODES = ['free', 'approve', 'given'];

/**
 * @param {object} options
 * @param {string} options.id of the room
 * @param {Record<string, object>} options.saved settings, as the journal had them
 * @param {Pick<Journal, 'saveSettings'>} options.journal
 * @param {Players} options.players
 * @param {(player: Player) => void} options.announce sends everybody the name of a player
 * @param {Pick<import('../log.js').Log, 'info'>} options.log
 */
export function createNaming({ id: roomId, saved, journal, players, announce, log }) {
  const rules = createRules({ roomId, saved, journal });
  const { list = {} } = /** @type {{ list?: Record<string, KeptName> }} */ (saved[OF_NAMES] ?? {});
  const kept = createKept({ roomId, saved: list, journal, players });

  const covers = createCovers({ players, kept, announce, rules });
  const { show, cover, uncover } = covers;

  for (const player of kept.inSight()) show(player, rules.givenName()).catch(() => {});

  return {
    /**
     * Says how a newcomer is called, and what they have to wait for.
     * @param {unknown} wish @returns {{ name: unknown, waits: string | null }}
     */
    newcomer(wish) {
      if (rules.mode === 'given' || wish === undefined || wish === '')
        return { name: undefined, waits: null };
      try {
        const name = rules.usable(wish);
        // A page that was here before brings a name that was given to it then.
        if (rules.mode === 'free' || isFriendlyName(name)) return { name, waits: null };
        return { name: undefined, waits: kept.hasRoom ? name : null };
      } catch {
        return { name: undefined, waits: null };
      }
    },
    /** Keeps the name for which a newcomer waits. @param {Player} player @param {string} name */
    keep: (player, name) => kept.setSoon(player, { name, why: 'waiting' }),
    /**
     * Gives a player the name that they wish for, or lets them wait for it.
     * @param {Player} player @param {unknown} wish
     * @returns {Promise<{ name: string, waiting?: string }>} stored
     * @throws {ShowError} `name-bad`, `names-given`, `names-many`, `not-saved`
     */
    async wish(player, wish) {
      if (rules.mode === 'given') throw new ShowError('names-given');
      const name = rules.usable(wish);
      // A player whose name was taken off the screens chooses the next one before somebody's eyes.
      const mustWait =
        rules.mode === 'approve' || player.kept?.why === 'hidden' || player.kept?.why === 'waiting';
      if (!mustWait || name === player.name) {
        await show(player, name);
        if (player.kept) await kept.change([[player, null]]);
        return { name: player.name };
      }
      if (!player.kept && !kept.hasRoom) throw new ShowError('names-many', { limit: MOST_KEPT });
      await kept.change([[player, { name, why: 'waiting' }]]);
      announce(player);
      return { name: player.name, waiting: name };
    },
    /** Gives a player a name on behalf of somebody who may. @param {Player} player @param {unknown} name */
    async rename(player, name) {
      await show(player, cleanName(name));
      if (player.kept) await kept.change([[player, null]]);
      return { name: player.name };
    },
    /** Shows the name that a player waits for, or not. @param {Player} player @param {boolean} isGood @returns {Promise<void>} stored */
    async approve(player, isGood) {
      if (player.kept?.why !== 'waiting') return;
      if (isGood) return uncover([player]);
      await kept.change([[player, null]]);
      announce(player);
    },
    /** Takes a name off the screens, or shows it again. @param {Player} player @param {boolean} isHidden @returns {Promise<void>} stored */
    async hide(player, isHidden) {
      const isOff = player.kept?.why === 'hidden';
      if (isHidden && !isOff) await cover([player], 'hidden');
      else if (!isHidden && isOff) await uncover([player]);
    },
    ...createDecisions({ rules, covers, log, roomId }),
    /** @returns {Names} */
    get names() {
      const { waiting, hidden, waitingCount } = kept.rows();
      return {
        mode: rules.mode,
        words: rules.words,
        waitingCount,
        waiting,
        hidden,
        kicked: players.kicked(MOST_ROWS),
      };
    },
    get card() {
      return { mode: rules.mode, waiting: kept.waitingCount };
    },
    close: kept.close,
  };
}

/** @typedef {ReturnType<typeof createNaming>} Naming */

/**
 * Changes the mode and the list, and with them the names that are shown.
 * @param {{ rules: ReturnType<typeof createRules>, covers: ReturnType<typeof createCovers>,
 *   log: Pick<import('../log.js').Log, 'info'>, roomId: string }} options
 */
function createDecisions({ rules, covers: { cover, uncover, those }, log, roomId }) {
  /** @param {KeptName['why']} why */
  const keptFor = (why) => those(({ kept: one }) => one?.why === why);

  return {
    /** @param {unknown} wanted @returns {Promise<void>} stored @throws {ShowError} `setting-bad` */
    async setMode(wanted) {
      if (!MODES.includes(/** @type {NameMode} */ (wanted)))
        throw new ShowError('setting-bad', { problem: `names can be ${MODES.join(', ')}, and nothing else` });
      await rules.store({ mode: /** @type {NameMode} */ (wanted) });
      if (rules.mode === 'given')
        await cover(
          those((player) => !player.kept && !isFriendlyName(player.name)),
          'mode',
        );
      else await uncover(keptFor('mode'));
      if (rules.mode === 'free') await uncover(keptFor('waiting'));
      log.info(roomId, `Names are ${MODE_TEXT[rules.mode]}.`);
    },
    /**
     * Sets the list of words that names may not have, and takes such names off the screens.
     * @param {unknown} lines @returns {Promise<{ words: number, hidden: number }>} stored
     * @throws {ShowError} `words-many`, `words-bad`, `word-long`
     */
    async setWords(lines) {
      await rules.store({ words: checkedWords(lines) });
      const hit = those(
        (player) => !player.kicked && rules.isUnwelcome(player.name) && !isFriendlyName(player.name),
      );
      await cover(hit, 'hidden');
      return { words: rules.words.length, hidden: hit.length };
    },
  };
}

/**
 * The mode of a room, and its list of words.
 * @param {{ roomId: string, saved: Record<string, object>, journal: Pick<Journal, 'saveSettings'> }} options
 */
function createRules({ roomId, saved, journal }) {
  const found = /** @type {{ mode?: NameMode, words?: string[] }} */ (saved[OF_NAMING] ?? {});
  let { mode = 'free', words = [] } = found;
  let list = createWordList(words);

  return {
    get mode() {
      return mode;
    },
    get words() {
      return words;
    },
    /** @param {string} name */
    isUnwelcome: (name) => list.has(name),
    /** @param {{ mode?: NameMode, words?: string[] }} next @returns {Promise<void>} stored; nothing has changed if that fails */
    async store(next) {
      const value = { mode, words, ...next };
      await journal.saveSettings(roomId, OF_NAMING, value);
      if (next.words) list = createWordList(next.words);
      [mode, words] = [value.mode, value.words];
    },
    /** @param {unknown} name @returns {string} @throws {ShowError} `name-bad` */
    usable(name) {
      const clean = cleanName(name);
      if (list.has(clean)) throw new ShowError('name-bad', { problem: 'it is not welcome in this room' });
      return clean;
    },
    /** @returns {string} that the room's own list has nothing against, or nearly so */
    givenName() {
      let name = friendlyName();
      for (let tries = 0; tries < MOST_TRIES && list.has(name); tries++) name = friendlyName();
      return name;
    },
  };
}

/**
 * Shows names and covers them.
 * @param {{ players: Players, kept: ReturnType<typeof createKept>, announce: (player: Player) => void, rules: ReturnType<typeof createRules> }} options
 */
function createCovers({ players, kept, announce, rules }) {
  /** Shows another name of a player. @param {Player} player @param {string} name */
  async function show(player, name) {
    await players.rename(player, name);
    announce(player);
  }

  /** Shows given names, and keeps those that were shown. @param {readonly Player[]} some @param {KeptName['why']} why */
  async function cover(some, why) {
    await kept.change(some.map((player) => [player, { name: player.name, why }]));
    await Promise.all(some.map((player) => show(player, rules.givenName())));
  }

  /** Shows the names that were kept. @param {readonly Player[]} some */
  async function uncover(some) {
    await Promise.all(some.map((player) => show(player, /** @type {KeptName} */ (player.kept).name)));
    await kept.change(some.map((player) => [player, null]));
  }

  /** @param {(player: Player) => boolean} fits */
  const those = (fits) => [...players.all()].filter(fits);

  return { show, cover, uncover, those };
}

/** @type {Record<NameMode, string>} */
const MODE_TEXT = {
  free: 'shown as people choose them',
  approve: 'shown once they are approved',
  given: 'given by the server',
};

/**
 * The chosen names that are not shown, in memory and in one row of the journal.
 * @param {{ roomId: string, saved: Record<string, KeptName>, journal: Pick<Journal, 'saveSettings'>, players: Players }} options
 */
function createKept({ roomId, saved, journal, players }) {
  /** @type {Set<Player>} */
  const holders = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  for (const [id, one] of Object.entries(saved)) {
    const player = players.find(id);
    if (!player) continue;
    player.kept = one;
    holders.add(player);
  }

  function save() {
    clearTimeout(timer);
    timer = undefined;
    const list = Object.fromEntries(
      known()
        .filter(({ isVirtual }) => !isVirtual)
        .map(({ id, kept }) => [id, kept]),
    );
    return journal.saveSettings(roomId, OF_NAMES, { list });
  }

  /** @param {Player} player @param {KeptName | null} next */
  function assign(player, next) {
    player.kept = next;
    if (next) holders.add(player);
    else holders.delete(player);
  }

  /** Players may have been forgotten since. */
  const known = () => [...holders].filter(players.knows);

  return {
    get hasRoom() {
      if (holders.size >= MOST_KEPT) for (const one of holders) if (!players.knows(one)) holders.delete(one);
      return holders.size < MOST_KEPT;
    },
    get waitingCount() {
      let count = 0;
      for (const { kept, kicked } of known()) count += Number(kept?.why === 'waiting' && !kicked);
      return count;
    },
    /** @param {readonly (readonly [Player, KeptName | null])[]} changes @returns {Promise<void>} stored; if that fails it is as before */
    async change(changes) {
      if (changes.length === 0) return;
      const before = changes.map(([player]) => player.kept);
      for (const [player, next] of changes) assign(player, next);
      await save().catch((error) => {
        changes.forEach(([player, next], index) => {
          if (player.kept === next) assign(player, before[index] ?? null);
        });
        throw error;
      });
    },
    /** @param {Player} player @param {KeptName} next */
    setSoon(player, next) {
      assign(player, next);
      timer ??= setTimeout(() => save().catch(() => {}), SAVE_SOON_MS).unref();
    },
    /** Lists the players whose names a crash left in sight, between two writes. */
    inSight: () => [...holders].filter(({ name, kept }) => kept?.why !== 'waiting' && kept?.name === name),
    rows() {
      const rows = known()
        .filter(({ kicked }) => !kicked)
        .map(toRow);
      const waiting = rows.filter(({ kept }) => kept.why === 'waiting');
      const hidden = rows.filter(({ kept }) => kept.why === 'hidden');
      return {
        waitingCount: waiting.length,
        waiting: waiting.slice(0, MOST_ROWS),
        hidden: hidden.slice(0, MOST_ROWS),
      };
    },
    /** Stores what waits for its moment. */
    async close() {
      if (timer !== undefined) await save().catch(() => {});
    },
  };
}

/** @param {Player} player @returns {KeptRow} */
function toRow({ id, name, kept }) {
  return { id, name, kept: /** @type {KeptName} */ (kept) };
}

/** @param {unknown} lines @returns {string[]} @throws {ShowError} `words-many`, `words-bad`, `word-long` */
function checkedWords(lines) {
  if (!Array.isArray(lines) || lines.some((line) => typeof line !== 'string'))
    throw new ShowError('words-bad', { problem: 'it must be text, one word a line' });
  const words = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
  if (words.length > MOST_WORDS)
    throw new ShowError('words-many', { count: words.length, limit: MOST_WORDS });
  const long = words.find((word) => word.length > WORD_LENGTH);
  if (long !== undefined) throw new ShowError('word-long', { word: long.slice(0, 20), limit: WORD_LENGTH });
  return words;
}
