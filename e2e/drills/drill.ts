import type { Cleanup } from '../scratch/cleanup.js';

/** One disturbance, and what was counted under it. */
export interface Row {
  readonly what: string;
  readonly times: number;
  readonly counted: Readonly<Record<string, number | string>>;
  readonly holds: boolean;
}

interface DrillContext {
  readonly cleanup: Cleanup;
  /** How often to disturb, if the command line says so. */
  readonly times: number | undefined;
  /** Reports progress. */
  readonly say: (text: string) => void;
}

export type Drill = (context: DrillContext) => AsyncIterable<Row>;
