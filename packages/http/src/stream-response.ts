import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends chunks with backpressure. An error before the first chunk sets the status; a later one cuts the connection. */
export async function streamResponse(
  response: Response,
  chunks: AsyncGenerator<string | Uint8Array>,
): Promise<void> {
  const first = await chunks.next();
  try {
    if (response.req.method === 'HEAD') response.end();
    else await pipeline(Readable.from(flushed(response, prepend(first, chunks))), response);
  } finally {
    // If the client has disconnected, the pipeline does not start and would leave the source open.
    await chunks.return(undefined);
  }
}

/** A compressed response would hold chunks back until it has enough of them. */
async function* flushed<Chunk>(
  response: { readonly flush?: () => void },
  chunks: AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  for await (const chunk of chunks) {
    yield chunk;
    response.flush?.();
  }
}

interface Locals {
  disconnectSignal?: AbortSignal;
}

/** Aborted when the client disconnects or the response ends. One signal per response. */
export function disconnectSignal(response: Response): AbortSignal {
  const locals = response.locals as Locals;
  return (locals.disconnectSignal ??= watch(response));
}

/** Creates a signal only if the client has disconnected. @throws the reason of `disconnectSignal` in that case */
export function requireClient(response: Response): void {
  if (response.closed) disconnectSignal(response).throwIfAborted();
}

/** Rejects with the signal's reason when it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function watch(response: Response): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

/** Restores a generator whose first element has been read. Once started, always closes it. */
export async function* prepend<Element>(
  first: IteratorResult<Element>,
  rest: AsyncGenerator<Element>,
): AsyncGenerator<Element> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
