import path from 'node:path';
import {
  type Database,
  isConnectionLost,
  parseStatement,
  query,
  readStatement,
  transaction,
} from '@platform/db';
import {
  connect,
  createTestDatabase,
  type TcpProxy,
  type TestDatabase,
  tcpProxy,
  untilConnection,
} from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { organizationScope } from '../../src/reports/organization-scope';
import { ReportReads } from '../../src/reports/servers/report-reads';
import { apiKey, castOf } from '../cast';
import { createSeed } from '../seed';
import { startTestApp, type TestApp } from '../start-test-app';

const PERSON_TYPES = '/reporting/achievement-gaps/person-types';
const NOBODY = new Set<never>();

const lockMembers = parseStatement(
  'lock-members.sql',
  'lock table reporting.member in access exclusive mode',
);
const countMembers = parseStatement<{ count: number }>(
  'count-members.sql',
  'select count(*)::integer as count from reporting.member where company_id = $organization',
);

const findPersonType = parseStatement<{ personType: string }>(
  'find-person-type.sql',
  'select person_type as "personType" from reporting.member where company_id = $organization',
);

const findMember = parseStatement<{ id: number }>(
  'find-member.sql',
  'select id from reporting.member where company_id = $organization',
);

const joinDepartments = readStatement(
  path.join(__dirname, '../statements'),
  'join-departments.sql',
);

/** A database of its own in place of a standby: it holds other facts, and can be cut off. */
interface Stand {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly proxy: TcpProxy;
}

async function createStand(): Promise<Stand> {
  const database = await createTestDatabase();
  return { database, db: connect(database.url), proxy: await tcpProxy(database.url) };
}

let north: Stand;
let south: Stand;
let service: TestApp;
let reader: Awaited<ReturnType<ReturnType<typeof castOf>['ada']>>;
beforeEach(async () => {
  north = await createStand();
  south = await createStand();
  const urls = `${north.proxy.url}, ${south.proxy.url}`;
  service = await startTestApp({ DATABASE_REPLICA_URL: urls });
  reader = await castOf(service).ada({ personType: 'primary' });
  await plant(north, 'north');
  await plant(south, 'south');
});
afterEach(async () => {
  await service.close();
  for (const { database, db, proxy } of [north, south]) {
    await proxy.close();
    await db.close();
    await database.drop();
  }
});

/** The organization of the same key, with one member. */
async function plant({ db }: Stand, personType: string) {
  const acme = await createSeed(db).company('acme');
  expect(acme.id).toBe(reader.acme.id);
  await acme.member('Ada', { personType });
}

const get = (query = '') => castOf(service).call(PERSON_TYPES + query, apiKey(reader.secret));
const from = async () => (await get()).body as string[];
const metrics = () => service.context.metrics.registry.metrics();
const nameOf = ({ proxy }: Stand) => {
  const { host, pathname } = new URL(proxy.url);
  return host + pathname;
};

test('reports are read from the standbys by turns', async () => {
  const answers = [await from(), await from(), await from()];
  expect(answers).toEqual([['north'], ['south'], ['north']]);
});

test('a report goes to the standby of the fewest', async () => {
  await get();
  const { reports } = service.context;
  const busy = reports.choose(NOBODY);
  const snapshot = await busy.open({});
  const chosen = [reports.choose(NOBODY), reports.choose(NOBODY)];
  expect(chosen).not.toContain(busy);
  expect(await metrics()).toMatch(/reporting_standby_reads\{[^}]+\} 1/);
  await snapshot.close('idle');
  expect(reports.choose(NOBODY)).toBe(busy);
});

test('everything that a report reads is of one instant', async () => {
  const { reports } = service.context;
  const organization = reader.acme.id;
  const reads = new ReportReads(reports, { scope: organizationScope(reader.acme) });
  const count = await reads.during(async () => {
    const [before] = await reads.query(countMembers, { organization });
    for (const each of [north, south]) {
      await query(each.db, parseStatement('delete.sql', 'delete from reporting.member'));
    }
    const [after] = await reads.queryLast(countMembers, { organization });
    return [before!.count, after!.count];
  });
  expect(count).toEqual([1, 1]);
});

test('a standby that is cut off is left out, and used again when a check reaches it', async () => {
  expect([await from(), await from()]).toEqual([['north'], ['south']]);
  await north.proxy.stop();
  expect([await from(), await from(), await from()]).toEqual([['south'], ['south'], ['south']]);
  expect(await metrics()).toContain(`reporting_standby_usable{standby="${nameOf(north)}"} 0`);
  await north.proxy.resume();
  await service.context.reports.check();
  expect(await metrics()).toContain(`reporting_standby_usable{standby="${nameOf(north)}"} 1`);
  expect([await from(), await from()].flat().sort()).toEqual(['north', 'south']);
});

test('a report whose standby hangs when it begins is read elsewhere', async () => {
  expect([await from(), await from()]).toEqual([['north'], ['south']]);
  north.proxy.hang();
  expect([await from(), await from()]).toEqual([['south'], ['south']]);
});

test.each(['', '?format=csv'])(
  'a report%s whose standby is lost before anything is sent is read elsewhere',
  async format => {
    await get();
    await transaction(south.db, async tx => {
      await query(tx, lockMembers);
      const answer = get(format);
      await untilConnection(south.database.directUrl, `wait_event_type = 'Lock'`);
      await south.proxy.stop();
      const { status, text } = await answer;
      expect([status, text.includes('north')]).toEqual([200, true]);
    });
  },
);

