import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends with backpressure. An error before the first piece keeps its own status; a later one cuts the connection. */
export async function streamResponse(
  response: Response,
  makePieces: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>,
): Promise<void> {
  const pieces = makePieces(disconnectSignal(response));
  const first = await pieces.next();
  try {
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(Readable.from(prepend(first, pieces)), response);
  } finally {
    // The pipeline does not start for a client that has left, and would leave the source open.
    await pieces.return(undefined);
  }
}

interface Locals {
  disconnectSignal?: AbortSignal;
}

/** Aborted when the client leaves or the response has ended. One signal per response. */
export function disconnectSignal(response: Response): AbortSignal {
  const locals = response.locals as Locals;
  return (locals.disconnectSignal ??= watch(response));
}

/** Without a signal for the many whose client stays. @throws the reason of `disconnectSignal` where it has left */
export function requireClient(response: Response): void {
  if (response.closed) disconnectSignal(response).throwIfAborted();
}

/** Rejects with the reason of the signal. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function watch(response: Response): AbortSignal {
  const leaving = new AbortController();
  if (response.closed) leaving.abort();
  else response.once('close', () => leaving.abort());
  return leaving.signal;
}

/** Restores a generator whose first element was read. */
export async function* prepend<Element>(
  first: IteratorResult<Element>,
  rest: AsyncGenerator<Element>,
): AsyncGenerator<Element> {
  if (!first.done) yield first.value;
  yield* rest;
}
