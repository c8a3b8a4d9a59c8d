/** Runs a Redis for a measurement, with nothing on disk, and reads what it has counted. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@redis/client';
import { freePort } from '../../test/support/process.js';
import { LabError } from '../harness/errors.js';

/**
 * @typedef {{ bytesIn: number, bytesOut: number, messages: number }} Traffic since its start; `messages`: published
 */

const QUESTION_BYTES = '*2\r\n$4\r\nINFO\r\n$10\r\neverything\r\n'.length;
/** A reply of some thousand bytes has its length before it, and a line's end before and after it. */
const FRAME_BYTES = '$5000\r\n\r\n'.length;

/** @throws {LabError} if there is no `redis-server`, or it ends at once */
export async function startRedis() {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  await new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new LabError(`redis-server cannot be started (${error.message}): run npm run setup.`)),
    );
    child.once('exit', (code) => reject(new LabError(`redis-server ended with ${code}: ${text}`)));
    child.stdout.on('data', (chunk) => /Ready to accept/.test((text += chunk)) && resolve(undefined));
  });
  const url = `redis://127.0.0.1:${port}`;
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  /** Bytes of our own questions and their answers. */
  const own = { bytesIn: 0, bytesOut: 0 };

  return {
    url,
    pid: Number(child.pid),
    /** @returns {Promise<Traffic>} without these questions */
    async read() {
      const said = String(await client.sendCommand(['INFO', 'everything']));
      const number = (/** @type {RegExp} */ pattern) => Number(pattern.exec(said)?.[1] ?? 0);
      // The question is counted by the time it is answered, and the answer is not.
      own.bytesIn += QUESTION_BYTES;
      const traffic = {
        bytesIn: number(/^total_net_input_bytes:(\d+)/m) - own.bytesIn,
        bytesOut: number(/^total_net_output_bytes:(\d+)/m) - own.bytesOut,
        messages: number(/^cmdstat_publish:calls=(\d+)/m),
      };
      own.bytesOut += Buffer.byteLength(said) + FRAME_BYTES;
      return traffic;
    },
    async close() {
      client.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startRedis>>} Redis */
