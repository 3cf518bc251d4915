import type { RequestHandler } from 'express';
import { describeBriefly } from './describe-error';
import type { Log } from './log';

/** One line of the log when the database goes out of reach, with the cause, and one when it is back. */
export interface DatabaseOutage {
  /** A request failed for lack of the database. */
  begin(error: unknown): void;
  /** Sees requests that the database has answered. */
  readonly watch: RequestHandler;
}

export function createDatabaseOutage(log: Log): DatabaseOutage {
  let since: number | null = null;
  return {
    begin(error) {
      if (since !== null) return;
      since = performance.now();
      log.error({ cause: describeBriefly(error) }, 'database out of reach: calls get 503');
    },
    watch: (_request, response, next) => {
      response.once('close', () => {
        // Whoever is known was looked up in the database.
        const isAnswered = 'caller' in response.locals && response.statusCode < 500;
        if (since === null || !isAnswered || !response.headersSent) return;
        log.info({ seconds: Math.round((performance.now() - since) / 1_000) }, 'database is back');
        since = null;
      });
      next();
    },
  };
}
