import path from 'node:path';
import { isConnectionLost, migrate, parseStatement, query, readStatement } from '@platform/db';
import {
  connect,
  createTestCluster,
  onServer,
  type TcpProxy,
  type TestCluster,
  tcpProxy,
  untilConnection,
} from '@platform/db/testing';
import { definitions } from '../../src/main/definitions';
import { ReportReads } from '../../src/reports/report-reads';
import { ReportServers } from '../../src/reports/report-servers';
import { apiKey, castOf } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';

const PERSON_TYPES = '/reporting/achievement-gaps/person-types';

/** Milliseconds until a failed standby is retried. */
const RETRY_INTERVAL = 5_000;

const statements = path.join(__dirname, '../statements');
const joinDepartments = readStatement(statements, 'join-departments.sql');

const findPersonType = parseStatement<{ personType: string }>(
  'find-person-type.sql',
  'select person_type as "personType" from reporting.member where company_id = $organization',
);
const everyName = parseStatement<{ name: string }>(
  'every-name.sql',
  `select name from reporting.account where $organization::integer is not null
  union all
  select name from reporting.company`,
);
const everySecret = parseStatement(
  'every-secret.sql',
  'select hash from reporting.personal_secret where company_id = $organization',
);
const fail = parseStatement('fail.sql', 'select 1 / ($organization::integer * 0)');
const sleep = parseStatement('sleep.sql', 'select $organization::integer from pg_sleep(600)');

let cluster: TestCluster;
let reader: Awaited<ReturnType<ReturnType<typeof castOf>['ada']>>;
beforeAll(async () => {
  cluster = await createTestCluster(async url => {
    for (const each of [null, definitions]) await migrate(url, each);
    const service = await startTestApp({ DATABASE_URL: url });
    reader = await castOf(service).ada({ personType: 'standby' });
    const { id: member } = await service.context.db.prisma.member.findFirstOrThrow();
    await query(service.context.db, joinDepartments, { member, count: 8_000 });
    await (await service.seed.company('globex')).member('Linus');
    await service.close();
  });
  await name(cluster.url, 'primary');
  await name(cluster.promotedUrl, 'promoted');
}, 180_000);
afterAll(() => cluster.close());

/** Without a timeout: after its copies were written to disk, a server may respond slowly. */
const name = (url: string, name: string) =>
  onServer(
    url,
    `update reporting.member set person_type = '${name}' where person_type is not null`,
  );

let proxy: TcpProxy;
let service: TestApp;
beforeEach(async () => {
  proxy = await tcpProxy(cluster.standbyUrl);
  service = await startTestApp({
    DATABASE_URL: cluster.url,
    DATABASE_REPLICA_URL: proxy.url,
    RATE_LIMIT_REPORTS: 'off',
  });
});
afterEach(async () => {
  await service.close();
  await proxy.close();
  jest.restoreAllMocks();
});

const get = (query = '') => castOf(service).call(PERSON_TYPES + query, apiKey(reader.secret));
const from = async () => ((await get()).body as string[])[0];

/** Log entries about the server that reports are read from. */
function watchLog({ context: { log } }: TestApp) {
  const warn = jest.spyOn(log, 'warn');
  const info = jest.spyOn(log, 'info');
  return () => {
    const logged = [...warn.mock.calls, ...info.mock.calls].map(call => String(call.at(-1)));
    return logged.filter(text => text.startsWith('reports are read'));
  };
}

/** Waits until a failed standby is retried. */
function passInterval() {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + RETRY_INTERVAL);
}

/** Reads a person type, which differs between servers. */
function reading() {
  const reads = new ReportReads(service.context.reports, reader.acme);
  const read = async () => (await reads.query(findPersonType))[0]!.personType;
  return { reads, read };
}

test('reports are read from the standby, with the role that is limited to one organization', async () => {
  expect(await from()).toBe('standby');
  const { reads, read } = reading();
  const names = await reads.during(async () => {
    expect(await read()).toBe('standby');
    return reads.query(everyName);
  });
  expect(names.map(row => row.name)).toEqual(expect.arrayContaining(['acme', 'Ada']));
  expect(names.map(row => row.name)).not.toEqual(expect.arrayContaining(['globex']));
  expect(names.map(row => row.name)).not.toEqual(expect.arrayContaining(['Linus']));
  await expect(reads.during(() => reads.query(everySecret))).rejects.toThrow(/permission denied/);
});

test('reports are read from the primary if the standby is not in recovery, such as after a promotion', async () => {
  const settings = { DATABASE_URL: cluster.url, DATABASE_REPLICA_URL: cluster.promotedUrl };
  const promoted = await startTestApp(settings);
  const logged = watchLog(promoted);
  for (const _ of [1, 2]) {
    const { body } = await castOf(promoted).call(PERSON_TYPES, apiKey(reader.secret));
    expect(body).toEqual(['primary']);
  }
  expect(logged()).toEqual(['reports are read from the primary']);
  const [[fields]] = jest.mocked(promoted.context.log.warn).mock.calls as unknown as [[object]];
  expect(fields).toMatchObject({
    err: { message: expect.stringContaining('is not in recovery') as string },
  });
  await promoted.close();
});

test('reports are read from the primary if the standby is a different database of the cluster', async () => {
  const DATABASE_REPLICA_URL = cluster.standbyUrl.replace(/[^/]+$/, 'postgres');
  const mistyped = await startTestApp({ DATABASE_URL: cluster.url, DATABASE_REPLICA_URL });
  const { body } = await castOf(mistyped).call(PERSON_TYPES, apiKey(reader.secret));
  expect(body).toEqual(['primary']);
  await mistyped.close();
});

