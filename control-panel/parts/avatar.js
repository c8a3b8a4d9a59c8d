/** The avatar of a player beside their name. */

import { html } from 'htm/preact';
import { avatarOf } from '../../public/shared/avatar.js';

/** @param {{ id: string }} props */
export function Avatar({ id }) {
  const { path, colour } = avatarOf(id);
  return html`<svg class="avatar" viewBox="0 0 20 20" aria-hidden="true">
    <path d=${path} fill=${colour} />
  </svg>`;
}
