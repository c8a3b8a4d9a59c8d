/** Lists the proofs of the governor: what happens to the load, second by second, and what must hold. */

/**
 * @typedef {object} Act
 * @property {number} atS
 * @property {string} [label]
 * @property {number} [phones] the number from now on; they arrive at `perS` and leave all at once
 * @property {number} [perS]
 * @property {boolean} [sends] whether all phones send from now on, and those that come later
 * @property {number} [tickMs] each tick burns this long
 *
 * @typedef {object} Steady the seconds in which the load does not change, so the rates must not either
 * @property {number} fromS
 * @property {number} toS
 * @property {readonly [number, number]} [busy] share of the loop, on average
 *
 * @typedef {object} Limits what must hold; a limit that is left out is not checked
 * @property {number} [controlP99Ms] round trips of the operator
 * @property {number} [lateS] total seconds with the event loop's d95 above 200 ms
 * @property {number} [honestLost] phones that obeyed and lost their connection
 * @property {number} [rssFactor] peak memory as a multiple of that with all phones there
 * @property {number} [stepAtS] the server must be calm again 3 s after this
 * @property {Steady} [steady]
 * @property {readonly [from: number, to: number]} [swing] seconds in which a rate may leave its mean by a fifth at most
 * @property {number} [fullAgainAtS] the load ends here, and rates must be full within 12 s
 * @property {boolean} [isFair] phones that obey must get equal shares
 * @property {{ fromS: number, least: number }} [useful] inputs that counted, as a share of the most that
 *   counted before the server jammed
 * @property {boolean} [isTenfold] phones want to send ten times what jams the server
 * @property {boolean} [collapses] the server must collapse, because the governor is off
 *
 * @typedef {object} Proof
 * @property {string} title
 * @property {number} seconds
 * @property {number} hz inputs a second that each phone wants to send
 * @property {number} [deafShare] the share of phones that send at `hz` whatever they are told
 * @property {boolean} [isOff] whether the governor is off
 * @property {string} [after] the proof to be played first: it finds what jams the server; `hz` becomes ten times that
 * @property {Act[]} acts
 * @property {Limits} limits
 */

/** Every proof with the governor on must meet these limits: the server stays calm. */
const CALM = Object.freeze({ controlP99Ms: 200, lateS: 1, honestLost: 0, rssFactor: 1.5, isFair: true });
const BUSY = /** @type {const} */ ([0.65, 0.8]);
/** These phones are far too many: at 20 inputs a second each, they would send three times what the server can take. */
const MANY = 2000;

/** @type {Readonly<Record<string, Proof>>} */
export const PROOFS = Object.freeze({
  step: {
    title: 'The hall fills: 200, then 2,000, then 200 phones',
    seconds: 70,
    hz: 20,
    acts: [
      { atS: 0, phones: 200, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 12, phones: MANY, perS: 500, label: '2,000, at 500/s' },
      { atS: 50, phones: 200, label: '200' },
    ],
    limits: { ...CALM, stepAtS: 12, steady: { fromS: 35, toS: 50, busy: BUSY }, fullAgainAtS: 50 },
  },
  cost: {
    title: 'A game grows dear: 200 phones, and ticks that take 60 % of the loop',
    seconds: 65,
    hz: 20,
    acts: [
      { atS: 0, phones: 200, perS: 500, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 15, tickMs: 20, label: 'ticks of 20 ms' },
      { atS: 45, tickMs: 0, label: 'ticks of 0 ms' },
    ],
    limits: { ...CALM, stepAtS: 15, steady: { fromS: 30, toS: 45 }, fullAgainAtS: 45 },
  },
  ramp: {
    title: 'Ten times as many phones, little by little',
    seconds: 320,
    hz: 20,
    acts: [
      { atS: 0, phones: 250, label: '250 phones' },
      { atS: 1, sends: true },
      { atS: 10, phones: 2500, perS: 7.5, label: 'to 2,500, at 7.5/s' },
    ],
    limits: CALM,
  },
  square: {
    title: 'A load that comes and goes every five seconds: 1,000 phones, ticks of 5 ms',
    seconds: 80,
    hz: 20,
    acts: [
      { atS: 0, phones: 1000, perS: 500, label: '1,000 phones' },
      { atS: 3, sends: true, label: 'all send' },
      ...[10, 20, 30, 40, 50, 60, 70].flatMap((atS) => [
        { atS, tickMs: 5, label: 'on' },
        { atS: atS + 5, tickMs: 0, label: 'off' },
      ]),
    ],
    limits: { ...CALM, swing: [20, 80] },
  },
  deaf: {
    title: '1,500 phones, a fifth of them deaf to what they are told',
    seconds: 60,
    hz: 20,
    deafShare: 0.2,
    acts: [
      { atS: 0, phones: 1500, perS: 500, label: '1,500 phones' },
      { atS: 6, sends: true, label: 'all send' },
    ],
    limits: { ...CALM, steady: { fromS: 30, toS: 60, busy: BUSY } },
  },
  off: {
    title: 'The law is off, and phones come until it jams',
    seconds: 70,
    hz: 20,
    isOff: true,
    acts: [
      { atS: 0, phones: 200, label: '200 phones' },
      { atS: 1, sends: true },
      { atS: 5, phones: MANY, perS: 30, label: '30 more a second' },
    ],
    limits: { collapses: true },
  },
  ten: {
    title: 'Ten times what jams it, for two minutes, a fifth of the phones deaf',
    seconds: 135,
    hz: 20,
    deafShare: 0.2,
    after: 'off',
    acts: [
      { atS: 0, phones: 2500, perS: 500, label: '2,500 phones' },
      { atS: 15, sends: true, label: 'all send, in one moment' },
    ],
    limits: { ...CALM, isTenfold: true, useful: { fromS: 15, least: 0.8 } },
  },
  'ten-off': {
    title: 'The same with the law off',
    seconds: 45,
    hz: 20,
    deafShare: 0.2,
    isOff: true,
    after: 'off',
    acts: [
      { atS: 0, phones: 2500, perS: 500, label: '2,500 phones' },
      { atS: 15, sends: true, label: 'all send, in one moment' },
    ],
    limits: { isTenfold: true, collapses: true },
  },
});
