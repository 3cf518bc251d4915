import path from 'node:path';
import { connect, untilConnection } from '@platform/db/testing';
import { runCommandLine } from '@platform/service/testing';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
/** Another replica. */
let other: ReturnType<typeof connect>;

beforeAll(async () => {
  app = await startTestApp();
  other = connect(app.databaseUrl);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const cli = path.join(__dirname, '..', 'dist', 'cli.js');
const force = (slug: string, version: string) =>
  app.call('PUT', `/api/packages/${slug}/version`, { body: { Version: version, Force: true } });
const advance = (releases: string) =>
  runCommandLine(cli, ['advance'], { DATABASE_URL: app.databaseUrl }, releases);
const increment = async (slug: string, component: string) =>
  (await app.call('POST', `/api/packages/${slug}/increment/${component}`)).body.Version as string;
const history = async (slug: string) => {
  const { body } = await app.call('GET', `/api/packages/${slug}/history`);
  return (body as { Version: string }[]).map(({ Version }) => Version).reverse();
};

const untilWaitingFor = (event: 'relation' | 'transactionid') =>
  untilConnection(app.databaseUrl, `wait_event_type = 'Lock' and wait_event = '${event}'`);

/**
 * Starts `work` before the package exists, lets it continue after the package is created at 0.0.1 and while 0.1.0 is
 * uncommitted, and commits that once `work` waits for it.
 */
async function overtake<Result>(slug: string, work: () => Promise<Result>): Promise<Result> {
  const gate = await other.pool.connect();
  const holder = await other.pool.connect();
  await gate.query('begin; lock table versioning.package_change in share mode');
  const result = work();
  await untilWaitingFor('relation');
  await holder.query(
    `insert into versioning.package (slug, name, major, minor, patch, revision, commit_at)
    values ($1, $1, 0, 0, 1, 1, 1)`,
    [slug],
  );
  await holder.query('begin');
  await holder.query(
    'update versioning.package set minor = 1, patch = 0, revision = 2, commit_at = 2 where slug = $1',
    [slug],
  );
  await gate.query('commit');
  gate.release();
  await untilWaitingFor('transactionid');
  await holder.query(
    `insert into versioning.package_change (package_id, revision, component, major, minor, patch, at, key_name)
    select id, change.* from versioning.package
    cross join (
      values (1, 'Patch'::versioning.component, 0, 0, 1, now(), 'ci'), (2, 'Minor', 0, 1, 0, now(), 'ci')
    ) as change
    where slug = $1`,
    [slug],
  );
  await holder.query('commit');
  holder.release();
  return result;
}

test('a forced set below a version made concurrently does not release that version', async () => {
  const { status, body } = await overtake('set-back', () => force('set-back', '0.0.5'));
  expect([status, body.Version]).toEqual([200, '0.0.5']);
  expect(await increment('set-back', 'minor')).toBe('0.2.0');
  expect(await history('set-back')).toEqual(['0.0.1', '0.1.0', '0.0.5', '0.2.0']);
});

test('a forced set to a version made concurrently repeats it', async () => {
  const { status, body } = await overtake('set-again', () => force('set-again', '0.1.0'));
  expect([status, body.Version]).toEqual([200, '0.1.0']);
  expect(await history('set-again')).toEqual(['0.0.1', '0.1.0', '0.1.0']);
});

test('advance does not record a version made concurrently again', async () => {
  const { code, stdout } = await overtake('restored', () =>
    advance('restored 0.0.4\nrestored 0.1.0\n'),
  );
  expect([code, stdout]).toEqual([0, 'restored is at 0.1.0 or past it. Versions recorded: 1.\n']);
  expect(await history('restored')).toEqual(['0.0.1', '0.1.0', '0.0.4']);
});
