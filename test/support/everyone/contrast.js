/**
 * Measures the contrast of every text of a page with what is behind it: the text from its colour, the ground from a picture of the
 * page without texts, so that gradients, pictures and moving lights count as they are.
 */

/** @import { Page } from 'playwright-core' */

/** So much of the ground may come too close to a text for a moment: lights and balls pass behind letters. */
const PASSING = 0.15;

/**
 * @typedef {object} Measured
 * @property {string} text @property {string} where @property {number} contrast 1 to 21
 * @property {boolean} isFar it fits the selector of what is read from the last row
 */

/**
 * @param {Page} page prepared by `notePainted` @param {string} far selects what is read from the last row; texts on canvases are
 * @returns {Promise<Measured[]>}
 */
export async function measureContrast(page, far) {
  await page.evaluate(hideTexts);
  const png = await page.screenshot({ animations: 'allow' });
  return page.evaluate(measure, {
    source: `data:image/png;base64,${png.toString('base64')}`,
    far,
    passing: PASSING,
  });
}

/** Notes the texts, and waits for two frames without them. */
async function hideTexts() {
  const notes = /** @type {any} */ (window).paintedTexts;
  /** @type {any[]} */
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('script, style, noscript, [inert], .visually-hidden'))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    let alpha = 1;
    for (let one = /** @type {Element | null} */ (element); one; one = one.parentElement)
      alpha *= Number(getComputedStyle(one).opacity);
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const { x, y, width, height } of range.getClientRects())
      texts.push({ text, element, alpha, colours: [getComputedStyle(element).color], x, y, width, height });
  }
  for (const [canvas, painted] of notes.onPage) {
    if (!canvas.isConnected || !canvas.checkVisibility({ opacityProperty: true })) continue;
    const box = canvas.getBoundingClientRect();
    const scale = box.width / canvas.width;
    for (const one of painted)
      texts.push({
        ...one,
        element: canvas,
        x: box.x + one.x * scale,
        y: box.y + one.y * scale,
        width: one.width * scale,
        height: one.height * scale,
      });
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* , *::before, *::after { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important; }',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  notes.hidesTexts = true;
  Object.assign(notes, { texts, sheet, hiddenAt: notes.frame });
  for (let frames = 0; frames < 2; frames++) await new Promise((done) => requestAnimationFrame(done));
}

/** @param {{ source: string, far: string, passing: number }} given @returns {Promise<any[]>} */
async function measure({ source, far, passing }) {
  const notes = /** @type {any} */ (window).paintedTexts;
  const { texts, sheet, hiddenAt, onPage } = notes;
  notes.hidesTexts = false;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  const image = new Image();
  image.src = source;
  await image.decode();
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })
  );
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const brush = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  );

  return texts.flatMap((/** @type {any} */ one) => {
    const ratios = one.colours.map((/** @type {string} */ colour) => contrastIn(one, channelsOf(colour)));
    if (ratios.some((/** @type {number} */ ratio) => Number.isNaN(ratio))) return [];
    const { text, element, x, y } = one;
    const isFar = element.tagName === 'CANVAS' || element.closest(far) !== null;
    const where = `${element.tagName.toLowerCase()}.${element.className} at ${Math.round(x)}, ${Math.round(y)}`;
    return [{ text, where, isFar, contrast: Math.min(...ratios) }];
  });

  /** @param {string} colour of any kind @returns {number[]} red, green, blue, alpha; 0 to 255 */
  function channelsOf(colour) {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  }

  /** @param {number[]} colour */
  function luminanceOf(colour) {
    const [red = 0, green = 0, blue = 0] = colour.map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** The contrast that nearly all of the ground has. @param {any} one @param {number[]} colour @returns {number} NaN: out of sight */
  function contrastIn({ x, y, width, height, alpha, element }, [red = 0, green = 0, blue = 0, opaque = 255]) {
    const share = (alpha * opaque) / 255;
    // A text that nobody can see is on its way in or out.
    if (share < 0.05) return NaN;
    const found = [];
    const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 2000)));
    for (let top = Math.max(0, Math.round(y)); top < Math.min(image.height, y + height); top += step)
      for (let left = Math.max(0, Math.round(x)); left < Math.min(image.width, x + width); left += step) {
        const at = (top * image.width + left) * 4;
        const ground = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
        const letter = [red, green, blue].map(
          (byte, place) => byte * share + (ground[place] ?? 0) * (1 - share),
        );
        const [dark = 0, bright = 0] = [luminanceOf(letter), luminanceOf(ground)].sort((a, b) => a - b);
        found.push((bright + 0.05) / (dark + 0.05));
      }
    if (found.length === 0) return NaN;
    found.sort((a, b) => a - b);
    // A canvas that was not painted anew still has its letters, which cover less than half of their box.
    const painted = onPage.get(element);
    const isStill = painted && (painted[0]?.frame ?? 0) <= hiddenAt;
    // A letter in a shape has the corners of its box outside the shape.
    const isShaped = getComputedStyle(element).clipPath !== 'none';
    return found[Math.floor(found.length * (isStill || isShaped ? 0.6 : passing))] ?? NaN;
  }
}
