/** The rules of pong: a court of 160 × 90 units, origin top left, y down; a crowd on each side. */

/** @import { PongContext, Side } from './settings.js' */

export const COURT = Object.freeze({ width: 160, height: 90 });

/** Distance of a paddle's centre line from its wall. */
const PADDLE_INSET = 6;
/** A side that pushes as one moves its paddle by this much: in 2012, 7 px per 16 ms frame of a 600 px court. */
const PADDLE_SPEED = 68;
/** Share of the missing speed taken up per 16 ms frame, as in 2012; see `ease`. */
const EASING_2012 = 0.12;
const FRAME_2012_S = 0.016;
/** How hard the house plays a side that nobody is on: slow enough to be beaten. */
const HOUSE_SPEED = 30;
/** Each hit of a rally makes the ball faster, up to double. */
const RALLY_GAIN = 0.03;
const MAX_GAIN = 2;
/** A ball flies in ways no longer than this, so that at 800 units/s, the most there is, it passes through nothing. */
const LONGEST_WAY = 0.5;
/** A hit with the outer eighth of a paddle. */
const CORNER = 0.75;
const SERVE_WAIT_S = 1.2;
const POINT_WAIT_S = 1.6;
const OVER_WAIT_S = 12;
/** Warm-up: this share of a side's voices must push the right way for so long. */
const WARM_SHARE = 0.6;
const WARM_HOLD_S = 1.2;
const WARM_STEPS = /** @type {const} */ ([
  { side: 'left', want: 'up' },
  { side: 'right', want: 'down' },
  { side: 'left', want: 'down' },
  { side: 'right', want: 'up' },
]);
/** A key at the screen moves a paddle by this much. */
const KEY_STEP = 4;
const MAX_GROWTH = 1.4;

/** @typedef {{ n: number, up: number, down: number, still: number, mean: number, house: boolean }} Crowd */
/**
 * @typedef {object} Pong the state
 * @property {'wait' | 'warmup' | 'serve' | 'play' | 'point' | 'paused' | 'over'} phase
 * @property {number} waitS until the phase ends by itself
 * @property {Pong['phase']} before what a pause interrupted
 * @property {{ x: number, y: number, dx: number, dy: number }} ball dx: -1 or 1, dy: -1 to 1, shares of the
 *   speeds set, so that a change of speed counts at once
 * @property {number} pace what the keys `,` and `.` made of the speed, 1 at first
 * @property {Record<Side, { y: number, v: number }>} paddles
 * @property {Record<Side, number>} score
 * @property {Record<Side, Crowd>} crowd
 * @property {number} rally
 * @property {number} record the longest rally
 * @property {number} toBeat the record when this rally began
 * @property {number} restS time not yet stepped through
 * @property {{ n: number, kind: string, x: number, y: number, side: Side | null }} event
 * @property {number} cut grows when something jumps
 * @property {Side | null} point who has just scored
 * @property {Side | null} winner
 * @property {{ step: number, heldS: number } | null} warm
 */

/** @returns the hooks of the game */
export function createPong() {
  return { setup, tick, frame, notice, actions };
}

/** @returns {Pong} */
function setup() {
  return {
    phase: 'wait',
    waitS: 0,
    before: 'serve',
    ball: { x: COURT.width / 2, y: COURT.height / 2, dx: 1, dy: 0 },
    pace: 1,
    paddles: { left: { y: COURT.height / 2, v: 0 }, right: { y: COURT.height / 2, v: 0 } },
    score: { left: 0, right: 0 },
    crowd: { left: nobody(), right: nobody() },
    rally: 0,
    record: 0,
    toBeat: 0,
    restS: 0,
    event: { n: 0, kind: 'none', x: 0, y: 0, side: null },
    cut: 0,
    point: null,
    winner: null,
    warm: null,
  };
}

/** @returns {Crowd} */
function nobody() {
  return { n: 0, up: 0, down: 0, still: 0, mean: 0, house: true };
}

/**
 * @param {Pong} state
 * @param {{ pull: Record<Side, { count: number, mean: number }>, votes: Record<Side, number[]> }} sum
 * @param {PongContext} ctx
 */
function tick(state, sum, ctx) {
  for (const side of /** @type {const} */ (['left', 'right'])) state.crowd[side] = crowdOf(side, sum, ctx);
  if (state.phase === 'paused') return;
  const isEmpty = ctx.players.count === 0;
  if (isEmpty && state.phase !== 'over') Object.assign(state, { phase: 'wait', warm: null, point: null });
  else if (state.phase === 'wait') serve(state, ctx);

  const stepS = ctx.settings.stepMs / 1000;
  state.restS = Math.min(0.25, state.restS + ctx.dt);
  for (; state.restS >= stepS; state.restS -= stepS) step(state, stepS, ctx);
}

