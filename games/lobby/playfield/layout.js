/** Where things are on the lobby's screen. */

/**
 * Lays out the screen: the headline above, the code in the middle, an area for names on either side.
 * @param {HTMLElement} root @param {number} width @param {number} height
 */
export function layOut(root, width, height) {
  const style = getComputedStyle(root);
  const joinWidth = parseFloat(style.getPropertyValue('--join-width')) || width * 0.3;
  const joinHeight = parseFloat(style.getPropertyValue('--join-height')) || height * 0.6;
  const top = height - joinHeight;
  const margin = width * 0.025;
  const side = { y: top, width: (width - joinWidth) / 2 - margin * 1.6, height: joinHeight * 0.92 };
  return {
    width,
    height,
    joinWidth,
    joinHeight,
    joinY: height - joinHeight / 2,
    headSize: Math.min(top * 0.46, width * 0.09),
    headY: top * 0.4,
    areas: [
      { x: margin, ...side },
      { x: width - margin - side.width, ...side },
    ],
  };
}

/** @typedef {ReturnType<typeof layOut>} Layout */
