/** A game's own part of the panel: a fault in it must not take down the rest. */

import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { loadGameStrings } from '../../public/shared/i18n.js';
import { ask, callApi, order, status, welcome } from '../session/session.js';
import { lang, t } from '../parts/texts.js';

/** @import { PanelGame, PanelModule } from '../../lib/contract/pages.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */

/** @param {{ scene: Scene }} props given a key by room and epoch: each scene has a mount of its own */
export function GamePanel({ scene }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [mounted, setMounted] = useState(/** @type {PanelGame | null} */ (null));
  const [problem, setProblem] = useState('');

  useEffect(() => {
    const stop = new AbortController();
    mount(/** @type {HTMLElement} */ (root.current), scene, stop.signal).then(
      (game) => setMounted(game),
      (error) => setProblem(String(error?.message ?? error)),
    );
    return () => stop.abort();
  }, []);
  useEffect(() => guard(() => mounted?.scene?.(scene), setProblem), [mounted, scene]);
  // Right after a switch the last status is of the game before.
  const own = status.value?.epoch === scene.epoch ? status.value : null;
  const notice = JSON.stringify(own?.notice ?? null);
  useEffect(() => {
    if (notice !== 'null') guard(() => mounted?.notice?.(JSON.parse(notice)), setProblem);
  }, [mounted, notice]);
  const view = JSON.stringify(own?.panel ?? null);
  useEffect(() => {
    if (view !== 'null') guard(() => mounted?.panel?.(JSON.parse(view)), setProblem);
  }, [mounted, view]);

  return html`<div class="game-panel" ref=${root} hidden=${Boolean(problem)}></div>
    ${problem && html`<p class="field-note problem" role="alert">${t('panel.plugin.broken', { message: problem })}</p>`}`;
}

/**
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @param {AbortSignal} signal aborted when the scene is over; `unmount` is then called
 * @returns {Promise<PanelGame | null>}
 */
async function mount(root, scene, signal) {
  const { files } = scene.game;
  const module = /** @type {PanelModule} */ (await import(String(files.panel)));
  const texts = await loadGameStrings(scene.game, lang, t, { desk: true });
  if (signal.aborted) return null;
  const game = module.mount(root, {
    scene,
    roomId: welcome.value?.roomId ?? 'main',
    run: (action, args = {}) => order('run', action, args),
    set: (settings) => order('set', settings),
    ask: (name, ...args) =>
      ask(/** @type {keyof typeof import('../../public/shared/wire.js').CLIENT_EVENT} */ (name), ...args),
    api: callApi,
    signal,
    lang,
    t: texts,
  });
  signal.addEventListener('abort', () => guard(() => game?.unmount?.(), console.error));
  return game ?? null;
}

/** @param {() => void} run @param {(message: string) => void} failed */
function guard(run, failed) {
  try {
    run();
  } catch (error) {
    failed(String(/** @type {Error} */ (error)?.message ?? error));
  }
}
