/** A QR code that a camera reads from some metres away. */

import { html } from 'htm/preact';
import { svgAddress } from '../../public/shared/dom.js';

/** A quarter of it, as the camera has it from there, is two pixels: with less, every other code could not be read. */
const MODULE_PX = 8;

/** @param {{ svg: string, alt: string }} props `svg`: a document with a unit for each module, its quiet zone included */
export function QrCode({ svg, alt }) {
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? 0);
  return html`<img
    class="qr-code"
    src=${svgAddress(svg)}
    alt=${alt}
    style=${{ width: `${MODULE_PX * modules}px` }}
  />`;
}
