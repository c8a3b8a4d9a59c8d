/** The lobby on a phone: a pad of light. Every tap is a spark on the big screen. */

/** @import { PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

const MAX_TAPS = 30;
const RIPPLES = 8;

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, { settings, signal, haptics, t, onPress }) {
  let taps = 0;
  let x = 0.5;
  const title = element('p', 'lobby-title', settings.headline);
  const pad = element('button', 'lobby-pad', '');
  const label = element('span', 'lobby-label', t('lobby.tap'));
  const crowd = element('p', 'lobby-crowd', '');
  pad.setAttribute('aria-label', t('lobby.tap'));
  const ripples = Array.from({ length: RIPPLES }, () => element('span', 'lobby-ripple', ''));
  pad.append(label, ...ripples);
  root.append(title, pad, crowd, element('p', 'hint', t('lobby.wait')));
  root.classList.add('lobby');

  pad.addEventListener('pointerdown', (event) => (x = place(event)), { signal, capture: true });
  onPress(pad, () => {
    taps += 1;
    haptics.buzz(8);
    ripple(/** @type {HTMLElement} */ (ripples[taps % RIPPLES]));
  });

  /** @param {PointerEvent} event @returns {number} 0 at the left edge of the pad, 1 at the right */
  function place({ clientX, clientY }) {
    const { left, top, width } = pad.getBoundingClientRect();
    pad.style.setProperty('--x', `${clientX - left}px`);
    pad.style.setProperty('--y', `${clientY - top}px`);
    return Math.min(1, Math.max(0, (clientX - left) / width));
  }

  return {
    input() {
      if (taps === 0) return null;
      const sent = { taps: Math.min(MAX_TAPS, taps), x };
      taps = 0;
      return sent;
    },
    notice({ count }) {
      crowd.textContent = t('lobby.here', { count });
    },
    unmount: () => root.classList.remove('lobby'),
  };
}

/** @param {HTMLElement} spot starts its animation anew */
function ripple(spot) {
  spot.getAnimations().forEach((animation) => animation.cancel());
  spot.animate(
    [
      { transform: 'translate(-50%, -50%) scale(0.1)', opacity: 0.9 },
      { transform: 'translate(-50%, -50%) scale(1)', opacity: 0 },
    ],
    { duration: 600, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
  );
}

/** @param {string} tag @param {string} className @param {string} text */
function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
