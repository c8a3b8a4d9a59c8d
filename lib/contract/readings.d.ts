/** Readings: what the processes of a show measure of themselves, for the governor, the panel and the metrics. */

/** What the governor sees and does, four times a second. Offered, handled and joins are per second. */
export interface GovernorReading {
  on: boolean;
  /** 1 is full; above, the rates fall. */
  pressure: number;
  /** Which signal sets it. */
  binding: 'd50Ms' | 'd95Ms' | 'utilisation' | 'memoryShare';
  /** Phones get less than the budget allows, because so many of them cost too much. */
  isScaled: boolean;
  /** For how long the server has been about to jam. */
  hardForMs: number;
  /** The budget, 0.02 to 1, and the part of it that phones get once the cost of all messages is counted in. */
  budget: number;
  granted: number;
  /** Event-loop time per message, learnt; 0: not known yet. */
  costMs: number;
  /** Connected phones in all rooms, and phones in the admission queue. */
  phones: number;
  waiting: number;
  /** Seats that are kept for players who have just left. */
  kept: number;
  /** True when every place is taken: nobody gets in before somebody leaves. */
  isFull: boolean;
  offeredPerS: number;
  handledPerS: number;
  joinsPerS: number;
  extras: 'on' | 'digest' | 'off';
  d50Ms: number;
  d95Ms: number;
  utilisation: number;
  memoryShare: number;
}

export interface MeterReading {
  connections: number;
  inputsPerS: number;
  droppedPerS: number;
  framesPerS: number;
  noticesPerS: number;
  joinsPerS: number;
  /** Engine.IO packets of all kinds: events, acknowledgements, pings. */
  messagesInPerS: number;
  messagesOutPerS: number;
  bytesInPerS: number;
  bytesOutPerS: number;
  /** Since the start. */
  messagesIn: number;
  messagesOut: number;
  inputs: number;
  dropped: number;
  /** Delay of the event loop over the last second. */
  loopP50Ms: number;
  loopP95Ms: number;
  loopP99Ms: number;
  /** How late the ticks of all rooms began, over the last second. */
  lateP95Ms: number;
  /** 0 to 1: share of time the event loop was busy. */
  utilisation: number;
  /** Share of one core; above 1 when threads help. */
  cpu: number;
  rssMb: number;
  heapMb: number;
  uptimeS: number;
}

/** What one process of a show reports of itself once a second. */
export interface ProcessReport {
  role: 'all' | 'home' | 'edge';
  host: string;
  pid: number;
  version: string;
  /** When it started, on its wall clock. */
  sinceMs: number;
  phones: number;
  /** 0 to 1: share of the last second in which its event loop was busy. */
  utilisation: number;
  rssMb: number;
  /** The delays of its event loop over the last second, as lib/delay-counts.js counts them. */
  delays: number[];
  governor: GovernorReading;
  /** How many control panels are connected there. */
  panels: number;
}

/** A row of the panel's list of processes. */
export interface ProcessCard extends Omit<ProcessReport, 'delays' | 'governor' | 'panels'> {
  id: string;
  delayP50Ms: number;
  delayP99Ms: number;
}
