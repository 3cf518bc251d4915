import { addAbortListener } from 'node:events';

/** Its signal is aborted with `stopping`, or once the time is over. `AbortSignal.any` leaves an entry in `stopping`. */
export async function withinTime<Result>(
  milliseconds: number,
  stopping: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  stopping?.throwIfAborted();
  const run = new AbortController();
  const isLate = () => run.abort(new DOMException('The time is over.', 'TimeoutError'));
  const timer = setTimeout(isLate, milliseconds).unref();
  const listener = stopping && addAbortListener(stopping, () => run.abort(stopping.reason));
  try {
    return await work(run.signal);
  } finally {
    clearTimeout(timer);
    listener?.[Symbol.dispose]();
  }
}
