/** The automatic steps of a load test: what each of them asks of the phones, and which limit is exceeded. Pure. */

/**
 * @typedef {{ sockets: number, sendHz: number }} Step what a phone is asked for: extra connections, and messages/s of each
 *
 * @typedef {object} Plan the arguments of the action `steps`
 * @property {number} firstSockets
 * @property {number} stepSockets how many more at each step
 * @property {number} mostSockets
 * @property {number} firstHz
 * @property {number} stepHz
 * @property {number} mostHz
 * @property {number} bytes of padding in each message
 * @property {number} seconds of a step
 * @property {number} maxTripMs 0: no limit, as in the next two
 * @property {number} maxLoopMs
 * @property {number} maxDropped percent
 *
 * @typedef {'trip' | 'loop' | 'dropped'} LimitName
 */

/**
 * @param {Plan} plan
 * @param {number} number from 1
 * @returns {Step | null} null: the step before was the last one, because nothing grows any more
 */
export function stepOf(plan, number) {
  const step = at(plan, number);
  if (number === 1) return step;
  const before = at(plan, number - 1);
  return step.sockets === before.sockets && step.sendHz === before.sendHz ? null : step;
}

/** @param {Plan} plan @returns {number} of steps, 1 or more */
export function countSteps({ firstSockets, stepSockets, mostSockets, firstHz, stepHz, mostHz }) {
  const growing = (/** @type {number} */ first, /** @type {number} */ step, /** @type {number} */ most) =>
    step > 0 ? Math.ceil((most - first) / step - 1e-9) : 0;
  return 1 + Math.max(0, growing(firstSockets, stepSockets, mostSockets), growing(firstHz, stepHz, mostHz));
}

/**
 * @param {Plan} plan
 * @param {{ roundTripMs: number, loopP95Ms: number, inputsPerS: number, droppedPerS: number }} now as measured
 * @returns {{ name: LimitName, value: number, limit: number } | null} the first limit that is exceeded; null: none
 */
export function exceeded({ maxTripMs, maxLoopMs, maxDropped }, now) {
  const { roundTripMs, loopP95Ms, inputsPerS, droppedPerS } = now;
  const dropped = droppedPerS > 0 ? (100 * droppedPerS) / (inputsPerS + droppedPerS) : 0;
  const all = /** @type {const} */ ([
    ['trip', roundTripMs, maxTripMs],
    ['loop', loopP95Ms, maxLoopMs],
    ['dropped', dropped, maxDropped],
  ]);
  for (const [name, value, limit] of all)
    if (limit > 0 && value > limit) return { name, value: Math.round(value * 10) / 10, limit };
  return null;
}

/** @param {Plan} plan @param {number} number from 1 @returns {Step} */
function at({ firstSockets, stepSockets, mostSockets, firstHz, stepHz, mostHz }, number) {
  return {
    sockets: Math.min(mostSockets, firstSockets + stepSockets * (number - 1)),
    sendHz: Math.min(mostHz, Math.round((firstHz + stepHz * (number - 1)) * 100) / 100),
  };
}
