import type { Request } from 'express';
import { Problem } from './problems';
import { Slots } from './slots';
import { disconnectSignal, untilAborted } from './stream-response';

/** Bodies of one caller that are read at the same time. */
const MOST_OF_CALLER = 8;

/** Milliseconds that a further body waits for one of them. */
const LONGEST_WAIT = 2_000;

/** Bytes of all bodies that are being read, each counted as large as it may become. */
const MOST_BYTES = 64 * 1024 * 1024;

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
   * Reads the body of a request once its caller may send one more, until its client leaves. `caller` is null for
   * callers without a limit of their own.
   * @throws Problem busy; what `read` throws; the reason of a client that left
   */
  async read(
    request: Request,
    caller: string | null,
    limit: number,
    read: () => Promise<void>,
  ): Promise<void> {
    const size = Math.min(Number(request.headers['content-length'] ?? limit), limit);
    const signal = disconnectSignal(request.res!);
    await this.slots.run({ caller, signal }, () =>
      this.withBytes(size, () => Promise.race([read(), untilAborted(signal)])),
    );
  }

  private async withBytes(size: number, read: () => Promise<void>): Promise<void> {
    if (this.bytes + size > MOST_BYTES) throw busy('The service is reading as much as it can.');
    this.bytes += size;
    try {
      await read();
    } finally {
      this.bytes -= size;
    }
  }
}

function busy(reason: string): Problem {
  return new Problem('busy', `${reason} Try again after Retry-After seconds.`, {
    // What is left unread would be taken for the next request of the connection.
    headers: { 'Retry-After': '1', Connection: 'close' },
  });
}
