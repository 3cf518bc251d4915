import fc from 'fast-check';
import { runs } from '../runs';
import { startTestApp, type TestApp } from '../start-test-app';
import { type ReportReader, reportReader } from './read-report';

const now = new Date('2026-11-21T12:00:00.000Z');
const DAY = 86_400_000;
const AT_ONCE = 4;
const inDays = (days: number) => new Date(now.getTime() + days * DAY).toISOString();

let app: TestApp;
beforeAll(async () => {
  const settings = { RATE_LIMIT_REPORTS: 'off', TRUST_PROXY: 'loopback' };
  app = await startTestApp(settings, { clock: () => now });
});
afterAll(() => app.close());

/** Sixteen people with few names, instants and statuses, so that many rows differ only in their IDs. */
async function world() {
  const company = await app.seed.company('acme');
  const [department, achievement, ...competencies] = await Promise.all([
    company.department('Drilling'),
    company.achievement('H2S Alive'),
    ...['C-1', 'C-10', 'C-2'].map(number => company.competency('Any', { number })),
  ]);
  const people = await Promise.all(
    Array.from({ length: 16 }, async (_, place) => {
      const name = ['Ada King', 'Łada King', 'bo', 'Émile'][(place >> 1) % 4]!;
      const member = await company.member(name, { personType: 'Operator' });
      await company.affiliate(member, department);
      const status = (['Expired', 'Pending', 'Submitted', null] as const)[(place >> 2) % 4];
      const expiresAt = [inDays(-1), inDays(2), null][place % 3]!;
      if (status) await company.ticket(member, achievement, status, { expiresAt });
      for (const [number, competency] of competencies.entries()) {
        const expiry = inDays(1 + ((place + number) % 3));
        await company.standing(member, competency, 'Validated', { expiresAt: expiry });
      }
      return member;
    }),
  );
  const reader = await reportReader(app, company);
  return { company, department, achievement, competencies, people, reader };
}

type World = Awaited<ReturnType<typeof world>>;

type Query = Record<string, string | number>;

