import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { fuzz } from '../testing/fuzz';

const ownForm = { content: { 'application/json': { schema: { type: 'object' } } } };
const commonForm = { $ref: '#/components/responses/Refused' };
const document = {
  paths: {
    '/health': { get: { responses: { 503: ownForm } } },
    '/things': { get: { responses: { 503: commonForm } } },
  },
  components: { schemas: {} },
};

let server: Server;
beforeAll(async () => {
  const app = express();
  app.use((_, response) => void response.status(503).json({ status: 'unhealthy' }));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => once(server.close(), 'close'));

test('only an error that its operation documents in another form than the common one is no fault', async () => {
  const { faults } = await fuzz({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    document,
    world: { credentials: [[]], values: ['1'] },
    count: 60,
    seed: 1,
    secrets: [],
    codes: [],
    errorType: 'application/problem+json',
  });
  const paths = faults.map(fault => /"method":"GET","path":"(\/\w+)/.exec(fault)?.[1]);
  expect(paths).toContain('/things');
  expect(paths).not.toContain('/health');
});
