import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { jsonInput } from '../src';
import type { BodyOptions } from '../src/bodies';
import { ask, startApp, type TestServer, until } from './start-app';

const MEBIBYTE = 1024 * 1024;

let server: TestServer;
/** The number of started requests with a body. */
let begun: number;
let clients: Socket[];
/** Returned for requests without a caller. */
let anonymous: ReturnType<BodyOptions['callerOf']>;
beforeEach(async () => {
  anonymous = null;
  begun = 0;
  clients = [];
  const body = jsonInput({
    maxParameters: 10,
    limit: MEBIBYTE,
    callerOf: request => request.get('X-Caller') ?? anonymous,
    maxElements: 20,
  });
  server = await startApp(app => {
    app.post('/api/things', (_request, _response, next) => {
      begun += 1;
      next();
    });
    app.post('/api/things', body, (_, response) => response.json({}));
  });
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await server.close();
});

test('a caller can send eight bodies concurrently; a ninth waits and is then busy', async () => {
  await sendHalf(8, { caller: 'ada', size: 10 });
  expect(await post('ada')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(await post('grace')).toMatchObject({ status: 200 });
});

test('a body with a Content-Length over the limit is rejected before it arrives, and the connection is closed', async () => {
  const client = connect(server.port, '127.0.0.1');
  clients.push(client);
  let text = '';
  client.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const head = ['Host: a', 'Content-Type: application/json', `Content-Length: ${1024 * MEBIBYTE}`];
  client.write(`POST /api/things HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`);
  await once(client, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 413 [^]*Connection: close\r\n[^]*"code":"body-too-large"/);
});

test('a client that keeps sending a rejected body can read the response', async () => {
  const reply = await ask(server.port, '/api/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.alloc(32 * MEBIBYTE),
  });
  expect(reply).toMatchObject({ status: 413, headers: { connection: 'close' } });
});

test('concurrent complete bodies are all read', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => post('ada')));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});

test("once a body has arrived, the caller's next one is read", async () => {
  await sendHalf(8, { caller: 'ada', size: 2 });
  clients[0]!.write('}');
  await once(clients[0]!, 'data');
  expect(await post('ada')).toMatchObject({ status: 200 });
});

test("once a client disconnects, the caller's next body is read", async () => {
  await sendHalf(8, { caller: 'ada', size: 10 });
  clients[0]!.destroy();
  await until(() => server.lines.length > 0);
  expect(await post('ada')).toMatchObject({ status: 200 });
});

test('bodies of all callers are limited to 64 MiB in total', async () => {
  await sendHalf(64, { size: MEBIBYTE });
  expect(await post(undefined)).toMatchObject({ status: 503 });
  clients[0]!.destroy();
  await until(() => server.lines.length > 0);
  expect(await post(undefined)).toMatchObject({ status: 200 });
});

test('a waiting body does not count against other callers', async () => {
  await sendHalf(64, { caller: 'ada', size: MEBIBYTE });
  expect(await post('grace')).toMatchObject({ status: 200 });
});

describe('without a credential', () => {
  beforeEach(() => {
    anonymous = { deadline: 60_000 };
  });

  test('complete bodies are read despite any number of unfinished ones', async () => {
    await sendHalf(70, { size: 10 });
    await until(() => server.lines.length === 6);
    expect(server.lines).toMatchObject(Array(6).fill({ status: 503 }));
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(undefined)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('a body that takes too long is rejected', async () => {
    anonymous = { deadline: 50 };
    await sendHalf(1, { size: 10 });
    const [answer] = (await once(clients[0]!, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close/);
    await once(clients[0]!, 'close');
  });

  test('anonymous bodies do not count against callers', async () => {
    anonymous = null;
    await sendHalf(64, { size: MEBIBYTE });
    anonymous = { deadline: 60_000 };
    expect(await post(undefined)).toMatchObject({ status: 200 });
  });
});

/** Sends requests with only the first byte of their bodies. */
async function sendHalf(count: number, { caller, size }: { caller?: string; size: number }) {
  const before = begun;
  for (let sent = 0; sent < count; sent++) {
    const client = connect(server.port, '127.0.0.1').on('error', () => undefined);
    clients.push(client);
    const headers = ['Host: a', 'Content-Type: application/json', `Content-Length: ${size}`];
    if (caller !== undefined) headers.push(`X-Caller: ${caller}`);
    client.write(`POST /api/things HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`);
  }
  await until(() => begun === before + count);
}

function post(caller: string | undefined) {
  return ask(server.port, '/api/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(caller && { 'X-Caller': caller }) },
    body: '{}',
  });
}
