import path from 'node:path';
import { type Parameters, query, readStatement } from '@platform/db';
import type { ExpirationPage } from '../../../src/reports/expirations/expirations.dto';
import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

const NOW = '2026-11-21T12:00:00.000Z';
const day = (days: number, milliseconds = 0) =>
  new Date(Date.parse(NOW) + days * 86_400_000 + milliseconds).toISOString();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => new Date(NOW) });
});
afterAll(() => app.close());

/** Ada in Drilling with a profile that requires Muster point, and a reader of her organization. */
async function seedAda() {
  const acme = await app.seed.company('acme');
  const drilling = await acme.department('Drilling');
  const ada = await acme.member('Ada', { email: `ada@${acme.handle}.example` });
  await acme.affiliate(ada, drilling);
  const muster = await acme.competency('Muster point', { number: 'C-017' });
  await acme.assign(ada, drilling, await acme.profile('Driller', [muster]));
  const alive = await acme.achievement('H2S Alive');
  return { acme, drilling, ada, muster, alive, reader: await reportReader(app, acme) };
}

const addMembers = readStatement(path.join(__dirname, '../../statements'), 'add-members.sql');

/** 502 members with 30 expiring achievements each, one of them in Drilling. */
async function seedCrowd() {
  const { acme, drilling, reader } = await seedAda();
  for (let number = 1; number < 30; number++) await acme.achievement(`Rule ${number}`);
  const { db } = app.context;
  const added = { organization: acme.id, department: drilling.id, count: 1, expiresAt: day(10) };
  await query(db, addMembers, added);
  const crowd = await acme.department('Crowd');
  await query(db, addMembers, { ...added, department: crowd.id, count: 501 });
  return { acme, drilling, reader };
}

/** The number of blocks that a statement of reports reads. */
async function blocksRead(file: string, parameters: Parameters): Promise<number> {
  const { text, ...statement } = readStatement<Explained>(
    path.join(__dirname, '../../../src/reports', path.dirname(file)),
    path.basename(file),
  );
  const explained = { ...statement, text: `explain (analyze, buffers, format json)\n${text}` };
  const [row] = await query(app.context.db, explained, parameters);
  const [{ Plan }] = row!['QUERY PLAN'];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

interface Explained {
  readonly 'QUERY PLAN': [
    { Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>> },
  ];
}

test('counts the expirations of some of many members, and of all', async () => {
  const { drilling, reader } = await seedCrowd();
  const all = await reader.json('expirations');
  expect(all).toMatchObject({ total: 502 * 30, summary: { members: 502 } });
  const departments = [drilling.uuid];
  const some = await reader.json('expirations', { departments });
  expect(some).toMatchObject({ total: 30, summary: { members: 1 } });
  expect(await reader.json('compliance-overview/headline')).toMatchObject({
    people: 503,
    expiring: { requirements: 502 * 30, people: 502 },
  });
});

test('of one department, reads only those of its members', async () => {
  const { db } = app.context;
  const { acme, drilling } = await seedCrowd();
  await db.pool.query('analyze reporting.ticket');
  const now = new Date(NOW);
  const selection = { departments: [drilling.id], members: null, q: null, requiredOnly: true };
  const window = { from: now, to: new Date(day(90)), kinds: ['achievement'] };
  const page = { ...selection, ...window, after: null, offset: 0, limit: 26 };
  const given = { organization: acme.id, now };
  const listed = await blocksRead('expirations/expirations-page.sql', { ...given, ...page });
  expect(listed).toBeLessThan(5_000);
  const shown = { ...given, shown: [drilling.id] };
  expect(await blocksRead('compliance/headline.sql', shown)).toBeLessThan(5_000);
});

test('for an empty department, lists nothing', async () => {
  const { acme, ada, muster, reader } = await seedAda();
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(10) });
  const empty = await acme.department('Empty');
  const { items, total } = await reader.json('expirations', { departments: [empty.uuid] });
  expect({ items, total }).toEqual({ items: [], total: 0 });
});

test('lists expirations, soonest first, and counts all of them', async () => {
  const { acme, ada, muster, alive, reader } = await seedAda();
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(20, 1) });
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(10) });
  expect(await reader.json('expirations')).toEqual({
    summary: {
      members: 1,
      achievements: 1,
      competencies: 1,
      byMonth: [
        { month: '2026-11', achievements: 0, competencies: 0 },
        { month: '2026-12', achievements: 1, competencies: 1 },
        { month: '2027-01', achievements: 0, competencies: 0 },
        { month: '2027-02', achievements: 0, competencies: 0 },
      ],
    },
    items: [
      {
        kind: 'competency',
        memberId: ada.uuid,
        memberName: 'Ada',
        memberEmail: ada.account.email,
        memberCode: null,
        itemId: muster.uuid,
        itemName: 'Muster point',
        itemNumber: 'C-017',
        measurement: { key: 3, name: 'Critical Competencies' },
        isRequired: true,
        status: 'Validated',
        expiresAt: '2026-12-01T12:00:00.000+00:00',
        daysLeft: 10,
      },
      {
        kind: 'achievement',
        memberId: ada.uuid,
        memberName: 'Ada',
        memberEmail: ada.account.email,
        memberCode: null,
        itemId: alive.uuid,
        itemName: 'H2S Alive',
        itemNumber: null,
        measurement: { key: 1, name: 'Time-Sensitive Safety Certificates' },
        isRequired: true,
        status: 'Valid',
        expiresAt: '2026-12-11T12:00:00.001+00:00',
        daysLeft: 20,
      },
    ],
    total: 2,
    page: 1,
    pageSize: 25,
  });
});

