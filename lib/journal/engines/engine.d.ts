/** An engine is one database, opened, of today's schema, and ours alone. The worker knows nothing else of it. */

import type { JournalError } from '../folder.js';
import type { Write } from '../rows.js';
import type { Db } from '../schema.js';

export interface EngineOptions {
  /** The folder of the SQLite file. */
  dataDir: string;
  /** Another database than this file. */
  databaseUrl: string | null;
  /** Of the journal that opens it; the same when its thread is started again. */
  ownerId: string;
  /** Takes what is proven out of a damaged file; the error `data-rescued` says that `putRescued` can put that in its place. */
  rescues?: boolean;
  /** Of a file that a test fills. */
  maxPageCount?: number;
}

export interface Engine {
  /** Reads, at the start and for pictures. */
  db: Db;
  /** For the log: it has lost what it had acknowledged, or may lose it. */
  remark: string | null;
  /** Says why it cannot be read. */
  openingError(error: unknown): JournalError;
  /** Called when everything has been read: from now on rows are written. */
  begin(): void;
  /**
   * Makes one transaction of them, in their order. When it returns or resolves they are on disk, and when it throws or
   * rejects nothing of them is.
   */
  commit(writes: readonly Write[]): void | Promise<void>;
  /** Leaves nothing of what was deleted in its files, as far as they are ours. @throws it could not, for now */
  wipe(): void;
  /** Says what was wrong with a commit, as a part of a sentence. */
  problemOf(error: unknown): string;
  /** For tests: the database takes nothing any more, or does again. */
  refuse(isOn: boolean): void | Promise<void>;
  /** Lets another one open it; never throws. */
  close(): void | Promise<void>;
}

/** Called once: another home has taken the database over. */
export type OnLost = (sentence: string) => void;
