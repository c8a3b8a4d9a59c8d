/** A game's panel has access to the documents of its game and to pictures, which the server stores. */

/** @import { PanelHost } from '../../lib/contract/pages.js' */
/** @import { DocumentCard } from '../../lib/contract/types.js' */
/** @import { Ack } from '../../lib/contract/wire.js' */

import { saveResponse } from '../shared/download.js';

/**
 * @template Document
 * @typedef {object} Store Every call resolves to an acknowledgement, and none throws
 * @property {() => Promise<Ack<{ documents: DocumentCard[], chosen: string | null }>>} list
 * @property {(id: string) => Promise<Ack<{ document: Document }>>} load
 * @property {(document?: Document) => Promise<Ack<{ id: string }>>} create a blank one when it is given none
 * @property {(id: string, document: Document) => Promise<Ack>} save refused as `document-changed` if somebody else changed it
 * @property {(id: string) => Promise<Ack<{ id: string }>>} copy
 * @property {(id: string) => Promise<Ack>} remove
 * @property {(id: string) => Promise<Ack>} restore
 * @property {(id: string) => Promise<Ack>} choose
 * @property {(file: File) => Promise<Ack<ImportReport>>} importFile
 * @property {(id: string, format: string) => Promise<Ack>} exportFile
 * @property {(file: Blob) => Promise<Ack<{ url: string }>>} saveImage
 */
/** @typedef {{ format?: string, skipped: { item: string, reason: string }[] }} ImportReport */
/** @typedef {Ack<{ document: DocumentCard }>} Stored */

/**
 * @template Document
 * @param {Pick<PanelHost, 'scene' | 'ask' | 'api' | 'lang' | 't'>} host
 * @returns {Store<Document>}
 */
export function createStore({ scene, ask, api, lang, t }) {
  const game = scene.game.id;
  const offline = () => ({
    ok: /** @type {const} */ (false),
    code: 'offline',
    message: t('documents.offline'),
  });
  const documents = `/games/${game}/documents`;
  /** When each document was changed last, so that the changes of somebody else are not overwritten. @type {Map<string, number>} */
  const versions = new Map();

  /** @template T @param {string} path @param {RequestInit} [init] @returns {Promise<Ack<T>>} */
  async function request(path, init) {
    try {
      const response = await api(path, init);
      const ack = await response.json();
      return ack.ok === false ? { ...ack, message: t(ack.message) } : ack;
    } catch {
      return offline();
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
    list: () => ask('documents', game),
    choose: (id) => ask('choose', id),
    create: (document) =>
      remember(
        document
          ? request(documents, { method: 'POST', body: JSON.stringify(document) })
          : ask('newDocument', game),
      ),
    copy: (id) => remember(ask('copyDocument', game, id)),
    remove: (id) => ask('deleteDocument', game, id),
    restore: (id) => ask('restoreDocument', game, id),
    async load(id) {
      /** @type {Ack<{ document: DocumentCard, json: Document }>} */
      const ack = await request(`${documents}/${id}`);
      if (!ack.ok) return ack;
      versions.set(id, ack.document.updatedMs);
      return { ok: true, document: ack.json };
    },
    save(id, document) {
      const version = versions.get(id);
      const query = version === undefined ? '' : `?ifUpdatedMs=${version}`;
      return remember(
        request(`${documents}/${id}${query}`, { method: 'PUT', body: JSON.stringify(document) }),
      );
    },
    importFile: (file) =>
      request(`/games/${game}/import?name=${encodeURIComponent(file.name)}`, { method: 'POST', body: file }),
    saveImage: (file) => request('/assets', { method: 'POST', body: file }),
    async exportFile(id, format) {
      try {
        const response = await api(
          `${documents}/${id}?as=${encodeURIComponent(format)}&lang=${lang.slice(0, 2)}`,
        );
        if (!response.ok) {
          const ack = await response.json();
          return { ...ack, message: t(ack.message) };
        }
        await saveResponse(response, `${game}.${format.toLowerCase()}`);
        return { ok: true };
      } catch {
        return offline();
      }
    },
  };
}
