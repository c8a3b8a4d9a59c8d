/** What Pong says in letters: who is there, the rally, the warm-up, pause and victory. */

/** @import { PlayfieldHost } from '../../../lib/contract/pages.js' */
/** @import { Pen } from '../../../public/playfield/canvas.js' */
/** @import { Lettering } from '../../../public/playfield/lettering.js' */
/** @import { Court, Theme } from './court.js' */

import { fade } from '../../../public/playfield/canvas.js';

const SIDES = /** @type {const} */ (['left', 'right']);
/** Commands of a warm-up round: up and down, for either side. */
const WARM_STEPS = 4;

/** @param {Theme} theme @param {PlayfieldHost} host */
export function createWords(theme, { t, calm, lang }) {
  /** Once somebody was here, an empty room is one that was left. */
  let hadPlayers = false;
  const loud = (/** @type {string} */ text) => text.toLocaleUpperCase(lang);
  const nameOf = (/** @type {'left' | 'right'} */ side) => t(`team.${side}`);

  const phases = { wait: drawWait, warmup: drawWarmup, serve: drawServe, paused: drawPaused, over: drawOver };

  /** @param {any} view */
  function crowdText({ crowd }) {
    const count = crowd.left.n + crowd.right.n;
    hadPlayers ||= count > 0;
    if (count > 0) return t('pong.players', { count });
    return t(hadPlayers ? 'pong.gone' : 'pong.join');
  }

  return {
    /** Behind the play: sides, players, rally. @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering */
    drawUnder(pen, view, court, lettering) {
      const { unit } = court;
      const quiet = { size: unit * 4.4, weight: 600, colour: theme.ink2 };
      SIDES.forEach((side, index) => {
        const text = index === 0 ? `◀ ${nameOf(side)}` : `${nameOf(side)} ▶`;
        const align = /** @type {const} */ (['left', 'right'])[index];
        const type = { ...quiet, colour: theme.teams[index] ?? theme.ink, align };
        lettering.put(pen, text, court.x(index === 0 ? 10 : 150), court.y(6), type);
      });
      plaque(pen, crowdText(view), court.y(6), quiet, court, lettering);
      if (view.rally > 0 || view.record > 0)
        plaque(pen, rallyText(view), court.y(84), { ...quiet, ...rallyType(view, unit) }, court, lettering);
    },

    /** Over the play: the word of the phase. @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
    drawOver(pen, view, court, lettering, nowMs) {
      phases[/** @type {keyof typeof phases} */ (view.phase)]?.(pen, view, court, lettering, nowMs);
      if (view.debug) drawDebug(pen, view, court);
    },
  };

  /** Out of the centre line's way. @param {Pen} pen @param {string} text @param {number} y @param {any} type @param {Court} court @param {Lettering} lettering */
  function plaque(pen, text, y, type, court, lettering) {
    const width = lettering.measure(text, type.size, type.weight) + type.size;
    pen.fillStyle = fade(theme.night, 0.85);
    pen.beginPath();
    pen.roundRect(court.width / 2 - width / 2, y - type.size * 0.7, width, type.size * 1.4, type.size * 0.7);
    pen.fill();
    lettering.put(pen, text, court.width / 2, y, type);
  }

  /** @param {any} view */
  function rallyText({ rally, record }) {
    return rally > 0 ? t('pong.rally', { rally, record }) : t('pong.record', { record });
  }

  /** @param {any} view @param {number} unit */
  function rallyType({ rally, record }, unit) {
    const isRecord = rally > 0 && rally >= record;
    return { size: unit * (isRecord ? 6 : 5), weight: 700, colour: isRecord ? theme.accent : theme.ink };
  }

  /** @param {Pen} pen @param {Court} court @param {number} alpha */
  function dim(pen, court, alpha) {
    pen.fillStyle = fade(theme.night, alpha);
    pen.fillRect(0, 0, court.width, court.height);
  }

  /** @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawWait(pen, view, court, lettering, nowMs) {
    dim(pen, court, 0.55);
    const scale = calm ? 1 : 1 + 0.02 * Math.sin(nowMs / 500);
    const colour = [theme.teams[0] ?? theme.ink, theme.ink, theme.teams[1] ?? theme.ink];
    lettering.put(pen, crowdText(view), court.width / 2, court.y(40), {
      size: court.unit * 22,
      weight: 800,
      colour,
      maxWidth: court.unit * 146,
      scale,
    });
    const line = { size: court.unit * 6.5, weight: 500, colour: theme.ink, maxWidth: court.unit * 140 };
    lettering.put(pen, t('pong.scan'), court.width / 2, court.y(59), line);
  }

  /** @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawWarmup(pen, view, court, lettering, nowMs) {
    const { warm } = view;
    if (!warm) return;
    const side = warm.side === 'left' ? 0 : 1;
    const { unit } = court;
    dim(pen, court, 0.5);
    const light = pen.createLinearGradient(court.x(side * 160), 0, court.x(80), 0);
    light.addColorStop(0, fade(theme.teams[side] ?? theme.ink, 0.5));
    light.addColorStop(1, fade(theme.teams[side] ?? theme.ink, 0.08));
    pen.fillStyle = light;
    pen.fillRect(court.x(side * 80), court.top, unit * 80, court.bottom - court.top);
    const x = court.x(side * 80 + 40);
    const type = { size: unit * 9, weight: 700, colour: theme.ink, maxWidth: unit * 70 };
    lettering.put(pen, loud(t('pong.warm.side', { team: nameOf(warm.side) })), x, court.y(13), type);
    lettering.put(pen, loud(t(`pong.warm.${warm.want}`)), x, court.y(26), {
      ...type,
      size: unit * 16,
      weight: 800,
    });
    const bob = calm ? 0 : Math.sin(nowMs / 160) * unit * 1.2;
    drawArrow(
      pen,
      x,
      court.y(53) + bob,
      unit * 30,
      warm.want === 'up' ? -1 : 1,
      warm.progress,
      theme.teams[side] ?? theme.ink,
    );
    lettering.put(pen, `${Math.round(warm.progress * 100)} %`, x, court.y(76), { ...type, size: unit * 9 });
    for (let step = 0; step < WARM_STEPS; step++) {
      pen.fillStyle = step <= warm.step ? theme.ink : fade(theme.ink, 0.25);
      pen.beginPath();
      pen.arc(
        x + (step - (WARM_STEPS - 1) / 2) * unit * 4,
        court.y(85),
        unit * (step === warm.step ? 1.2 : 0.8),
        0,
        Math.PI * 2,
      );
      pen.fill();
    }
  }

  /** An arrow that fills in its own direction. @param {Pen} pen @param {number} x @param {number} y @param {number} size @param {number} way -1 is up @param {number} share @param {string} colour */
  function drawArrow(pen, x, y, size, way, share, colour) {
    const half = size / 2;
    pen.save();
    pen.beginPath();
    pen.moveTo(x, y + way * half);
    pen.lineTo(x + half * 1.15, y - way * half);
    pen.lineTo(x - half * 1.15, y - way * half);
    pen.closePath();
    pen.fillStyle = fade(theme.night, 0.6);
    pen.fill();
    pen.strokeStyle = theme.ink;
    pen.lineWidth = size * 0.045;
    pen.lineJoin = 'round';
    pen.stroke();
    pen.clip();
    pen.fillStyle = colour;
    const fill = size * Math.min(1, share);
    pen.fillRect(x - size, way < 0 ? y + half - fill : y - half, size * 2, fill);
    pen.restore();
  }

  /** @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering */
  function drawServe(pen, view, court, lettering) {
    const y = court.y(view.ball.y < 45 ? 68 : 22);
    lettering.put(pen, t('pong.serve'), court.width / 2, y, {
      size: court.unit * 9,
      weight: 800,
      colour: theme.ink,
      glow: theme.night,
    });
  }

  /** @param {Pen} pen @param {any} _view @param {Court} court @param {Lettering} lettering */
  function drawPaused(pen, _view, court, lettering) {
    dim(pen, court, 0.62);
    const { unit } = court;
    pen.fillStyle = theme.ink;
    for (const x of [-7, 2.5]) pen.fillRect(court.width / 2 + x * unit, court.y(22), unit * 4.5, unit * 18);
    lettering.put(pen, t('pong.paused'), court.width / 2, court.y(55), {
      size: unit * 17,
      weight: 800,
      colour: theme.ink,
      maxWidth: unit * 140,
    });
  }

  /** @param {Pen} pen @param {any} view @param {Court} court @param {Lettering} lettering @param {number} nowMs */
  function drawOver(pen, view, court, lettering, nowMs) {
    if (!view.winner) return;
    const side = view.winner === 'left' ? 0 : 1;
    const colour = theme.teams[side] ?? theme.ink;
    dim(pen, court, 0.7);
    pen.fillStyle = fade(colour, 0.3);
    pen.fillRect(0, 0, court.width, court.height);
    const scale = calm ? 1 : 1 + 0.025 * Math.sin(nowMs / 320);
    const text = loud(t('playfield.wins', { team: nameOf(view.winner) }));
    lettering.put(pen, text, court.width / 2, court.y(36), {
      size: court.unit * 26,
      weight: 800,
      colour: theme.ink,
      glow: colour,
      maxWidth: court.unit * 140,
      scale,
    });
    const score = `${view.score.left} : ${view.score.right}`;
    lettering.put(pen, score, court.width / 2, court.y(63), {
      size: court.unit * 15,
      weight: 700,
      colour: theme.ink,
    });
  }

  /** @param {Pen} pen @param {any} view @param {Court} court */
  function drawDebug(pen, view, court) {
    pen.font = `${court.unit * 2.2}px ui-monospace, monospace`;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    const lines = Object.entries(view.debug).map(
      ([key, value]) => `${key} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    pen.fillStyle = fade(theme.night, 0.8);
    pen.fillRect(court.x(10), court.y(10), court.unit * 60, court.unit * (lines.length * 3 + 2));
    pen.fillStyle = theme.accent;
    lines.forEach((line, index) => pen.fillText(line, court.x(11), court.y(11 + index * 3)));
  }
}