/** Reads all pages, with changes between them. */
async function readPages(
  reader: ReportReader,
  path: string,
  query: Query,
  between: () => Promise<unknown>,
): Promise<any[]> {
  const rows = [];
  for (let requested: Query | null = query; requested; ) {
    const response = await reader.get(path, requested);
    expect(response.status).toBe(200);
    rows.push(...((await response.json()) as { items: unknown[] }).items);
    const search = /^<[^?]*\?(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    requested = search === undefined ? null : Object.fromEntries(new URLSearchParams(search));
    await between();
  }
  return rows;
}

const idsOf = ({ memberId, itemId, competencyId }: any) =>
  [memberId, itemId ?? competencyId].join();

/** Changes of people at odd indexes, which are later reverted. */
const changes = {
  async access({ people }: World, place: number) {
    const { prisma } = app.context.db;
    const { id } = people[place]!;
    const { hasAccess } = await prisma.member.findUniqueOrThrow({ where: { id } });
    await prisma.member.update({ where: { id }, data: { hasAccess: !hasAccess } });
  },
  async department({ company, department, people }: World, place: number) {
    const where = { memberId: people[place]!.id };
    const { count } = await app.context.db.prisma.affiliation.deleteMany({ where });
    if (count === 0) await company.affiliate(people[place]!, department);
  },
  async ticket({ company, achievement, people }: World, place: number) {
    const where = { memberId: people[place]!.id };
    const { count } = await app.context.db.prisma.ticket.deleteMany({ where });
    if (count === 0) await company.ticket(people[place]!, achievement, 'Pending');
  },
  async standing({ company, competencies, people }: World, place: number) {
    const [competency] = competencies;
    const where = { memberId: people[place]!.id, competencyId: competency!.id };
    const { count } = await app.context.db.prisma.competencyStanding.deleteMany({ where });
    if (count > 0) return;
    const facts = { expiresAt: inDays(2) };
    await company.standing(people[place]!, competency!, 'Validated', facts);
  },
};

const request = fc.oneof(
  fc.record({
    sort: fc.constantFrom('name', 'status', 'expires'),
    direction: fc.constantFrom('asc', 'desc'),
  }),
  fc.constantFrom('competency-validations', 'expirations'),
);
const readings = fc.record({
  request,
  pageSize: fc.integer({ min: 4, max: 16 }),
  changes: fc.array(
    fc.tuple(
      fc.constantFrom(...Object.values(changes)),
      fc.nat({ max: 7 }).map(place => 2 * place + 1),
    ),
  ),
});

test('rows that exist throughout are read exactly once, in order', async () => {
  const { seed = 0 } = fc.readConfigureGlobal();
  const readers = Array.from({ length: AT_ONCE }, async (_, number) => {
    const acme = await world();
    const unchanged = new Set(
      acme.people.filter((_, place) => place % 2 === 0).map(({ uuid }) => uuid),
    );
    const unchangedRows = (rows: any[]) =>
      rows.filter(({ memberId }) => unchanged.has(memberId)).map(idsOf);
    await fc.assert(
      fc.asyncProperty(readings, async ({ request: requested, pageSize, changes: edits }) => {
        const path = typeof requested === 'string' ? requested : 'achievement-gaps';
        const gaps = { achievementId: acme.achievement.uuid };
        const filter: Query = typeof requested === 'string' ? {} : { ...gaps, ...requested };
        if (path === 'expirations') filter.requiredOnly = 'false';
        const everything = await acme.reader.json(path, { ...filter, pageSize: 200 });
        const left = [...edits];
        const rows = await readPages(acme.reader, path, { ...filter, pageSize }, async () => {
          const [change, place] = left.pop() ?? [];
          await change?.(acme, place!);
        });
        expect(unchangedRows(rows)).toEqual(unchangedRows(everything.items));
        expect(unchangedRows(rows).length).toBeGreaterThan(7);
      }),
      { numRuns: runs(25), seed: seed + number },
    );
  });
  await Promise.all(readers);
}, 300_000);

const refusals: [string, Query, string][] = [
  ['a page', { page: 1 }, 'cannot be combined with page'],
  ['a file', { format: 'csv' }, 'requires JSON; a file contains all rows'],
  ['other filters', { q: 'ada' }, 'belongs to a different request; only the page size may differ'],
];

test.each(refusals)('a cursor is refused with %s', async (_, query, message) => {
  const { reader } = await world();
  const { after } = await secondPage(reader);
  await expectRefusal(reader, { after, ...query }, message);
});

test('a cursor of a different organization or report, or an invalid one, is rejected', async () => {
  const [{ reader }, other] = await Promise.all([world(), world()]);
  const { after } = await secondPage(reader);
  const mismatch = 'belongs to a different request; only the page size may differ';
  await expectRefusal(other.reader, { after }, mismatch);
  const [fingerprint, page] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
  const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const id = '5c9f1e0a-3b7d-4a52-8e61-0f4d2c8b7a13';
  for (const none of [
    'abc',
    text({}),
    text([fingerprint, page]),
    text([fingerprint, 'a', 'x', 'C-1', id, id]),
    text([fingerprint, page, 'x\0', 'C-1', id, id]),
    text([fingerprint, page, 'x', 'C-1', id, 'x']),
  ]) {
    await expectRefusal(
      reader,
      { after: none },
      'is not a cursor; use the one in the Link header of the previous page',
    );
  }
});

test('a cursor continues after the longest names, whose letters are folded into several', async () => {
  const company = await app.seed.company('acme');
  const department = await company.department('Drilling');
  const achievement = await company.achievement('값'.repeat(500));
  for (const n of [1, 2]) {
    const member = await company.member(`${'값'.repeat(199)}${n}`);
    await company.affiliate(member, department);
    await company.ticket(member, achievement, 'Valid', { expiresAt: inDays(1) });
  }
  const reader = await reportReader(app, company);
  const rows = await readPages(reader, 'expirations', { pageSize: 1 }, () => Promise.resolve());
  expect(rows.map(({ memberName }) => memberName.at(-1))).toEqual(['1', '2']);
});

test.each(['0000-01-01T00:00:00Z', '2026-11-22T00:00:00+23:59'])(
  'a cursor with the instant %s, which the database cannot read, is rejected',
  async instant => {
    const { reader } = await world();
    const first = await reader.get('expirations', { requiredOnly: 'false', pageSize: 1 });
    const [, after] = /after=([\w-]+)/.exec(first.headers.get('link')!)!;
    const position = JSON.parse(Buffer.from(after!, 'base64url').toString()) as unknown[];
    position[2] = instant;
    const forged = Buffer.from(JSON.stringify(position)).toString('base64url');
    const response = await reader.get('expirations', { requiredOnly: 'false', after: forged });
    expect(response.status).toBe(400);
  },
);

test('each page except the last links to the next one, which has its number and the total', async () => {
  const { reader } = await world();
  const { after, link } = await secondPage(reader);
  expect(link).toBe(`</reporting/competency-validations?pageSize=20&after=${after}>; rel="next"`);
  const last = await reader.get('competency-validations', { pageSize: 40, after });
  expect(last.headers.get('link')).toBeNull();
  expect(await last.json()).toMatchObject({ total: 48, page: 2, pageSize: 40 });
});

async function secondPage(reader: ReportReader) {
  const first = await reader.get('competency-validations', { pageSize: 20 });
  const link = first.headers.get('link')!;
  return { link, after: /after=([\w-]+)/.exec(link)![1]! };
}

async function expectRefusal(reader: ReportReader, query: Query, message: string) {
  const response = await reader.get('competency-validations', query);
  expect(await response.json()).toMatchObject({
    status: 400,
    code: 'invalid-request',
    errors: [{ field: 'after', message }],
  });
}
