import pino, { type Logger } from 'pino';
import { describeError } from './describe-error';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const FILE_DESCRIPTOR = { stdout: 1, stderr: 2 } as const;

/** One JSON line an event. A command logs to `stderr`: its standard output is its answer. */
export function createLog({
  service,
  level,
  to = 'stdout',
}: {
  service: string;
  level: string;
  to?: 'stdout' | 'stderr';
}): Log {
  return pino(
    {
      level,
      base: { service },
      formatters: { level: label => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    pino.destination({ dest: FILE_DESCRIPTOR[to], sync: true }),
  );
}
