/** A game's own part of the panel: a fault in it must not take down the rest. */

import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { createFaults, importPage } from '../../public/shared/faults.js';
import { loadGameStrings } from '../../public/shared/i18n.js';
import { untilLoaded } from '../../public/shared/in-time.js';
import { ask, callApi, order, scene as shown, socket, status, welcome } from '../session/session.js';
import { run } from '../session/steps.js';
import { lang, t } from '../parts/texts.js';

/** @import { PanelGame, PanelModule, Translate } from '../../lib/contract/pages.js' */
/** @import { Scene } from '../../lib/contract/wire.js' */

const { report, watch, enter } = createFaults(socket, () => shown.value?.epoch);

/** @param {{ scene: Scene }} props given a key by room and epoch: each scene has a mount of its own */
export function GamePanel({ scene }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [mounted, setMounted] = useState(/** @type {PanelGame | null} */ (null));
  const [problem, setProblem] = useState('');
  /** @param {unknown} error @param {string} [hook] */
  const fail = (error, hook) => {
    report(error, hook);
    setProblem(String(error));
  };
  const listeners = useRef(/** @type {(() => void)[]} */ ([]));

  useEffect(() => {
    const stop = new AbortController();
    load(scene, stop.signal, fail)
      .then((parts) => {
        if (!parts) return;
        setProblem('');
        setMounted(
          mount(/** @type {HTMLElement} */ (root.current), scene, stop.signal, parts, listeners.current),
        );
      })
      .catch((error) => fail(error, 'mount'));
    return () => stop.abort();
  }, []);
  useEffect(() => guard('scene', () => mounted?.scene?.(scene), fail), [mounted, scene]);
  // Right after a switch the last status is of the game before.
  const own = status.value?.epoch === scene.epoch ? status.value : null;
  const notice = JSON.stringify(own?.notice ?? null);
  useEffect(() => {
    if (notice !== 'null') guard('notice', () => mounted?.notice?.(JSON.parse(notice)), fail);
  }, [mounted, notice]);
  useEffect(
    () => listeners.current.forEach((listener) => guard('onDocuments', listener, fail)),
    [own?.documents],
  );
  const view = JSON.stringify(own?.panel ?? null);
  useEffect(() => {
    if (view !== 'null') guard('panel', () => mounted?.panel?.(JSON.parse(view)), fail);
  }, [mounted, view]);

  return html`<div class="game-panel" ref=${root} hidden=${Boolean(problem)}></div>
    ${problem && html`<p class="field-note problem" role="alert">${t('panel.plugin.broken', { message: problem })}</p>`}`;
}

/**
 * @param {Scene} scene
 * @param {AbortSignal} signal
 * @param {(error: unknown) => void} onMiss
 * @returns {Promise<[PanelModule, Translate] | null>} null: the scene is over
 */
function load({ game }, signal, onMiss) {
  const parts = () =>
    Promise.all([importPage(String(game.files.panel)), loadGameStrings(game, lang, t, { desk: true })]);
  return untilLoaded(parts, { isWanted: () => !signal.aborted, onMiss });
}

/**
 * @param {HTMLElement} root
 * @param {Scene} scene
 * @param {AbortSignal} signal aborted when the scene is over; `unmount` is then called
 * @param {[PanelModule, Translate]} parts
 * @param {(() => void)[]} listeners those that want to know of documents
 * @returns {PanelGame | null}
 */
function mount(root, scene, signal, [module, texts], listeners) {
  enter('mount');
  const game = module.mount(root, {
    scene,
    roomId: welcome.value?.roomId ?? 'main',
    run: (...wish) => watch('run', scene.game.files.panel, run(...wish)),
    set: (settings) => order('set', settings),
    ask: (name, ...args) =>
      ask(/** @type {keyof typeof import('../../public/shared/wire.js').CLIENT_EVENT} */ (name), ...args),
    api: callApi,
    onDocuments: (listener) => void listeners.push(listener),
    signal,
    lang,
    t: texts,
  });
  signal.addEventListener('abort', () => guard('unmount', () => game?.unmount?.(), report));
  return game ?? null;
}

/** @param {string} hook @param {() => void} run @param {typeof report} failed */
function guard(hook, run, failed) {
  enter(hook);
  try {
    run();
  } catch (error) {
    failed(error, hook);
  }
}
