import type { Request } from 'express';
import { addressBlock } from './client-address';
import { Problem, type ProblemOptions } from './problems';
import { Slots } from './slots';
import { disconnectSignal, untilAborted } from './stream-response';

const MAX_PER_CALLER = 8;
const MAX_WAIT_MS = 2_000;

/** For all authenticated bodies in transit, each counted with its max size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Concurrent anonymous bodies, per address block and in total. */
const MAX_PER_BLOCK = 64;
const MAX_ANONYMOUS = 1_024;

/** A caller without a credential, who must send the body within `deadline` milliseconds. */
export interface Anonymous {
  readonly deadline: number;
}

export interface BodyOptions {
  /** In bytes. */
  readonly limit: number;
  /** Returns the key for the limit on concurrent bodies; null for no limit. */
  readonly callerOf: (request: Request) => string | null | Anonymous;
}

interface AnonymousBody {
  readonly block: string;
  readonly end: AbortController;
}

/** Limits the bodies in transit, which may arrive as slowly as `REQUEST_TIMEOUT` allows. */
export class BodiesInFlight {
  private bytes = 0;
  private readonly anonymous = new Set<AnonymousBody>();
  private readonly slots = new Slots({
    total: Infinity,
    perCaller: MAX_PER_CALLER,
    timeout: MAX_WAIT_MS,
    refuse: () => busy(`Send at most ${MAX_PER_CALLER} bodies concurrently.`),
  });

  /**
   * Reads a request's body. A caller at the limit waits for one of its other bodies; anonymous bodies do not wait.
   * @throws Problem body-too-large, invalid-request, busy, request-timeout; the signal's reason if the client disconnects
   */
  async read(request: Request, { limit, callerOf }: BodyOptions): Promise<Buffer> {
    const { headers } = request;
    if (Number(headers['content-length']) > limit) throw tooLarge(limit);
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) {
      throw refusal('invalid-request', 'Send the body uncompressed, without Content-Encoding.');
    }
    const signal = disconnectSignal(request.res!);
    const caller = callerOf(request);
    if (typeof caller === 'object' && caller !== null) {
      return this.readAnonymous(request, caller, limit);
    }
    return this.slots.run({ caller, signal }, async () => {
      const size = Number(headers['content-length'] ?? limit);
      if (this.bytes + size > MAX_BYTES) throw tooMany();
      this.bytes += size;
      try {
        return await receive(request, limit, signal);
      } finally {
        this.bytes -= size;
      }
    });
  }

  /** Drops the oldest if there are too many: a complete body is read within milliseconds. */
  private async readAnonymous(
    request: Request,
    { deadline }: Anonymous,
    limit: number,
  ): Promise<Buffer> {
    const body = { block: addressBlock(request.ip), end: new AbortController() };
    const sameBlock = [...this.anonymous].filter(({ block }) => block === body.block);
    if (sameBlock.length >= MAX_PER_BLOCK) this.end(sameBlock[0]!, tooMany());
    const [oldest] = this.anonymous;
    if (this.anonymous.size >= MAX_ANONYMOUS) this.end(oldest!, tooMany());
    this.anonymous.add(body);
    const tooSlow = `The body did not arrive within ${deadline / 1_000} s.`;
    const expire = () => this.end(body, refusal('request-timeout', tooSlow));
    const timer = setTimeout(expire, deadline);
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

async function readWhole(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would prevent a response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Closes the connection: unread bytes would be parsed as its next request. */
function refusal(code: string, detail: string, headers?: ProblemOptions['headers']): Problem {
  return new Problem(code, detail, { headers: { Connection: 'close', ...headers } });
}

function tooLarge(limit: number): Problem {
  return refusal('body-too-large', `The body exceeds the limit of ${limit} bytes.`);
}

function tooMany(): Problem {
  return busy('The service is receiving too many bodies.');
}

function busy(reason: string): Problem {
  return refusal('busy', `${reason} Try again after Retry-After seconds.`, { 'Retry-After': '1' });
}
