import { Writable } from 'node:stream';
import { transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { writeTo } from '@platform/service';
import { keptBy } from '@platform/service/testing';
import { Ajv2020 } from 'ajv/dist/2020';
import schema from '../../../docs/contract/key-event.schema.json';
import { numberEvents, purgeAuditEvents, writeEvents } from '../src/audit/audit-events';
import { createBackgroundJobs } from '../src/main/background-jobs';
import { startTestApp, type TestApp } from './start-test-app';

const BOOTSTRAP = 'a bootstrap key of thirty-two characters';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ VERSIONING_API_KEYS: BOOTSTRAP });
  await app.context.db.prisma.keyEvent.deleteMany();
});
afterEach(() => app.close());

interface Line {
  readonly Number: number;
  readonly KeyName: string;
}

const record = (keyName: string) =>
  app.context.db.prisma.keyEvent.create({ data: { kind: 'KeyIssued', actor: 'test', keyName } });

async function after(last: number, limit = 1_000, key = BOOTSTRAP) {
  const query = `?after=${last}&limit=${limit}`;
  const { status, headers, text } = await app.call('GET', `/api/audit-events${query}`, { key });
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line);
}

test('events are numbered in commit order, without gaps', async () => {
  const { db } = app.context;
  await transaction(db, async tx => {
    await tx.client.query(
      "insert into versioning.key_event (kind, actor, key_name) values ('KeyIssued', 'test', 'began first')",
    );
    await record('committed first');
    expect(await numberEvents(db)).toBe(1);
  });
  await Promise.all(Array.from({ length: 40 }, (_, n) => record(`${n}`)));
  const counts = await Promise.all(Array.from({ length: 4 }, () => numberEvents(db)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(41);
  const events = await after(0);
  expect(events.map(event => event.Number)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1));
  expect(events.slice(0, 2).map(event => event.KeyName)).toEqual([
    'committed first',
    'began first',
  ]);
});

test('a reader can continue after any number and misses no event', async () => {
  for (let n = 0; n < 7; n++) await record(`${n}`);
  await numberEvents(app.context.db);
  const read: number[] = [];
  for (let last = 0; read.length < 7; last = read.at(-1)!)
    read.push(...(await after(last, 3)).map(event => event.Number));
  expect(read).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('a limited key continues to read the events of keys within its own access', async () => {
  const manager = await app.issueKey({ scopes: ['read', 'keys'], slugPatterns: ['team-a-*'] });
  await app.issueKey({ name: 'theirs', scopes: ['read'], slugPatterns: ['team-b-*'] });
  await app.issueKey({ name: 'ours', scopes: ['read'], slugPatterns: ['team-a-x'] });
  await numberEvents(app.context.db);
  const names = (await after(0, 1_000, manager)).map(event => event.KeyName);
  expect(names).toContain('ours');
  expect(names).not.toContain('theirs');
});

test('a limited key pages through the events of any number of keys', async () => {
  const manager = await app.issueKey({ scopes: ['read', 'keys'], slugPatterns: ['team-a-*'] });
  await app.context.db.pool.query(
    "insert into versioning.api_key (name, prefix, hash, scopes, slug_pattern, created_by, revoked_at) select 'job', 'vrk', sha256(n::text::bytea), '{read}', 'team-a-x', 'test', now() from generate_series(1, 40000) as n",
  );
  await app.context.db.pool.query(
    "insert into versioning.key_event (kind, actor, key_id, key_name) select 'KeyRevoked', 'test', max(id), 'last' from versioning.api_key",
  );
  const { status, body } = await app.call('GET', '/api/audit-events?limit=1', { key: manager });
  expect([status, body]).toMatchObject([
    200,
    [{ Kind: 'KeyRevoked', KeyName: 'last', Number: null }],
  ]);
});

test('malformed after and before, or both together, are refused', async () => {
  for (const query of ['after=0&before=7', 'after=-1', 'after=one', 'before=0']) {
    const { status } = await app.call('GET', `/api/audit-events?${query}`, { key: BOOTSTRAP });
    expect([query, status]).toEqual([query, 400]);
  }
});

test('lines match the published schema and the API', async () => {
  const { db } = app.context;
  await app.issueKey();
  await record('other');
  await numberEvents(db);
  const lines: string[] = [];
  await writeEvents(db, text => Promise.resolve(void lines.push(...text.trimEnd().split('\n'))));
  const isValid = new Ajv2020().compile(schema);
  const events = lines.map(line => JSON.parse(line) as Line);
  expect(events.map(event => isValid(event) || isValid.errors)).toEqual([true, true]);
  expect(events).toEqual(await after(0));
});

test('each event is written at least once, even if a write fails midway', async () => {
  const { db } = app.context;
  await db.pool.query(
    "insert into versioning.key_event (kind, actor, key_name) select 'KeyIssued', 'test', n::text from generate_series(1, 2500) as n",
  );
  await numberEvents(db);
  const written: number[] = [];
  let isBroken = true;
  const write = (text: string) => {
    const slice = text.trimEnd().split('\n');
    written.push(...slice.map(line => (JSON.parse(line) as Line).Number));
    if (isBroken && written.length > 1_000) return Promise.reject(new Error('the pipe is closed'));
    return Promise.resolve();
  };
  await expect(writeEvents(db, write)).rejects.toThrow('the pipe is closed');
  isBroken = false;
  expect(await writeEvents(db, write)).toBe(1_500);
  expect(await writeEvents(db, write)).toBe(0);
  expect([...new Set(written)]).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
});

test('stopping ends a write to an output that nobody reads, and another replica continues', async () => {
  const { db, log } = app.context;
  await record('unread');
  const unread = new Writable({ highWaterMark: 1, write: () => undefined });
  const write = (lines: string, signal: AbortSignal) => writeTo(unread, lines, signal);
  const config = { auditLog: 'stdout', auditRetentionDays: 400 } as const;
  const jobs = createBackgroundJobs(config, { db, log }, write);
  jobs.start();
  await waitUntil(() => unread.writableLength > 0);
  const held = unread.writableLength;
  await jobs.stop();

  await expect(writeTo(unread, 'more', AbortSignal.timeout(1))).rejects.toThrow();
  expect(unread.writableLength).toBe(held);
  expect(await writeEvents(db, () => Promise.resolve())).toBe(1);
});

test('the stop signal retains nothing of completed writes', async () => {
  const { db } = app.context;
  const { signal } = new AbortController();
  for (let run = 0; run < 3; run++) {
    await record('written');
    await numberEvents(db, signal);
    expect(await writeEvents(db, () => Promise.resolve(), signal)).toBe(1);
  }
  expect(keptBy(signal)).toBe(0);
});

test('a purge deletes any number of events in slices, and leaves a locked one to the next purge', async () => {
  const { db } = app.context;
  await db.pool.query(
    "insert into versioning.key_event (kind, actor, key_name, at) select 'KeyIssued', 'test', n::text, now() - interval '31 days' from generate_series(1, 10002) as n",
  );
  await record('kept');
  await transaction(db, async tx => {
    await tx.client.query("select from versioning.key_event where key_name = '1' for update");
    await purgeAuditEvents(db, 30);
  });
  const left = await db.prisma.keyEvent.findMany({ orderBy: { keyName: 'asc' } });
  expect(left.map(event => event.keyName)).toEqual(['1', 'kept']);
});
