import { setTimeout as wait } from 'node:timers/promises';
import { connectionError, type VersioningError } from './error';

export interface RetryOptions {
  /** Milliseconds for a call, including retries. */
  readonly timeout: number;
  onRetry(retry: Retry): void;
  /** Retries all calls, not only reads and those with an Idempotency-Key. */
  readonly isIdempotent?: boolean;
}

export interface Retry {
  readonly reason: string;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

const ATTEMPT_TIMEOUT_MS = 15_000;

const TRANSIENT_STATUSES = [408, 429, 502, 503, 504];

type Attempt = { readonly response: Response } | { readonly error: VersioningError };

/**
 * Returns a `fetch` that retries idempotent calls without a complete response or with a transient one, after
 * Retry-After or with exponential backoff. It rejects with VersioningError `unreachable`.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  return async request => {
    const deadline = performance.now() + options.timeout;
    const isIdempotent =
      options.isIdempotent ?? (request.method === 'GET' || request.headers.has('Idempotency-Key'));
    for (let pause = 500; ; pause = Math.min(pause * 2, 5_000)) {
      const attempt = await tryOnce(request.clone(), deadline - performance.now());
      const reason = reasonToRetry(attempt);
      const left = deadline - performance.now();
      const min = 'response' in attempt ? retryAfter(attempt.response) : null;
      if (reason === null || !isIdempotent || left < 100 || (min ?? 0) > left) {
        if ('error' in attempt) throw attempt.error;
        return attempt.response;
      }
      // Jitter spreads jobs that failed at the same time. The last attempt keeps time for its response.
      const jittered = (min ?? pause / 2) + (Math.random() * pause) / 2;
      const latest = left - Math.min(1_000, left / 2);
      const delay = Math.max(min ?? 0, Math.min(jittered, latest));
      options.onRetry({ reason, delay });
      await wait(delay);
    }
  };
}

async function tryOnce(request: Request, left: number): Promise<Attempt> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(left, ATTEMPT_TIMEOUT_MS))));
  try {
    // Following a redirect would turn a POST into a GET.
    const response = await fetch(request, { signal, redirect: 'manual' });
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    return { response: new Response(body.byteLength > 0 ? body : null, { status, headers }) };
  } catch (error) {
    return { error: connectionError(error, new URL(request.url).origin) };
  }
}

function reasonToRetry(attempt: Attempt): string | null {
  if ('error' in attempt) return attempt.error.isTransient ? attempt.error.message : null;
  const { response } = attempt;
  // 409 with Retry-After means that the first request with this Idempotency-Key is still running.
  const isRunning = response.status === 409 && response.headers.has('Retry-After');
  if (!isRunning && !TRANSIENT_STATUSES.includes(response.status)) return null;
  return `The service answered ${response.status}.`;
}

/** Returns milliseconds; null without a valid Retry-After. */
function retryAfter({ headers }: Response): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
