import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { query, readStatement } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { unzipSync } from 'fflate';
import type { ImportOptions } from '../../src/import/import-options';
import { bearer, castOf, type Headers } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';
import { importHere } from './import-here';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

/** Grace is a record keeper of acme, and Bob is a member in Drilling. */
async function createAcme() {
  const acme = await service.seed.company('acme');
  const facts = { apiAccess: true, isDeveloper: false, keepsRecords: true };
  const { account: keeper } = await acme.member('Grace', facts);
  const bob = await acme.member('Bob', { isDeveloper: false, code: 'P-1' });
  await acme.affiliate(bob, await acme.department('Drilling'));
  const firstAid = await acme.achievement('First Aid');
  const isolate = await acme.competency('Isolate');
  const as = bearer(await service.seed.secret(keeper, acme));
  return { acme, bob, firstAid, isolate, keeper, as };
}

const tickets = '/records/tickets';
const post = (body: unknown) => ({ method: 'POST', body }) as const;

test('a ticket is recorded, corrected and withdrawn, each audited with before and after', async () => {
  const { acme, bob, firstAid, keeper, as } = await createAcme();
  const request = {
    memberId: bob.uuid,
    achievementId: firstAid.uuid,
    status: 'Valid',
    issuedAt: '2026-01-15T00:00:00Z',
    certificateNumber: 'FA-1',
  };
  const recorded = await cast.call(tickets, as, post(request));
  expect(recorded.status).toBe(201);
  const ticket = {
    ...request,
    id: recorded.body.id,
    isRequired: false,
    issuedAt: '2026-01-15T00:00:00.000+00:00',
    expiresAt: null,
    note: null,
    source: 'hand',
  };
  expect(recorded.body).toEqual(ticket);

  const one = `${tickets}/${ticket.id}`;
  const change = {
    achievementId: (await acme.achievement('Fire Watch')).uuid,
    isRequired: true,
    issuedAt: '2026-01-16T00:00:00.000+00:00',
    note: 'Seen on paper',
    certificateNumber: null,
  };
  const patch = { method: 'PATCH', body: change } as const;
  const corrected = await cast.call(one, as, patch);
  expect(corrected).toMatchObject({ status: 200, body: { ...ticket, ...change } });
  expect(corrected.headers.etag).not.toBe(recorded.headers.etag);
  const read = await cast.call(one, as);
  expect([read.body, read.headers.etag]).toEqual([corrected.body, corrected.headers.etag]);
  const stale: Headers = [...as, ['If-Match', String(recorded.headers.etag)]];
  for (const options of [patch, { method: 'DELETE' } as const])
    expect(await cast.call(one, stale, options)).toMatchObject({
      status: 412,
      body: { code: 'precondition-failed' },
    });
  const current: Headers = [...as, ['If-Match', String(corrected.headers.etag)]];
  expect((await cast.call(one, current, { method: 'DELETE' })).status).toBe(204);
  for (const method of ['GET', 'DELETE'])
    expect(await cast.call(one, as, { method })).toMatchObject({
      status: 404,
      body: { code: 'unknown-ticket' },
    });

  const events = await service.context.db.prisma.auditEvent.findMany({
    where: { actorAccountId: keeper.id, kind: { startsWith: 'ticket-' } },
    orderBy: { id: 'asc' },
  });
  const after = { ...ticket, ...change };
  expect(
    events.map(({ kind, accountId, companyId, detail }) => [kind, accountId, companyId, detail]),
  ).toEqual([
    ['ticket-recorded', bob.account.id, acme.id, { before: null, after: ticket }],
    ['ticket-corrected', bob.account.id, acme.id, { before: ticket, after }],
    ['ticket-withdrawn', bob.account.id, acme.id, { before: after, after: null }],
  ]);
});

test('an empty change leaves a ticket to imports, and is not audited', async () => {
  const { bob, firstAid, acme, keeper, as } = await createAcme();
  const id = await acme.ticket(bob, firstAid, 'Valid', {});
  const patched = await cast.call(`${tickets}/${id}`, as, { method: 'PATCH', body: {} });
  expect(patched).toMatchObject({ status: 200, body: { id, source: 'import' } });
  const { auditEvent } = service.context.db.prisma;
  expect(await auditEvent.count({ where: { actorAccountId: keeper.id } })).toBe(0);
});