/** The next row of a table gets the ID after `last`. */
const skipIds = (table: string, last: number) =>
  app.context.db.prisma
    .$queryRaw`select setval(pg_get_serial_sequence(${`reporting.${table}`}, 'id'), ${last})`;

test('requirements are not confused with items whose IDs have the same bit in a different chunk', async () => {
  const { acme, drilling, ada, alive, reader } = await seedAda();
  await skipIds('competency', 5_000_000);
  const other = await acme.competency('Other');
  await skipIds('competency', other.id + 1_023);
  const needed = await acme.competency('Needed');
  await skipIds('member', 3_000_000);
  const grace = await acme.member('Grace');
  await acme.affiliate(grace, drilling);
  const aid = await acme.achievement('First aid');
  await acme.assign(ada, drilling, await acme.profile('Diver', [needed], { achievements: [aid] }));
  for (const member of [ada, grace])
    for (const competency of [needed, other])
      await acme.standing(member, competency, 'Validated', { expiresAt: day(10) });
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(11), isRequired: false });

  const required: ExpirationPage = await reader.json('expirations');
  expect(required.items.map(({ itemName }) => itemName)).toEqual(['Needed']);
  const all: ExpirationPage = await reader.json('expirations', { requiredOnly: 'false' });
  expect(
    all.items.map(({ memberName, itemName, isRequired }) => [memberName, itemName, isRequired]),
  ).toEqual([
    ['Ada', 'Needed', true],
    ['Ada', 'Other', false],
    ['Grace', 'Needed', false],
    ['Grace', 'Other', false],
    ['Ada', 'H2S Alive', false],
  ]);
  const file = await reader.csv('expirations', { requiredOnly: 'true' });
  expect(file).toHaveLength(2);
});

test('CSV contains all rows, with the columns of the contract', async () => {
  const { acme, ada, muster, alive, reader } = await seedAda();
  await acme.affiliate(ada, await acme.department('Catering'));
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(20) });
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(10) });
  expect(await reader.csv('expirations', { pageSize: 1 })).toEqual([
    'memberId,memberName,memberEmail,kind,itemId,itemNumber,itemName,measurementKey,measurementName,isRequired,status,expiresAt,daysLeft,departments,memberCode',
    `${ada.uuid},Ada,${ada.account.email},competency,${muster.uuid},C-017,Muster point,3,Critical Competencies,true,Validated,2026-12-01T12:00:00.000+00:00,10,"Catering; Drilling",`,
    `${ada.uuid},Ada,${ada.account.email},achievement,${alive.uuid},,H2S Alive,1,Time-Sensitive Safety Certificates,true,Valid,2026-12-11T12:00:00.000+00:00,20,"Catering; Drilling",`,
  ]);
});

test.each([
  ['at this instant', 0, 0],
  ['a millisecond later', 1, 1],
  ['at the end of the window', 86_400_000, 1],
  ['a millisecond after the window', 86_400_001, 0],
])('an item that expires %s', async (_, milliseconds, total) => {
  const { acme, ada, alive, reader } = await seedAda();
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(0, milliseconds) });
  expect((await reader.json('expirations', { days: 1 })).total).toBe(total);
});

test.each([
  ['a ticket that expires later', { expiresAt: day(400) }, 0],
  ['a ticket that never expires', { expiresAt: null }, 0],
  ['a ticket that expires sooner', { expiresAt: day(5) }, 1],
])('an expiring ticket is omitted only if a later one exists: %s', async (_, other, total) => {
  const { acme, ada, alive, reader } = await seedAda();
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(10) });
  await acme.ticket(ada, alive, 'Valid', other);
  expect((await reader.json('expirations')).total).toBe(total);
});

test('items that are not required are listed on request', async () => {
  const { acme, drilling, ada, alive, reader } = await seedAda();
  const welding = await acme.competency('Welding');
  await acme.assign(ada, drilling, await acme.profile('Welder', [welding]), {
    requiresCompliance: false,
  });
  await acme.standing(ada, welding, 'Validated', { expiresAt: day(3) });
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(4), isRequired: false });
  expect((await reader.json('expirations')).total).toBe(0);
  const { items } = await reader.json('expirations', { requiredOnly: 'false' });
  expect(
    items.map(({ itemName, isRequired }: Record<string, unknown>) => [itemName, isRequired]),
  ).toEqual([
    ['Welding', false],
    ['H2S Alive', false],
  ]);
});

