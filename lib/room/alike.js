/**
 * Finds players who are similar to one of them: they came at about the same time, have a name like that one's, or come from the same address. An
 * address alone says little, because a whole hall may share it.
 */

/** @import { AlikeRow, AlikeWish, Crowd } from '../contract/people.js' */
/** @import { Player } from './player.js' */

import { keyOf } from '../word-list.js';

/** Names that are this similar count as alike; 1: identical. */
const ALIKE = 0.6;
const MOST_ROWS = 500;
/** Families, classes and offices share an address: fewer than this are not worth reporting. */
const CROWD = 20;

/**
 * Finds everybody who is like one player and has not been removed, however many they are.
 * @param {Iterable<Player>} players @param {Player} one @param {AlikeWish} wish
 * @returns {Player[]} that one first, then the others in the order in which they came
 */
export function findAlike(players, one, { withinS, named, sameAddress = false }) {
  const key = skeletonOf(one.name);
  const found = [];
  for (const player of players) {
    if (player === one || player.kicked) continue;
    const laterS = laterOf(player, one);
    if (withinS > 0 && (laterS === null || Math.abs(laterS) > withinS)) continue;
    if (sameAddress && (one.network === null || player.network !== one.network)) continue;
    if (named && likeness(skeletonOf(player.name), key) < ALIKE) continue;
    found.push(player);
  }
  found.sort((a, b) => (a.firstMs ?? -Infinity) - (b.firstMs ?? -Infinity));
  return [one, ...found];
}

/**
 * Shows the first of those who are alike.
 * @param {readonly Player[]} alike of {@link findAlike}
 * @returns {{ total: number, rows: AlikeRow[] }} at most 500 rows
 */
export function previewOf(alike) {
  const [one] = alike;
  const rows = alike.slice(0, MOST_ROWS).map((player) => toRow(player, one && laterOf(player, one)));
  return { total: alike.length, rows };
}

/**
 * Finds the address that most players share, if many share it and not all who are here, as behind the router of a hall.
 * @param {Iterable<Player>} players who are here @returns {Crowd | null} without phones of a rehearsal
 */
export function findCrowd(players) {
  /** @type {Map<string, { count: number, newest: Player }>} */
  const byNetwork = new Map();
  let all = 0;
  let most = null;
  for (const player of players) {
    if (player.isVirtual) continue;
    all += 1;
    const { network } = player;
    if (network === null) continue;
    const crowd = byNetwork.get(network) ?? { count: 0, newest: player };
    byNetwork.set(network, crowd);
    crowd.count += 1;
    if (player.joinedNumber > crowd.newest.joinedNumber) crowd.newest = player;
    if (crowd.count > (most?.count ?? 0)) most = crowd;
  }
  if (!most || most.count < CROWD || most.count === all) return null;
  const { count, newest } = most;
  return { count, id: newest.id, name: newest.name };
}

/**
 * Says how much two names have in common, by the pairs of letters that stand side by side in them (Dice).
 * @param {string} a @param {string} b @returns {number} 0 to 1
 */
export function likeness(a, b) {
  if (a === b) return 1;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  let common = 0;
  for (const pair of left) if (right.has(pair)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** @param {string} text @returns {Set<string>} */
function pairsOf(text) {
  const letters = [...text];
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`));
}

/** Takes off a name the trailing number that makes it unique. @param {string} name */
function skeletonOf(name) {
  return keyOf(name.replace(/[\s\p{P}]*\p{N}+$/u, '')) || keyOf(name);
}

/** @param {Player} player @param {Player} one @returns {number | null} */
function laterOf({ firstMs }, one) {
  return firstMs === null || one.firstMs === null ? null : Math.round((firstMs - one.firstMs) / 1000);
}

/** @param {Player} player @param {number | null} [laterS] @returns {AlikeRow} */
function toRow({ id, name, connected }, laterS = null) {
  return { id, name, connected, laterS };
}
