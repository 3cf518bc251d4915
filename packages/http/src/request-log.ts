import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { isFromTrustedProxy, plainAddress } from './client-address';
import type { Log } from './log';
import { operationOf } from './operations';

interface Locals {
  requestId?: string;
}

/** Takes the id that a trusted proxy gave the request, or makes one; every answer carries it. */
export function assignRequestId(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('X-Request-Id');
    const isUsable = given !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(given);
    const id = isUsable && isFromTrustedProxy(request) ? given : randomUUID();
    (response.locals as Locals).requestId = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}

/** The id of the request that this answers. */
export function requestId(response: Response): string {
  return (response.locals as Locals).requestId ?? 'none';
}

/** What nginx calls it when the client leaves before there is an answer. */
const CLIENT_LEFT = 499;

/** The status of a response that is over; Express says 200 for one that never began. */
export function finalStatus(response: Response): number {
  return response.headersSent ? response.statusCode : CLIENT_LEFT;
}

/** Who calls and what is asked, as far as the log may say: a credential's prefix, an organization's id. */
export interface Caller {
  readonly credential?: string;
  readonly organization?: string | undefined;
  /** The package that a call of versioning is about. */
  readonly slug?: string;
  /** How many rows a report sent. */
  readonly rows?: number;
}

/** Sets who calls for the log line, beside what was set before; authentication does, once it knows. */
export function setLogCaller(response: Response, caller: Caller): void {
  const locals = response.locals as { caller?: Caller };
  locals.caller = { ...locals.caller, ...caller };
}

/**
 * One line a request, when it is over. It holds no header, query or body, and the documented route instead of
 * the path, into which people paste keys. Quiet routes (health) are logged at debug.
 */
export function logRequests(
  log: Log,
  { quiet = [] }: { quiet?: readonly string[] } = {},
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const route = operationOf(request)?.route;
      const level = route !== undefined && quiet.includes(route) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      const line = {
        id: requestId(response),
        method: request.method,
        route: route ?? 'unmatched',
        status: finalStatus(response),
        ms: Math.round((performance.now() - start) * 10) / 10,
        address: plainAddress(request.ip),
        ...(response.locals as { caller?: Caller }).caller,
        isBrokenOff: response.writableFinished ? undefined : true,
      };
      log[level](line, 'request');
    });
    next();
  };
}
