import pino, { type Logger } from 'pino';
import { describeError } from './error-description';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const FILE_DESCRIPTOR = { stdout: 1, stderr: 2 } as const;

export interface LogOptions {
  readonly service: string;
  readonly level: string;
  /** Commands log to `stderr`: their standard output is their result. */
  readonly to?: 'stdout' | 'stderr';
  /** By property name: returns the value that may be logged. */
  readonly serializers?: Readonly<Record<string, (value: string) => string>>;
}

export function createLog({ service, level, to = 'stdout', serializers }: LogOptions): Log {
  return pino(
    {
      level,
      base: { service },
      formatters: { level: label => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { ...serializers, err: describeError },
    },
    pino.destination({ dest: FILE_DESCRIPTOR[to], sync: true }),
  );
}
