import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { type WatchedApp, watchContract } from '../testing';

const ID = { required: true, schema: { type: 'string' } };
const document = {
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          200: {
            headers: { 'X-Request-Id': ID, Link: { schema: { type: 'string' } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          204: { headers: { 'X-Request-Id': ID } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          name: { type: 'string', nullable: true },
          made: { type: 'string', format: 'date-time' },
        },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
};

/** Requests /service/things/1 from an app that responds with `answer`; returns the detected fault, if any. */
async function faultOf(
  answer: (response: Response) => void,
  { path = '/service/things/1', method = 'GET' } = {},
): Promise<string | null> {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.use((_, response) => answer(response.set('X-Request-Id', '1')));
  const watched = watchContract(app, document, { basePath: '/service' });
  const server = createServer(watched.app);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  await ask(server, path, method);
  return faultFoundBy(watched);
}

async function ask(server: Server, path: string, method: string): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const headers = { Connection: 'close' };
  await fetch(`http://127.0.0.1:${port}${path}`, { method, headers }).then(reply => reply.text());
  await new Promise(resolve => server.close(resolve));
}

function faultFoundBy({ assertContract }: WatchedApp): string | null {
  try {
    assertContract();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each<[string, (response: Response) => void]>([
  [
    'all that is documented',
    response => response.json({ name: 'a', made: '2026-01-01T00:00:00Z' }),
  ],
  ['null where it may be', response => response.json({ name: null })],
  ['a different documented media type', response => response.type('csv').send('name\r\n')],
  ['a documented header', response => response.set('Link', '<x>').json({ name: 'a' })],
  ['no content', response => response.status(204).end()],
  [
    'pieces',
    response => {
      response.type('json').write('{"name"');
      response.end(':"a"}');
    },
  ],
])('%s matches the document', async (_, answer) => {
  expect(await faultOf(answer)).toBeNull();
});

test.each<[string, (response: Response) => void, string]>([
  ['status', response => response.status(418).end(), 'returns 418: the status is not documented'],
  ['property', response => response.json({ name: 'a', age: 1 }), '"additionalProperty":"age"'],
  ['type', response => response.json({ name: 1 }), '/name must be string'],
  [
    'format',
    response => response.json({ name: 'a', made: 'now' }),
    'must match format "date-time"',
  ],
  ['lack', response => response.json({}), "must have required property 'name'"],
  ['media type', response => response.type('html').send('a'), 'media type text/html'],
  ['header', response => response.set('X-Other', '1').json({ name: 'a' }), 'x-other is not'],
  ['body', response => response.status(200).end(), 'the media type is missing'],
  ['syntax', response => response.type('json').send('{'), 'the body is not JSON'],
  ['content', response => response.status(204).type('json').end(), 'application/json is not'],
  [
    'lack of a header',
    response => {
      response.removeHeader('X-Request-Id');
      response.json({ name: 'a' });
    },
    'the header X-Request-Id is missing',
  ],
])('a wrong %s is reported', async (_, answer, fault) => {
  expect(await faultOf(answer)).toContain(fault);
});

test("HEAD is checked against GET's documentation, without a body", async () => {
  expect(await faultOf(response => response.json({ name: 1 }), { method: 'HEAD' })).toBeNull();
  expect(await faultOf(response => response.status(418).end(), { method: 'HEAD' })).toContain(
    '418',
  );
});

test.each([{ path: '/service/others' }, { method: 'DELETE' }])(
  'undocumented requests are ignored: %j',
  async asked => {
    expect(await faultOf(response => response.status(418).end(), asked)).toBeNull();
  },
);
