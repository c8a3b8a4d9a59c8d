/**
 * Divides one budget into the rates of each room, by what its operator and its game ask for. Pure. The table shows the
 * control law: columns further left are shed first.
 *
 * | budget | emoji, counters | phone input | phone notice | playfield tick |
 * | 1.0    | on              | 20 Hz       | 15 Hz        | 30 Hz          |
 * | 0.5    | 1/s digest      | 10.3 Hz     | 8.5 Hz       | 30 Hz          |
 * | 0.2    | off             | 4.4 Hz      | 4.6 Hz       | 20 Hz          |
 * | 0.02   | off             | 0.9 Hz      | 2.3 Hz       | 10 Hz          |
 */

/** @import { Rates } from '../contract/wire.js' */

/** Rates in Hz at a budget of 0, and their increase per unit of budget. */
const SEND = Object.freeze({ base: 0.5, perBudget: 19.5 });
const NOTICE = Object.freeze({ base: 2, perBudget: 13 });
/** Lowest rates when the cost of messages asks for less than the budget would. */
const LEAST = Object.freeze({ sendHz: 0.5, noticeHz: 2, tickHz: 10, budget: 0.02 });
/** Budget and playfield ticks in Hz where the slope changes. */
const TICKS = /** @type {const} */ ([
  [0.02, 10],
  [0.2, 20],
  [0.5, 30],
]);
/** A message to a phone costs half as much as one from it, because it is encoded once for all phones. */
export const OUT_COST = 0.5;
/** The share of the event loop that feed-forward allots to phones. */
const TARGET = 0.7;
/** The same while phones wait at the door: for some seconds those inside send less often. */
const TARGET_IN_RUSH = 0.4;
/** Below this budget a game's lowest rate fades, because the server's survival matters more than the fun. */
const FLOOR_FADE = 0.1;

/** The rates that an operator may set, and the usual ones. */
export const LIMITS = Object.freeze({
  sendHz: { least: 0.5, most: 20, usual: 10 },
  tickHz: { least: 5, most: 30, usual: 30 },
  /** The law would grant 15, but nobody can read a text that changes more often than this. */
  noticeHz: { most: 4 },
});

/**
 * @typedef {object} Wish the rates that one room asks for
 * @property {import('../contract/wire.js').ThrottleMode} mode AUTO and MAX: at most these rates; PIN: these
 * @property {number} sendHz
 * @property {number} tickHz
 * @property {number} [noticeHz] the most notices per second; default 15
 * @property {number} phones connected
 * @property {number} [slowestHz] the lowest rate at which the game is fun; granted while it can be afforded
 */

/**
 * @param {{ budget: number, costMs: number, wishes: readonly Wish[], isRush?: boolean }} options
 * @returns {{ rates: Rates[], granted: number, isScaled: boolean, extras: 'on' | 'digest' | 'off' }}
 */
export function grantRates({ budget, costMs, wishes, isRush = false }) {
  const asked = wishes.map((wish) => askedRates(wish, budget));
  const scale = scaleOf(wishes, asked, costMs, isRush ? TARGET_IN_RUSH : TARGET);
  const sent = wishes.map((wish, index) => scaled(wish, /** @type {Rates} */ (asked[index]), scale, budget));
  const { granted, cap } = grantedBudget(wishes, sent, budget);
  const level = levelOf(budget, granted, cap);
  return {
    granted,
    isScaled: scale < 1,
    rates: sent.map((rates, index) => withTick(rates, /** @type {Wish} */ (wishes[index]), level)),
    extras: level > 0.5 ? 'on' : level > 0.2 ? 'digest' : 'off',
  };
}

/** @param {Wish} wish @param {number} budget @returns {Rates} before feed-forward and a game's lowest rate */
function askedRates({ mode, sendHz, noticeHz = Infinity }, budget) {
  const noticeAt = (/** @type {number} */ share) =>
    Math.min(noticeHz, NOTICE.base + NOTICE.perBudget * share);
  if (mode === 'PIN') return { sendHz, noticeHz: noticeAt(1), tickHz: 0 };
  // A cap on the rate is a cap on the budget; otherwise notices would take from inputs as the budget rises.
  const share = Math.min(budget, budgetFor(sendHz));
  const send = Math.min(sendHz, SEND.base + SEND.perBudget * share);
  return { sendHz: send, noticeHz: noticeAt(share), tickHz: 0 };
}

/** @param {number} slowestHz @param {number} budget */
function floorOf(slowestHz, budget) {
  return slowestHz * Math.min(1, Math.max(0, (budget - LEAST.budget) / FLOOR_FADE));
}

