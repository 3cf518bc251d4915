import type { Cleanup } from '../scratch/cleanup.js';

/** One disturbance, and what was counted under it. */
export interface Row {
  what: string;
  times: number;
  counted: Record<string, number | string>;
  holds: boolean;
}

export interface DrillContext {
  cleanup: Cleanup;
  /** How often to disturb, where the command line names it. */
  times: number | undefined;
  /** How long to go on, where the command line names it. */
  seconds: number | undefined;
  /** Reports progress. */
  say: (text: string) => void;
}

export type Drill = (context: DrillContext) => AsyncIterable<Row>;
