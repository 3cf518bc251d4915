import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export interface StreamResponseOptions {
  /** Milliseconds after which a client that takes nothing, or too little, is cut off. */
  readonly timeout?: number;
  /** Bytes per second that a client has to take on average over `timeout` while something waits for it. */
  readonly leastRate?: number;
}

/**
 * Sends pieces no faster than the client takes them. The first is made before anything is sent, so that a
 * failure until then has its own status; a later one breaks the connection. A client that leaves aborts the
 * signal.
 */
export async function streamResponse(
  response: Response,
  makePieces: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>,
  { timeout = 60_000, leastRate = 8_000 }: StreamResponseOptions = {},
): Promise<void> {
  // The log, the metrics, the drain and the pipeline all wait for its end: more than Node.js takes for usual.
  response.setMaxListeners(20);
  const pieces = makePieces(disconnectSignal(response));
  const first = await pieces.next();
  if (response.req.method === 'HEAD') {
    await pieces.return(undefined);
    response.end();
    return;
  }
  response.setTimeout(timeout, () => response.destroy());
  const watch = cutOffSlowReader(response, timeout, leastRate);
  try {
    await pipeline(Readable.from(prepend(first, pieces)), response);
  } finally {
    clearInterval(watch);
    // The pipeline does not begin with a client that has left, and would leave the source open.
    await pieces.return(undefined);
  }
}

/** A client that reads very slowly would keep a connection, and a slot, from all others. */
function cutOffSlowReader(response: Response, window: number, leastRate: number): NodeJS.Timeout {
  let before = deliveredBytes(response);
  return setInterval(() => {
    const now = deliveredBytes(response);
    const isSlow = now - before < (leastRate * window) / 1_000;
    // Where nothing waits for the reader, it is the database that is slow.
    if (isSlow && response.writableNeedDrain) response.destroy();
    before = now;
  }, window);
}

function deliveredBytes({ socket }: Response): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}

interface Locals {
  disconnectSignal?: AbortSignal;
}

/** Aborted when the client leaves and when the response has ended. One signal per response. */
export function disconnectSignal(response: Response): AbortSignal {
  const locals = response.locals as Locals;
  return (locals.disconnectSignal ??= watch(response));
}

function watch(response: Response): AbortSignal {
  const leaving = new AbortController();
  if (response.closed) leaving.abort();
  else response.once('close', () => leaving.abort());
  return leaving.signal;
}

/** A generator whose first element was taken already, whole again. */
export async function* prepend<Element>(
  first: IteratorResult<Element>,
  rest: AsyncGenerator<Element>,
): AsyncGenerator<Element> {
  if (!first.done) yield first.value;
  yield* rest;
}
