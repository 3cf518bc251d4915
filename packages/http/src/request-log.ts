import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { isFromTrustedProxy, plainAddress } from './client-address';
import type { Log } from './log';
import type { Metrics } from './metrics';
import { routeOf } from './operations';

/** Uses the ID from a trusted proxy or generates one; every response carries it. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const header = request.get('X-Request-Id');
  const isUsable = header !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(header);
  const id = isUsable && isFromTrustedProxy(request) ? header : randomUUID();
  response.setHeader('X-Request-Id', id);
  next();
};

export function requestId(response: Response): string {
  return response.getHeader('X-Request-Id') as string;
}

/** nginx's status for a client that disconnected before the response. */
const CLIENT_DISCONNECTED = 499;

/** Express reports 200 for a response that never started. */
export function finalStatus(response: Response): number {
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

/** Logs and measures by documented route; the path may contain pasted keys. Logs no headers, query or body. */
export function logRequests(log: Log, metrics: Metrics, healthRoute: string): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const ms = performance.now() - start;
      const { method } = request;
      const route = routeOf(request);
      const status = finalStatus(response);
      metrics.requestDurations.observe({ method, route, status }, ms / 1_000);
      const isBrokenOff = response.headersSent && !response.writableFinished;
      if (isBrokenOff) metrics.countBrokenOff({ reason: reasonOf(response) });
      const level = route === healthRoute ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const line = {
        id: requestId(response),
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        address: plainAddress(request.ip),
        ...(response.locals as { logFields?: LogFields }).logFields,
        isBrokenOff: response.writableFinished ? undefined : true,
      };
      log[level](line, 'request');
    });
    next();
  };
}
