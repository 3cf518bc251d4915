import type { RequestHandler, Response } from 'express';
import { plainAddress } from './client-address';
import { finalStatus } from './final-status';
import type { Log } from './log';
import { operationOf } from './operations';
import { requestId } from './request-id';

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
 * One line a request, when it is over or was broken off: id, method, route, status, milliseconds, address,
 * and what `setLogCaller` has set.
 * No header, no query, no body, and the route as documented instead of the path, into which people paste
 * keys: nothing secret can get in. Quiet routes (health) are there at debug.
 */
export function logRequests(
  log: Log,
  { quiet = [] }: { quiet?: readonly string[] } = {},
): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const route = operationOf(response)?.route;
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
