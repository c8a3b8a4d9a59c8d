/** The addresses of what pages are made of: which file each is, and how the compiler finds modules by them, as a browser would. */

/** @import { Plugin } from 'esbuild' */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The files of a game's folder that a browser may read: the modules of its pages, by name, and whatever is in the
 * folders of the pages. Everything else, `game.js` and `content/` above all, stays in the server: a quiz has its answers
 * there.
 */
export const GAME_FILES =
  /^\/(?:(?:phone|playfield|panel|remote|shared)\.js|[\w-]+\.css|(?:phone|playfield|panel|remote|shared|strings|assets)(?:\/[\w-][\w.-]*)+)$/;

/** Whether a file is of no concern to the server. @param {string} path in the folder of a game */
export const isOfPages = (path) => GAME_FILES.test(`/${path}`) && !/^shared[/.]/.test(path);

/** The name that esbuild gives to modules that are found by their address instead of their path. */
const PAGE = 'page';
/** It stands before the address of such a module. */
export const PAGE_PREFIX = /^.*?page:/;

/**
 * Only what a browser may read anyway: a phone that imports its `game.js` fails, joined as it does module by module.
 * @param {{ get: (id: string) => { folder: string } | undefined }} games
 * @returns {(address: string) => string | null} the path of a file; null: there is none at this address, or it is no part of a module
 */
export const pathsOf = (games) => (address) => {
  if (/^\/(?:public|control-panel)(\/[\w-][\w.-]*)+$/.test(address)) return join(ROOT, address);
  const [, id = '', path = ''] = /^\/games\/([\w-]+)(\/.*)$/.exec(address) ?? [];
  const loaded = games.get(id);
  return loaded && GAME_FILES.test(path) ? join(loaded.folder, path) : null;
};

/** Takes the version of a game out of an address; see `loadGame`. @param {string} address @returns {string} */
export const plainAddress = (address) => address.replace(/^(\/games\/[\w-]+)@\d+\//, '$1/');

/**
 * Finds modules by address, because a game may lie anywhere on the disk.
 * @param {(address: string) => string | null} pathOf
 * @param {(address: string, kind: import('esbuild').ImportKind) => boolean} isPart whether a module is joined into the one that imports it
 */
export function createAddresses(pathOf, isPart) {
  /** @type {Map<string, number>} */
  const inputs = new Map();
  /** @type {Plugin} */
  const plugin = {
    name: PAGE,
    setup(build) {
      build.onResolve({ filter: /^/ }, async ({ path, importer, kind }) => {
        if (kind === 'entry-point') return { path, namespace: PAGE };
        // A bare name is a matter of the page's import map; a phone has none, and fails as it would without this.
        if (!/^\.{0,2}\//.test(path)) return { path, external: true };
        const address = new URL(path, new URL(importer, 'http://page')).pathname;
        if (!isPart(address, kind)) return { path: inGame(address, importer), external: true };
        if ((await timeOf(String(pathOf(address)))) < 0)
          return { errors: [{ text: `There is no ${address}.` }] };
        return { path: address, namespace: PAGE };
      });
      build.onLoad({ filter: /^/, namespace: PAGE }, async ({ path: address }) => {
        const file = String(pathOf(address));
        // The time is taken first: a change while it is read is found at the next look.
        inputs.set(file, await timeOf(file));
        return { contents: await readFile(file), loader: address.endsWith('.css') ? 'css' : 'js' };
      });
    },
  };
  return { plugin, inputs };
}

/**
 * A module that is not joined into the one of its game that imports it has the same version, by a path from there.
 * @param {string} address @param {string} importer
 */
function inGame(address, importer) {
  const [own] = /^\/games\/[\w-]+\//.exec(importer) ?? [];
  return own && address.startsWith(own) ? `./${address.slice(own.length)}` : address;
}

/**
 * An archive or an image may give all files one time of modification, and never that of their change on this disk: stat(2).
 * @param {string} path @returns {Promise<number>} ms, when it was changed; -1: there is no such file
 */
export async function timeOf(path) {
  return (await stat(path).catch(() => null))?.ctimeMs ?? -1;
}
