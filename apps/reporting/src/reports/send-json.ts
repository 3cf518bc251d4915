import { streamResponse } from '@platform/http';
import type { Response } from 'express';

/** Bytes of one write: a reader's rate is known by the writes that are done. */
const PIECE = 65_536;

/** Sends a body as JSON to its end; a reader that is too slow is cut off as one of a table is. */
export function sendJson(response: Response, body: unknown): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  response.type('application/json').set('Content-Length', String(bytes.length));
  // The whole is there: only its reader is waited for.
  // eslint-disable-next-line @typescript-eslint/require-await
  return streamResponse(response, async function* () {
    for (let start = 0; start < bytes.length; start += PIECE) {
      yield bytes.subarray(start, start + PIECE);
    }
  });
}
