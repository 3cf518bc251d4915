import { setTimeout as wait } from 'node:timers/promises';
import { connectionError } from './connection-error';
import type { VersioningError } from './error';

export interface RetryOptions {
  /** Milliseconds for a call, its repeats included. */
  readonly timeout: number;
  onRetry(retry: Retry): void;
  /** Also other calls than reads and those with an Idempotency-Key. */
  readonly isRepeatable?: boolean;
}

export interface Retry {
  readonly reason: string;
  /** Milliseconds until it is. */
  readonly delay: number;
}

/** An answer that does not come by then is given up and asked for again. */
const ATTEMPT_TIMEOUT_MS = 15_000;

/** Refused for the moment, or lost by a proxy on the way. */
const TRANSIENT = [408, 429, 502, 503, 504];

type Attempt = { readonly response: Response } | { readonly error: VersioningError };

/**
 * A `fetch` that repeats reads and what has an Idempotency-Key while it gets no complete answer or a
 * temporary one, with growing pauses or those of Retry-After. Rejects with VersioningError `unreachable`.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async request => {
    const deadline = performance.now() + options.timeout;
    const isRepeatable =
      options.isRepeatable ?? (request.method === 'GET' || request.headers.has('Idempotency-Key'));
    for (let pause = 500; ; pause = Math.min(pause * 2, 5_000)) {
      const attempt = await tryOnce(request.clone(), deadline - performance.now());
      const reason = reasonToRepeat(attempt);
      const left = deadline - performance.now();
      const asked = 'response' in attempt ? retryAfter(attempt.response) : null;
      if (reason === null || !isRepeatable || left < 100 || (asked ?? 0) > left) {
        return answerOf(attempt);
      }
      // Jobs that were refused together do not come back together. The last attempt has time to be answered.
      const wanted = (asked ?? pause / 2) + (Math.random() * pause) / 2;
      const latest = left - Math.min(1_000, left / 2);
      const delay = Math.max(asked ?? 0, Math.min(wanted, latest));
      options.onRetry({ reason, delay });
      await wait(delay);
    }
  };
}

async function tryOnce(request: Request, left: number): Promise<Attempt> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(left, ATTEMPT_TIMEOUT_MS))));
  try {
    // A redirected POST would arrive as a GET.
    const response = await fetch(request, { signal, redirect: 'manual' });
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    return { response: new Response(body.byteLength > 0 ? body : null, { status, headers }) };
  } catch (error) {
    return { error: connectionError(error, new URL(request.url).origin) };
  }
}

function reasonToRepeat(attempt: Attempt): string | null {
  if ('error' in attempt) return attempt.error.isTransient ? attempt.error.message : null;
  const { response } = attempt;
  // 409 with Retry-After: the first request under this Idempotency-Key is still running.
  const isBusy = response.status === 409 && response.headers.has('Retry-After');
  if (!isBusy && !TRANSIENT.includes(response.status)) return null;
  return `The service answered ${response.status}.`;
}

function answerOf(attempt: Attempt): Response {
  if ('error' in attempt) throw attempt.error;
  return attempt.response;
}

/** Milliseconds; null when there is no Retry-After that can be read. */
function retryAfter({ headers }: Response): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