/**
 * @param {Side} side
 * @param {Parameters<typeof tick>[1]} sum
 * @param {PongContext} ctx
 * @returns {Crowd}
 */
function crowdOf(side, { pull, votes }, { players }) {
  const [down = 0, still = 0, up = 0] = votes[side];
  return {
    n: players.byTeam[side],
    up,
    down,
    still,
    mean: pull[side].mean,
    house: players.byTeam[side] === 0,
  };
}

/** @param {Pong} state @param {number} dt seconds @param {PongContext} ctx */
function step(state, dt, ctx) {
  movePaddle(state, 'left', dt, ctx);
  movePaddle(state, 'right', dt, ctx);
  if (state.phase === 'warmup') return warmUp(state, dt, ctx);
  if (state.phase === 'play') return moveBall(state, dt, ctx);
  if (state.phase === 'wait') return;
  state.waitS -= dt;
  if (state.waitS > 0) return;
  if (state.phase === 'serve') state.phase = 'play';
  else if (state.phase === 'over') newGame(state, ctx);
  else serve(state, ctx);
}

/** @param {Pong} state @param {Side} side @param {number} dt @param {PongContext} ctx */
function movePaddle(state, side, dt, ctx) {
  const paddle = state.paddles[side];
  const wanted = wantedSpeed(state, side, ctx);
  paddle.v += (wanted - paddle.v) * ease(dt);
  const half = paddleHeight(state, side, ctx) / 2;
  const y = paddle.y + paddle.v * dt;
  paddle.y = within(y, half, COURT.height - half);
  if (paddle.y !== y) paddle.v = 0;
}

/**
 * 2012 took up 12 % of the missing speed in every frame; this is the same curve for any step.
 * @param {number} dt seconds
 */
function ease(dt) {
  return 1 - (1 - EASING_2012) ** (dt / FRAME_2012_S);
}

/** @param {Pong} state @param {Side} side @param {PongContext} ctx @returns {number} units/s, down is positive */
function wantedSpeed(state, side, ctx) {
  const { crowd, paddles, ball } = state;
  const { y } = paddles[side];
  if (crowd[side].house) {
    const goal = isComing(state, side) ? ball.y : COURT.height / 2;
    return clamp((goal - y) * 6, HOUSE_SPEED);
  }
  if (ctx.settings.control !== 'slider') return -crowd[side].mean * PADDLE_SPEED;
  const goal = ((1 - crowd[side].mean) / 2) * COURT.height;
  return clamp((goal - y) * 12, PADDLE_SPEED * 2);
}

/** @param {Pong} state @param {Side} side */
function isComing({ ball, phase }, side) {
  return phase === 'play' && (side === 'left' ? ball.dx < 0 : ball.dx > 0);
}

/** @param {number} value @param {number} most */
function clamp(value, most) {
  return within(value, -most, most);
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.min(most, Math.max(least, value));
}

/**
 * Fairness when sides are uneven: the smaller one's paddle grows with the fourth root of the ratio, so
 * that 10 against 40 get the full 40 %.
 * @param {Pong} state @param {Side} side @param {PongContext} ctx
 */
function paddleHeight({ crowd }, side, { settings }) {
  const own = crowd[side].n;
  const others = crowd[other(side)].n;
  if (!settings.evenOut || own === 0 || own >= others) return settings.paddleHeight;
  return settings.paddleHeight * Math.min(MAX_GROWTH, (others / own) ** 0.25);
}

/** @param {Side} side @returns {Side} */
function other(side) {
  return side === 'left' ? 'right' : 'left';
}

/** @param {Pong} state @param {number} dt @param {PongContext} ctx */
function moveBall(state, dt, ctx) {
  const { ballSpeed, ballRise } = ctx.settings;
  const gain = Math.min(MAX_GAIN, 1 + state.rally * RALLY_GAIN) * state.pace;
  const pieces = Math.ceil((Math.max(ballSpeed, ballRise) * gain * dt) / LONGEST_WAY);
  const share = (gain * dt) / pieces;
  for (let i = 0; i < pieces && state.phase === 'play'; i++)
    fly(state, ballSpeed * share, ballRise * share, ctx);
}

