/** The worm on the big screen: the line over what lies behind it, with its axis, its n, and who speaks. */

/** @import { PlayfieldModule, ViewOf } from 'mass-mobile' */
/** @import game from './game.js' */
/** @import { Backdrop } from './playfield/scene.js' */

import { readTheme } from '../../public/playfield/canvas.js';
import { h } from '../../public/shared/dom.js';
import { createBoard } from './playfield/board.js';
import { createChart } from './playfield/chart.js';
import { createMedia } from './playfield/media.js';

export const smooth = ['atS', 'all.mean', 'all.error', 'segments.*.mean'];

/** @typedef {ViewOf<typeof game>} View */

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mount(root, host) {
  const { t } = host;
  let { settings } = host;
  const media = createMedia(host);
  const canvas = h('canvas', { class: 'worm-chart', dir: 'ltr' });
  const title = h('div', { class: 'worm-title', dir: 'auto' });
  const count = h('div', { class: 'worm-n' });
  const note = h('div', { class: 'worm-note', role: 'status' });
  const notes = h('div', { class: 'worm-notes' });
  const board = createBoard(host);
  const page = h(
    'div',
    { class: 'wormshow' },
    media.root,
    canvas,
    h('div', { class: 'worm-head' }, title, count),
    note,
    notes,
    board.root,
    media.ask,
  );
  root.append(page);
  const chart = createChart({ canvas, theme: readTheme(root), t });
  /** @type {Backdrop | null} */
  let behind = null;
  apply();

  function apply() {
    page.dataset['look'] = settings.look;
    page.toggleAttribute('data-media', settings.media !== '');
    title.textContent = settings.title || t('worm.title');
    chart.settings(settings);
    media.show(settings.media);
  }

  /** @param {View} view */
  function tell(view) {
    const { phase, n, here, why } = view;
    page.dataset['phase'] = phase;
    setText(count, t('worm.n', { count: n }));
    board.show({ view, behind, settings });
    const isLine = phase === 'live' || phase === 'after' || phase === 'done';
    const values = { least: settings.minN, seconds: settings.delayS, n, here };
    setText(note, isLine && phase === 'live' && why !== '' ? t(`worm.why.${why}`, values) : '');
    setText(notes, notesOf(values).join(' · '));
  }

  /** @param {{ seconds: number }} values */
  function notesOf({ seconds }) {
    return [
      t('worm.band'),
      settings.zoom < 100 && t('worm.zoomed', { zoom: settings.zoom }),
      seconds > 0 && t('worm.delayed', { seconds }),
      media.problem(),
    ].filter((text) => typeof text === 'string' && text !== '');
  }

  return {
    backdrop: (value) => void (behind = value),
    frame(view, { fresh }) {
      if (fresh) {
        tell(view);
        media.follow(view.media);
      }
      if (behind) chart.draw(view, behind);
    },
    resize(width, height) {
      chart.resize(width, height, readTheme(root));
    },
    settings(changed) {
      settings = changed;
      apply();
    },
    unmount: media.close,
  };
}

/** @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
