/** One connection to a database server: it answers one statement at a time, within a time, or is gone for good. */

/** @import { Answer } from './kysely.js' */

/** A statement that takes longer has met a server that hangs; the largest picture takes a tenth of it over a slow network. */
const ANSWER_MS = 10_000;
const GOODBYE_MS = 500;

/** The connection is gone, and nobody knows what became of the statement it had. */
export class Gone extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    const { message, code } = /** @type {{ message?: string, code?: string }} */ (cause ?? {});
    super(message || code || 'no reason was given', { cause });
  }
}

/** A connection that a driver has opened. */
export class Link {
  #run;
  #destroy;
  #end;
  /** @type {((error: Gone) => void) | null} */
  #fail = null;
  isGone = false;

  /**
   * @param {object} driver
   * @param {(sql: string, values: readonly unknown[]) => Promise<Answer>} driver.run
   * @param {() => void} driver.destroy closes the socket at once
   * @param {() => Promise<void>} driver.end says goodbye, then closes it
   */
  constructor({ run, destroy, end }) {
    this.#run = run;
    this.#destroy = destroy;
    this.#end = end;
  }

  /**
   * @param {string} sql @param {readonly unknown[]} [values]
   * @returns {Promise<Answer>} rejects with `Gone`, or with what the server says against the statement
   */
  query(sql, values = []) {
    if (this.isGone) return Promise.reject(new Gone(null));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.lose(new Error('it did not answer')), ANSWER_MS);
      const settle = () => {
        clearTimeout(timer);
        this.#fail = null;
      };
      this.#fail = (error) => {
        settle();
        reject(error);
      };
      this.#run(sql, values).then(
        (answer) => {
          settle();
          resolve(answer);
        },
        (error) => {
          settle();
          if (saysServer(error)) reject(error);
          else this.lose(error, reject);
        },
      );
    });
  }

  /** Closes it properly, or at once when the server does not answer. Never rejects. */
  async end() {
    if (this.isGone) return;
    const timer = setTimeout(() => this.lose(null), GOODBYE_MS);
    await this.#end().catch(() => {});
    clearTimeout(timer);
    this.lose(null);
  }

  /** The driver, or the time that has passed, says that nothing comes any more. @param {unknown} cause @param {(error: Gone) => void} [reject] */
  lose(cause, reject) {
    if (this.isGone) return reject?.(new Gone(cause));
    this.isGone = true;
    this.#destroy();
    const error = new Gone(cause);
    reject?.(error);
    this.#fail?.(error);
  }
}

/**
 * A server that closes the connection says so too, with an error of its own.
 * @param {unknown} error @returns {boolean} the server refuses the statement, and the connection stays
 */
function saysServer(error) {
  const { severity, sqlState, fatal, errno } =
    /** @type {{ severity?: string, sqlState?: string, fatal?: boolean, errno?: number }} */ (error ?? {});
  if (severity !== undefined) return severity === 'ERROR';
  return sqlState !== undefined && fatal !== true && !CLOSING.has(Number(errno));
}

/** MySQL and MariaDB say this when they shut down or end a connection. */
const CLOSING = new Set([1053, 1077, 1078, 1079, 1080, 1152, 1153, 1159, 1160, 1184, 1317, 1927, 3169, 4031]);
