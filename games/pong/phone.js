/** Pong on a phone: push your side's paddle up or down, by thumb, by a slider, or by tilting. */

/** @import { NoticeOf, PhoneHost, PhoneModule } from 'mass-mobile' */
/** @import game from './game.js' */

/** A tilt is sent when it has changed by this much; otherwise a trembling hand would send without end. */
const TILT_STEP = 0.05;

/** @type {Record<string, Way>} */
const ARROWS = { ArrowUp: 'up', ArrowDown: 'down' };

/**
 * @typedef {'up' | 'down'} Way
 * @typedef {{ y: number }} Push 1 is up, -1 is down
 * @typedef {NoticeOf<typeof game>} PongNotice
 * @typedef {PongNotice['crowd']['left']} Crowd
 * @typedef {PhoneHost<typeof game>} Host
 */

/** @type {PhoneModule<typeof game>['mount']} */
export function mount(root, host) {
  const { player, settings, t } = host;
  /** @type {Push} */
  const push = { y: 0 };
  const set = (/** @type {number} */ y) => {
    if (y === push.y) return;
    push.y = y;
    host.changed();
    drawMood();
  };
  const status = createStatus(host);
  const area = element('div', 'pong');
  root.append(area);
  let control = settings.control;
  let life = new AbortController();
  host.signal.addEventListener('abort', () => life.abort());
  mountControl();

  function mountControl() {
    life.abort();
    life = new AbortController();
    area.className = 'pong';
    set(0);
    const mountThis = { votes: mountVotes, slider: mountSlider, tilt: mountTilt }[control];
    mountThis({ area, host: { ...host, signal: life.signal }, set, status: status.root });
  }

  /** @type {Crowd | undefined} */
  let crowd;
  function drawMood() {
    if (crowd) status.mood.textContent = moodOf(crowd, push.y, t);
  }

  return {
    input: () => ({ y: push.y }),
    notice(notice) {
      crowd = player.team ? notice.crowd[player.team] : undefined;
      status.show(notice);
      drawMood();
    },
    // A change of the ball's speed is no reason to let go of the paddle; one of the controls is.
    settings(changed) {
      if (changed.control === control) return;
      control = changed.control;
      mountControl();
    },
  };
}

/** @param {{ area: HTMLElement, host: Host, set: (y: number) => void, status: HTMLElement }} on */
function mountVotes({ area, host, set, status }) {
  const { haptics, onPress, t } = host;
  const held = { up: false, down: false };
  const hold = (/** @type {Way} */ way, /** @type {boolean} */ is) => {
    held[way] = is;
    set(Number(held.up) - Number(held.down));
  };
  const halves = /** @type {const} */ (['up', 'down']).map((way) => {
    const half = element('button', `pong-half pong-${way}`);
    half.append(element('span', 'pong-arrow'), element('span', 'pong-word', t(`pong.${way}`)));
    const press = () => {
      haptics.buzz();
      hold(way, true);
    };
    onPress(half, press, () => hold(way, false));
    return half;
  });
  area.replaceChildren(
    /** @type {HTMLElement} */ (halves[0]),
    status,
    /** @type {HTMLElement} */ (halves[1]),
  );
  listenToArrows(host.signal, (way, is) => {
    halves[way === 'up' ? 0 : 1]?.toggleAttribute('data-pressed', is);
    hold(way, is);
  });
}

/**
 * Listens to the arrow keys of a desk, wherever the focus is.
 * @param {AbortSignal} signal @param {(way: Way, is: boolean) => void} hold
 */
function listenToArrows(signal, hold) {
  /** @type {Set<Way>} */
  const held = new Set();
  const change = (/** @type {Way | undefined} */ way, /** @type {boolean} */ is) => {
    if (!way || held.has(way) === is) return;
    if (is) held.add(way);
    else held.delete(way);
    hold(way, is);
  };
  addEventListener('keydown', ({ key }) => change(ARROWS[key], true), { signal });
  addEventListener('keyup', ({ key }) => change(ARROWS[key], false), { signal });
  // This window gets no event of a key that is released in another one.
  addEventListener('blur', () => held.forEach((way) => change(way, false)), { signal });
}

/** @param {{ area: HTMLElement, host: Host, set: (y: number) => void, status: HTMLElement }} on */
function mountSlider({ area, host, set, status }) {
  const { onPress, signal, t } = host;
  const knob = element('span', 'pong-knob', t('pong.drag'));
  const track = element('div', 'pong-track');
  track.append(knob);
  Object.entries({
    role: 'slider',
    tabindex: '0',
    'aria-orientation': 'vertical',
    'aria-valuemin': '-100',
    'aria-valuemax': '100',
    'aria-label': t('pong.drag'),
  }).forEach(([name, value]) => track.setAttribute(name, value));
  let y = 0;
  const move = (/** @type {number} */ to) => {
    y = Math.round(Math.min(1, Math.max(-1, to)) * 50) / 50;
    track.style.setProperty('--y', String(y));
    track.setAttribute('aria-valuenow', String(Math.round(y * 100)));
    set(y);
  };
  const follow = (/** @type {PointerEvent} */ { clientY }) => {
    const { top, height } = track.getBoundingClientRect();
    move(1 - (2 * (clientY - top)) / height);
  };
  onPress(track, () => {});
  track.addEventListener('pointerdown', follow, { signal });
  track.addEventListener('pointermove', (event) => 'pressed' in track.dataset && follow(event), { signal });
  addEventListener(
    'keydown',
    ({ key }) => (key === 'ArrowUp' ? move(y + 0.1) : key === 'ArrowDown' && move(y - 0.1)),
    { signal },
  );
  area.replaceChildren(status, track);
  area.classList.add('pong-slides');
  move(0);
}

