import type { Request } from 'express';
import { addressBlock } from './client-address';
import { Problem } from './problems';
import { Slots } from './slots';
import { disconnectSignal, untilAborted } from './stream-response';

/** Bodies of one caller that are read at the same time. */
const MAX_PER_CALLER = 8;

/** Milliseconds that a further body waits for one of them. */
const MAX_WAIT = 2_000;

/** Bytes of all bodies that callers are sending, each counted as large as it may become. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Anonymous bodies that are read at the same time, of one address block and in all. */
const MAX_PER_BLOCK = 64;
const MAX_ANONYMOUS = 1_024;

/** Whoever sends no credential, and has `deadline` milliseconds to send the body. */
export interface Anonymous {
  readonly deadline: number;
}

export interface BodyOptions {
  /** Bytes. */
  readonly limit: number;
  /** The key of the limit on concurrent bodies; null for callers without that limit. */
  readonly callerOf: (request: Request) => string | null | Anonymous;
}

interface AnonymousBody {
  readonly block: string;
  readonly end: AbortController;
}

/** The bodies that a service is reading: those of callers may arrive as slowly as `REQUEST_TIMEOUT` allows. */
export class BodiesInFlight {
  private bytes = 0;
  /** In the order of arrival. */
  private readonly anonymous = new Set<AnonymousBody>();
  private readonly slots = new Slots({
    total: Infinity,
    perCaller: MAX_PER_CALLER,
    timeout: MAX_WAIT,
    refuse: () => busy(`Send at most ${MAX_PER_CALLER} bodies at once.`),
  });

  /**
   * Reads the body of a request, until its client leaves: that of a caller once the caller may send one more, an
   * anonymous one at once.
   * @throws Problem body-too-large, invalid-request, busy, request-timeout; the reason of a client that left
   */
  async read(request: Request, { limit, callerOf }: BodyOptions): Promise<Buffer> {
    const { headers } = request;
    if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) throw compressed();
    const signal = disconnectSignal(request.res!);
    const caller = callerOf(request);
    if (typeof caller === 'object' && caller !== null) {
      return this.readAnonymous(request, caller, limit);
    }
    return this.slots.run({ caller, signal }, async () => {
      const size = Number(headers['content-length'] ?? limit);
      if (this.bytes + size > MAX_BYTES) throw busy('The service is reading as much as it can.');
      this.bytes += size;
      try {
        return await receive(request, limit, signal);
      } finally {
        this.bytes -= size;
      }
    });
  }

  /** Ends the oldest where there are too many: what arrives whole is read within milliseconds. */
  private async readAnonymous(
    request: Request,
    { deadline }: Anonymous,
    limit: number,
  ): Promise<Buffer> {
    const body = { block: addressBlock(request.ip), end: new AbortController() };
    const ofBlock = [...this.anonymous].filter(({ block }) => block === body.block);
    if (ofBlock.length >= MAX_PER_BLOCK) this.end(ofBlock[0]!, busy('Too many bodies arrive.'));
    const [oldest] = this.anonymous;
    if (this.anonymous.size >= MAX_ANONYMOUS) this.end(oldest!, busy('Too many bodies arrive.'));
    this.anonymous.add(body);
    const timer = setTimeout(() => this.end(body, tooSlow(deadline)), deadline);
    try {
      const signals = [disconnectSignal(request.res!), body.end.signal];
      return await receive(request, limit, AbortSignal.any(signals));
    } finally {
      clearTimeout(timer);
      this.anonymous.delete(body);
    }
  }

  private end(body: AnonymousBody, reason: Problem): void {
    this.anonymous.delete(body);
    body.end.abort(reason);
  }
}

function receive(request: Request, limit: number, signal: AbortSignal): Promise<Buffer> {
  return Promise.race([readWhole(request, limit), untilAborted(signal)]);
}

function tooSlow(deadline: number): Problem {
  return new Problem('request-timeout', `The body did not arrive within ${deadline / 1_000} s.`, {
    headers: CLOSE,
  });
}

async function readWhole(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // A destroyed request could not be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is left unread would be taken for the next request of the connection. */
const CLOSE = { Connection: 'close' };

function tooLarge(limit: number): Problem {
  const detail = `The body is larger than this call takes: ${limit} bytes.`;
  return new Problem('body-too-large', detail, { headers: CLOSE });
}

function compressed(): Problem {
  const detail = 'Send the body uncompressed, without Content-Encoding.';
  return new Problem('invalid-request', detail, { headers: CLOSE });
}

function busy(reason: string): Problem {
  return new Problem('busy', `${reason} Try again after Retry-After seconds.`, {
    headers: { ...CLOSE, 'Retry-After': '1' },
  });
}
