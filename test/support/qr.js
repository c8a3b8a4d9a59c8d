/** Reads QR codes from pictures of pages. */

import jsQR from 'jsqr';

/** @import { Locator, Page } from 'playwright-core' */

/** A picture from afar is looked at enlarged, as scanners do, but not above its own size: looking at pixels holds a server beside it up. */
const ENLARGED = 4;

/**
 * Photographs a page, or a part of one, from afar, and reads the code in the picture.
 * @param {Page} page of any origin, which does the work
 * @param {Page | Locator} [seen] the same page, if nothing is said
 * @param {number} [share] of the size: a quarter is what the last row of a hall has
 * @returns {Promise<string | undefined>} undefined: no code can be read
 */
export async function readCode(page, seen = page, share = 1 / 4) {
  const png = await seen.screenshot();
  const { data, width, height } = await page.evaluate(
    async ({ source, far, times }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const size = [image.width * far, image.height * far].map(Math.round);
      const small = new OffscreenCanvas(size[0] ?? 1, size[1] ?? 1);
      const large = new OffscreenCanvas(small.width * times, small.height * times);
      for (const [canvas, shown] of /** @type {const} */ ([
        [small, image],
        [large, small],
      ])) {
        const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(shown, 0, 0, canvas.width, canvas.height);
      }
      const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (large.getContext('2d'));
      const pixels = pen.getImageData(0, 0, large.width, large.height);
      let text = '';
      for (let at = 0; at < pixels.data.length; at += 4) text += String.fromCharCode(pixels.data[at] ?? 0);
      return { data: text, width: large.width, height: large.height };
    },
    {
      source: `data:image/png;base64,${png.toString('base64')}`,
      far: share,
      times: Math.min(ENLARGED, 1 / share),
    },
  );
  const grey = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : data.charCodeAt(at >> 2),
  );
  return jsQR.default(grey, width, height)?.data;
}