/**
 * The factor that keeps (inputs + 0.5 × notices) × phones × cost within the target. Pinned rates are paid for first.
 * @param {readonly Wish[]} wishes @param {Rates[]} asked @param {number} costMs @param {number} target share of the loop
 */
function scaleOf(wishes, asked, costMs, target) {
  let fixed = 0;
  let free = 0;
  wishes.forEach(({ mode, phones }, index) => {
    const load = loadOf(/** @type {Rates} */ (asked[index]), phones, costMs);
    if (mode === 'PIN') fixed += load;
    else free += load;
  });
  return free > 0 ? Math.max(0, (target - fixed) / free) : Infinity;
}

/** @param {Pick<Rates, 'sendHz' | 'noticeHz'>} rates @param {number} phones @param {number} costMs @returns {number} share of the loop */
function loadOf({ sendHz, noticeHz }, phones, costMs) {
  return ((sendHz + OUT_COST * noticeHz) * phones * costMs) / 1000;
}

/**
 * Shrinks inputs and notices alike, each down to its lowest rate. A game's lowest rate is paid for by its notices.
 * @param {Wish} wish @param {Rates} asked @param {number} scale above 1: more than asked for would fit
 * @param {number} budget @returns {Rates}
 */
function scaled({ mode, slowestHz = 0, sendHz: most }, asked, scale, budget) {
  if (mode === 'PIN') return asked;
  const down = Math.min(1, scale);
  const leastNotice = Math.min(LEAST.noticeHz, asked.noticeHz);
  const noticeHz = Math.max(leastNotice, asked.noticeHz * down);
  const sendHz = Math.max(Math.min(LEAST.sendHz, most), asked.sendHz * down);
  const fits = (asked.sendHz + OUT_COST * asked.noticeHz) * scale;
  const floor = Math.min(most, floorOf(slowestHz, budget), fits - OUT_COST * leastNotice);
  if (!(floor > sendHz)) return { ...asked, sendHz, noticeHz };
  const left = (fits - floor) / OUT_COST;
  return { ...asked, sendHz: floor, noticeHz: Math.max(leastNotice, Math.min(noticeHz, left)) };
}

/**
 * Computes how much of the budget phones really get in the rooms that follow it, and how much they would get at most.
 * @param {readonly Wish[]} wishes @param {Rates[]} rates @param {number} budget
 */
function grantedBudget(wishes, rates, budget) {
  let cap = 0;
  let granted = 0;
  const isBusy = wishes.some(({ phones, mode }) => phones > 0 && follows(mode));
  wishes.forEach(({ mode, phones, sendHz }, index) => {
    if (!follows(mode) || (isBusy && phones === 0)) return;
    cap = Math.max(cap, budgetFor(sendHz));
    granted = Math.max(granted, budgetFor(/** @type {Rates} */ (rates[index]).sendHz));
  });
  if (cap === 0) return { granted: budget, cap: 1 };
  return { granted: Math.max(LEAST.budget, Math.min(budget, granted)), cap };
}

/** @param {Wish['mode']} mode */
function follows(mode) {
  return mode === 'AUTO' || mode === 'MAX';
}

/** @param {number} sendHz @returns {number} the budget that grants it, at most 1 */
function budgetFor(sendHz) {
  return Math.min(1, Math.max(0, (sendHz - SEND.base) / SEND.perBudget));
}

/**
 * The budget at which extras and ticks are read from the table. A cap on the phones' rate is a wish, not load: a calm
 * server under a cap still shows emoji. These are shed before the phones' rate, while the
 * budget falls through its headroom above the cap.
 * @param {number} budget @param {number} granted @param {number} cap
 */
function levelOf(budget, granted, cap) {
  if (granted < cap - 1e-9 || cap >= 1) return granted;
  const room = Math.min(0.1, 1 - cap);
  return cap + (1 - cap) * Math.min(1, Math.max(0, (budget - cap) / room));
}

/** @param {Rates} rates @param {Wish} wish @param {number} level @returns {Rates} */
function withTick(rates, { mode, tickHz }, level) {
  return { ...rates, tickHz: mode === 'PIN' ? tickHz : Math.min(tickHz, ticksAt(level)) };
}

/** @param {number} level @returns {number} whole Hz, because tiny changes at each sample would gain nothing */
function ticksAt(level) {
  let [fromLevel, fromHz] = /** @type {readonly [number, number]} */ (TICKS[0]);
  for (const [toLevel, toHz] of TICKS.slice(1)) {
    if (level < toLevel) {
      const share = Math.max(0, (level - fromLevel) / (toLevel - fromLevel));
      return Math.round(fromHz + share * (toHz - fromHz));
    }
    [fromLevel, fromHz] = [toLevel, toHz];
  }
  return fromHz;
}
