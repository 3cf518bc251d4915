import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const increment = (slug: string, component: string) =>
  app.call('POST', `/api/packages/${slug}/increment/${component}`);
const set = (slug: string, version: string, force = false, headers = {}) =>
  app.call('PUT', `/api/packages/${slug}/version`, {
    body: { Version: version, Force: force },
    headers,
  });
const history = async (slug: string) =>
  (
    (await app.call('GET', `/api/packages/${slug}/history?limit=1000`)).body as {
      Version: string;
    }[]
  )
    .map(({ Version }) => Version)
    .reverse();

/** Runs increments sequentially; returns their versions. */
async function versions(slug: string, ...components: string[]): Promise<string[]> {
  const given: string[] = [];
  for (const component of components) given.push((await increment(slug, component)).body.Version);
  return given;
}

test('a package that is set back continues with versions that it never had', async () => {
  await versions('back', 'minor', 'minor', 'patch', 'minor');
  expect((await set('back', '0.1.0', true)).body.Version).toBe('0.1.0');
  expect(await versions('back', 'minor', 'patch', 'patch')).toEqual(['0.4.0', '0.4.1', '0.4.2']);
  await set('back', '0.2.0', true);
  expect(await versions('back', 'patch', 'patch', 'minor', 'major')).toEqual([
    '0.2.2',
    '0.2.3',
    '0.5.0',
    '1.0.0',
  ]);
});

test('an increment skips single versions of the history, and none of other packages', async () => {
  for (const version of ['1.0.2', '1.1.0', '3.0.0']) await set('neighbour', version);
  for (const version of ['1.0.3', '1.2.0', '1.3.1', '2.0.0', '4.0.0']) await set('holes', version);
  await set('holes', '1.0.1', true);
  expect(
    await versions('holes', 'patch', 'patch', 'minor', 'minor', 'patch', 'patch', 'major', 'major'),
  ).toEqual(['1.0.2', '1.0.4', '1.1.0', '1.3.0', '1.3.2', '1.3.3', '3.0.0', '5.0.0']);
});

test('concurrent increments of a package that was set back take the same versions as sequential ones', async () => {
  for (const version of ['0.0.3', '0.0.5', '0.0.6', '0.0.20']) await set('crowd', version);
  await set('crowd', '0.0.1', true);
  const replies = await Promise.all(Array.from({ length: 40 }, () => increment('crowd', 'patch')));
  const patches = replies.map(reply => reply.body.Patch as number).sort((one, two) => one - two);
  const used = [3, 5, 6, 20];
  expect(patches).toEqual(
    Array.from({ length: 44 }, (_, index) => index + 2)
      .filter(patch => !used.includes(patch))
      .slice(0, 40),
  );
});

test('setting a greater version of the history is refused, with the time and build that made it', async () => {
  await set('used', '1.4.0', false, { 'build-url': 'https://ci.example.org/7' });
  await increment('used', 'patch');
  await set('used', '1.0.0', true);
  const built = await set('used', '1.4.0');
  expect([built.status, built.body.Code]).toEqual([409, 'version-used']);
  expect(built.body.Detail).toMatch(
    /at \d{4}-\d\d-\d\dT\S+Z by the build https:\/\/ci\.example\.org\/7\./,
  );
  const keyed = await set('used', '1.4.1');
  expect(keyed.body.Detail).toContain('by the key ci.');
  expect((await set('used', '0.9.0')).body.Code).toBe('version-not-greater');
  expect((await set('used', '1.2.0')).status).toBe(200);
});

test('forcing an earlier version adds a row, and the version is not assigned again', async () => {
  await versions('again', 'minor', 'minor');
  await set('again', '0.1.0', true);
  await set('again', '0.1.0', true);
  await set('again', '0.2.0', true);
  expect(await history('again')).toEqual(['0.1.0', '0.2.0', '0.1.0', '0.1.0', '0.2.0']);
  expect(await versions('again', 'minor')).toEqual(['0.3.0']);
});

test('a new forced version is assigned', async () => {
  await versions('forced', 'major', 'major');
  expect((await set('forced', '1.5.0', true)).status).toBe(200);
  await set('forced', '1.4.0', true);
  expect(await versions('forced', 'minor')).toEqual(['1.6.0']);
});

test('an increment is refused if no free version remains', async () => {
  await set('full', '0.0.2147483646');
  await increment('full', 'patch');
  await set('full', '0.0.2147483646', true);
  const reply = await increment('full', 'patch');
  expect([reply.status, reply.body.Code]).toEqual([409, 'version-overflow']);
  expect(reply.body.Detail).toMatch(
    /^full cannot be incremented from 0\.0\.2147483647: its patch part/,
  );
});

test('a deleted package starts over', async () => {
  await versions('gone', 'minor', 'minor');
  await app.call('DELETE', '/api/packages/gone');
  expect(await versions('gone', 'minor')).toEqual(['0.1.0']);
});
