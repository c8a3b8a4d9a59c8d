/** A PDF becomes a deck in the browser: each page is drawn by pdf.js, stored as a picture, and is a slide. */

/** @import { Ack, Translate } from 'mass-mobile' */
/** @import { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist' */
/** @import { ImportReport, Store } from '../../../../public/documents/store.js' */
/** @import { DeckDocument } from '../../types.js' */
/** @import { Pictures } from './pictures.js' */

import { importAgain } from '../../../../public/shared/in-time.js';
import { emptyDeck } from '../../shared/deck.js';

const MB = 2 ** 20;
const MOST_PAGES = 100;
/** The browser holds it twice while it is read. */
const MOST_BYTES = 50 * MB;
/** Pages are drawn this wide, in px. */
const WIDTH = 1920;
/** The longest text of a page that its picture is given for people who cannot see it. */
const LONGEST_ALT = 400;
const WORKER = '/vendor/pdf.worker.js';
/** Pages that one line of the report names. */
const MOST_NAMED = 5;
/** Annotations that do something, of which a picture shows at most the frame. */
const LIVE = new Set('Widget Movie Sound Screen RichMedia 3D FileAttachment'.split(' '));

/**
 * The policy of the pages refuses an address of a script that is only a string. This rule gives one address, and no other.
 * @returns {string}
 */
function workerAddress() {
  const { trustedTypes } = /** @type {{ trustedTypes?: { createPolicy: Function } }} */ (
    /** @type {unknown} */ (window)
  );
  return trustedTypes
    ? trustedTypes.createPolicy('presentation-pdf', { createScriptURL: () => WORKER }).createScriptURL('')
    : WORKER;
}
/** Made once, since a policy has a name of its own. @type {string | null} */
let address = null;

/** @param {File} file @returns {Promise<boolean>} it says that it is a PDF, or its name does */
export async function isPdf(file) {
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return true;
  return (await file.slice(0, 5).text()) === '%PDF-';
}

/**
 * Makes a deck of a PDF and stores it.
 * @param {File} file
 * @param {object} about
 * @param {Store<DeckDocument>} about.store @param {Pictures} about.pictures @param {Translate} about.t
 * @param {AbortSignal} about.signal stops it; nothing is stored then but pictures, which the server forgets in a day
 * @param {(page: number, pages: number) => void} about.onProgress
 * @returns {Promise<Ack<ImportReport>>} never rejects
 */
export async function importPdf(file, { store, pictures, t, signal, onProgress }) {
  const refuse = (/** @type {string} */ key, values = {}) => ({
    ok: /** @type {const} */ (false),
    code: 'import-bad',
    message: t(key, values),
  });
  if (file.size > MOST_BYTES)
    return refuse('talk.panel.pdf.large', { mb: Math.ceil(file.size / MB), most: MOST_BYTES / MB });
  /** @type {Worker | null} */
  let worker = null;
  try {
    /** @type {typeof import('pdfjs-dist')} */
    const { getDocument, GlobalWorkerOptions } = await importAgain('/vendor/pdf.js');
    address ??= workerAddress();
    worker = new Worker(address, { type: 'module' });
    const isOver = endOf(worker, signal);
    GlobalWorkerOptions.workerPort = worker;
    const task = getDocument({ data: await file.arrayBuffer(), isEvalSupported: false, useWasm: false });
    const pdf = await Promise.race([task.promise, isOver]);
    const made = await Promise.race([drawPages(pdf, { pictures, t, signal, onProgress }), isOver]);
    if (!made.ok) return made;
    if (signal.aborted) return refuse('talk.panel.pdf.stopped');
    const title = file.name.replace(/\.pdf$/i, '').slice(0, 120);
    const ack = await store.create({ ...emptyDeck(), title, markdown: made.slides.join('\n\n---\n\n') });
    if (!ack.ok) return ack;
    const left = pdf.numPages - made.slides.length;
    const beyond = {
      item: t('talk.panel.pdf.left', { count: left }),
      reason: t('talk.panel.pdf.most', { most: MOST_PAGES }),
    };
    return { ok: true, format: 'PDF', skipped: [...made.skipped, ...(left > 0 ? [beyond] : [])] };
  } catch (error) {
    if (signal.aborted) return refuse('talk.panel.pdf.stopped');
    const isLocked = /** @type {Error} */ (error)?.name === 'PasswordException';
    return refuse(isLocked ? 'talk.panel.pdf.locked' : 'talk.panel.pdf.broken');
  } finally {
    worker?.terminate();
  }
}

