/** Where packs are kept, as the panel asks for it: documents of the game, and pictures. */

/** @import { Ack, DocumentCard, PanelHost } from '../../lib/types.js' */
/** @import { Pack } from './types.js' */

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

/** @param {PanelHost} host @returns {Store} */
export function createStore(host) {
  return /** @type {any} */ (host).store;
}
