import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '@platform/db';
import { type EmbeddedServer, openEmbeddedServer } from '@platform/db/embedded';
import { connect } from '@platform/db/testing';
import { definitions } from '../../src/main/definitions';
import { bearer, castOf } from '../cast';
import { runReporting } from '../run-program';
import { startTestApp, type TestApp } from '../start-test-app';

/** Uses a separate server, because the role belongs to the whole server and other tests use it. */
let folder: string;
let server: EmbeddedServer;
let url: string;
let service: TestApp;
let cast: ReturnType<typeof castOf>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'services-reader-'));
  await chmod(folder, 0o755);
  server = await openEmbeddedServer(folder, { durable: false });
  await runAsSuperuser("create role reporting login password 'reporting'");
  await runAsSuperuser('create database reporting owner reporting');
  url = Object.assign(new URL(server.url), {
    username: 'reporting',
    password: 'reporting',
    pathname: '/reporting',
  }).href;
  await runAsSuperuser(REPAIR);
  await migrate(url, definitions);
  service = await startTestApp({ DATABASE_URL: url });
  cast = castOf(service);
});
afterAll(async () => {
  await service.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const GRANT = 'grant reporting_reader to reporting; grant reporting_scoped_reader to reporting;';
const REPAIR = `create role reporting_reader nologin; create role reporting_scoped_reader nologin; ${GRANT}`;

async function runAsSuperuser(sql: string, database = '/postgres'): Promise<void> {
  const db = connect(Object.assign(new URL(server.url), { pathname: database }).href);
  await db.pool.query(sql);
  await db.close();
}

/** Removes the grants and policies, as in a dump that was restored without the roles. */
const removePrivileges = () =>
  runAsSuperuser(
    `drop owned by reporting_reader, reporting_scoped_reader;
    drop role reporting_reader, reporting_scoped_reader`,
    '/reporting',
  );

const report = async (secret: string) =>
  (await cast.call('/reporting/compliance-overview', bearer(secret))).status;

async function health() {
  const { status, body } = await cast.call('/diagnostic/health');
  return { code: status, status: body.status, detail: body.checks.database.detail as string };
}

const countPolicies = async () => {
  const { rows } = await service.context.db.pool.query<{ policies: number }>(
    "select count(*)::integer as policies from pg_policies where roles[1] like 'reporting_%'",
  );
  return rows[0]!.policies;
};

test('without its role, health is degraded, and start and migrate fail and name the statements that repair it', async () => {
  const { secret } = await cast.ada();
  expect(await report(secret)).toBe(200);
  const policies = await countPolicies();
  const logged = jest.spyOn(service.context.log, 'error');
  await removePrivileges();

  const message = expect.stringContaining(REPAIR);
  expect(await report(secret)).toBe(500);
  const words = { message: 'role "reporting_reader" does not exist' };
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining(words) }),
    'internal error',
  );
  expect(await health()).toEqual({ code: 503, status: 'degraded', detail: message });
  expect(logged).toHaveBeenLastCalledWith(expect.anything(), message);
  const env = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) };
  for (const command of ['migrate', 'serve'])
    expect(await runReporting([command], env)).toMatchObject({ code: 1, stderr: message });

  await runAsSuperuser(REPAIR);
  expect(await report(secret)).toBe(500);
  expect(logged).toHaveBeenLastCalledWith(
    expect.objectContaining({
      err: expect.objectContaining({ message: 'permission denied for schema reporting' }),
    }),
    'internal error',
  );
  expect(await health()).toMatchObject({
    status: 'degraded',
    detail: expect.stringMatching(/for example after a restore\. Run: reporting migrate\.$/),
  });
  expect(await runReporting(['migrate'], env)).toMatchObject({
    code: 0,
    stdout: 'privileges of reporting\n',
  });
  expect(await health()).toEqual({ code: 200, status: 'healthy', detail: null });
  expect(await report(secret)).toBe(200);
  expect(await countPolicies()).toBe(policies);
});

test('if its user is not a member of the role, health names only the grant', async () => {
  await runAsSuperuser('revoke reporting_reader, reporting_scoped_reader from reporting');
  expect(await health()).toMatchObject({
    code: 503,
    status: 'degraded',
    detail: expect.stringMatching(
      new RegExp(`administrator of the database server, run: ${GRANT}$`),
    ),
  });
  await runAsSuperuser(GRANT);
  expect(await health()).toMatchObject({ code: 200 });
});

test('a user that may create roles repairs a restored database by migrating it', async () => {
  const policies = await countPolicies();
  await removePrivileges();
  await runAsSuperuser('alter role reporting createrole');
  expect(await migrate(url, definitions)).toEqual(['privileges of reporting']);
  expect(await migrate(url, definitions)).toEqual([]);
  expect(await countPolicies()).toBe(policies);
  expect(await health()).toMatchObject({ code: 200 });
});
