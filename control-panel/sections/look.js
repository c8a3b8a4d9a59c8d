/** The large code, the sound of the screens and the look of the room, which are in the hand of the operator. */

import { useSignal } from '@preact/signals';
import { html } from 'htm/preact';
import { useId } from 'preact/hooks';
import { Segments } from '../parts/field.js';
import { askApi, order, status } from '../session/session.js';
import { showProblem } from '../parts/toasts.js';
import { t } from '../parts/texts.js';

/** @import { Look as LookShape } from '../../lib/contract/look.js' */

/** The colours of 2012, which are shown as long as nobody chooses others. */
const OWN = { dark: ['#ff5630', '#9a66ff'], light: ['#a12a0b', '#6a2fd6'] };
const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';

/** A section of the panel. */
export function Look() {
  const look = status.value?.look;
  const note = useSignal('');
  const dress = async (/** @type {Partial<LookShape> & Record<string, unknown>} */ changes) => {
    const ack = await order('look', changes);
    note.value = ack.ok && ack.moved.length > 0 ? t('panel.look.moved') : '';
  };
  if (!look) return null;
  return html`<section class="section look" data-group="show" aria-labelledby="look-title">
    <h2 id="look-title">${t('panel.look')}</h2>
    <div class="look-row">
      <button class="button" aria-pressed=${look.code} onClick=${() => dress({ code: !look.code })}>
        ${t(look.code ? 'panel.look.code.off' : 'panel.look.code')}
      </button>
      <${Choice}
        title=${t('panel.look.sound')}
        value=${look.sound}
        of=${{ '': 'panel.look.sound.own', on: 'panel.look.sound.on', off: 'panel.look.sound.off' }}
        onChoose=${(/** @type {LookShape['sound']} */ sound) => dress({ sound })}
      />
      <label class="look-choice" title=${t('panel.look.reactions.help')}>
        <span class="field-title">${t('panel.look.reactions')}</span>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked=${look.reactions}
          onChange=${(/** @type {any} */ event) => dress({ reactions: event.currentTarget.checked })}
        />
      </label>
    </div>
    <details class="look-more">
      <summary>${t('panel.look.more')}</summary>
      <${Choice}
        title=${t('panel.look.scheme')}
        value=${look.light ? 'light' : 'dark'}
        of=${{ dark: 'panel.look.dark', light: 'panel.look.light' }}
        onChoose=${(/** @type {string} */ scheme) => dress({ light: scheme === 'light' })}
      />
      <${Colours} look=${look} dress=${dress} />
      ${note.value && html`<p class="field-note" role="status">${note.value}</p>`}
      <${Picture} name="logo" look=${look} dress=${dress} />
      <${Picture} name="background" look=${look} dress=${dress} />
    </details>
  </section>`;
}

/** @param {{ title: string, value: string, of: Record<string, string>, onChoose: (id: string) => void }} props `of`: keys of texts */
function Choice({ title, value, of, onChoose }) {
  const id = useId();
  return html`<div class="look-choice">
    <span class="field-title" id=${id}>${title}</span>
    <${Segments}
      labelledBy=${id}
      choices=${Object.entries(of).map(([key, text]) => ({ id: key, title: t(text) }))}
      value=${value}
      onChoose=${onChoose}
    />
  </div>`;
}

/** @typedef {{ look: LookShape, dress: (changes: Record<string, unknown>) => Promise<void> }} Means */

/** @param {Means} props */
function Colours({ look, dress }) {
  const shown = look.colours ?? OWN[look.light ? 'light' : 'dark'];
  const pick = (/** @type {'left' | 'right'} */ side) => (/** @type {any} */ event) =>
    dress({ [side]: event.currentTarget.value });
  return html`<div class="look-choice">
    <span class="field-title">${t('panel.look.colours')}</span>
    <span class="look-colours">
      <input type="color" aria-label=${t('team.left')} value=${shown[0]} onChange=${pick('left')} />
      <input type="color" aria-label=${t('team.right')} value=${shown[1]} onChange=${pick('right')} />
      ${
        look.colours &&
        html`<button class="button" onClick=${() => dress({ left: '', right: '' })}>
          ${t('panel.look.own')}
        </button>`
      }
    </span>
  </div>`;
}

/** @param {Means & { name: 'logo' | 'background' }} props */
function Picture({ name, look, dress }) {
  const take = async (/** @type {any} */ event) => {
    const input = event.currentTarget;
    const url = await upload(input.files[0]);
    input.value = '';
    if (url) await dress({ [name]: url });
  };
  const title = t(name === 'logo' ? 'panel.look.logo' : 'panel.look.background');
  return html`<div class="look-choice">
    <span class="field-title">${title}</span>
    <span class="look-colours">
      ${look[name] && html`<img class="look-picture" src=${look[name]} alt="" />`}
      <label class="button">
        ${t('panel.look.choose')}
        <input type="file" class="visually-hidden" accept=${PICTURES} aria-label=${title} onChange=${take} />
      </label>
      ${
        look[name] &&
        html`<button class="button" onClick=${() => dress({ [name]: '' })}>${t('panel.look.none')}</button>`
      }
    </span>
  </div>`;
}

/** Stores a picture, once the browser has drawn it: a file that only says that it is one is refused here. @param {File | undefined} file @returns {Promise<string>} its address, '' if there is none */
async function upload(file) {
  if (!file) return '';
  const drawn = await createImageBitmap(file).catch(() => null);
  if (!drawn) {
    showProblem(t('panel.look.bad', { file: file.name }));
    return '';
  }
  drawn.close();
  const answer = await askApi('/assets', { method: 'POST', body: file });
  if (!answer.ok) showProblem(answer.message);
  return answer.ok ? answer.url : '';
}
