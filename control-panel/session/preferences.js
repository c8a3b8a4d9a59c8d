/** The panel keeps what an operator prefers on this machine: remembered switches of the panel. */

import { effect, signal } from '@preact/signals';
import { browserMemory } from '../../public/shared/memory.js';
import { keepShortcuts, readShortcuts } from '../../public/shared/shortcuts.js';

/** @param {string} name @param {boolean} usual */
function createPreference(name, usual) {
  const key = `mass-mobile.panel.${name}`;
  const stored = browserMemory.get(key);
  const preference = signal(stored === undefined ? usual : stored === 'on');
  effect(() => browserMemory.set(key, preference.value ? 'on' : 'off'));
  return preference;
}

/** Single letters, digits and signs run commands, here and on the other pages of this browser. */
export const hasShortcuts = signal(readShortcuts());
effect(() => keepShortcuts(hasShortcuts.value));
/** Games for engineers are in the list. */
export const hasLab = createPreference('lab', false);
/** The screen is shown in the panel. */
export const hasLiveScreen = createPreference('live', true);
/** The panel is as bright as the room: a hall that cannot be darkened, an office in the morning. */
export const isLight = createPreference('light', false);
/** Load, rates and charts are open on a wide screen. */
export const isServerOpen = createPreference('server', false);

effect(() => {
  document.documentElement.dataset['scheme'] = isLight.value ? 'light' : 'dark';
});
