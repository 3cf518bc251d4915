import pino from 'pino';
import type { Log } from '../src';
import { describeError } from '../src/error-description';

export interface CapturedLog {
  readonly log: Log;
  readonly lines: Record<string, unknown>[];
}

/** Creates a log that collects its lines. */
export function captureLog(level = 'info'): CapturedLog {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  return {
    log: pino(
      {
        level,
        serializers: { err: describeError },
        formatters: { level: label => ({ level: label }) },
      },
      { write },
    ),
    lines,
  };
}
