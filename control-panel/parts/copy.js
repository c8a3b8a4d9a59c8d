/** Copies a text to the clipboard, and says so. */

import { inTime } from '../../public/shared/in-time.js';
import { t } from './texts.js';
import { showDone, showProblem } from './toasts.js';

/** The old way works for about a second after the click. */
const PATIENCE_MS = 800;

/** Over plain HTTP the browser gives a page no clipboard; the old way needs a selection in the page. @param {string} text */
export async function copy(text) {
  const written = navigator.clipboard?.writeText(text).then(() => true);
  const isCopied = await inTime(Promise.resolve(written), PATIENCE_MS).catch(() => false);
  if (isCopied || copyBySelection(text)) showDone(t('panel.copied', { text }));
  else showProblem(t('panel.copied.failed', { text }));
}

/** @param {string} text */
function copyBySelection(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
