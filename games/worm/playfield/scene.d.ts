/** What a part of the chart is given to draw. */

import type { Translate } from 'mass-mobile';
import type { readTheme } from '../../../public/playfield/canvas.js';
import type { WormSettings } from '../rules/settings.js';
import type { backdrop, frame } from '../rules/views.js';
import type { Layout } from './layout.js';

export type Backdrop = ReturnType<typeof backdrop>;
export type Frame = ReturnType<typeof frame>;

export interface Scene {
  pen: CanvasRenderingContext2D;
  layout: Layout;
  theme: ReturnType<typeof readTheme>;
  settings: WormSettings;
  t: Translate;
  view: Frame;
  behind: Backdrop;
  /** The seconds at both ends of the plot. */
  fromS: number;
  toS: number;
  /** CSS pixels of a second, and of a mean from -100 to 100, which may lie outside of the plot. */
  x(atS: number): number;
  y(mean: number): number;
}
