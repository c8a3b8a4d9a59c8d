/** The proofs of RELIABILITY section 4: what happens to the load, second by second, and what must hold. */

/**
 * @typedef {object} Act
 * @property {number} atS
 * @property {string} [label]
 * @property {number} [phones] from now on, arriving at `perS`, leaving at once
 * @property {number} [perS]
 * @property {number} [tickMs] what each tick burns
 *
 * @typedef {object} Limits what must hold; what is left out is not asked
 * @property {number} [controlP99Ms] round trips of the operator
 * @property {number} [lateS] seconds in all with the event loop's d95 above 200 ms
 * @property {number} [disconnects] of honest phones
 * @property {number} [rssFactor] the most memory, by what it was before the load
 * @property {number} [goodput] handled inputs under load, by the best without overload
 * @property {boolean} [collapses] it must do badly, for the law is off
 *
 * @typedef {object} Proof
 * @property {string} title
 * @property {number} seconds
 * @property {number} hz what each phone would like to send
 * @property {number} [deafShare] of them send it whatever they are told
 * @property {boolean} [isOff] the governor is
 * @property {Act[]} acts
 * @property {Limits} limits
 */

const CALM = { controlP99Ms: 200, lateS: 1, disconnects: 0, rssFactor: 1.5 };

/** @type {Record<string, Proof>} */
export const PROOFS = {
  step: {
    title: '200, then 2,000, then 200 phones',
    seconds: 60,
    hz: 20,
    acts: [
      { atS: 0, phones: 200, label: '200' },
      { atS: 12, phones: 2000, perS: 500, label: '2,000 at 500/s' },
      { atS: 40, phones: 200, label: '200' },
    ],
    limits: CALM,
  },
  cost: {
    title: '1,000 phones, and a game that takes 60 % of the loop for a while',
    seconds: 60,
    hz: 20,
    acts: [
      { atS: 0, phones: 1000, perS: 500 },
      { atS: 20, tickMs: 20, label: 'ticks of 20 ms' },
      { atS: 40, tickMs: 0, label: 'ticks of 0 ms' },
    ],
    limits: CALM,
  },
  ramp: {
    title: 'Ten times as many phones, little by little',
    seconds: 100,
    hz: 20,
    acts: [
      { atS: 0, phones: 200 },
      { atS: 10, phones: 2000, perS: 25, label: 'to 2,000 at 25/s' },
    ],
    limits: CALM,
  },
  square: {
    title: '1,000 phones, and a load that comes and goes every ten seconds',
    seconds: 70,
    hz: 20,
    acts: [
      { atS: 0, phones: 1000, perS: 500 },
      ...[10, 20, 30, 40, 50, 60].flatMap((atS) => [
        { atS, tickMs: 15 },
        { atS: atS + 5, tickMs: 0 },
      ]),
    ],
    limits: CALM,
  },
  deaf: {
    title: '1,500 phones, a fifth of them deaf to the throttle',
    seconds: 50,
    hz: 20,
    deafShare: 0.2,
    acts: [{ atS: 0, phones: 1500, perS: 500 }],
    limits: CALM,
  },
  off: {
    title: 'The same 2,000 phones with the law off',
    seconds: 40,
    hz: 20,
    isOff: true,
    acts: [
      { atS: 0, phones: 200 },
      { atS: 5, phones: 2000, perS: 500, label: '2,000 at 500/s' },
    ],
    limits: { collapses: true },
  },
  ten: {
    title: 'Ten times what jams it, for two minutes, a fifth of the phones deaf',
    seconds: 130,
    hz: 60,
    deafShare: 0.2,
    acts: [
      { atS: 0, phones: 100 },
      { atS: 5, phones: 2500, perS: 500, label: '2,500 phones that would send 60/s' },
    ],
    limits: { ...CALM, lateS: 2 },
  },
};