test('a report whose standby is lost after its first rows ends there', async () => {
  for (const { db } of [north, south]) {
    const [ada] = await query(db, findMember, { organization: reader.acme.id });
    await query(db, joinDepartments, { member: ada!.id, count: 8_000 });
  }
  const error = jest.spyOn(service.context.log, 'error');
  const contacts = `${service.url}/reporting/directory-contacts?format=csv`;
  const answer = await fetch(contacts, { headers: { 'X-Api-Key': reader.secret } });
  expect(answer.status).toBe(200);
  for (const { proxy } of [north, south]) await proxy.stop();
  await expect(answer.text()).rejects.toThrow('terminated');
  expect(error.mock.calls).toEqual([[expect.anything(), 'response aborted']]);
  const [[logged]] = error.mock.calls as unknown as [[{ err: unknown }]];
  expect(isConnectionLost(logged.err)).toBe(true);
});

/** What the report of `during` reads, by the server that answers. */
function reading() {
  const reads = new ReportReads(service.context.reports, { scope: organizationScope(reader.acme) });
  const organization = reader.acme.id;
  const read = async () => (await reads.query(findPersonType, { organization }))[0]!.personType;
  return { reads, read };
}

test('a report does not go back to a standby that it has lost', async () => {
  const { reports } = service.context;
  const { reads, read } = reading();
  await south.proxy.stop();
  await reports.check();
  const answers: string[] = [];
  await reads.during(async () => {
    if (answers.length === 1) {
      await north.proxy.resume();
      await reports.check();
    }
    answers.push(await read());
    if (answers.length > 1) return;
    await north.proxy.stop();
    await read();
  });
  expect(answers).toEqual(['north', 'primary']);
});

test('a connection whose statement has failed is closed at once: its server may hang', async () => {
  const { reads, read } = reading();
  const open = () => service.context.reports.standbys.map(({ db }) => db.pool.totalCount);
  await reads.during(async () => {
    await read();
    expect(open()).toEqual([1, 0]);
    await expect(reads.query(parseStatement('fail.sql', 'select 1 / 0'), {})).rejects.toThrow();
    expect(open()).toEqual([0, 0]);
  });
});

test('a report that is refused after its standby was lost is not run again', async () => {
  const { reads, read } = reading();
  let runs = 0;
  const report = reads.during(async () => {
    runs += 1;
    await read();
    if (runs === 2) throw new Error('refused');
    if (runs > 2) return;
    for (const { proxy } of [north, south]) await proxy.stop();
    await read();
  });
  await expect(report).rejects.toThrow('refused');
});

test('a statement that a standby cancels is refused, as one of the primary is', async () => {
  await get();
  await transaction(south.db, async tx => {
    await query(tx, lockMembers);
    const answer = get();
    await untilConnection(south.database.directUrl, `wait_event_type = 'Lock'`);
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await query(tx, parseStatement('cancel.sql', cancel));
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([503, 'database-unavailable']);
  });
});

test('where no standby is usable reports are read from the primary, which is logged once', async () => {
  const warn = jest.spyOn(service.context.log, 'warn');
  const info = jest.spyOn(service.context.log, 'info');
  const logged = () => [...warn.mock.calls, ...info.mock.calls].map(call => call.at(-1));
  await get();
  for (const { proxy } of [north, south]) await proxy.stop();
  expect([await from(), await from()]).toEqual([['primary'], ['primary']]);
  await service.context.reports.check();
  expect(logged().filter(text => String(text).startsWith('no standby'))).toHaveLength(1);
  expect(logged().filter(text => String(text).startsWith('a standby is away'))).toHaveLength(2);
  for (const { proxy } of [north, south]) await proxy.resume();
  await service.context.reports.check();
  expect(logged().filter(text => text === 'reports read standbys again')).toHaveLength(1);
  expect(await from()).not.toEqual(['primary']);
});

test('standbys that are away at the start are not waited for again', async () => {
  for (const { proxy } of [north, south]) await proxy.stop();
  expect(await from()).toEqual(['primary']);
});

test('the service checks its standbys from time to time, and stops with it', async () => {
  const checking = await startTestApp({ DATABASE_REPLICA_URL: north.proxy.url });
  const { reports } = checking.context;
  await north.proxy.stop();
  await reports.check();
  expect(reports.standbys.map(({ isUsable }) => isUsable)).toEqual([false]);
  reports.start();
  await north.proxy.resume();
  await waitUntil(() => reports.standbys.every(({ isUsable }) => isUsable));
  await checking.close();
  const open = parseStatement<{ count: number }>(
    'open.sql',
    `select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'reporting %'`,
  );
  await waitUntil(async () => (await query(north.db, open))[0]!.count === 0);
});

test.each([
  ['what is required of oneself', '/me/compliance'],
  ['the own secret', '/me/client-secret'],
  ['runs of imports', '/sync/imports'],
  ['schedules', '/reporting/schedules'],
])('%s is read from the primary', async (_, address) => {
  // No standby knows the organization or the person.
  const { secret } = await castOf(service).grace();
  const { status } = await castOf(service).call(address, apiKey(secret));
  expect(status).toBe(200);
});

test('records are exported from the primary, where an import writes them', async () => {
  const { home, secret } = await castOf(service).grace();
  await get();
  const reads = service.context.reports.standbys.map(({ db }) => db.pool.totalCount);
  const address = `/sync/export?companyId=${home.uuid}`;
  const { status } = await castOf(service).call(address, apiKey(secret));
  expect(status).toBe(200);
  expect(service.context.reports.primary.db.pool.totalCount).toBe(1);
  expect(service.context.reports.standbys.map(({ db }) => db.pool.totalCount)).toEqual(reads);
});
