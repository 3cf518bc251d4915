import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { disconnectSignal } from './disconnect-signal';
import { prepend } from './prepend';

export interface StreamResponseOptions {
  /** A client that takes nothing for so many milliseconds has left: what it reads must not stay open. */
  readonly patience?: number;
}

/**
 * Sends an answer of any length, made in pieces no faster than the client takes them. The first is made
 * before anything is sent, so that a failure until then has its own status; a later one breaks the
 * connection rather than end an answer that looks whole. A client that leaves aborts the signal.
 * HEAD is answered by the headers.
 */
export async function streamResponse(
  response: Response,
  makePieces: (signal: AbortSignal) => AsyncGenerator<string | Uint8Array>,
  { patience = 60_000 }: StreamResponseOptions = {},
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
  response.setTimeout(patience, () => response.destroy());
  await pipeline(Readable.from(prepend(first, pieces)), response);
}
