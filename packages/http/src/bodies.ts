import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import { Problem } from './problems';
import { Slots } from './slots';
import { disconnectSignal, untilAborted } from './stream-response';

/** Bodies of one caller that are read at the same time. */
const MOST_OF_CALLER = 8;

/** Milliseconds that a further body waits for one of them. */
const LONGEST_WAIT = 2_000;

/** Bytes of all bodies that are being read, each counted as large as it may become. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface BodyOptions {
  /** Bytes. */
  readonly limit: number;
  /** The key of the limit on concurrent bodies; null for callers without that limit. */
  readonly callerOf: (request: Request) => string | null;
}

/** The bodies that a service is reading: each may arrive as slowly as `REQUEST_TIMEOUT` allows. */
export class BodiesInFlight {
  private bytes = 0;
  private readonly slots = new Slots({
    total: Infinity,
    perCaller: MOST_OF_CALLER,
    timeout: LONGEST_WAIT,
    refuse: () => busy(`Send at most ${MOST_OF_CALLER} bodies at once.`),
  });

  /**
   * Reads the body of a request once its caller may send one more, until its client leaves.
   * @throws Problem busy; an error of body-parser; the reason of a client that left
   */
  read(request: Request, { limit, callerOf }: BodyOptions): Promise<Buffer> {
    const signal = disconnectSignal(request.res!);
    return this.slots.run({ caller: callerOf(request), signal }, async () => {
      const size = Math.min(Number(request.headers['content-length'] ?? limit), limit);
      if (this.bytes + size > MOST_BYTES) throw busy('The service is reading as much as it can.');
      this.bytes += size;
      try {
        const reader = express.raw({ limit, inflate: false, type: () => true });
        const read = promisify<Request, Response>(reader)(request, request.res!);
        await Promise.race([read, untilAborted(signal)]);
        return request.body as Buffer;
      } finally {
        this.bytes -= size;
      }
    });
  }
}

function busy(reason: string): Problem {
  return new Problem('busy', `${reason} Try again after Retry-After seconds.`, {
    // What is left unread would be taken for the next request of the connection.
    headers: { 'Retry-After': '1', Connection: 'close' },
  });
}
