/** A check looks at a few of many cases. `npm run test:long` looks at all: it runs the files again that import this. */

export const isWhole = process.env['WHOLE'] === '1';

/** @template T @param {T} few fixed, so that two checks of one state say the same @param {T} all @returns {T} */
export const sample = (few, all) => (isWhole ? all : few);
