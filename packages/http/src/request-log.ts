import { randomUUID } from 'node:crypto';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { isFromTrustedProxy, plainAddress } from './client-address';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { operationOf, routeOf } from './operations';
import type { Outage } from './outage';

/** Every response carries it: the ID from a trusted proxy, or a generated one. */
export function createRequestId(request: Request): string {
  const header = request.get('X-Request-Id');
  const isUsable = header !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(header);
  return isUsable && isFromTrustedProxy(request) ? header : randomUUID();
}

export function requestId(response: Response): string {
  return response.getHeader('X-Request-Id') as string;
}

/** nginx's status for a client that disconnected before the response. */
const CLIENT_DISCONNECTED = 499;

/** Express reports 200 for a response that never started. */
function finalStatus(response: Response): number {
  return response.headersSent ? response.statusCode : CLIENT_DISCONNECTED;
}

/** Names, IDs and counts for the request log; never secrets. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

export function addLogFields(response: Response, fields: LogFields): void {
  const locals = response.locals as { logFields?: LogFields };
  locals.logFields = { ...locals.logFields, ...fields };
}

/** `errored` is set if the service itself destroyed the response. */
function reasonOf(response: Response): string {
  const { logFields } = response.locals as { logFields?: LogFields };
  return String(logFields?.cutOff ?? (response.errored ? 'failure' : 'client'));
}

interface Observers {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly outage: Outage;
}

/**
 * Logs and measures by documented route; the path may contain pasted keys. Logs no headers, query or body. A request that
 * begins during an outage may end it.
 */
export function observeRequests(
  { log, metrics, outage }: Observers,
  healthRoute: string,
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { isOut } = outage;
    response.once('close', () => {
      const ms = performance.now() - start;
      const { logFields } = response.locals as { logFields?: LogFields };
      const { method } = request;
      const route = routeOf(request);
      const status = finalStatus(response);
      metrics.requestDurations.observe({ method, route, status }, ms / 1_000);
      const isBrokenOff = response.headersSent && !response.writableFinished;
      if (isBrokenOff) metrics.countBrokenOff({ reason: reasonOf(response) });
      // Only authenticated requests show the end of an outage: others may not have used the database.
      const hasSucceeded = logFields !== undefined && status < 400 && response.writableFinished;
      if (isOut && hasSucceeded) outage.succeed();
      const level = route === healthRoute ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const line = {
        id: requestId(response),
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        address: plainAddress(request.ip),
        ...logFields,
        isBrokenOff: response.writableFinished ? undefined : true,
      };
      log[level](line, 'request');
    });
    next();
  };
}

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
