/** The banner at the start: it says where phones, the big screen and the operator go. */

import QRCode from 'qrcode';

/**
 * @typedef {object} BannerFacts
 * @property {string} version
 * @property {readonly string[]} addresses  from `phoneAddresses`: the first is the one to show
 * @property {string} operatorKey  '': an edge, which does not get it
 * @property {string} [device]  lets the printed link in while strangers guess keys, see createGate
 * @property {string | null} data  the folder or the database in which everything is kept; null: an edge, whose home has it
 * @property {boolean} [isDev]  games are written here
 * @property {boolean} [selfSigned]  phones warn about the certificate
 * @property {(text: string) => void} [write]
 * @property {boolean} [tty]  colours and a QR code; false writes plain lines for a log
 */
/** @typedef {Record<'title' | 'bold' | 'dim' | 'warn', (text: string) => string>} Ink */

/** A machine with containers may have dozens of addresses. */
const MAX_ADDRESSES = 3;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * @param {BannerFacts} facts
 * @returns {Promise<void>}
 */
export async function printBanner(facts) {
  const { write = (text) => void process.stdout.write(text), tty = Boolean(process.stdout.isTTY) } = facts;
  const ink = tty ? ANSI : PLAIN;
  const {
    addresses: [best = ''],
    operatorKey,
  } = facts;
  const blocks = [
    `  ${ink.title('Mass Mobile')} ${ink.dim(facts.version)}`,
    tty
      ? await codesOf({ Phones: best, Control: operatorKey && `${best}/control${keyOf(operatorKey)}` })
      : '',
    placesOf(facts, ink),
    hintsOf(facts, ink),
    `  ${ink.dim('Ctrl-C stops the server; rooms and players are saved.')}`,
  ];
  write(`\n${blocks.filter(Boolean).join('\n\n')}\n\n`);
}

/**
 * Sets QR codes beside each other, each below its name. A code is scanned from the terminal, so the least correction does.
 * @param {Record<string, string>} links by name; '': left out
 */
async function codesOf(links) {
  const codes = await Promise.all(
    Object.entries(links)
      .filter(([, link]) => link !== '')
      .map(async ([name, link]) => {
        const options = /** @type {const} */ ({ errorCorrectionLevel: 'L' });
        const code = await QRCode.toString(link, { ...options, type: 'terminal', small: true });
        const width = QRCode.create(link, options).modules.size + 2;
        // The last line has nothing but colours.
        return { width, lines: [name.padEnd(width), ...code.trimEnd().split('\n').slice(0, -1)] };
      }),
  );
  const height = Math.max(...codes.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_line, at) =>
    indent(codes.map(({ lines, width }) => lines[at] ?? ' '.repeat(width)).join('    ')),
  ).join('\n');
}

/** @param {string} operatorKey */
const keyOf = (operatorKey) => `#key=${encodeURIComponent(operatorKey)}`;

/** @param {BannerFacts} facts @param {Ink} ink */
function placesOf({ addresses: [best = '', ...others], operatorKey, device, data, isDev }, ink) {
  const key = operatorKey && `${keyOf(operatorKey)}${device ? `&device=${device}` : ''}`;
  const rows = [
    ['Phones', ink.bold(best)],
    ...others.slice(0, MAX_ADDRESSES - 1).map((address) => ['', ink.dim(`or ${address}`)]),
    ['Big screen', `${best}/playfield`],
    ['Control', `${best}/control${key || ', with the key of the home'}`],
    ...(isDev ? [['Desk', `${best}/desk${key}`]] : []),
    ['Data', data ?? 'kept by the home'],
  ];
  return rows.map(([label = '', place]) => `  ${ink.dim(label.padEnd(11))} ${place}`).join('\n');
}

/** @param {BannerFacts} facts @param {Ink} ink */
function hintsOf({ addresses: [best = 'http://localhost'], selfSigned }, ink) {
  const { protocol, hostname } = new URL(best);
  const hints = [];
  if (LOOPBACK.includes(hostname))
    hints.push('Only this machine can reach it: join a network, or set PUBLIC_URL.');
  if (protocol === 'http:') hints.push('Phone motion sensors need HTTPS: start with --tls self-signed.');
  if (selfSigned) hints.push('The certificate is self-signed: each phone asks once whether to trust it.');
  return hints.map((hint) => `  ${ink.warn('!')} ${hint}`).join('\n');
}

/** @param {string} line */
function indent(line) {
  return `  ${line}`;
}

/** @param {number} code @returns {(text: string) => string} */
function ansi(code) {
  return (text) => `\x1b[${code}m${text}\x1b[0m`;
}

/** @type {Ink} */
const ANSI = { title: ansi(95), bold: ansi(1), dim: ansi(2), warn: ansi(33) };
const plain = (/** @type {string} */ text) => text;
/** @type {Ink} */
const PLAIN = { title: plain, bold: plain, dim: plain, warn: plain };
