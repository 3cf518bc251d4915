import { execFileSync } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { tcpProxy } from '@platform/db/testing';
import { sendRequest, waitUntil } from '@platform/http/testing';
import { importChoices } from '../../../src/import/import-options';
import { addRun } from '../../../src/import/runs/add-run';
import { apiKey, bearer, castOf } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { EXAMPLE } from '../test-folder';
import { CSV, findImport, openFiles, untilEnded, upload } from './upload-to';

let service: TestApp;
let release: () => Promise<void>;
beforeEach(async () => {
  service = await startTestApp({ SERVICE_KEY });
  const client = await service.context.db.pool.connect();
  // A started import waits for this lock (`wait-for-lock.sql`).
  await client.query('select pg_advisory_lock(72707370)');
  release = async () => {
    await client.query('select pg_advisory_unlock_all()');
    client.release();
    release = () => Promise.resolve();
  };
});
afterEach(async () => {
  await release();
  await service.close();
});

const rowOf = (name: string) =>
  `id,handle,name\r\n0b8f2a3c-1111-4222-8333-000000000001,queue,${name}\r\n`;
const add = async (name: string, to = service) => {
  const response = await upload(to, rowOf(name), { type: CSV, query: '?file=companies' });
  expect(response.status).toBe(202);
  return response.body.id as string;
};
const statusOf = async (id: string) => (await findImport(service, id)).status as string;
const cancel = (id: string) =>
  sendRequest(`${service.url}/sync/imports/${id}`, {
    method: 'DELETE',
    headers: apiKey(SERVICE_KEY),
  });
const nameOf = async () => {
  const found = await service.context.db.pool.query(
    "select name from reporting.company where handle = 'queue'",
  );
  return (found.rows as { name: string }[])[0]?.name ?? null;
};
const importers = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('uploads/importer.js'))
    .map(line => Number.parseInt(line, 10));

test('imports run one at a time across all replicas, in order of arrival', async () => {
  const other = await startTestApp({ SERVICE_KEY, DATABASE_URL: service.databaseUrl });
  const ids = [await add('1'), await add('2', other), await add('3'), await add('4', other)];
  await waitUntil(async () => (await statusOf(ids[0]!)) !== 'waiting');
  expect(await Promise.all(ids.slice(1).map(statusOf))).toEqual(['waiting', 'waiting', 'waiting']);
  await release();
  const runs = [];
  for (const id of ids) runs.push(await untilEnded(service, id));
  expect(runs.map(({ status }) => status)).toEqual(ids.map(() => 'succeeded'));
  for (const [index, run] of runs.entries())
    expect(run.startedAt >= (runs[index - 1]?.finishedAt ?? '')).toBe(true);
  expect(await nameOf()).toBe('4');
  await other.close();
});

test('ten imports can wait; the next is refused as busy until one is cancelled', async () => {
  const running = await add('running');
  await waitUntil(async () => (await statusOf(running)) !== 'waiting');
  const keyed = { type: CSV, query: '?file=companies', headers: [['Idempotency-Key', 'k']] } as any;
  const accepted = await upload(service, 'id', keyed);
  const ids: string[] = [accepted.body.id];
  while (ids.length < 10) ids.push(await add('waiting'));
  expect(openFiles()).toHaveLength(11);
  expect((await upload(service, 'id', keyed)).body.id).toBe(accepted.body.id);
  const refused = await upload(service, 'id', { type: CSV, query: '?file=companies' });
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': '60' },
    body: { code: 'busy' },
  });
  expect(await cancel(ids[9]!)).toMatchObject({ status: 204 });
  ids.push(await add('waiting'));
  for (const id of [...ids, running]) await cancel(id);
  await release();
  await waitUntil(() => openFiles().length === 0);
  expect(await nameOf()).toBeNull();
});

test('a cancelled import changes nothing, whether it was waiting or running', async () => {
  const running = await add('running');
  const waiting = await add('waiting');
  const last = await add('last');
  await waitUntil(async () => (await statusOf(running)) !== 'waiting');
  for (const id of [waiting, running]) {
    expect(await cancel(id)).toMatchObject({ status: 204 });
    expect(await findImport(service, id)).toMatchObject({ status: 'cancelled', files: [] });
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'import-ended' } });
  }
  expect(await nameOf()).toBeNull();
  await release();
  expect(await untilEnded(service, last)).toMatchObject({ status: 'succeeded' });
  expect(await nameOf()).toBe('last');
});

test.each([
  ['disabled', { disabledAt: new Date() }],
  ['no longer an operator', { isOperator: false }],
])('a waiting import is cancelled if its account is %s', async (_, data) => {
  const running = await add('running');
  const { account, secret } = await castOf(service).grace();
  const row = 'id,handle,name\r\n0b8f2a3c-1111-4222-8333-000000000001,queue,Grace\r\n';
  const as = bearer(secret);
  const { body } = await upload(service, row, { type: CSV, query: '?file=companies', as });
  await service.context.db.prisma.account.update({ where: { id: account.id }, data });
  expect(await untilEnded(service, body.id)).toMatchObject({
    status: 'cancelled',
    reason: 'Whoever uploaded it may not import any more; nothing was changed.',
  });
  await release();
  await untilEnded(service, running);
  expect(await nameOf()).toBe('running');
});

