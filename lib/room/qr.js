/** The QR codes of a show: as few modules as an address needs, because larger modules are read from further away. */

import QRCode from 'qrcode';

/** Modules that stay white around it, by the standard. */
const QUIET_MODULES = 4;
/** From the least correction to the most. */
const LEVELS = /** @type {const} */ (['L', 'M', 'Q', 'H']);

/** @param {string} url @returns {(typeof LEVELS)[number]} the most correction that makes the code no larger */
export function levelOf(url) {
  const sizeAt = (/** @type {(typeof LEVELS)[number]} */ errorCorrectionLevel) =>
    QRCode.create(url, { errorCorrectionLevel }).modules.size;
  const least = sizeAt('L');
  return LEVELS.findLast((level) => sizeAt(level) === least) ?? 'L';
}

/** @param {string} url @returns {Promise<string>} an SVG document */
export function drawQr(url) {
  return QRCode.toString(url, { type: 'svg', margin: QUIET_MODULES, errorCorrectionLevel: levelOf(url) });
}
