import { migrate } from '@platform/db';
import { holdSlots } from '@platform/http/testing';
import { importRecords } from '../../../src/import/import-records';
import { definitions } from '../../../src/main/definitions';
import { apiKey, bearer, castOf } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { sourcesOf } from '../test-folder';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
});
afterAll(() => service.close());

const COMPANY = '0b8f2a3c-1111-4222-8333-000000000001';
const runCommand = (companies: string, options = {}) =>
  importRecords(service.context.db, sourcesOf({ 'companies.csv': companies }), {
    source: 'folder',
    startedBy: 'root',
    ...options,
  });
const get = async (path: string) => (await cast.call(path, apiKey(SERVICE_KEY))).body;

test('a run of the command is listed, newest first, with its counts and options', async () => {
  await runCommand(`id,handle,name\r\n${COMPANY},runs,Runs\r\n`, { dryRun: true });
  await runCommand(`id,handle,name\r\n${COMPANY},runs,Runs\r\n`, { companies: ['runs'] });
  const { items, total, page } = await get('/sync/imports');
  expect({ total, page }).toEqual({ total: 2, page: 1 });
  expect(items[0]).toMatchObject({
    name: 'folder',
    source: 'command',
    status: 'succeeded',
    progress: 1,
    startedBy: 'root',
    options: { dryRun: false, replace: false, companies: ['runs'], companyId: null },
    files: [{ file: 'companies.csv', read: 1, inserted: 1, updated: 0, unchanged: 0, deleted: 0 }],
    faultCount: 0,
    reason: null,
    hasBefore: false,
  });
  expect(items[1].options.dryRun).toBe(true);
  expect((await get('/sync/imports?pageSize=1&page=2')).items).toEqual([items[1]]);
  expect(await get(`/sync/imports/${items[0].id}`)).toEqual({ ...items[0], faults: [] });
});

test('a refused run has its first 100 faults, and says how many there were', async () => {
  const rows = Array.from({ length: 150 }, () => `${COMPANY},runs,\r\n`).join('');
  await runCommand(`id,handle,name\r\n${rows}`).catch(() => undefined);
  const { items } = await get('/sync/imports');
  expect(items[0]).toMatchObject({ status: 'refused', files: [] });
  const { faults, faultCount, reason } = await get(`/sync/imports/${items[0].id}`);
  expect(faultCount).toBe(448);
  expect(reason).toBe('Nothing was imported: 448 faults.');
  expect(faults).toHaveLength(100);
  expect(faults[0]).toEqual({
    file: 'companies.csv',
    line: 2,
    column: 'name',
    value: '',
    expected: 'text of at most 200 characters',
    remedy: null,
  });
});

test('reading the list of imports or an import that has ended is audited; reading a running one is not', async () => {
  const { db } = service.context;
  const operator = bearer((await cast.grace()).secret);
  await db.pool.query(`insert into reporting.import_run (uuid, name, source, status, started_by, started_at, alive_at)
    values ('${COMPANY}', 'under way', 'http', 'importing', 'ada', now(), now())`);
  const { items } = (await cast.call('/sync/imports', operator)).body;
  await cast.call(`/sync/imports/${COMPANY}`, operator);
  await db.prisma.importRun.delete({ where: { uuid: COMPANY } });
  await cast.call(`/sync/imports/${items[1].id}`, operator);
  const { body } = await cast.call('/security/audit-events?kind=organization-read', operator);
  expect(body.items.slice(0, 3)).toMatchObject([
    { actor: expect.stringContaining('@'), detail: { route: '/sync/imports/{id}' } },
    { companyId: null, detail: { route: '/sync/imports', isAcrossOrganizations: true } },
    { actor: 'service key' },
  ]);
});

test('a run without a heartbeat for half a minute counts as interrupted, and the next starts', async () => {
  const { db } = service.context;
  await db.pool.query(`insert into reporting.import_run (name, source, status, started_by, started_at, alive_at)
    values ('dead', 'http', 'importing', 'ada', now(), now() - interval '31 seconds')`);
  expect((await get('/sync/imports')).items[0]).toMatchObject({
    name: 'dead',
    status: 'interrupted',
    finishedAt: expect.any(String),
  });
  await runCommand(`id,handle,name\r\n${COMPANY},runs,Runs\r\n`);
  const { items } = await get('/sync/imports');
  expect(items.slice(0, 2)).toMatchObject([
    { name: 'folder', status: 'succeeded' },
    { name: 'dead', status: 'interrupted' },
  ]);
});

test('runs of the previous release are shown after an upgrade', async () => {
  const { pool } = service.context.db;
  await runCommand(`id,handle,name\r\n${COMPANY},runs,Runs\r\n`);
  await pool.query('alter table reporting.import_run drop column ignored');
  await pool.query(
    "delete from public._prisma_migrations where migration_name = '20261124103000_import_ignored'",
  );
  expect(await migrate(service.databaseUrl, definitions)).toEqual([
    '20261124103000_import_ignored',
  ]);
  expect((await get('/sync/imports')).items[0]).toMatchObject({ name: 'folder', ignored: [] });
});

test('downloads of an import take report slots', async () => {
  await runCommand(`id,handle,name\r\n${COMPANY},runs,Before\r\n`);
  await runCommand(`id,handle,name\r\n${COMPANY},runs,After\r\n`, { beforeDays: 30 });
  const [{ id, hasBefore }] = (await get('/sync/imports')).items;
  expect(hasBefore).toBe(true);
  const release = holdSlots(service.context.slots.reports);
  for (const file of ['faults', 'before']) {
    expect(await get(`/sync/imports/${id}/${file}`)).toMatchObject({ code: 'busy' });
  }
  await release();
  const faults = await cast.call(`/sync/imports/${id}/faults`, apiKey(SERVICE_KEY));
  expect(faults.status).toBe(200);
});

test('an import that does not exist is 404, and only operators can see imports', async () => {
  const unknown = `/sync/imports/${COMPANY}`;
  expect(await get(unknown)).toMatchObject({ status: 404, code: 'unknown-import' });
  expect(await get('/sync/imports/x')).toMatchObject({ status: 400 });
  const ada = await cast.ada();
  for (const path of ['/sync/imports', unknown])
    expect((await cast.call(path, bearer(ada.secret))).body.code).toBe('operator-required');
});
