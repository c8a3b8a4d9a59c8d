/** The sheet shows who is like one player, by time, name and address: a preview of whom to remove, in which each can be left out. */

import { signal } from '@preact/signals';
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Avatar } from '../parts/avatar.js';
import { integer } from '../parts/format.js';
import { Sheet } from '../parts/sheet.js';
import { ask, order } from '../session/session.js';
import { isolate, t } from '../parts/texts.js';
import { showDone } from '../parts/toasts.js';

/** @import { AlikeRow, AlikeWish } from '../../lib/contract/people.js' */

/** Seconds before and after; 0: whenever. */
const WITHIN = [5, 30, 120, 0];

/** @typedef {{ id: string, name: string, wish: AlikeWish }} About */

const about = signal(/** @type {About | null} */ (null));

/** @param {{ id: string, name: string }} player @param {AlikeWish} [wish] with which the sheet opens */
export function findAlike({ id, name }, wish = { withinS: 30, named: true, sameAddress: false }) {
  about.value = { id, name, wish };
}

/** The sheet over the panel, of which there is one. */
export function AlikeSheet() {
  const player = about.value;
  return player && html`<${Alike} key=${player.id} player=${player} />`;
}

/** @param {{ player: About }} props */
function Alike({ player }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [wish, setWish] = useState(player.wish);
  const [found, setFound] = useState(
    /** @type {{ total: number, rows: AlikeRow[] }} */ ({ total: 0, rows: [] }),
  );
  const [spared, setSpared] = useState(/** @type {ReadonlySet<string>} */ (new Set()));
  useEffect(() => {
    let isOld = false;
    void ask('alike', player.id, wish).then((ack) => ack.ok && !isOld && setFound(ack));
    return () => void (isOld = true);
  }, [wish]);
  const left = found.rows.map(({ id }) => id).filter((id) => spared.has(id));
  const count = found.total - left.length;
  const remove = async () => {
    const ack = await order('kickMany', player.id, wish, left);
    if (!ack.ok) return;
    showDone(t('panel.alike.done', { count: ack.kicked }));
    dialog.current?.close();
  };
  const toggle = (/** @type {string} */ id) => {
    const next = new Set(spared);
    if (!next.delete(id)) next.add(id);
    setSpared(next);
  };
  const toggles = /** @type {const} */ ([
    ['named', t('panel.alike.named')],
    ['sameAddress', t('panel.alike.address')],
  ]);
  return html`<${Sheet}
    name="alike"
    title=${t('panel.alike.title', { name: isolate(player.name) })}
    dialog=${dialog}
    onClose=${() => (about.value = null)}
  >
    <div class="alike-wish">
      <label>
        <span>${t('panel.alike.within')}</span>
        <select
          class="room-select"
          onChange=${(/** @type {any} */ event) => setWish({ ...wish, withinS: Number(event.currentTarget.value) })}
        >
          ${WITHIN.map(
            (seconds) =>
              html`<option key=${seconds} value=${seconds} selected=${seconds === wish.withinS}>
                ${seconds ? t('panel.alike.seconds', { count: seconds }) : t('panel.alike.ever')}
              </option>`,
          )}
        </select>
      </label>
      ${toggles.map(
        ([key, text]) =>
          html`<label key=${key} class="check">
            <input
              type="checkbox"
              class="switch"
              role="switch"
              checked=${wish[key]}
              onChange=${(/** @type {any} */ event) => setWish({ ...wish, [key]: event.currentTarget.checked })}
            />
            <span>${text}</span>
          </label>`,
      )}
    </div>
    <ul class="alike-list" aria-live="polite">
      ${found.rows.map(
        ({ id, name, laterS }) =>
          html`<li key=${id}>
            <label>
              <input type="checkbox" checked=${!spared.has(id)} onChange=${() => toggle(id)} />
              <${Avatar} id=${id} /><bdi>${name}</bdi>
              ${laterS !== null && id !== player.id && html`<span class="quiet" dir="ltr">${laterS < 0 ? '−' : '+'}${integer(Math.abs(laterS))} s</span>`}
            </label>
          </li>`,
      )}
    </ul>
    ${found.total > found.rows.length && html`<p class="quiet">${t('panel.alike.more', { count: found.total - found.rows.length })}</p>`}
    <div class="dialog-buttons">
      <button class="button" onClick=${() => dialog.current?.close()}>${t('panel.cancel')}</button>
      <button class="button harmful" disabled=${count === 0} onClick=${remove}>
        ${t('panel.alike.remove', { count })}
      </button>
    </div>
  <//>`;
}
