/** A disk that loses its power: what a process has written is recorded by strace, and rebuilt as any moment may have left it. */

/** @import { TestContext } from 'node:test' */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { tempFolder } from './server.js';

/** A disk writes so many bytes or none of them. */
const SECTOR = 512;
const CALLS = 'write,pwrite64,ftruncate,fdatasync,fsync,unlink,rename';
/** `PID call(fd<path>, "bytes", …) = result`, where paths and bytes are in hexadecimal digits. */
const CALL = /^\d+ +(\w+)\((?:\d+<((?:\\x..)*)>)?(?:, )?(?:"((?:\\x..)*)")?([^"]*)\) += (-?\d+)/;
const BEGINS = /^(\d+) .*<unfinished \.\.\.>$/;
const ENDS = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;

/**
 * Something that a process did. `write`: these bytes of a file, from this place; `cut`: a file has this length now; `sync`: it was
 * told that all that it wrote to a file is on the disk; `failed`: it was told that this may not be so; `said`: a line of its output.
 * @typedef {{ kind: 'write', file: string, at: number, bytes: Buffer } | { kind: 'cut', file: string, at: number }
 *   | { kind: 'sync' | 'failed' | 'gone', file: string } | { kind: 'said', line: string }} Deed
 */

/**
 * Runs a module of Node in a process of its own, and records what it does to the files of a folder.
 * @param {TestContext} t @param {string} module @param {string} folder its first argument
 * @param {readonly string[]} args others @param {readonly string[]} [faults] calls that fail: see `inject` of strace(1)
 * @returns {Promise<Deed[]>} in their order
 */
export async function recordDisk(t, module, folder, args, faults = []) {
  const trace = join(await tempFolder(t), 'trace');
  const injected = faults.flatMap((fault) => ['-e', `inject=${fault}`]);
  const node = [process.execPath, '--conditions=joined', module, folder, ...args];
  const options = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '100000', '-e', `trace=${CALLS}`, ...injected];
  const child = spawn('strace', [...options, '-o', trace, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  t.after(() => child.kill('SIGKILL'));
  await once(child, 'exit');
  /** @type {Deed[]} */
  const deeds = [];
  /** Calls of other threads come between the two halves of one. @type {Map<string, string>} */
  const halves = new Map();
  for await (const line of createInterface({ input: createReadStream(trace, 'latin1') })) {
    const [, begun] = BEGINS.exec(line) ?? [];
    if (begun) {
      halves.set(begun, line.slice(0, line.lastIndexOf('<unfinished')).trimEnd());
      continue;
    }
    const [, ended = '', rest = ''] = ENDS.exec(line) ?? [];
    const deed = readCall(ended ? `${halves.get(ended)}${rest}` : line, folder);
    if (deed) deeds.push(deed);
  }
  return deeds;
}

/** @param {string} line @param {string} folder @returns {Deed | null} null: it is about something else */
function readCall(line, folder) {
  const [, call, hexPath = '', hexBytes = '', numbers = '', result = ''] = CALL.exec(line) ?? [];
  if (!call) return null;
  const bytes = ofHex(hexBytes);
  const path = call === 'unlink' ? bytes.toString() : ofHex(hexPath).toString();
  if (call === 'write' && /^\d+ +write\(1</.test(line))
    return { kind: 'said', line: bytes.toString().trim() };
  if (!path.startsWith(`${folder}/`)) return null;
  const file = basename(path);
  const hasFailed = result === '-1';
  if (call.endsWith('sync')) return { kind: hasFailed ? 'failed' : 'sync', file };
  if (hasFailed) return null;
  const at = Number(/(\d+)\s*$/.exec(numbers)?.[1]);
  if (call === 'pwrite64') return { kind: 'write', file, at, bytes: bytes.subarray(0, Number(result)) };
  if (call === 'ftruncate') return { kind: 'cut', file, at };
  if (call === 'unlink') return { kind: 'gone', file };
  return assert.fail(`nobody thought of this call: ${line.slice(0, 300)}`);
}

/** @param {string} hex such as \x0a\x0b */
function ofHex(hex) {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

/** @typedef {{ at: number, bytes: Buffer | null }} Change null: the file is cut there */

/** Keeps apart what is on the disk for sure and what may be. */
export class Disk {
  /** @type {Map<string, { safe: Buffer, waiting: Change[] }>} */
  #files = new Map();

  /** @param {Record<string, Buffer>} [files] that are there for sure, by name */
  constructor(files = {}) {
    for (const [name, safe] of Object.entries(files)) this.#files.set(name, { safe, waiting: [] });
  }

  /** @param {Deed} deed */
  play(deed) {
    if (deed.kind === 'said') return;
    const file = this.#files.get(deed.file) ?? { safe: Buffer.alloc(0), waiting: [] };
    this.#files.set(deed.file, file);
    if (deed.kind === 'write') file.waiting.push(deed);
    else if (deed.kind === 'cut') file.waiting.push({ at: deed.at, bytes: null });
    else if (deed.kind === 'gone') this.#files.delete(deed.file);
    else {
      if (deed.kind === 'sync') for (const change of file.waiting) file.safe = changed(file.safe, change);
      // After an error Linux takes what was not written for written, and never tries it again.
      file.waiting = [];
    }
  }

  /**
   * Writes the files as a loss of power at this moment may have left them.
   * @param {string} folder @param {() => number} random
   */
  rebuild(folder, random) {
    mkdirSync(folder);
    const kind = Math.floor(random() * 4);
    for (const [name, { safe, waiting }] of this.#files) {
      const upTo = [0, waiting.length, Math.floor(random() * (waiting.length + 1)), Infinity][kind] ?? 0;
      /** @type {Buffer} */
      let bytes = Buffer.from(safe);
      waiting.forEach((change, at) => {
        const isKept = upTo === Infinity ? random() < 0.5 : at < upTo;
        const isTorn = kind >= 2 && (at === upTo || random() < 0.1);
        if (isTorn) bytes = changed(bytes, torn(change, random));
        else if (isKept) bytes = changed(bytes, change);
      });
      writeFileSync(join(folder, name), bytes);
    }
    return {
      about: ['nothing', 'all', 'the first part', 'any part'][kind],
      remove: () => rmSync(folder, { recursive: true }),
    };
  }
}

/** @param {Buffer} content is changed @param {Change} change @returns {Buffer} the same, or another one of another length */
function changed(content, { at, bytes }) {
  const length = bytes === null ? at : Math.max(content.length, at + bytes.length);
  const next = length === content.length ? content : Buffer.concat([content], length);
  bytes?.copy(next, at);
  return next;
}

/** Keeps the first sectors of a write. @param {Change} change @param {() => number} random @returns {Change} */
function torn({ at, bytes }, random) {
  if (bytes === null) return { at, bytes };
  const end = at + Math.floor(random() * bytes.length);
  return { at, bytes: bytes.subarray(0, Math.max(0, end - (end % SECTOR) - at)) };
}
