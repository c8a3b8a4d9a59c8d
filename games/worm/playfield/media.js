/** The picture, the video or the shared screen behind the line. One that is not there never stops the show. */

/** @import { PlayfieldHost } from 'mass-mobile' */
/** @import game from '../game.js' */

import { h } from '../../../public/shared/dom.js';

const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)$/i;
/** A path on this server: nothing is loaded from another host. */
const OWN_PATH = /^\/[^/\\]/;
/** A video that is farther off than this is set right; nearer, a jump would be worse than the error. */
const MOST_OFF_S = 0.7;

/** @param {PlayfieldHost<typeof game>} host */
// eslint-disable-next-line max-lines-per-function -- one player of sound and film, whose events change the same state
export function createMedia({ signal, t }) {
  const root = h('div', { class: 'worm-media' });
  const ask = h('button', { type: 'button', class: 'worm-ask', hidden: true });
  /** @type {HTMLVideoElement | null} */
  let video = null;
  /** @type {MediaStream | null} */
  let stream = null;
  let address = '';
  let problem = '';
  let wants = { playing: false, atS: 0 };
  /** @type {() => void} */
  let onAsk = () => {};
  ask.addEventListener('click', () => onAsk(), { signal });

  function clear() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video?.pause();
    if (video?.src) video.removeAttribute('src');
    [video, stream, problem] = [null, null, ''];
    ask.hidden = true;
    root.replaceChildren();
  }

  function fail() {
    problem = t('worm.media.missing');
    root.replaceChildren();
    video = null;
  }

  /** @param {string} text @param {() => void} run */
  function offer(text, run) {
    ask.textContent = text;
    ask.hidden = false;
    onAsk = run;
  }

  function showVideo() {
    const shown = h('video', { class: 'worm-picture', playsinline: true, preload: 'auto' });
    shown.addEventListener('error', () => shown === video && fail(), { signal });
    video = shown;
    root.replaceChildren(shown);
    shown.src = address;
  }

  function showPicture() {
    const shown = h('img', { class: 'worm-picture', alt: '' });
    shown.addEventListener('error', () => shown.parentElement && fail(), { signal });
    root.replaceChildren(shown);
    shown.src = address;
  }

  async function share() {
    ask.hidden = true;
    try {
      const given = await navigator.mediaDevices.getDisplayMedia({ video: true });
      if (signal.aborted || address !== 'screen') return given.getTracks().forEach((track) => track.stop());
      stream = given;
      const shown = h('video', { class: 'worm-picture', playsinline: true, muted: true });
      shown.srcObject = given;
      root.replaceChildren(shown);
      given.getVideoTracks()[0]?.addEventListener('ended', offerShare, { signal });
      await shown.play();
    } catch {
      // They said no, or the page is not secure; it may be tried again.
      if (!signal.aborted && address === 'screen') offerShare();
    }
  }

  function offerShare() {
    root.replaceChildren();
    offer(t('worm.media.share'), () => void share());
  }

  function play() {
    ask.hidden = true;
    // Browsers let no page begin to sound by itself: then somebody has to press once.
    video?.play().catch(() => video && wants.playing && offer(t('worm.media.play'), play));
  }

  return {
    root,
    ask,
    problem: () => problem,
    /** @param {string} wanted the setting */
    show(wanted) {
      if (wanted === address) return;
      address = wanted;
      clear();
      if (wanted === '') return;
      if (wanted === 'screen') return offerShare();
      if (!OWN_PATH.test(wanted)) return fail();
      if (VIDEO.test(wanted)) return showVideo();
      showPicture();
    },
    /** Follows the clock of the server. @param {{ playing: boolean, atS: number }} wanted */
    follow(wanted) {
      wants = wanted;
      if (!video) return;
      if (Math.abs(video.currentTime - wanted.atS) > MOST_OFF_S) video.currentTime = wanted.atS;
      if (wanted.playing && video.paused && ask.hidden && !video.ended) play();
      if (!wanted.playing && !video.paused) video.pause();
      if (!wanted.playing) ask.hidden = true;
    },
    close: clear,
  };
}
