import type { Side } from './stage.js';

export interface Answer {
  readonly milliseconds: number;
  /** Milliseconds until it. */
  readonly firstByte: number;
  readonly bytes: number;
  readonly lines: number;
}

/** Reads an answer to its end and keeps nothing of it. @throws Error for any status but 200 */
export async function read(
  { url, headers }: Side,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const start = performance.now();
  const response = await fetch(url + path, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let [bytes, lines, firstByte] = [0, 0, 0];
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - start;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { milliseconds: performance.now() - start, firstByte, bytes, lines };
}
