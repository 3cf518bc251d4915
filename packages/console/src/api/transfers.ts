/** An account may run two reports at once; further ones wait here instead of being refused. */
const REPORTS_AT_ONCE = 2;

/** How often progress is reported, in bytes. */
const STEP = 100_000;

type Fetch = (request: Request) => Promise<Response>;

interface Queue {
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
}

const reports = createQueue(REPORTS_AT_ONCE);

/** `fetch` for a report: waits until it may run, then calls `onBytes` with the bytes received so far. */
export function reportFetch(onBytes: (bytes: number) => void): Fetch {
  return async request => {
    await reports.enter(request.signal);
    try {
      const response = await fetch(request);
      const { status, statusText, headers } = response;
      return new Response(await readCounted(response, onBytes), { status, statusText, headers });
    } finally {
      reports.leave();
    }
  };
}

async function readCounted(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const chunks: BlobPart[] = [];
  const reader = response.body?.getReader();
  let received = 0;
  let reported = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.byteLength;
    if (received - reported >= STEP) {
      reported = received;
      onBytes(received);
    }
  }
  return new Blob(chunks);
}

/** Admits a number at once, in order; whoever is aborted while waiting leaves. */
export function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    enter(signal) {
      if (running < atOnce) {
        running += 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
        const abort = () => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(new DOMException('Cancelled', 'AbortError'));
        };
        waiting.push(start);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
  };
}

/** The name that the API gave a file; null where it gave none. */
export function fileName({ headers }: Response): string | null {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encoded = /;\s*filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted ?? plain ?? null;
}