/** @param {Worker} worker @param {AbortSignal} signal @returns {Promise<never>} rejects when either is over: pdf.js would wait for ever */
function endOf(worker, signal) {
  return new Promise((_resolve, reject) => {
    worker.addEventListener('error', reject);
    signal.addEventListener('abort', reject);
  });
}

/**
 * @param {PDFDocumentProxy} pdf
 * @param {{ pictures: Pictures, t: Translate, signal: AbortSignal, onProgress: (page: number, pages: number) => void }} about
 * @returns {Promise<Ack<{ slides: string[], skipped: ImportReport['skipped'] }>>}
 */
async function drawPages(pdf, { pictures, t, signal, onProgress }) {
  const pages = Math.min(MOST_PAGES, pdf.numPages);
  /** @type {string[]} */
  const slides = [];
  /** Pages by what they lose: a PDF of LaTeX has ten links in the foot of each. @type {Map<string, Set<number>>} */
  const lost = new Map();
  for (let number = 1; number <= pages && !signal.aborted; number++) {
    onProgress(number, pages);
    const page = await pdf.getPage(number);
    const saved = await pictures.saveCanvas(await drawPage(page));
    if (!saved.ok) return saved;
    slides.push(`![${await textOf(page)}](${saved.url})`);
    for (const annotation of await page.getAnnotations({ intent: 'any' })) {
      const { key = '', what = '' } = lostOf(annotation) ?? {};
      const reason = key && t(key, { what: what.slice(0, LONGEST_ALT) });
      if (reason) lost.set(reason, (lost.get(reason) ?? new Set()).add(number));
    }
    page.cleanup();
  }
  const skipped = [...lost].map(([reason, [...on]]) => {
    const page = `${on.slice(0, MOST_NAMED).join(', ')}${on.length > MOST_NAMED ? ' …' : ''}`;
    return { item: t('talk.panel.pdf.page', { page, of: pdf.numPages }), reason };
  });
  for (const name of Object.keys((await pdf.getAttachments()) ?? {}))
    skipped.push({ item: 'PDF', reason: t('talk.panel.pdf.other', { what: name }) });
  return { ok: true, slides, skipped };
}

/**
 * Gives what of an annotation is not in the picture of its page. The rest, such as text, lines and stamps, is drawn.
 * @param {{ subtype: string, url?: string, unsafeUrl?: string, fieldName?: string, file?: { filename: string }, contentsObj?: { str: string } }} annotation
 * @returns {{ key: string, what: string } | null}
 */
function lostOf({ subtype, url, unsafeUrl, fieldName, file, contentsObj }) {
  const said = contentsObj?.str.trim() ?? '';
  if (subtype === 'Link') return { key: 'talk.panel.pdf.link', what: url ?? unsafeUrl ?? (said || '#') };
  if (LIVE.has(subtype))
    return { key: 'talk.panel.pdf.other', what: file?.filename ?? fieldName ?? (said || subtype) };
  const isDrawn = subtype === 'FreeText' || subtype === 'Popup';
  return said === '' || isDrawn ? null : { key: 'talk.panel.pdf.comment', what: said };
}

/** @param {PDFPageProxy} page @returns {Promise<HTMLCanvasElement>} */
async function drawPage(page) {
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: WIDTH / width });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport, background: '#fff' }).promise;
  return canvas;
}

/** @param {PDFPageProxy} page @returns {Promise<string>} its words, without what means something in Markdown */
async function textOf(page) {
  const { items } = await page.getTextContent();
  const words = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  return words
    .replace(/[[\]()\\`*_<>!#|~$]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_ALT);
}
