import { addAbortListener } from 'node:events';

/** Aborts `work` at the timeout or with `stopping`. Unlike `AbortSignal.any`, leaves no entry in `stopping`. */
export async function withTimeout<Result>(
  milliseconds: number,
  stopping: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stopping?.throwIfAborted();
  const run = new AbortController();
  const expire = () => run.abort(new DOMException('The operation timed out.', 'TimeoutError'));
  const timer = setTimeout(expire, milliseconds).unref();
  const listener = stopping && addAbortListener(stopping, () => run.abort(stopping.reason));
  try {
    return await work(run.signal);
  } finally {
    clearTimeout(timer);
    listener?.[Symbol.dispose]();
  }
}