test('expirations are filtered by departments, members, kinds and words of a name', async () => {
  const { acme, drilling, ada, muster, alive, reader } = await seedAda();
  const grace = await acme.member('Grace Hopper');
  const office = await acme.department('Office');
  await acme.affiliate(grace, office);
  await acme.affiliate(grace, drilling, 'Employee');
  await acme.ticket(grace, alive, 'Valid', { expiresAt: day(1) });
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(2) });
  const names = async (query: Record<string, string>) => {
    const { items } = await reader.json('expirations', query);
    return items.map(({ memberName }: { memberName: string }) => memberName);
  };
  expect(await names({})).toEqual(['Grace Hopper', 'Ada']);
  expect(await names({ departments: drilling.uuid })).toEqual(['Ada']);
  expect(await names({ members: grace.uuid })).toEqual(['Grace Hopper']);
  expect(await names({ kinds: 'competency' })).toEqual(['Ada']);
  expect(await names({ q: 'hop gra' })).toEqual(['Grace Hopper']);
});

test('a window in the past lists items that expired and were not renewed', async () => {
  const { acme, ada, muster, alive, reader } = await seedAda();
  await acme.ticket(ada, alive, 'Valid', { expiresAt: day(-10) });
  const firstAid = await acme.achievement('First Aid');
  await acme.ticket(ada, firstAid, 'Expired', { expiresAt: day(-20) });
  await acme.ticket(ada, firstAid, 'Valid', { expiresAt: day(300) });
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(0) });
  const query = { from: day(-30), to: day(1) };
  expect((await reader.json('expirations', query)).items).toMatchObject([
    { itemName: 'H2S Alive', status: 'Expired', daysLeft: -10 },
    { itemName: 'Muster point', status: 'Expired', daysLeft: 0 },
  ]);
});

test.each([
  [{ from: day(0) }, 'to'],
  [{ to: day(0) }, 'from'],
  [{ from: day(0), to: day(0) }, 'to'],
  [{ from: day(0), to: day(366, 1) }, 'to'],
  [{ from: day(0), to: day(1), days: 1 }, 'days'],
  [{ from: '2026-02-30T00:00:00Z', to: day(1) }, 'from'],
])('the window %j is rejected', async (query, field) => {
  const { reader } = await seedAda();
  const response = await reader.get('expirations', query);
  const { errors } = (await response.json()) as { errors: { field: string }[] };
  expect([response.status, errors.map(each => each.field)]).toEqual([400, [field]]);
});

test.each([
  ['days=0', 'days'],
  ['days=367', 'days'],
  ['days=1.5', 'days'],
  ['kinds=ticket', 'kinds'],
  ['requiredOnly=maybe', 'requiredOnly'],
  ['departments=00000000-0000-4000-8000-000000000000', 'departments[0]'],
  ['members=00000000-0000-4000-8000-000000000000', 'members[0]'],
])('%s is rejected', async (search, field) => {
  const { reader } = await seedAda();
  const [name, value] = search.split('=') as [string, string];
  const response = await reader.get('expirations', { [name]: value });
  const { errors } = (await response.json()) as { errors: { field: string }[] };
  expect([response.status, errors[0]!.field]).toEqual([400, expect.stringContaining(field)]);
});

test('the headline of the overview has the counts of both lists, and of reported members', async () => {
  const { acme, drilling, ada, muster, alive, reader } = await seedAda();
  const grace = await acme.member('Grace');
  await acme.affiliate(grace, drilling);
  await acme.affiliate(await acme.member('Linus'), drilling, 'Employee');
  const rescue = await acme.achievement('Rescue');
  await acme.standing(ada, muster, 'Validated', { expiresAt: day(10) });
  for (const [member, achievement, at] of [
    [ada, alive, -30],
    [grace, alive, 30],
    [grace, rescue, -1],
  ] as const)
    await acme.ticket(member, achievement, 'Valid', { expiresAt: day(at) });
  await acme.ticket(ada, rescue, 'Valid', { expiresAt: day(5), isRequired: false });
  const headline = await reader.json('compliance-overview/headline');
  expect(headline).toEqual({
    asOf: '2026-11-21T12:00:00.000+00:00',
    people: 2,
    expiring: { requirements: 2, people: 2 },
    lapsed: { requirements: 2, people: 2 },
  });
  const next = await reader.json('expirations', { days: 30 });
  expect(next.total).toBe(headline.expiring.requirements);
  const past = await reader.json('expirations', { from: '2026-10-22T00:00:00Z', to: NOW });
  expect(past.total).toBe(headline.lapsed.requirements);
});

test('the headline includes what expired at the start of the day 30 days ago', async () => {
  const { acme, ada, alive, reader } = await seedAda();
  await acme.ticket(ada, alive, 'Valid', { expiresAt: '2026-10-22T00:00:00.000Z' });
  await acme.ticket(ada, await acme.achievement('Rescue'), 'Valid', {
    expiresAt: '2026-10-21T23:59:59.999Z',
  });
  const headline = await reader.json('compliance-overview/headline');
  expect(headline.lapsed).toEqual({ requirements: 1, people: 1 });
});
