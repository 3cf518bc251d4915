import request, { type Test } from 'supertest';

export interface TestRequest {
  readonly method?: string;
  /** A name may occur more than once. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed JSON, or null. */
  // biome-ignore lint/suspicious/noExplicitAny: tests check what they read
  readonly body: any;
}

/** Sends a request through supertest. Does not follow redirects or throw on an error status. */
export async function sendRequest(url: string, sent: TestRequest = {}): Promise<TestReply> {
  const { method = 'GET', headers = [], body } = sent;
  const { origin, pathname, search } = new URL(url);
  const agent = request(origin) as unknown as Record<string, (path: string) => Test>;
  const test = agent[method.toLowerCase()]!(pathname + search)
    .redirects(0)
    .ok(() => true);
  // Read every type as text, including files.
  test.buffer(true).parse((response, done) => {
    const stream = response as unknown as NodeJS.ReadableStream;
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => done(null, Buffer.concat(chunks).toString()));
  });
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name, [...(lines.get(name) ?? []), value]);
  if (body !== undefined && ![...lines.keys()].some(name => /^content-type$/i.test(name))) {
    lines.set('Content-Type', ['application/json']);
  }
  for (const [name, values] of lines) {
    test.set(name, (values.length > 1 ? values : values[0]) as string);
  }
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  if (body !== undefined) test.send(isRaw ? body : JSON.stringify(body));
  const reply = await test;
  const sentBody: unknown = reply.body;
  const text = typeof sentBody === 'string' ? sentBody : '';
  const isJson = /[/+]json\b/.test(reply.headers['content-type'] ?? '') && text !== '';
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}
