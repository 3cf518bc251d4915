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

test('sets each package to its highest release, never to a lower one, and creates missing packages', async () => {
  await app.call('PUT', '/api/packages/behind/version', { body: { Version: '1.9.0' } });
  await app.call('PUT', '/api/packages/ahead/version', { body: { Version: '3.0.0' } });
  const releases = 'behind v1.9.3\nbehind 1.10.0\r\n\nbehind 1.2.9\nahead 2.9.9\nlost 0.4.0\n';
  const { code, stdout, stderr } = await advance(releases, '--json');
  expect(code).toBe(0);
  expect(stderr.match(/"msg":"advanced"/g)).toHaveLength(3);
  expect(JSON.parse(stdout)).toEqual([
    { slug: 'behind', version: '1.10.0', advanced: true, recorded: 3 },
    { slug: 'ahead', version: '2.9.9', advanced: false, recorded: 1 },
    { slug: 'lost', version: '0.4.0', advanced: true, recorded: 1 },
  ]);
  expect(await Promise.all(['behind', 'ahead', 'lost'].map(versionOf))).toEqual([
    '1.10.0',
    '3.0.0',
    '0.4.0',
  ]);
  const { body } = await app.call('GET', '/api/packages/behind/history?limit=1');
  expect(body).toMatchObject([{ Version: '1.10.0', Component: 'Set', KeyName: 'advance' }]);
  const again = await advance(releases);
  expect(again.stdout).toContain('behind is at 1.10.0 or past it.');
  expect(again.stderr).toBe('');
});

test('records pre-releases, which do not change the current version and are not assigned again', async () => {
  await app.call('PUT', '/api/packages/candidates/version', { body: { Version: '1.4.0' } });
  const dated = '2.0.0-nightly.2026112412';
  const tags = `candidates v1.5.0-rc.2\ncandidates 1.5.0-rc.1\ncandidates ${dated}\nunreleased 1.0.0-beta.3\n`;
  expect(JSON.parse((await advance(tags, '--json')).stdout)).toEqual([
    { slug: 'candidates', version: null, advanced: false, recorded: 3 },
    { slug: 'unreleased', version: null, advanced: false, recorded: 1 },
  ]);
  expect(await Promise.all(['candidates', 'unreleased'].map(versionOf))).toEqual([
    '1.4.0',
    '0.0.0',
  ]);
  const found = await app.call('GET', `/api/packages/candidates/versions/${dated}`);
  expect(found.body).toMatchObject({ Version: dated, KeyName: 'advance' });
  const increment = async (call: string) =>
    (await app.call('POST', `/api/packages/${call}`)).body.Version;
  expect([
    await increment('candidates/increment/minor?pre=rc'),
    await increment('candidates/increment/minor'),
    await increment('unreleased/increment/major?pre=beta'),
    await increment('unreleased/increment/major'),
  ]).toEqual(['1.5.0-rc.3', '1.5.0', '1.0.0-beta.4', '1.0.0']);
  expect((await advance(tags)).stdout).not.toContain('recorded');
});

test('a pre-release after the largest number is refused, but not other increments of the package', async () => {
  await app.call('PUT', '/api/packages/brim/version', { body: { Version: '1.4.2' } });
  await advance('brim 1.5.0-rc.2147483646\n');
  const increment = (call: string) =>
    app.call('POST', `/api/packages/brim/increment/${call}`).then(({ body }) => body);
  expect((await increment('minor?pre=rc')).Version).toBe('1.5.0-rc.2147483647');
  expect(await increment('minor?pre=rc')).toMatchObject({
    Status: 409,
    Code: 'version-overflow',
    Detail: expect.stringContaining('1.5.0-rc.2147483647'),
  });
  expect((await increment('minor?pre=beta')).Version).toBe('1.5.0-beta.1');
  expect((await increment('minor')).Version).toBe('1.5.0');
});

test.each(['1.5.0-rc', '1.5.0-1.2', '1.5.0-rc.01', '1.5.0-rc.2147483648', '1.5.0+build'])(
  'skips and reports %s, which increments do not produce',
  async version => {
    const { code, stdout, stderr } = await advance(`strange 1.0.0\nstrange ${version}\n`);
    expect([code, stdout]).toEqual([0, expect.stringContaining('strange')]);
    expect(stderr).toContain(`Warning: Line 2 is left out: strange ${version}. Version must `);
    expect(await versionOf('strange')).toBe('1.0.0');
  },
);

test('records every release, and lines and packages that are set back later continue after them', async () => {
  await app.call('PUT', '/api/packages/lines/version', { body: { Version: '1.4.0' } });
  const { stdout } = await advance(
    'lines 1.4.1\nlines 2.0.0\nlines 1.4.2\nlines 1.4.0\n',
    '--json',
  );
  expect(JSON.parse(stdout)).toEqual([
    { slug: 'lines', version: '2.0.0', advanced: true, recorded: 3 },
  ]);
  const history = await app.call('GET', '/api/packages/lines/history');
  expect(history.body.map(({ Version }: { Version: string }) => Version)).toEqual([
    '2.0.0',
    '1.4.2',
    '1.4.1',
    '1.4.0',
  ]);
  const increment = async (call: string) =>
    (await app.call('POST', `/api/packages/lines/increment/${call}`)).body.Version;
  expect(await increment('patch?line=1.4')).toBe('1.4.3');
  await app.call('PUT', '/api/packages/lines/version', { body: { Version: '1.4.0', Force: true } });
  expect([await increment('patch'), await increment('major')]).toEqual(['1.4.4', '3.0.0']);
  expect((await advance('lines 1.4.1\nlines 2.0.0\n')).stdout).toBe(
    'lines is at 2.0.0 or past it.\n',
  );
});

test('a package that was set back still skips its history after a record that does not change its version', async () => {
  const increment = async () =>
    (await app.call('POST', '/api/packages/held/increment/minor')).body.Version;
  expect([await increment(), await increment()]).toEqual(['0.1.0', '0.2.0']);
  await app.call('PUT', '/api/packages/held/version', { body: { Version: '0.1.0', Force: true } });
  await advance('held 0.1.1-rc.1\n');
  expect([await increment(), await increment()]).toEqual(['0.3.0', '0.4.0']);
});

test('moves a package that was set back to its highest release again', async () => {
  await app.call('PUT', '/api/packages/forward/version', { body: { Version: '2.0.0' } });
  await app.call('PUT', '/api/packages/forward/version', {
    body: { Version: '1.0.0', Force: true },
  });
  await advance('forward 2.0.0\n');
  expect(await versionOf('forward')).toBe('2.0.0');
});

test.each([
  ['without a version', 'fine 1.0.0\nnonsense\n', 'Line 2'],
  ['with an invalid slug', 'fine 1.0.0\n../app 1.0.0\n', 'Line 2'],
])('a line %s is reported, and nothing is changed', async (_, releases, named) => {
  const { code, stdout, stderr } = await advance(releases);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(named);
  expect((await app.call('GET', '/api/packages/fine')).status).toBe(404);
});
