/** What the end-to-end tests put into the pages they look at. */
declare global {
  var shown: () => any;
  var view: any;
  var seen: { nowMs: number; phase: string; x: number; left: number; right: number }[];
  var ballSpeed: () => number;
  var firstShown: { left: number; right: number };
  var changes: number;
  var wiggling: any;
  var hostPressed: () => Promise<number>;
  var paced: { frames: number; pauseMs: number };
}
export {};
