/** The probe page: a phone that has opened it tells the panel so, once a second, with what it has measured. */

import { h, loadFaceLate } from '../shared/dom.js';
import { loadStrings } from '../shared/i18n.js';
import { fetchInTime } from '../shared/in-time.js';
import { tabMemory } from '../shared/memory.js';
import { reachSocket, middleOf, motionOf } from './measure.js';

const EVERY_MS = 1000;
/** So many round trips are enough to tell a slow network from a slow moment. */
const MOST_KEPT = 9;
const PATIENCE_MS = 4000;
const KEPT = 'mass-mobile.probe-id';

const { lang, t } = await loadStrings({ folder: '/public/probe/strings' });
const root = /** @type {HTMLElement} */ (document.getElementById('probe'));
const id = pageId();
/** @type {number[]} */
const trips = [];
/** @type {boolean | undefined} until it is known whether one gets through */
let socket;

document.title = t('probe.title');
loadFaceLate();
document.documentElement.dataset['up'] = '';
show('open', t('probe.asking'), '');
void tell();
void reachSocket(PATIENCE_MS).then((isThrough) => (socket = isThrough));

/** Reports, and again a second later. The first report does not wait for what is measured. */
async function tell() {
  const beganMs = performance.now();
  try {
    const report = { id, secure: isSecureContext, motion: motionOf(), rttMs: middleOf(trips), socket };
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    };
    const response = await fetchInTime(location.pathname, request, PATIENCE_MS);
    const answer = await response.json();
    trips.push(performance.now() - beganMs);
    if (trips.length > MOST_KEPT) trips.shift();
    if (!answer.ok) return show('bad', t('probe.old'), t(answer.message));
    show('good', t('probe.reached'), t('probe.stay'));
  } catch {
    show('bad', t('probe.lost'), t('probe.lost.help'));
  }
  setTimeout(tell, EVERY_MS);
}

/** @param {'open' | 'good' | 'bad'} state @param {string} title @param {string} text */
function show(state, title, text) {
  root.dataset['state'] = state;
  const rtt = middleOf(trips);
  const rows = [
    [t('probe.address'), location.host],
    [
      t('probe.rtt'),
      rtt === undefined ? '–' : `${rtt.toLocaleString(lang, { maximumFractionDigits: 0 })} ms`,
    ],
    [t('probe.secure'), t(isSecureContext ? 'probe.yes' : 'probe.no')],
    [t('probe.motion'), t(`probe.motion.${motionOf()}`)],
    [t('probe.socket'), socket === undefined ? '–' : t(socket ? 'probe.yes' : 'probe.no')],
  ];
  root.replaceChildren(
    h('div', { class: 'sign', 'aria-hidden': 'true' }, { open: '…', good: '✓', bad: '!' }[state]),
    h('div', { role: 'status' }, h('h1', {}, title)),
    h('p', {}, text),
    h('ul', {}, ...rows.map(([name, value]) => h('li', {}, h('span', {}, name), h('b', {}, value)))),
  );
}

/** A reload is the same phone. */
function pageId() {
  const found = tabMemory.get(KEPT) ?? Math.random().toString(36).slice(2, 14);
  tabMemory.set(KEPT, found);
  return found;
}
