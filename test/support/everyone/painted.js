/**
 * Notes which texts stand on the canvases of a page, where, and in which colours. Games paint most of them on a layer, and show the
 * layer: both are followed. A page that `hidesTexts` paints none, so that only what lies behind them is seen.
 */

/** @import { Page } from 'playwright-core' */

/**
 * @typedef {object} Painted a text on a canvas, in pixels of the canvas
 * @property {string} text @property {string[]} colours as CSS writes them @property {number} alpha
 * @property {number} x @property {number} y @property {number} width @property {number} height
 * @property {number} frame in which it was painted
 */

/** Give it to `openPage` as preparation. @param {Page} page */
export async function notePainted(page) {
  await page.addInitScript(listen);
}

function listen() {
  /** @type {WeakMap<object, string[]>} */
  const stops = new WeakMap();
  /** @type {WeakMap<object, Painted[]>} */
  const onLayers = new WeakMap();
  /** @type {Map<HTMLCanvasElement, Painted[]>} */
  const onPage = new Map();
  const notes = { onPage, frame: 0, hidesTexts: false };
  Object.assign(window, { paintedTexts: notes });
  requestAnimationFrame(function count() {
    notes.frame += 1;
    requestAnimationFrame(count);
  });

  const { addColorStop } = CanvasGradient.prototype;
  CanvasGradient.prototype.addColorStop = function (/** @type {number} */ at, /** @type {string} */ colour) {
    stops.set(this, [...(stops.get(this) ?? []), colour]);
    return addColorStop.call(this, at, colour);
  };

  /** @param {CanvasRenderingContext2D} pen @param {Omit<Painted, 'frame'>} found */
  function keep(pen, { x, y, width, height, ...rest }) {
    const { canvas } = pen;
    const matrix = pen.getTransform();
    const corners = [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ].map(([left, top]) => matrix.transformPoint({ x: Number(left), y: Number(top) }));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    const found = {
      ...rest,
      frame: notes.frame,
      x: Math.min(...xs),
      y: Math.min(...ys),
      width: Math.max(...xs) - Math.min(...xs),
      height: Math.max(...ys) - Math.min(...ys),
    };
    if (!canvas.isConnected) return void onLayers.set(canvas, [...(onLayers.get(canvas) ?? []), found]);
    const known = onPage.get(canvas) ?? [];
    onPage.set(canvas, [...known.filter(({ frame }) => frame === notes.frame), found]);
  }

  const { fillText, drawImage } = CanvasRenderingContext2D.prototype;
  /** @param {Parameters<CanvasText['fillText']>} given */
  CanvasRenderingContext2D.prototype.fillText = function (...given) {
    const [text, x, y] = given;
    const { actualBoundingBoxLeft: left, actualBoundingBoxAscent: up, ...size } = this.measureText(text);
    const [width, height] = [left + size.actualBoundingBoxRight, up + size.actualBoundingBoxDescent];
    const { fillStyle, globalAlpha } = this;
    const colours = typeof fillStyle === 'string' ? [fillStyle] : (stops.get(fillStyle) ?? []);
    keep(this, { text, colours, alpha: globalAlpha, x: x - left, y: y - up, width, height });
    if (!notes.hidesTexts || !this.canvas.isConnected) fillText.apply(this, given);
  };
  CanvasRenderingContext2D.prototype.drawImage = function (/** @type {any[]} */ ...given) {
    const [layer, x, y, wide, high] = given;
    const texts = given.length <= 5 ? (onLayers.get(layer) ?? []) : [];
    const scaleX = wide === undefined ? 1 : wide / layer.width;
    const scaleY = high === undefined ? 1 : high / layer.height;
    for (const one of texts)
      keep(this, {
        ...one,
        alpha: one.alpha * this.globalAlpha,
        x: x + one.x * scaleX,
        y: y + one.y * scaleY,
        width: one.width * scaleX,
        height: one.height * scaleY,
      });
    if (texts.length === 0 || !notes.hidesTexts || !this.canvas.isConnected)
      /** @type {any} */ (drawImage).apply(this, given);
  };
}
