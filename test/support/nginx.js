/** nginx with the files of deploy/nginx/: in a temporary folder, at free ports, with a certificate of its own. */

/** @import { Scope } from './scope.js' */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tlsOptions } from '../../lib/http/tls.js';
import { freePort } from './process.js';
import { tempFolder } from './server.js';
import { until } from './until.js';

const SOURCE = fileURLToPath(new URL('../../deploy/nginx', import.meta.url));
/** Debian has nginx where the path of an ordinary user does not lead. */
const ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts it in front of servers.
 * @param {Scope} t
 * @param {(number | string)[]} servers the ports of those of this machine, or host and port
 * @param {{ host?: string, within?: readonly string[], certified?: { cert: string, key: string } }} [options] host: where it
 *   listens; `within`: the command that runs it
 * @throws {Error} with what nginx says when it refuses the files, or when there is none: `npm run setup` installs it
 */
export async function startNginx(t, servers, { host = '127.0.0.1', within = [], certified } = {}) {
  const folder = await tempFolder(t);
  const [port, plainPort] = [await freePort(), await freePort()];
  const cert = await writeFiles(folder, { servers, host, port, plainPort, certified });
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  // Started by root its workers are somebody else, who cannot read a temporary folder.
  const globals = process.getuid?.() === 0 ? 'user root; daemon off;' : 'daemon off;';
  const test = await runNginx([...within, 'nginx', ...args, '-t', '-g', globals]);
  if (test.code !== 0) throw new Error(`nginx -t: ${test.text}`);

  const [program = '', ...rest] = [...within, 'nginx', ...args, '-g', globals];
  const child = spawn(program, rest, { env: ENV, stdio: 'ignore' });
  t.after(async () => {
    const ended = once(child, 'exit');
    // SIGTERM also ends the workers, which SIGKILL would leave behind.
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  });
  await listening(port, host);
  const agent = new Agent({ ca: cert, keepAlive: true });
  t.after(() => agent.destroy());
  return {
    url: `https://${host}:${port}`,
    plainUrl: `http://${host}:${plainPort}`,
    cert,
    /** The answer of `nginx -t`. */
    said: test.text,
    /**
     * @param {string} path
     * @param {Omit<import('node:https').RequestOptions, 'path'> & { body?: string }} [options]
     */
    ask: (path, options = {}) => ask(`https://${host}:${port}${path}`, { agent, ca: cert, ...options }),
  };
}

/**
 * Puts the files into the folder, with this machine's addresses in place of those that a server of its own has.
 * @param {string} folder
 * @param {{ servers: (number | string)[], host: string, port: number, plainPort: number, certified?: { cert: string, key: string } }} options
 * @returns {Promise<string>} the certificate
 */
async function writeFiles(folder, { servers, host, port, plainPort, certified }) {
  await cp(SOURCE, folder, { recursive: true });
  const own = join(folder, 'mass-mobile');
  const list = servers.map((each) => (typeof each === 'number' ? `127.0.0.1:${each}` : each));
  const lines = list.map((each) => `server ${each} max_fails=0;\n`);
  await writeFile(join(own, 'servers.conf'), lines.join(''));
  await mkdir(join(folder, 'temp'));
  const temp = TEMP_PATHS.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ');
  await change(join(folder, 'nginx.conf'), [
    [/\/etc\/nginx\/mime\.types/, '/etc/nginx/mime.types'],
    [/\/etc\/nginx\/mass-mobile\//, `${own}/`],
    [/\/var\/log\/nginx\/error\.log/, `${folder}/error.log`],
    [/\/run\/nginx\.pid/, `${folder}/nginx.pid`],
    [/worker_processes auto/, 'worker_processes 1'],
    [/http \{/, `http { ${temp}`],
  ]);
  await change(join(own, 'mass-mobile.conf'), [
    [/\/etc\/nginx\/mass-mobile/, own],
    [/\/var\/log\/nginx/, folder],
    [/listen 80 /, `listen ${host}:${plainPort} `],
    [/listen 443 /, `listen ${host}:${port} `],
    [/listen \[::\]:(80|443) .*/, ''],
  ]);
  const made = certified ?? (await certify(folder, host));
  await writeFile(join(own, 'cert.pem'), made.cert);
  await writeFile(join(own, 'key.pem'), made.key);
  return String(made.cert);
}

/** @param {string} folder where it is kept @param {string} host @returns {Promise<{ cert: string, key: string }>} */
export async function certify(folder, host) {
  const made = await tlsOptions({
    ...{ tls: 'self-signed', tlsCert: null, tlsKey: null, publicUrl: null, host },
    dataDir: folder,
  });
  if (!made) throw new Error('There is no certificate.');
  return made;
}

/**
 * @param {string} file
 * @param {[pattern: RegExp, text: string][]} changes each must find something, lest a test passes by what is not there
 */
async function change(file, changes) {
  let text = await readFile(file, 'utf8');
  for (const [pattern, to] of changes) {
    if (!pattern.test(text)) throw new Error(`${file} has no ${pattern}`);
    text = text.replaceAll(new RegExp(pattern, 'g'), () => to);
  }
  await writeFile(file, text);
}

/** @param {string[]} command @returns {Promise<{ code: number, text: string }>} */
async function runNginx([program = '', ...args]) {
  const child = spawn(program, args, { env: ENV, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  const failed = once(child, 'error').then(() => {
    throw new Error('There is no nginx: npm run setup installs it.');
  });
  const [code] = await Promise.race([once(child, 'close'), failed]);
  return { code, text };
}

/** @param {number} port @param {string} host */
async function listening(port, host) {
  await until(async () => {
    const socket = connect(port, host);
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isOpen;
  });
}

/**
 * @param {string} url @param {import('node:https').RequestOptions & { body?: string }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function ask(url, { body, ...options }) {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: Number(response.statusCode), headers: response.headers, body: text }),
      );
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