test('a standing is set and withdrawn, and isValidated defaults to true for Validated', async () => {
  const { acme, bob, isolate, as } = await createAcme();
  const { uuid: carla } = await acme.member('Carla', { isDeveloper: false });
  const [path, ofCarla] = [bob.uuid, carla].map(
    member => `/records/standings/${member}/${isolate.uuid}`,
  ) as [string, string];
  const put = (body: unknown) => ({ method: 'PUT', body }) as const;
  await cast.call(ofCarla, as, put({ status: 'Submitted' }));
  expect(
    await cast.call(path, [...as, ['If-Match', '*']], put({ status: 'Validated' })),
  ).toMatchObject({ status: 412 });
  const unknown = `/records/standings/${bob.uuid}/${randomUUID()}`;
  expect(
    await cast.call(unknown, [...as, ['If-Match', '*']], put({ status: 'Validated' })),
  ).toMatchObject({ status: 404, body: { code: 'unknown-competency' } });
  expect(await cast.call(path, as, put({ status: 'Validated' }))).toMatchObject({
    status: 200,
    body: {
      memberId: bob.uuid,
      competencyId: isolate.uuid,
      status: 'Validated',
      isValidated: true,
      source: 'hand',
    },
  });
  const change = {
    status: 'Not Applicable',
    validatedAt: '2026-01-15T00:00:00.000+00:00',
    expiresAt: '2027-01-15T00:00:00.000+00:00',
    validatorId: bob.uuid,
  };
  const set = await cast.call(path, as, put(change));
  expect(set).toMatchObject({ body: { ...change, isValidated: false } });
  const read = await cast.call(path, as);
  expect([read.body, read.headers.etag]).toEqual([set.body, set.headers.etag]);
  expect((await cast.call(path, as, { method: 'DELETE' })).status).toBe(204);
  for (const method of ['GET', 'DELETE'])
    expect(await cast.call(path, as, { method })).toMatchObject({
      status: 404,
      body: { code: 'unknown-standing' },
    });
  expect(await cast.call(ofCarla, as)).toMatchObject({
    body: { memberId: carla, status: 'Submitted' },
  });
});

test('IDs of another organization are unknown and change nothing', async () => {
  const own = await createAcme();
  const other = await createAcme();
  const ticket = await other.acme.ticket(other.bob, other.firstAid, 'Valid');
  const request = { memberId: own.bob.uuid, achievementId: own.firstAid.uuid, status: 'Valid' };
  for (const field of ['memberId', 'achievementId'] as const) {
    const foreign = field === 'memberId' ? other.bob.uuid : other.firstAid.uuid;
    expect(await cast.call(tickets, own.as, post({ ...request, [field]: foreign }))).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  }
  const status = { status: 'Pending' };
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect(
      await cast.call(
        `${tickets}/${ticket}`,
        own.as,
        method === 'PATCH' ? { method, body: status } : { method },
      ),
    ).toMatchObject({ status: 404, body: { code: 'unknown-ticket' } });
  const standing = (member: string, competency: string, body: object) =>
    cast.call(`/records/standings/${member}/${competency}`, own.as, { method: 'PUT', body });
  const validated = { status: 'Validated' };
  expect(await standing(other.bob.uuid, own.isolate.uuid, validated)).toMatchObject({
    status: 404,
    body: { code: 'unknown-member' },
  });
  expect(await standing(own.bob.uuid, other.isolate.uuid, validated)).toMatchObject({
    status: 404,
    body: { code: 'unknown-competency' },
  });
  expect(
    await standing(own.bob.uuid, own.isolate.uuid, { ...validated, validatorId: other.bob.uuid }),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'validatorId' }] },
  });
  const { prisma } = service.context.db;
  expect(
    await prisma.ticket.count({ where: { companyId: { in: [own.acme.id, other.acme.id] } } }),
  ).toBe(1);
  expect(await prisma.competencyStanding.count({ where: { companyId: own.acme.id } })).toBe(0);
});

const waiting = readStatement<{ count: number }>(
  path.join(__dirname, '../statements'),
  'waiting-for-locks.sql',
);

type Acme = Awaited<ReturnType<typeof createAcme>>;

test.each([
  [
    'achievement',
    ({ bob, firstAid, as }: Acme) =>
      cast.call(
        tickets,
        as,
        post({ memberId: bob.uuid, achievementId: firstAid.uuid, status: 'Valid' }),
      ),
    { status: 400, body: { errors: [{ field: 'achievementId' }] } },
  ],
  [
    'competency',
    ({ bob, isolate, as }: Acme) =>
      cast.call(`/records/standings/${bob.uuid}/${isolate.uuid}`, as, {
        method: 'PUT',
        body: { status: 'Validated' },
      }),
    { status: 404, body: { code: 'unknown-competency' } },
  ],
])(
  'a deleted %s is unknown to a record that waited for the deletion',
  async (table, send, answer) => {
    const acme = await createAcme();
    const { db } = service.context;
    const holder = await db.pool.connect();
    await holder.query(`begin; delete from reporting.${table} where company_id = ${acme.acme.id}`);
    const sent = send(acme);
    await waitUntil(async () => (await query(db, waiting))[0]!.count > 0);
    await holder.query('commit');
    holder.release();
    expect(await sent).toMatchObject(answer);
  },
);

