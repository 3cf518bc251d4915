import type { Response } from 'express';

interface Locals {
  disconnectSignal?: AbortSignal;
}

/**
 * Aborted when the client leaves, and when the response has ended: work that only it waits for may stop. One signal
 * per response, whoever asks.
 */
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
