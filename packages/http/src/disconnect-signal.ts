import type { Response } from 'express';

/** Aborted when the client leaves: what only it waits for may stop. It is when the answer has ended, too. */
export function disconnectSignal(response: Response): AbortSignal {
  const leaving = new AbortController();
  if (response.closed) leaving.abort();
  else response.once('close', () => leaving.abort());
  return leaving.signal;
}
