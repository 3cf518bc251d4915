import { trace } from '@opentelemetry/api';
import pino, { type Logger } from 'pino';
import { describeError } from './error-description';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface LogOptions {
  readonly service: string;
  readonly level: string;
  /** A file descriptor. Commands log to standard error, because standard output carries their result. */
  readonly to?: number;
  /** By property name; each returns the value to log. */
  readonly serializers?: Readonly<Record<string, (value: string) => string>>;
}

export function traceFields(): { traceId?: string } {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? { traceId: span.spanContext().traceId } : {};
}

export function createLog({ service, level, to = 1, serializers }: LogOptions): Log {
  return pino(
    {
      level,
      base: { service },
      formatters: { level: label => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      serializers: { ...serializers, err: describeError },
    },
    pino.destination({ dest: to, sync: true }),
  );
}