/** @param {Pong} state @param {number} across @param {number} along @param {PongContext} ctx */
function fly(state, across, along, ctx) {
  const { ball } = state;
  const r = ctx.settings.ballRadius;
  const from = ball.x;
  ball.x += ball.dx * across;
  ball.y += ball.dy * along;
  const isOut = ball.y < r ? ball.dy < 0 : ball.y > COURT.height - r && ball.dy > 0;
  // Also where it is not flying out: a ball at the wall may just have been made larger.
  ball.y = within(ball.y, r, COURT.height - r);
  if (isOut) {
    ball.dy = -ball.dy;
    happen(state, 'wall', null);
  }
  const side = ball.dx < 0 ? 'left' : 'right';
  if (isHit(state, side, from, ctx)) return hit(state, side, ctx);
  if (ball.x >= r && ball.x <= COURT.width - r) return;
  ball.x = within(ball.x, r, COURT.width - r);
  point(state, other(side), ctx);
}

/**
 * Only when the ball's rim passes the paddle's face: behind the paddle it is lost.
 * @param {Pong} state @param {Side} side @param {number} from x before @param {PongContext} ctx
 */
function isHit(state, side, from, ctx) {
  const { ball, paddles } = state;
  const face = faceOf(side, ctx);
  const passes = side === 'left' ? from >= face && ball.x < face : from <= face && ball.x > face;
  const reach = paddleHeight(state, side, ctx) / 2 + ctx.settings.ballRadius;
  return passes && Math.abs(ball.y - paddles[side].y) <= reach;
}

/** Where the ball's centre is when it touches a paddle. @param {Side} side @param {PongContext} ctx */
function faceOf(side, { settings }) {
  const reach = PADDLE_INSET + settings.paddleWidth / 2 + settings.ballRadius;
  return side === 'left' ? reach : COURT.width - reach;
}

/** Where it hits decides how it flies. @param {Pong} state @param {Side} side @param {PongContext} ctx */
function hit(state, side, ctx) {
  const { ball, paddles } = state;
  const half = paddleHeight(state, side, ctx) / 2;
  const where = clamp((ball.y - paddles[side].y) / half, 1);
  ball.x = faceOf(side, ctx);
  ball.dx = -ball.dx;
  ball.dy = where;
  state.rally += 1;
  const isRecord = state.toBeat > 0 && state.rally === state.toBeat + 1;
  state.record = Math.max(state.record, state.rally);
  happen(state, isRecord ? 'record' : Math.abs(where) > CORNER ? 'corner' : 'hit', side);
}

/** @param {Pong} state @param {Side} side who scores @param {PongContext} ctx */
function point(state, side, ctx) {
  state.score[side] += 1;
  state.point = side;
  const { pointsToWin } = ctx.settings;
  const isWon = pointsToWin > 0 && state.score[side] >= pointsToWin;
  if (isWon) Object.assign(state, { phase: 'over', winner: side, waitS: OVER_WAIT_S });
  else Object.assign(state, { phase: 'point', waitS: POINT_WAIT_S });
  happen(state, isWon ? 'win' : 'point', side);
}

/** To either side by chance, never straight. @param {Pong} state @param {PongContext} ctx */
function serve(state, { random }) {
  if (state.winner) reset(state);
  Object.assign(state, { phase: 'serve', waitS: SERVE_WAIT_S, rally: 0, point: null, warm: null });
  state.toBeat = state.record;
  state.ball = {
    x: COURT.width / 2,
    y: COURT.height * (0.3 + 0.4 * random()),
    dx: random() < 0.5 ? -1 : 1,
    dy: (0.2 + 0.5 * random()) * (random() < 0.5 ? -1 : 1),
  };
  state.cut += 1;
  happen(state, 'serve', null);
}

/** @param {Pong} state @param {PongContext} ctx */
function newGame(state, ctx) {
  reset(state);
  serve(state, ctx);
}

/** Zero to zero; the record stands. @param {Pong} state */
function reset(state) {
  const { event, cut, record, crowd, restS } = state;
  Object.assign(state, setup(), { event, cut, record, crowd, restS });
}

/** @param {Pong} state @param {number} dt @param {PongContext} ctx */
function warmUp(state, dt, ctx) {
  const { warm } = state;
  const wanted = WARM_STEPS[warm?.step ?? 0];
  if (!warm || !wanted) return serve(state, ctx);
  const { house, ...votes } = state.crowd[wanted.side];
  // Of those who play: phones asleep in pockets must not hold up the round.
  const share = votes[wanted.want] / Math.max(1, votes.up + votes.down + votes.still);
  warm.heldS = share >= WARM_SHARE ? warm.heldS + dt : Math.max(0, warm.heldS - dt);
  if (!house && warm.heldS < WARM_HOLD_S) return;
  state.warm = { step: warm.step + 1, heldS: 0 };
  happen(state, 'hit', wanted.side);
}

