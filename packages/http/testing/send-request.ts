import request, { type Test } from 'supertest';

export interface TestRequest {
  readonly method?: string;
  /** Alternating names and values; a name may occur more than once. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON, of whatever shape a test expects; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads, it expects
  readonly body: any;
}

/** One request to a running service, through supertest. No redirect is followed, no status is an error. */
export async function sendRequest(url: string, sent: TestRequest = {}): Promise<TestReply> {
  const { method = 'GET', headers = [], body } = sent;
  const { origin, pathname, search } = new URL(url);
  const agent = request(origin) as unknown as Record<string, (path: string) => Test>;
  const test = agent[method.toLowerCase()]!(pathname + search)
    .redirects(0)
    .ok(() => true);
  // Read as text, whatever its type: files too.
  test.buffer(true).parse((response, done) => {
    const stream = response as unknown as NodeJS.ReadableStream;
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => done(null, Buffer.concat(pieces).toString()));
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