/** @param {{ area: HTMLElement, host: Host, set: (y: number) => void, status: HTMLElement }} on */
function mountTilt(on) {
  const { area, host, set, status } = on;
  const { motion, signal, t } = host;
  const pane = element('div', 'pong-tilt');
  pane.append(element('span', 'pong-horizon'), element('p', 'hint', t('pong.tilt.how')));

  function play() {
    area.replaceChildren(status, pane);
    area.classList.add('pong-slides');
    motion.onTilt(({ y }) => {
      if (signal.aborted) return;
      pane.style.setProperty('--y', String(y));
      set(Math.round(y / TILT_STEP) * TILT_STEP);
    });
  }

  async function ask() {
    const state = await motion.ask();
    if (signal.aborted) return;
    if (state === 'on') return play();
    if (state === 'unknown') return;
    area.className = 'pong pong-with-why';
    mountVotes(on);
    area.prepend(element('p', 'hint pong-why', t(`pong.tilt.${state}`)));
  }

  if (motion.state === 'on') return play();
  if (!window.isSecureContext) return void ask();
  const button = element('button', 'big', t('pong.tilt.ask'));
  button.addEventListener('click', () => void ask(), { signal });
  area.replaceChildren(status, button);
  area.classList.add('pong-slides');
}

/** Creates the strip that shows the score, what your side does, the warm-up, and points. @param {Host} host */
function createStatus({ player, haptics, t }) {
  const root = element('div', 'pong-status');
  const side = element(
    'span',
    'pong-side',
    player.team ? t('pong.side', { team: t(`team.${player.team}`) }) : '',
  );
  const score = element('span', 'pong-score');
  const bar = element('div', 'pong-bar');
  const mood = element('p', 'pong-mood');
  const shout = element('p', 'pong-shout');
  bar.append(element('span', 'pong-bar-up'), element('span', 'pong-bar-down'));
  const line = element('div', 'pong-line');
  line.append(side, score);
  root.append(line, bar, mood, shout);
  let shouted = '';

  return {
    root,
    mood,
    show(/** @type {PongNotice} */ notice) {
      const { score: points, crowd } = notice;
      score.textContent = `${points.left} : ${points.right}`;
      const own = player.team ? crowd[player.team] : null;
      const votes = own ? Math.max(1, own.up + own.down + own.still) : 1;
      bar.style.setProperty('--up', `${own ? (100 * own.up) / votes : 0}%`);
      bar.style.setProperty('--down', `${own ? (100 * own.down) / votes : 0}%`);
      const { text, kind } = shoutOf(notice, player.team, t);
      shout.textContent = text;
      root.dataset['kind'] = kind;
      root.toggleAttribute('data-champion', notice.phase === 'over' && notice.winner === player.team);
      if (text !== shouted && kind) haptics.buzz(kind === 'won' ? [40, 40, 80] : 60);
      shouted = text;
    },
  };
}

/** @param {PongNotice} notice @param {string | null} team @param {Host['t']} t */
function shoutOf({ phase, isFirst, control, warm, winner, point }, team, t) {
  if (isFirst) return { text: t(`pong.how.${control}`), kind: 'warm' };
  if (phase === 'warmup' && warm) {
    const text = `${t('pong.warm.side', { team: t(`team.${warm.side}`) })} ${t(`pong.warm.${warm.want}`)}`;
    return { text, kind: warm.side === team ? 'won' : 'warm' };
  }
  if (phase === 'over')
    return {
      text: t(winner === team ? 'pong.champion' : 'pong.beaten'),
      kind: winner === team ? 'won' : 'lost',
    };
  if (phase === 'point' && point)
    return { text: t(point === team ? 'pong.won' : 'pong.lost'), kind: point === team ? 'won' : 'lost' };
  return { text: '', kind: '' };
}

/** Tells a player whether their side does what they do. @param {Crowd} crowd @param {number} y mine @param {Host['t']} t */
function moodOf({ n, up, down, still }, y, t) {
  if (n === 1) return t('pong.alone');
  const votes = up + down + still;
  if (votes === 0) return '';
  const way = up >= down ? 'up' : 'down';
  const share = Math.round((100 * Math.max(up, down)) / votes);
  if (share === 0) return '';
  const isWith = way === 'up' ? y > 0 : y < 0;
  return t(isWith ? 'pong.agree' : 'pong.disagree', { share, way: t(`pong.${way}`).toLowerCase() });
}

/** @param {string} tag @param {string} className @param {string} [text] */
function element(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
