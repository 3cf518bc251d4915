import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { finalStatus } from './final-status';
import { operationOf } from './operations';
import { requestId } from './request-id';
import { isFromTrustedProxy } from './trusted-proxy';

const tracer = trace.getTracer('@platform/http');

/**
 * A span for every request of a documented operation, named as documented; what it causes nests in it.
 * It goes on a trace that a trusted proxy began. As in the log: no header, query, path or body.
 */
export function traceRequests({ quiet = [] }: { quiet?: readonly string[] } = {}): RequestHandler {
  return (request, response, next) => {
    const route = operationOf(response)?.route;
    if (route === undefined || quiet.includes(route)) {
      next();
      return;
    }
    const parent = isFromTrustedProxy(request)
      ? propagation.extract(context.active(), request.headers)
      : context.active();
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'request.id': requestId(response),
    };
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      parent,
    );
    if (span.isRecording()) {
      response.once('close', () => {
        const status = finalStatus(response);
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    }
    context.with(trace.setSpan(parent, span), next);
  };
}
