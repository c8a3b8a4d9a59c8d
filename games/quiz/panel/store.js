/** Where packs are kept, as the panel asks for it: documents of the game, and pictures. */

/** @import { Ack, DocumentCard, PanelHost } from 'mass-mobile' */
/** @import { Pack } from '../types.js' */
/** @import game from '../game.js' */

import { saveResponse } from '../../../public/shared/download.js';

/**
 * @typedef {object} Store every answer is an acknowledgement, none throws
 * @property {() => Promise<Ack<{ documents: DocumentCard[], chosen: string | null }>>} list
 * @property {(id: string) => Promise<Ack<{ document: Pack }>>} load
 * @property {() => Promise<Ack<{ id: string }>>} create
 * @property {(id: string, pack: Pack) => Promise<Ack>} save
 * @property {(id: string) => Promise<Ack<{ id: string }>>} copy
 * @property {(id: string) => Promise<Ack>} remove
 * @property {(id: string) => Promise<Ack>} restore
 * @property {(id: string) => Promise<Ack>} choose
 * @property {(file: File) => Promise<Ack<{ format?: string, skipped: { item: string, reason: string }[] }>>} importFile
 * @property {(id: string, format: string) => Promise<Ack>} exportFile
 * @property {(file: File) => Promise<Ack<{ url: string }>>} saveImage
 */

const GAME = 'quiz';
const DOCUMENTS = `/games/${GAME}/documents`;

/** @param {PanelHost<typeof game>} host @returns {Store} */
export function createStore({ ask, api }) {
  /** When each was changed last: what somebody else changed meanwhile is not overwritten. @type {Map<string, number>} */
  const versions = new Map();

  /** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
  async function request(path, init) {
    try {
      const response = await api(path, init);
      return await response.json();
    } catch (error) {
      return { ok: false, code: 'offline', message: String(/** @type {Error} */ (error)?.message ?? error) };
    }
  }

  /** @param {any} ack @returns {any} */
  function remember(ack) {
    if (ack.ok && ack.document) versions.set(ack.document.id, ack.document.updatedMs);
    return ack.ok && ack.document ? { ...ack, id: ack.document.id } : ack;
  }

  return {
    list: () => ask('documents', GAME),
    choose: (id) => ask('choose', id),
    create: async () => remember(await ask('newDocument', GAME)),
    copy: async (id) => remember(await ask('copyDocument', GAME, id)),
    remove: (id) => ask('deleteDocument', GAME, id),
    restore: (id) => ask('restoreDocument', GAME, id),
    async load(id) {
      const ack = remember(await request(`${DOCUMENTS}/${id}`));
      return ack.ok ? { ok: true, document: ack.json } : ack;
    },
    async save(id, pack) {
      const version = versions.get(id);
      const query = version === undefined ? '' : `?ifUpdatedMs=${version}`;
      const body = JSON.stringify(pack);
      return remember(await request(`${DOCUMENTS}/${id}${query}`, { method: 'PUT', body }));
    },
    importFile: (file) =>
      request(`/games/${GAME}/import?name=${encodeURIComponent(file.name)}`, { method: 'POST', body: file }),
    saveImage: (file) => request('/assets', { method: 'POST', body: file }),
    async exportFile(id, format) {
      try {
        const response = await api(`${DOCUMENTS}/${id}?as=${encodeURIComponent(format)}`);
        if (!response.ok) return await response.json();
        await saveResponse(response, `quiz.${format.toLowerCase()}`);
        return { ok: true };
      } catch (error) {
        return {
          ok: false,
          code: 'offline',
          message: String(/** @type {Error} */ (error)?.message ?? error),
        };
      }
    },
  };
}