/** @param {Pong} state @param {string} kind @param {Side | null} side */
function happen(state, kind, side) {
  state.event = { n: state.event.n + 1, kind, x: round(state.ball.x), y: round(state.ball.y), side };
}

/** @param {Pong} state @param {PongContext} ctx */
function frame(state, ctx) {
  const { phase, ball, paddles, score, rally, record, crowd, event, cut, winner } = state;
  const { ballRadius, paddleWidth, debug } = ctx.settings;
  const inset = { left: PADDLE_INSET, right: COURT.width - PADDLE_INSET };
  const paddle = (/** @type {Side} */ side) => ({
    x: inset[side],
    y: round(paddles[side].y),
    h: round(paddleHeight(state, side, ctx)),
  });
  return {
    phase,
    ball: { x: round(ball.x), y: round(ball.y), r: ballRadius },
    paddles: { left: paddle('left'), right: paddle('right') },
    paddleWidth,
    score,
    rally,
    record,
    crowd: { left: rounded(crowd.left), right: rounded(crowd.right) },
    event,
    cut,
    warm: warmView(state),
    winner,
    debug: debug
      ? {
          dx: ball.dx,
          dy: round(ball.dy),
          pace: round(state.pace),
          left: round(paddles.left.v),
          right: round(paddles.right.v),
          dtMs: round(ctx.dt * 1000),
        }
      : null,
  };
}

/** @param {Pong} state @param {PongContext} ctx */
function notice(state, { settings }) {
  const { phase, score, rally, record, crowd, winner, point: scored } = state;
  const crowds = { left: rounded(crowd.left), right: rounded(crowd.right) };
  return {
    phase,
    score,
    rally,
    record,
    crowd: crowds,
    warm: warmView(state),
    winner,
    point: scored,
    control: settings.control,
  };
}

/** @param {Pong} state */
function warmView({ phase, warm }) {
  const wanted = phase === 'warmup' && warm ? WARM_STEPS[warm.step] : undefined;
  if (!warm || !wanted) return null;
  return { ...wanted, step: warm.step, progress: round(Math.min(1, warm.heldS / WARM_HOLD_S)) };
}

/** @param {Crowd} crowd @returns {Crowd} */
function rounded(crowd) {
  return { ...crowd, mean: round(crowd.mean) };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {Side} side @param {number} by */
function nudge(side, by) {
  return (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) => {
    const half = paddleHeight(state, side, ctx) / 2;
    const paddle = state.paddles[side];
    paddle.y = within(paddle.y + by, half, COURT.height - half);
  };
}

/** @param {number} factor */
function hurry(factor) {
  return (/** @type {Pong} */ state) => {
    state.pace = within(state.pace * factor, 0.4, 2.5);
  };
}

/** The keys of 2012. */
const actions = {
  serve: {
    title: 'Serve again',
    key: 'r',
    run: (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) =>
      serve(state, ctx),
  },
  pause: { title: 'Pause', key: ' ', run: pause },
  warmUp: {
    title: 'Warm-up round',
    key: 'w',
    run(/** @type {Pong} */ state) {
      if (state.winner) reset(state);
      Object.assign(state, { phase: 'warmup', warm: { step: 0, heldS: 0 }, cut: state.cut + 1 });
    },
  },
  newGame: {
    title: 'New game',
    key: 'n',
    confirm: true,
    run: (/** @type {Pong} */ state, /** @type {unknown} */ _args, /** @type {PongContext} */ ctx) =>
      newGame(state, ctx),
  },
  slower: { title: 'Slower ball', key: ',', run: hurry(1 / 1.15) },
  faster: { title: 'Faster ball', key: '.', run: hurry(1.15) },
  leftUp: { title: 'Left paddle up', key: 'q', run: nudge('left', -KEY_STEP) },
  leftDown: { title: 'Left paddle down', key: 'a', run: nudge('left', KEY_STEP) },
  rightUp: { title: 'Right paddle up', key: 'p', run: nudge('right', -KEY_STEP) },
  rightDown: { title: 'Right paddle down', key: 'l', run: nudge('right', KEY_STEP) },
};

/** @param {Pong} state */
function pause(state) {
  if (state.phase === 'paused') state.phase = state.before;
  else Object.assign(state, { phase: 'paused', before: state.phase });
}
