import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { isFromTrustedProxy } from './client-address';
import { operationOf } from './operations';
import { addLogFields, finalStatus, requestId } from './request-log';

const tracer = trace.getTracer('@platform/http');

/** Traces documented operations except health checks. Like the log, omits headers, query, path and body. */
export function traceRequests(healthRoute: string): RequestHandler {
  return (request, response, next) => {
    if (request.path === healthRoute) {
      next();
      return;
    }
    const parent = isFromTrustedProxy(request)
      ? propagation.extract(context.active(), request.headers)
      : context.active();
    const attributes = {
      'http.request.method': request.method,
      'request.id': requestId(response),
    };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    if (span.isRecording()) {
      addLogFields(response, { traceId: span.spanContext().traceId });
      response.once('close', () => {
        const operation = operationOf(request);
        // A span that is not ended is never sent.
        if (!operation) return;
        const status = finalStatus(response);
        span.updateName(`${request.method} ${operation.route}`);
        span.setAttribute('http.route', operation.route);
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    }
    context.with(trace.setSpan(parent, span), next);
  };
}