test('waiting imports of a record keeper are cancelled when the right in their organization is withdrawn', async () => {
  const running = await add('running');
  const { seed, context } = service;
  const [acme, globex] = [await seed.company('acme'), await seed.company('globex')];
  const facts = { apiAccess: true, keepsRecords: true };
  const [grace, heidi] = [await acme.member('Grace', facts), await acme.member('Heidi', facts)];
  await globex.member('Grace', { account: grace.account, keepsRecords: true });
  const [withdrawn, kept] = await Promise.all(
    [grace, heidi].map(async ({ account, uuid }) => {
      const as = bearer(await seed.secret(account, acme));
      const row = `id,companyId,name,code,isFacility\r\n${uuid},${acme.uuid},Plant,,true\r\n`;
      const sent = { path: '/records/imports', type: CSV, query: '?file=departments', as };
      return (await upload(service, row, sent)).body.id as string;
    }),
  );
  const [where, data] = [{ id: grace.id }, { keepsRecords: false }];
  await context.db.prisma.member.update({ where, data });
  expect(await untilEnded(service, withdrawn!)).toMatchObject({ status: 'cancelled' });
  await release();
  await untilEnded(service, running);
  expect(await untilEnded(service, kept!)).toMatchObject({ status: 'succeeded' });
});

test('an import whose process is killed fails, and the next one starts', async () => {
  const logged = jest.spyOn(service.context.log, 'error');
  const killed = await add('killed');
  const next = await add('next');
  await waitUntil(() => importers().length === 1);
  process.kill(importers()[0]!, 'SIGKILL');
  expect(await untilEnded(service, killed)).toMatchObject({
    status: 'failed',
    reason: 'The process of the import ended; nothing was changed.',
  });
  const cause = 'its process ended: SIGKILL';
  expect(logged.mock.calls).toEqual([[{ run: expect.any(Number), cause }, 'import failed']]);
  await release();
  expect(await untilEnded(service, next)).toMatchObject({ status: 'succeeded' });
  await waitUntil(() => openFiles().length === 0);
});

test('an import that loses its database fails as soon as the database is back', async () => {
  const proxy = await tcpProxy(service.databaseUrl);
  const other = await startTestApp({ SERVICE_KEY, DATABASE_URL: proxy.url });
  const logged = jest.spyOn(other.context.log, 'error');
  const lost = await add('lost', other);
  const next = await add('next');
  await waitUntil(() => importers().length === 1);
  await waitUntil(async () => (await statusOf(lost)) !== 'waiting');
  await proxy.stop();
  await waitUntil(() => importers().length === 0);
  await release();
  await proxy.resume();
  expect(await untilEnded(service, lost)).toMatchObject({
    status: 'failed',
    reason: 'The process of the import ended; nothing was changed.',
  });
  const cause = expect.stringContaining('ECONNREFUSED');
  expect(logged.mock.calls).toContainEqual([{ run: expect.any(Number), cause }, 'import failed']);
  expect(await untilEnded(service, next)).toMatchObject({ status: 'succeeded' });
  await other.close();
  await proxy.close();
});

test('a file that cannot be closed does not block the next import', async () => {
  await release();
  const { db, imports } = service.context;
  const options = importChoices.parse({});
  const startedBy = 'service key';
  const broken = { name: 'broken', startedBy, options, undoes: null, ignored: [] };
  const { id: run } = await addRun(db, broken);
  const file = await open(path.join(EXAMPLE, 'companies.csv'));
  imports.add({
    file: { fd: file.fd, close: () => Promise.reject(new Error('EIO')) } as unknown as FileHandle,
    task: {
      run,
      startedBy,
      ...options,
      table: 'companies.csv',
      maxBytes: 1e6,
      mayGrant: false,
      list: null,
      name: 'broken',
    },
  });
  expect(await untilEnded(service, await add('next'))).toMatchObject({ status: 'succeeded' });
  await file.close();
});

test('the next import starts once a hanging one counts as interrupted', async () => {
  const hanging = await add('hanging');
  const next = await add('next');
  await waitUntil(() => importers().length === 1);
  const [pid] = importers();
  process.kill(pid!, 'SIGSTOP');
  await service.context.db.pool.query(
    "update reporting.import_run set alive_at = now() - interval '31 seconds' where uuid = $1",
    [hanging],
  );
  expect(await statusOf(hanging)).toBe('interrupted');
  await release();
  expect(await untilEnded(service, next)).toMatchObject({ status: 'succeeded' });
  expect(importers()).not.toContain(pid);
  expect(await statusOf(hanging)).toBe('interrupted');
});

test('a service that stops ends running and waiting imports as interrupted', async () => {
  const other = await startTestApp({ SERVICE_KEY, DATABASE_URL: service.databaseUrl });
  const ids = [await add('running', other), await add('waiting', other)];
  await waitUntil(() => importers().length === 1);
  await other.close();
  expect(await Promise.all(ids.map(statusOf))).toEqual(['interrupted', 'interrupted']);
  expect([importers(), openFiles()]).toEqual([[], []]);
  expect(await nameOf()).toBeNull();
});
