/** A database of its own for each show, in the PostgreSQL that they share. */

import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** @param {string} server the URL of any database of it @returns {Promise<string>} the URL of an empty one */
export async function newDatabase(server) {
  const name = `show_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
