/** The number of bytes between progress reports. */
const STEP = 100_000;

type Fetch = (request: Request) => Promise<Response>;

export interface Queue {
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
}

/** Returns a `fetch` that waits in the queue, then calls `onBytes` with the number of bytes received so far. */
export function reportFetch(reports: Queue, onBytes: (bytes: number) => void): Fetch {
  return async request => {
    await reports.enter(request.signal);
    try {
      const response = await fetch(request);
      if (response.body === null) {
        reports.leave();
        return response;
      }
      const { status, statusText, headers } = response;
      const body = counted(response.body, onBytes, () => reports.leave());
      return new Response(body, { status, statusText, headers });
    } catch (error) {
      reports.leave();
      throw error;
    }
  };
}

/** Returns the same bytes, and calls `onEnd` once they end, fail or are cancelled. */
function counted(
  body: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  let received = 0;
  let reported = 0;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      received += bytes.byteLength;
      if (received - reported >= STEP) {
        reported = received;
        onBytes(received);
      }
      controller.enqueue(bytes);
    },
  });
  // A failure or cancellation reaches the reader through `readable`.
  void body.pipeTo(writable).then(onEnd, onEnd);
  return readable;
}

/** Creates a queue that admits a number of callers at once, in order. An aborted caller leaves the queue. */
export function createQueue(atOnce: number): Queue {
  let waiting: (() => void)[] = [];
  let running = 0;
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (running < atOnce) {
        running += 1;
        return;
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => {
          waiting = waiting.filter(start => start !== resolve);
          reject(signal.reason as Error);
        });
      });
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
  };
}

/** Returns the file name in Content-Disposition, or null. */
export function fileName({ headers }: Response): string | null {
  const disposition = headers.get('Content-Disposition') ?? '';
  const encoded = /;\s*filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, plain] = /;\s*filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted ?? plain ?? null;
}
