import type pLimit from 'p-limit';

/** The number of bytes between progress reports. */
const STEP = 100_000;

type Fetch = (request: Request) => Promise<Response>;

/** Returns a `fetch` that waits for its turn, then calls `onBytes` with the number of bytes received so far. */
export function reportFetch(reports: pLimit.Limit, onBytes: (bytes: number) => void): Fetch {
  return request =>
    new Promise((resolve, reject) => {
      const { signal } = request;
      signal.throwIfAborted();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      const run = async () => {
        signal.throwIfAborted();
        const { body, status, statusText, headers } = await fetch(request);
        const { readable, writable } = countBytes(onBytes);
        resolve(new Response(body && readable, { status, statusText, headers }));
        // A failure or cancellation reaches the reader through `readable`.
        await body?.pipeTo(writable).catch(() => undefined);
      };
      reports(run).catch(reject);
    });
}

/** Returns a stream of the same bytes. */
function countBytes(onBytes: (bytes: number) => void) {
  let received = 0;
  let reported = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      received += bytes.byteLength;
      if (received - reported >= STEP) {
        reported = received;
        onBytes(received);
      }
      controller.enqueue(bytes);
    },
  });
}

/** Returns the file name in Content-Disposition, or null. */
export function fileName({ headers }: Response): string | null {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encoded = /;\s*filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted ?? plain ?? null;
}