test('values that the schema or an import rejects are refused', async () => {
  const { bob, firstAid, as } = await createAcme();
  const request = { memberId: bob.uuid, achievementId: firstAid.uuid, status: 'Valid' };
  const invalid = {
    status: 'Held',
    note: 'x'.repeat(501),
    certificateNumber: 'a\nb',
    expiresAt: '2026-02-30T00:00:00Z',
    issuedAt: '1899-12-31T23:59:59Z',
    source: 'import',
    id: randomUUID(),
  };
  for (const [field, value] of Object.entries(invalid))
    expect(await cast.call(tickets, as, post({ ...request, [field]: value }))).toMatchObject({
      status: 400,
      body: { errors: [{ field: expect.stringContaining(field) }] },
    });
});

test('texts are stored without surrounding spaces, as an import stores them', async () => {
  const { bob, firstAid, as } = await createAcme();
  const given = { certificateNumber: ' FA-1 ', note: '\u00a0Seen on paper ' };
  const stored = { certificateNumber: 'FA-1', note: 'Seen on paper' };
  const request = { memberId: bob.uuid, achievementId: firstAid.uuid, status: 'Valid' };
  const recorded = await cast.call(tickets, as, post({ ...request, ...given }));
  expect(recorded).toMatchObject({ status: 201, body: stored });
  const patch = { method: 'PATCH', body: given } as const;
  const corrected = await cast.call(`${tickets}/${recorded.body.id}`, as, patch);
  expect(corrected).toMatchObject({ status: 200, body: stored });
});

test('times can have any offset of a day', async () => {
  const { bob, firstAid, isolate, as } = await createAcme();
  const [given, stored] = ['2026-01-15T20:00:00+20:00', '2026-01-15T00:00:00.000+00:00'];
  const request = { memberId: bob.uuid, achievementId: firstAid.uuid, status: 'Valid' };
  const recorded = await cast.call(tickets, as, post({ ...request, issuedAt: given }));
  expect(recorded).toMatchObject({ status: 201, body: { issuedAt: stored } });
  const patch = { method: 'PATCH', body: { expiresAt: given } } as const;
  const corrected = await cast.call(`${tickets}/${recorded.body.id}`, as, patch);
  expect(corrected).toMatchObject({ status: 200, body: { issuedAt: stored, expiresAt: stored } });
  const put = { method: 'PUT', body: { status: 'Validated', validatedAt: given } } as const;
  const standing = await cast.call(`/records/standings/${bob.uuid}/${isolate.uuid}`, as, put);
  expect(standing).toMatchObject({ status: 200, body: { validatedAt: stored } });
});

const TICKETS = 'id,memberId,achievementId,isRequired,status,issuedAt,expiresAt';
const STANDINGS = 'memberId,competencyId,status,isValidated,validatedAt,expiresAt,validatorId';

/** Imports tables and the organization itself, and returns the finished run. */
function importTables(
  { acme }: Pick<Awaited<ReturnType<typeof createAcme>>, 'acme'>,
  tables: Readonly<Record<string, readonly string[]>>,
  options: Partial<ImportOptions> = {},
) {
  const files = Object.entries(tables).map(([name, lines]) => [`${name}.csv`, lines.join('\n')]);
  const companies = `id,handle,name\n${acme.uuid},${acme.handle},${acme.name}`;
  return importHere(
    service,
    acme,
    { 'companies.csv': companies, ...Object.fromEntries(files) },
    options,
  );
}

const KEPT = 'were recorded, corrected or withdrawn by hand and stay as they are.';

