/** A sheet over the panel: a dialog with its title and a button that closes it, which may ask for what it shows again and again. */

import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons.js';
import { t } from './texts.js';

/** @typedef {import('preact').RefObject<HTMLDialogElement>} DialogRef its holder may close the sheet */

/**
 * Opens when it is drawn. Its parent stops that in `onClose`, so that the focus returns to where it was.
 * @param {object} props
 * @param {string} props.name of its ids: `<name>-title`
 * @param {string} props.title
 * @param {string} [props.class] beside those of every sheet
 * @param {unknown} [props.head] beside the title
 * @param {() => unknown} [props.refresh] called when it opens
 * @param {number} [props.everyMs] and again each time this has passed
 * @param {DialogRef} [props.dialog]
 * @param {() => unknown} props.onClose
 * @param {unknown} [props.children]
 */
export function Sheet({ name, title, class: more, head, refresh, everyMs, dialog, onClose, children }) {
  const own = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const shown = dialog ?? own;
  useEffect(() => {
    shown.current?.showModal();
    if (!refresh) return undefined;
    void refresh();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(refresh, everyMs);
    return () => clearInterval(timer);
  }, []);
  return html`<dialog
    ref=${shown}
    class=${more ? `dialog sheet ${more}` : 'dialog sheet'}
    aria-labelledby=${`${name}-title`}
    onClose=${onClose}
  >
    <div class="sheet-head">
      <h2 id=${`${name}-title`}>${title}</h2>
      ${head}
      <button
        type="button"
        class="icon-button"
        aria-label=${t('panel.close')}
        onClick=${() => shown.current?.close()}
      >
        <${Icon} name="close" />
      </button>
    </div>
    ${children}
  </dialog>`;
}
