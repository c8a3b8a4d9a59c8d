/** Runs the generator of a flood in a process of its own, that does what its parent says. */

import { serve } from '../harness/child.js';
import { FLOODS } from './floods.js';
import { createGenerator } from './generator.js';

/** @type {import('./generator.js').Generator | null} */
let generator = null;

serve(
  {
    /** @param {{ name: string, url: string, share: number }} options `share`: 1 is the whole flood */
    open({ name, url, share }) {
      const flood = FLOODS[name];
      if (flood) generator = createGenerator(flood, url, share);
    },
    arrive: () => generator?.arrive(),
    start: () => generator?.start(),
    read: () => generator?.read(),
    fates: () => generator?.fates(),
    stop: () => generator?.close(),
  },
  () => generator?.close(),
);
