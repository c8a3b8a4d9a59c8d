/** The processes that a test file has started, found in /proc: by their process group, or by a variable that children inherit. */

import { readFileSync, readdirSync } from 'node:fs';

/** Names the run, and after a slash the job: a run within a test of another one begins with the name of that. */
export const MARK = 'MASS_MOBILE_TEST';
export const RUN = `${process.env[MARK] ?? ''}/${process.pid}`;
/** This run is part of a test of another one. */
export const isInner = MARK in process.env;

/**
 * @param {{ run: string, group?: number }} who run: the value of the variable, of which more may follow after a slash
 * @returns {{ pid: number, command: string }[]} those that live; none where there is no /proc
 */
export function familyOf({ run, group }) {
  return pids().flatMap((pid) => {
    try {
      // The name of the program, in brackets, may hold spaces: proc(5).
      const [state, , groupId] = read(pid, 'stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      const isKin = Number(groupId) === group || `\0${read(pid, 'environ')}`.match(`\0${MARK}=${run}[/\0]`);
      if (state === 'Z' || pid === process.pid || !isKin) return [];
      return [{ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
}

/** @param {number} pid */
export function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** @returns {number[]} */
function pids() {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** @param {number} pid @param {string} file */
function read(pid, file) {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}
