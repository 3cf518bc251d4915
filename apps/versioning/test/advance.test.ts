import path from 'node:path';
import { runCommandLine } from '@platform/service/testing';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const cli = path.join(__dirname, '..', 'dist', 'cli.js');
const advance = (releases: string, ...args: string[]) =>
  runCommandLine(cli, ['advance', ...args], { DATABASE_URL: app.databaseUrl }, releases);
const versionOf = async (slug: string) =>
  (await app.call('GET', `/api/packages/${slug}/version`)).body.Version;

test('sets each package to its highest release, never backwards, and creates what is missing', async () => {
  await app.call('PUT', '/api/packages/behind/version', { body: { Version: '1.9.0' } });
  await app.call('PUT', '/api/packages/ahead/version', { body: { Version: '3.0.0' } });
  const releases = 'behind v1.9.3\nbehind 1.10.0\r\n\nbehind 1.2.9\nahead 2.9.9\nlost 0.4.0\n';
  const { code, stdout } = await advance(releases, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { slug: 'behind', version: '1.10.0', advanced: true },
    { slug: 'ahead', version: '2.9.9', advanced: false },
    { slug: 'lost', version: '0.4.0', advanced: true },
  ]);
  expect(await Promise.all(['behind', 'ahead', 'lost'].map(versionOf))).toEqual([
    '1.10.0',
    '3.0.0',
    '0.4.0',
  ]);
  const { body } = await app.call('GET', '/api/packages/behind/history?limit=1');
  expect(body).toMatchObject([{ Version: '1.10.0', Component: 'Set', KeyName: 'advance' }]);
  expect((await advance(releases)).stdout).toContain('behind is at 1.10.0 or past it.');
});

test.each([
  ['without a version', 'fine 1.0.0\nnonsense\n', 'Line 2'],
  ['with a version that is none', 'fine 1.0.0\napp 1.0\n', 'Line 2'],
])('a line %s is named, and nothing is changed', async (_, releases, named) => {
  const { code, stdout, stderr } = await advance(releases);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
  expect((await app.call('GET', '/api/packages/fine')).status).toBe(404);
});
