/** The certificate of the server: read from given files, or made here and saved in the data folder. */

import { X509Certificate, createPrivateKey } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { EVERYWHERE, reachableHosts } from './addresses.js';
import { ConfigError } from '../config.js';
import { messageOf } from '../errors.js';

/** @import { Config } from '../config.js' */
/** @import { Interfaces } from './addresses.js' */
/** @typedef {{ cert: string, key: string }} TlsOptions */

/** iPhones refuse certificates that are valid for more than 825 days. */
const VALID_DAYS = 397;
const RENEW_DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

/**
 * @param {Pick<Config, 'tls' | 'tlsCert' | 'tlsKey' | 'dataDir' | 'publicUrl' | 'host'>} config
 * @param {{ interfaces?: Interfaces, nowMs?: number }} [world]
 * @returns {Promise<TlsOptions | null>} for `https.createServer`; null: plain HTTP
 * @throws {ConfigError}
 */
export async function tlsOptions(config, { interfaces, nowMs = Date.now() } = {}) {
  if (config.tlsCert && config.tlsKey) return givenFiles(config.tlsCert, config.tlsKey);
  if (config.tls !== 'self-signed') return null;
  const names = namesOf(config, interfaces);
  const folder = join(config.dataDir, 'tls');
  const saved = readSaved(folder);
  if (saved && isGoodFor(saved, names, nowMs)) return saved;
  return save(folder, await make(names, nowMs));
}

/** @param {string} certFile @param {string} keyFile @returns {TlsOptions} */
function givenFiles(certFile, keyFile) {
  const options = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT ${certFile} and TLS_KEY ${keyFile} cannot be used together (${messageOf(error)}): ` +
        'give a PEM certificate and the key it was made with.',
    );
  }
}

/** @param {Pick<Config, 'publicUrl' | 'host'>} config @param {Interfaces} [interfaces] @returns {string[]} */
function namesOf({ publicUrl, host }, interfaces) {
  const names = ['localhost', '127.0.0.1', '::1', ...reachableHosts(interfaces)];
  if (publicUrl) names.push(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
  if (!EVERYWHERE.includes(host)) names.push(host);
  return [...new Set(names)];
}

/** @param {string} folder @returns {TlsOptions | null} */
function readSaved(folder) {
  try {
    const { cert, key } = filesIn(folder);
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch {
    return null;
  }
}

/**
 * A certificate with more addresses than needed is good. A new one is made only when an address is missing, because
 * each new certificate means a new warning on every phone.
 * @param {TlsOptions} saved @param {string[]} names @param {number} nowMs
 */
function isGoodFor({ cert, key }, names, nowMs) {
  try {
    const certificate = new X509Certificate(cert);
    const inTime = Date.parse(certificate.validTo) - nowMs > RENEW_DAYS * DAY_MS;
    const complete = names.every((name) =>
      isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name),
    );
    return inTime && complete && certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** @param {string[]} names @param {number} nowMs @returns {Promise<TlsOptions>} */
async function make(names, nowMs) {
  const altNames = names.map((name) =>
    isIP(name)
      ? /** @type {const} */ ({ type: 7, ip: name })
      : /** @type {const} */ ({ type: 2, value: name }),
  );
  // Only who makes a certificate needs what makes them: two hundred files.
  const { generate } = await import('selfsigned');
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Mass Mobile' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A phone whose clock is an hour slow must not see a certificate that begins in its future.
    notBeforeDate: new Date(nowMs - DAY_MS),
    notAfterDate: new Date(nowMs + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  });
  return { cert, key };
}

/** @param {string} folder @param {TlsOptions} made @returns {TlsOptions} */
function save(folder, made) {
  const files = filesIn(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(files.key, made.key, 0o600);
    writeWhole(files.cert, made.cert, 0o644);
    return made;
  } catch (error) {
    throw new ConfigError(
      `The certificate cannot be saved in ${folder} (${messageOf(error)}): ` +
        'make the data folder writable, or choose another one with --data-dir.',
    );
  }
}

/**
 * Writes a file whole: a crash leaves the old file, or a pair that does not match, which is then made anew.
 * @param {string} file @param {string} text @param {number} mode
 */
function writeWhole(file, text, mode) {
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}

/** @param {string} folder */
function filesIn(folder) {
  return { cert: join(folder, 'self-signed.cert.pem'), key: join(folder, 'self-signed.key.pem') };
}
