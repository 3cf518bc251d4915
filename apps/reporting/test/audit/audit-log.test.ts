import { transaction } from '@platform/db';
import { Ajv2020 } from 'ajv/dist/2020';
import schema from '../../../../docs/contract/audit-event.schema.json';
import { numberEvents, writeEvents } from '../../src/audit/audit-events';
import { bearer, castOf, type Headers } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let operator: Headers;
beforeEach(async () => {
  service = await startTestApp();
  operator = bearer((await castOf(service).grace()).secret);
});
afterEach(() => service.close());

interface Line {
  readonly number: number;
  readonly actor: string;
}

const record = (actor: string) =>
  service.context.db.prisma.auditEvent.create({ data: { kind: 'sign-out', actor } });

async function after(last: number, limit = 1_000) {
  const { status, headers, text } = await castOf(service).call(
    `/security/audit-events?after=${last}&limit=${limit}`,
    operator,
  );
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Line);
}

const numbers = (events: readonly Line[]) => events.map(event => event.number);

test('events are numbered in commit order, without gaps', async () => {
  const { db } = service.context;
  await transaction(db, async tx => {
    await tx.client.query(
      "insert into reporting.audit_event (kind, actor) values ('sign-out', 'began first')",
    );
    await record('committed first');
    expect(await numberEvents(db)).toBe(1);
  });
  await Promise.all(Array.from({ length: 40 }, (_, n) => record(`${n}`)));
  const counts = await Promise.all(Array.from({ length: 4 }, () => numberEvents(db)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(41);
  const events = await after(0);
  expect(numbers(events)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1));
  expect(events.slice(0, 2).map(({ actor }) => actor)).toEqual(['committed first', 'began first']);
});

test('numbering continues, even after all events were purged', async () => {
  const { db } = service.context;
  await record('one');
  await numberEvents(db);
  await db.prisma.auditEvent.deleteMany();
  await record('two');
  await numberEvents(db);
  expect(numbers(await after(0))).toEqual([2]);
});

test('a reader can continue from any number without missing events', async () => {
  const { db } = service.context;
  for (let n = 0; n < 7; n++) await record(`${n}`);
  await numberEvents(db);
  const read: number[] = [];
  for (let last = 0; read.length < 7; last = read.at(-1)!)
    read.push(...numbers(await after(last, 3)));
  expect(read).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('reading by number accepts no filters', async () => {
  const cast = castOf(service);
  for (const [parameter, field] of [
    ['after=0&kind=sign-in', 'kind'],
    ['after=0&page=2', 'page'],
    ['limit=10', 'limit'],
    ['after=-1', 'after'],
    ['after=0&limit=1001', 'limit'],
  ]) {
    const { status, body } = await cast.call(`/security/audit-events?${parameter}`, operator);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  }
});

test('lines match the published schema and the API', async () => {
  const { db } = service.context;
  await castOf(service).call('/security/accounts', operator);
  await castOf(service).call('/security/companies', operator);
  await numberEvents(db);
  const lines: string[] = [];
  await writeEvents(db, text => Promise.resolve(void lines.push(...text.trimEnd().split('\n'))));
  expect(lines).toHaveLength(2);
  const isValid = new Ajv2020().compile(schema);
  const events = lines.map(line => JSON.parse(line) as Line);
  expect(events.map(event => isValid(event) || isValid.errors)).toEqual([true, true]);
  expect(events).toEqual(await after(0));
});

test('events of a kind from a different release are read and written like any other', async () => {
  const { db } = service.context;
  await db.prisma.auditEvent.create({ data: { kind: 'key-rotated', actor: 'ida@example.org' } });
  await numberEvents(db);
  const summary = 'Event key-rotated by ida@example.org';
  expect(await after(0)).toMatchObject([{ number: 1, kind: 'key-rotated', summary }]);
  const page = await castOf(service).call('/security/audit-events', operator);
  expect([page.status, page.body.items.at(-1)]).toMatchObject([
    200,
    { kind: 'key-rotated', summary },
  ]);
  const lines: string[] = [];
  expect(await writeEvents(db, text => Promise.resolve(void lines.push(text)))).toBe(1);
  expect(lines.join('')).toContain(summary);
});

test('each event is written at least once, even if a write fails halfway', async () => {
  const { db } = service.context;
  await db.pool.query(
    "insert into reporting.audit_event (kind, actor) select 'sign-out', n::text from generate_series(1, 2500) as n",
  );
  await numberEvents(db);
  const written: number[] = [];
  let isBroken = true;
  const write = (text: string) => {
    const slice = text.trimEnd().split('\n');
    written.push(...slice.map(line => (JSON.parse(line) as Line).number));
    if (isBroken && written.length > 1_000) return Promise.reject(new Error('the pipe is closed'));
    return Promise.resolve();
  };
  await expect(writeEvents(db, write)).rejects.toThrow('the pipe is closed');
  isBroken = false;
  expect(await writeEvents(db, write)).toBe(1_500);
  expect(await writeEvents(db, write)).toBe(0);
  expect([...new Set(written)]).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
});
