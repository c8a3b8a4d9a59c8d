/** Tells which boot of which machine this is, and whether a process that left its mark somewhere was one of it, and is gone. */

import { readFileSync, readlinkSync } from 'node:fs';

/** @returns {string | null} the id of this boot of this machine; null where the system does not say it */
export function bootOfThisMachine() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * Names this boot of this machine, and the space in which process numbers mean something: containers have their own.
 * @returns {string} '' where the system does not say it
 */
export function placeOfThisMachine() {
  const boot = bootOfThisMachine();
  try {
    return boot === null ? '' : `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** @param {number} pid @returns {boolean} there is no such process here */
export function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
