import {
  INVALID_SPAN_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Statement } from './statement';

const tracer = trace.getTracer('@platform/db');

/**
 * Starts a span named after the statement's file, without its text and parameters, which contain personal data. A trace
 * begins at a request or a job: a statement outside both has none.
 */
export function startStatementSpan({ name }: Statement<unknown>): Span {
  if (!trace.getActiveSpan()) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  return tracer.startSpan(name.replace(/-[0-9a-f]{8}$/, ''), {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql' },
  });
}

/** Records only the error code, since the message may quote values. */
export function failSpan(span: Span, error: unknown): void {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
