/** The panel's access to stored packs and pictures, which are documents and assets of the server. */

/** @import { Ack, DocumentCard, PanelHost } from 'mass-mobile' */
/** @import { Pack } from '../types.js' */
/** @import game from '../game.js' */

import { saveResponse } from '../../../public/shared/download.js';

/**
 * @typedef {object} Store every call resolves to an acknowledgement, and none throws
 * @property {() => Promise<Ack<{ documents: DocumentCard[], chosen: string | null }>>} list
 * @property {(id: string) => Promise<Ack<{ document: Pack }>>} load
 * @property {(pack?: Pack) => Promise<Ack<{ id: string }>>} create a blank pack when it is given none
 * @property {(id: string, pack: Pack) => Promise<Ack>} save refused as `document-changed` if somebody else changed the pack
 * @property {(id: string) => Promise<Ack<{ id: string }>>} copy
 * @property {(id: string) => Promise<Ack>} remove
 * @property {(id: string) => Promise<Ack>} restore
 * @property {(id: string) => Promise<Ack>} choose
 * @property {(file: File) => Promise<Ack<ImportReport>>} importFile
 * @property {(id: string, format: string) => Promise<Ack>} exportFile
 * @property {(file: File) => Promise<Ack<{ url: string }>>} saveImage
 */
/** @typedef {{ format?: string, skipped: { item: string, reason: string }[] }} ImportReport */
/** @typedef {Ack<{ document: DocumentCard }>} Stored */

const GAME = 'quiz';
const DOCUMENTS = `/games/${GAME}/documents`;

/** @param {PanelHost<typeof game>} host @returns {Store} */
export function createStore({ ask, api, t }) {
  /** When each pack was changed last, so that the changes of somebody else are not overwritten. @type {Map<string, number>} */
  const versions = new Map();

  /** @template T @param {string} path @param {RequestInit} [init] @returns {Promise<Ack<T>>} */
  async function request(path, init) {
    try {
      const response = await api(path, init);
      return await response.json();
    } catch {
      return { ok: false, code: 'offline', message: t('quiz.offline') };
    }
  }

  /** @param {Promise<Stored>} asked @returns {Promise<Ack<{ id: string }>>} */
  async function remember(asked) {
    const ack = await asked;
    if (!ack.ok) return ack;
    const { id, updatedMs } = ack.document;
    versions.set(id, updatedMs);
    return { ok: true, id };
  }

  return {
    list: () => ask('documents', GAME),
    choose: (id) => ask('choose', id),
    create: (pack) =>
      remember(
        pack ? request(DOCUMENTS, { method: 'POST', body: JSON.stringify(pack) }) : ask('newDocument', GAME),
      ),
    copy: (id) => remember(ask('copyDocument', GAME, id)),
    remove: (id) => ask('deleteDocument', GAME, id),
    restore: (id) => ask('restoreDocument', GAME, id),
    async load(id) {
      /** @type {Ack<{ document: DocumentCard, json: Pack }>} */
      const ack = await request(`${DOCUMENTS}/${id}`);
      if (!ack.ok) return ack;
      versions.set(id, ack.document.updatedMs);
      return { ok: true, document: ack.json };
    },
    save(id, pack) {
      const version = versions.get(id);
      const query = version === undefined ? '' : `?ifUpdatedMs=${version}`;
      return remember(request(`${DOCUMENTS}/${id}${query}`, { method: 'PUT', body: JSON.stringify(pack) }));
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
      } catch {
        return { ok: false, code: 'offline', message: t('quiz.offline') };
      }
    },
  };
}