test('reports are read from the primary if the standby belongs to a different cluster', async () => {
  const other = await startTestApp({ DATABASE_REPLICA_URL: cluster.standbyUrl });
  const logged = watchLog(other);
  const { secret, acme } = await castOf(other).ada({ personType: 'other' });
  // Otherwise the standby would have no data.
  expect(acme.id).toBe(reader.acme.id);
  const { body } = await castOf(other).call(PERSON_TYPES, apiKey(secret));
  expect(body).toEqual(['other']);
  expect(logged()).toEqual(['reports are read from the primary']);
  const [[fields]] = jest.mocked(other.context.log.warn).mock.calls as unknown as [[object]];
  expect(fields).toMatchObject({
    err: {
      message: expect.stringContaining('points to a different cluster or database') as string,
    },
  });
  await other.close();
});

test('the standby of a primary that was replaced, such as by a restored one, is no longer read', async () => {
  const other = await startTestApp();
  const [first, second] = [connect(cluster.url), connect(other.databaseUrl)];
  const primary = { ...first };
  const servers = new ReportServers(primary, connect(cluster.standbyUrl), other.context.log);
  const isStandbyRead = async () => {
    const snapshot = await servers.openStandby({});
    await snapshot?.close('idle');
    return snapshot !== null;
  };
  expect(await isStandbyRead()).toBe(true);
  // As if it had taken over the address of the first.
  Object.assign(primary, second);
  passInterval();
  expect(await isStandbyRead()).toBe(false);
  await Promise.all([servers.close(), first.close()]);
  await other.close();
});

test.each(['refuses connections', 'hangs'])(
  'a standby that %s does not delay each report, and is read again once it responds',
  async fault => {
    const logged = watchLog(service);
    expect(await from()).toBe('standby');
    if (fault === 'hangs') proxy.hang();
    else await proxy.stop();
    expect(await from()).toBe('primary');
    await proxy.resume();
    // Not retried in the meantime, or it would respond.
    expect(await from()).toBe('primary');
    expect(logged()).toEqual(['reports are read from the primary']);
    expect(await usable()).toBe(0);
    passInterval();
    expect(await from()).toBe('standby');
    expect(await usable()).toBe(1);
    expect(logged()).toEqual([
      'reports are read from the primary',
      'reports are read from the standby again',
    ]);
  },
);

async function usable(): Promise<number> {
  const { host, pathname } = new URL(proxy.url);
  const metrics = await service.context.metrics.registry.metrics();
  const line = metrics
    .split('\n')
    .find(text => text.startsWith(`reporting_standby_usable{standby="${host}${pathname}"}`));
  return Number(line!.split(' ').at(-1));
}

test.each(['', '?format=csv'])(
  'a report%s whose connection is lost before its first row is read from the primary',
  async format => {
    expect(await from()).toBe('standby');
    proxy.stopAt('person_type');
    const { status, text } = await get(format);
    expect([status, text.includes('primary')]).toEqual([200, true]);
  },
);

test('a report ends if the standby is lost after its first rows', async () => {
  const error = jest.spyOn(service.context.log, 'error');
  const contacts = `${service.url}/reporting/directory-contacts?format=csv`;
  const response = await fetch(contacts, { headers: { 'X-Api-Key': reader.secret } });
  expect(response.status).toBe(200);
  await proxy.stop();
  await expect(response.text()).rejects.toThrow('terminated');
  expect(error.mock.calls).toEqual([[expect.anything(), 'response aborted']]);
  const [[logged]] = error.mock.calls as unknown as [[{ err: unknown }]];
  expect(isConnectionLost(logged.err)).toBe(true);
});

test('a report that has lost the standby is repeated once on the primary', async () => {
  const { reads, read } = reading();
  const responses: string[] = [];
  const report = reads.during(async () => {
    responses.push(await read());
    await proxy.stop();
    await proxy.resume();
    await read();
    throw new Error('refused');
  });
  await expect(report).rejects.toThrow('refused');
  expect(responses).toEqual(['standby', 'primary']);
});

test('a statement that the standby cancels is not repeated', async () => {
  const { reads, read } = reading();
  let runs = 0;
  const report = reads.during(async () => {
    runs += 1;
    await read();
    await reads.query(sleep);
  });
  const refused = expect(report).rejects.toMatchObject({ code: '57014' });
  await untilConnection(cluster.standbyUrl, `wait_event = 'PgSleep'`);
  const standby = connect(cluster.standbyUrl);
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`;
  await query(standby, parseStatement('cancel.sql', cancel));
  await refused;
  expect(runs).toBe(1);
  await standby.close();
});

test('a connection is closed immediately if its statement failed, because the server may hang', async () => {
  const { reports } = service.context;
  const reads = new ReportReads(reports, reader.acme, { usesPrimary: true });
  await reads.during(async () => {
    await expect(reads.query(fail)).rejects.toThrow('division by zero');
    expect(reports.primary.pool.totalCount).toBe(0);
  });
});

test('all reads of a report are as of one instant', async () => {
  const { reports } = service.context;
  const acme = await service.seed.company('instant');
  const reads = new ReportReads(reports, acme, { usesPrimary: true });
  const names = () => reads.query(everyName);
  await reads.during(async () => {
    const before = await names();
    await acme.member('Ada');
    expect(await names()).toEqual(before);
  });
});

test('data that may just have changed is read from the primary', async () => {
  // The standby has neither the organization nor the person.
  const { home, secret } = await castOf(service).grace();
  const addresses = [
    '/me/compliance',
    '/me/client-secret',
    '/sync/imports',
    '/reporting/schedules',
    `/sync/export?companyId=${home.uuid}`,
  ];
  const responses = addresses.map(address => castOf(service).call(address, apiKey(secret)));
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});
