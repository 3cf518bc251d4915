import { Agent, request } from 'node:http';

/**
 * A process of its own, so that its work delays no measurement: callers that take versions, or read one path, without
 * a pause for some seconds, whatever they are answered. Its parent sends the order and gets the count.
 */
export interface Order {
  url: string;
  key: string;
  callers: number;
  seconds: number;
  /** The path that is read. */
  reads?: string;
}

export interface CallCount {
  accepted: number;
  /** 429 or 503 with Retry-After. */
  refused: number;
  /** Any other answer. */
  other: number;
  /** Calls that were not answered. */
  unanswered: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  longest: number;
}

process.once('message', (order: Order) => {
  void callAll(order).then(count => {
    process.send!(count);
    process.disconnect();
  });
});

async function callAll({ url, key, callers, seconds, reads }: Order): Promise<CallCount> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const counts = { accepted: 0, refused: 0, other: 0, unanswered: 0 };
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const call = (caller: number) =>
    new Promise<keyof typeof counts>(resolve => {
      const path = reads ?? `/api/packages/package-${caller % 50}/increment/patch`;
      const method = reads === undefined ? 'POST' : 'GET';
      const options = { agent, method, headers: { Authorization: `Bearer ${key}` } };
      request(url + path, options, response => {
        const { statusCode, headers } = response;
        const isRefusal = statusCode === 429 || statusCode === 503;
        response.resume().once('close', () => {
          if (!response.complete) resolve('unanswered');
          else if (statusCode === 200) resolve('accepted');
          else resolve(isRefusal && Number(headers['retry-after']) > 0 ? 'refused' : 'other');
        });
      })
        .once('error', () => resolve('unanswered'))
        .end();
    });
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < end) {
        const began = performance.now();
        const outcome = await call(caller);
        counts[outcome] += 1;
        if (outcome === 'accepted') latencies.push(performance.now() - began);
      }
    }),
  );
  agent.destroy();
  latencies.sort((one, other) => one - other);
  const at = (part: number) =>
    Math.round(latencies[Math.floor((latencies.length - 1) * part)] ?? 0);
  return { ...counts, p50: at(0.5), p99: at(0.99), longest: at(1) };
}