/** Bob has imported tickets and standings; one of each is corrected by hand, and one of each is withdrawn. */
async function edited() {
  const world = await createAcme();
  const { acme, bob, firstAid, isolate, as } = world;
  const [corrected, withdrawn, untouched] = [randomUUID(), randomUUID(), randomUUID()];
  const lift = await acme.competency('Lift');
  const tables = {
    tickets: [
      TICKETS,
      ...[corrected, withdrawn, untouched].map(
        id => `${id},${bob.uuid},${firstAid.uuid},true,Pending,,`,
      ),
    ],
    'competency-standings': [
      STANDINGS,
      ...[isolate, lift].map(({ uuid }) => `${bob.uuid},${uuid},Submitted,false,,,`),
    ],
  };
  expect((await importTables(world, tables)).status).toBe('succeeded');
  const patch = { method: 'PATCH', body: { status: 'Valid', note: 'Seen' } } as const;
  await cast.call(`${tickets}/${corrected}`, as, patch);
  await cast.call(`${tickets}/${withdrawn}`, as, { method: 'DELETE' });
  const standings = `/records/standings/${bob.uuid}`;
  const put = { method: 'PUT', body: { status: 'Validated' } } as const;
  await cast.call(`${standings}/${isolate.uuid}`, as, put);
  await cast.call(`${standings}/${lift.uuid}`, as, { method: 'DELETE' });
  const recorded = { memberId: bob.uuid, achievementId: firstAid.uuid, status: 'Valid' };
  const own: string = (await cast.call(tickets, as, post(recorded))).body.id;
  /** Returns the status and source of Bob's records, by ticket ID or name of the competency. */
  const records = async () => {
    const { prisma } = service.context.db;
    const where = { companyId: acme.id };
    const ticketRows = await prisma.ticket.findMany({ where });
    const standingRows = await prisma.competencyStanding.findMany({ where });
    return new Map<string, string>([
      ...ticketRows.map(
        ({ uuid, status, note, source }) => [uuid, [status, note, source].join(' ')] as const,
      ),
      ...standingRows.map(
        ({ competencyId, status, source }) =>
          [competencyId === isolate.id ? 'isolate' : 'lift', `${status} ${source}`] as const,
      ),
    ]);
  };
  return { world, tables, corrected, withdrawn, untouched, own, records };
}

test.each([{}, { replace: true, allowRemovals: true }])(
  'an import with %j keeps records added, corrected or withdrawn by hand, and reports how many',
  async options => {
    const { world, tables, corrected, untouched, own, records } = await edited();
    const before = await records();
    expect(Object.fromEntries(before)).toEqual({
      [corrected]: 'Valid Seen hand',
      [untouched]: 'Pending  import',
      [own]: 'Valid  hand',
      isolate: 'Validated hand',
    });
    const run = await importTables(world, tables, options);
    expect(run).toMatchObject({ status: 'succeeded', faults: [] });
    const notices = run.files.flatMap(file => file.notices ?? []);
    expect(notices).toEqual([`2 rows ${KEPT}`, `${options.replace ? 3 : 2} rows ${KEPT}`]);
    expect(await records()).toEqual(before);
  },
);

test("overwriteHand applies the file's rows, and deletes those that it lacks", async () => {
  const { world, tables, corrected, withdrawn, untouched, records } = await edited();
  const options = { replace: true, overwriteHand: true, allowRemovals: true };
  const run = await importTables(world, tables, options);
  expect(run.status).toBe('succeeded');
  const imported = 'Pending  import';
  expect(Object.fromEntries(await records())).toEqual({
    // The file has no column for the note.
    [corrected]: 'Pending Seen import',
    [withdrawn]: imported,
    [untouched]: imported,
    isolate: 'Submitted import',
    lift: 'Submitted import',
  });
});

test('rows referenced by records added by hand are not deleted', async () => {
  const { world, tables } = await edited();
  const { 'competency-standings': _, ...others } = tables;
  const run = await importTables(
    world,
    { ...others, achievements: ['id,companyId,name,type'], tickets: [TICKETS] },
    { replace: true, allowRemovals: true },
  );
  expect(run).toMatchObject({
    status: 'refused',
    faults: [
      {
        file: 'achievements.csv',
        value: world.firstAid.uuid,
        expected: 'to be there, since rows of tickets.csv that were recorded by hand refer to it',
      },
    ],
  });
});

test('an export has the certificate, note and source of tickets, which can be imported again', async () => {
  const { world, corrected, own, records } = await edited();
  const { acme, as } = world;
  const response = await fetch(`${service.url}/records/export`, {
    headers: as as [string, string][],
  });
  const archive = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const exported = Object.fromEntries(
    ['tickets', 'competency-standings'].map(name => [
      name,
      Buffer.from(archive[`${name}.csv`]!).toString(),
    ]),
  );
  expect(exported.tickets).toContain(
    `${corrected},${world.bob.uuid},${world.firstAid.uuid},true,Valid,,,,Seen,hand`,
  );
  const before = await records();
  const { prisma } = service.context.db;
  await prisma.ticket.deleteMany({ where: { companyId: acme.id } });
  await prisma.competencyStanding.deleteMany({ where: { companyId: acme.id } });
  const run = await importTables(
    world,
    Object.fromEntries(Object.entries(exported).map(([name, text]) => [name, [text]])),
  );
  expect(run.status).toBe('succeeded');
  expect(await records()).toEqual(before);
  expect(before.get(own)).toBe('Valid  hand');
});
