import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip, gunzipSync } from 'node:zlib';
import express from 'express';
import { compressCalls } from '../src/compress';
import { streamResponse } from '../src/stream-response';

const LONG = JSON.stringify('row '.repeat(1_000));

let release: () => void;
let server: Server;
beforeAll(async () => {
  const app = express();
  app.use(compressCalls(/^(GET|POST) \/tables\//));
  app.get('/tables/slow', async (_, response) => {
    response.type('application/x-ndjson');
    const chunks = async function* () {
      yield `${LONG}\n`;
      await new Promise<void>(resolve => {
        release = resolve;
      });
      yield `${LONG}\n`;
    };
    await streamResponse(response, chunks());
  });
  app.get('/tables/cut', async (_, response) => {
    response.type('text/csv');
    const chunks = async function* () {
      yield LONG;
      await new Promise<void>(resolve => {
        release = resolve;
      });
      throw new Error('the database is gone');
    };
    await streamResponse(response, chunks()).catch(() => response.destroy());
  });
  app.get('/tables/cookie', (_, response) => {
    response.cookie('session', 'secret').type('json').send(LONG);
  });
  for (const type of ['json', 'csv', 'application/x-ndjson', 'application/zip', 'html']) {
    app.get(`/tables/${type.replace('/', '-')}`, (_, response) => {
      response.type(type).send(LONG);
    });
  }
  app.get('/secrets/1', (_, response) => {
    response.type('json').send(LONG);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function request(path: string): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = get({ port, path, headers: { 'accept-encoding': 'gzip' } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

test.each([
  ['/tables/json', 'gzip'],
  ['/tables/csv', 'gzip'],
  ['/tables/application-x-ndjson', 'gzip'],
  ['/tables/application-zip', undefined],
  ['/tables/html', undefined],
  ['/tables/cookie', undefined],
  ['/secrets/1', undefined],
])('%s is sent as %s', async (path, encoding) => {
  const response = await request(path);
  const body = Buffer.concat(await response.toArray());
  expect(response.headers['content-encoding']).toBe(encoding);
  expect((encoding ? gunzipSync(body) : body).toString()).toBe(LONG);
});

test('a batch is sent once it is written, not when the next one fills a block', async () => {
  const response = await request('/tables/slow');
  const lines = response.pipe(createGunzip());
  let text = '';
  while (text.length <= LONG.length) text += String((await once(lines, 'data'))[0]);
  expect(text).toBe(`${LONG}\n`);
  release();
  text = '';
  for await (const chunk of lines) text += String(chunk);
  expect(text).toBe(`${LONG}\n`);
});

test('a response that is cut off ends without the end of its compression', async () => {
  const response = await request('/tables/cut');
  release();
  await expect(response.toArray()).rejects.toThrow('aborted');
});
