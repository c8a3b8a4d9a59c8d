/** Measures the server's clock from a page that is no phone: phones ask for their own reasons, and count their bytes. */

/** @import { StageTime } from './link.js' */

import { MOST_ASKED } from './link.js';

const ASK_AGAIN_MS = 1000;

/** @typedef {() => Promise<{ ok: boolean, nowMs?: number }>} AskTime gives the acknowledgement of a `ping`; it may reject */

/**
 * Asks once. An answer that does not come changes nothing.
 * @param {Pick<StageTime, 'measure'>} stageTime @param {AskTime} ask @param {() => number} [now] ms, as `stageTime` counts them
 */
export async function measureOnce(stageTime, ask, now = () => performance.now()) {
  const askedAtMs = now();
  const answer = await ask().catch(() => null);
  if (answer?.ok && answer.nowMs !== undefined) stageTime.measure(answer.nowMs, askedAtMs, now());
}

/**
 * Asks until the answer is good, at most four times: a page that is just loading is late itself.
 * @param {StageTime} stageTime @param {AskTime} ask
 * @param {{ isOn: () => boolean, pauseMs?: number, now?: () => number }} options isOn: false ends it, because the connection is gone
 */
export async function measureWell(stageTime, ask, { isOn, pauseMs = ASK_AGAIN_MS, now }) {
  for (let asked = 0; asked < MOST_ASKED && stageTime.isVague && isOn(); asked++) {
    await measureOnce(stageTime, ask, now);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
