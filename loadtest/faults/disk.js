/** A small disk of its own for a data folder, which can be filled. It takes root, as `mount` does. */

/** @import { Scope } from '../../test/support/scope.js' */

import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from '../../test/support/server.js';
import { LabError } from '../harness/errors.js';

const run = promisify(execFile);
const MB = 2 ** 20;
/** The rest is taken in pieces of this size, so that no commit finds room. */
const PIECE = 4096;

/** @param {Scope} scope @param {{ megabytes: number }} size */
export async function openDisk(scope, { megabytes }) {
  const path = await tempFolder(scope);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).catch(({ message }) => {
    throw new LabError(`A disk to be filled is a tmpfs, and to mount one needs root. ${message}`);
  });
  scope.after(() => run('umount', [path]));
  const filler = join(path, 'filler');

  return {
    path,
    async fill() {
      for (const piece of [MB, PIECE])
        for (;;)
          try {
            await writeFile(filler, Buffer.alloc(piece), { flag: 'a' });
          } catch {
            break;
          }
    },
    empty: () => rm(filler),
  };
}
