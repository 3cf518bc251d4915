import { createVersioningClient } from '../src/client';
import { lost, problem, scriptedServer } from './scripted-server';

test.each([
  ['a lost response', lost],
  ['503', problem(503, 'database-unavailable', 'No database.', { 'retry-after': '0' })],
])('does not retry calls that return a secret after %s', async (_, step) => {
  const server = await scriptedServer(step, step);
  const { keys } = createVersioningClient({ url: server.url, key: 'vrk_test_0123456789' });
  await expect(keys.create({ name: 'a', scopes: ['read'] })).rejects.toMatchObject({
    kind: 'unreachable',
  });
  await expect(keys.rotate('1')).rejects.toMatchObject({ kind: 'unreachable' });
  await server.close();
  expect(server.received.map(({ path }) => path)).toEqual(['/api/keys', '/api/keys/1/rotate']);
});
