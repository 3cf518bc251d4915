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

/** Bounds the lines that wait for space on the disk, in bytes. Further ones are dropped. */
const MAX_WAITING = 1_048_576;

export function createLog({ service, level, to = 1, serializers }: LogOptions): Log {
  const destination = pino.destination({ dest: to, sync: true, maxLength: MAX_WAITING });
  // A full disk must not end the service. Each further line tries again, also one that is dropped.
  destination.on('error', () => undefined).on('drop', () => destination.write(''));
  return pino(
    {
      level,
      base: { service },
      formatters: { level: label => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      serializers: { ...serializers, err: describeError },
    },
    destination,
  );
}
