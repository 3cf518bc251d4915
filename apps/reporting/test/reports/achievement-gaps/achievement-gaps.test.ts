import { randomUUID } from 'node:crypto';
import { holdSlots } from '@platform/http/testing';
import readWorkbook from 'read-excel-file/node';
import type { SeededMember } from '../../seed';
import { startTestApp, type TestApp } from '../../start-test-app';
import { type ReportReader, reportReader } from '../read-report';

const NOW = '2026-11-21T12:00:00.000Z';
const JUST_BEFORE = '2026-11-21T11:59:59.999Z';
const JUST_AFTER = '2026-11-21T12:00:00.001Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => new Date(NOW) });
});
afterAll(() => app.close());

type Company = Awaited<ReturnType<TestApp['seed']['company']>>;
type Achievement = Awaited<ReturnType<Company['achievement']>>;

let acme: Company;
let reader: ReportReader;
let alive: Achievement;
beforeEach(async () => {
  acme = await app.seed.company('acme');
  reader = await reportReader(app, acme);
  alive = await acme.achievement('H2S Alive', { measurement: 11 });
});

const operator = (name: string) => acme.member(name, { personType: 'Operator' });
const gaps = (query: object = {}) =>
  reader.json('achievement-gaps', { achievementId: alive.uuid, ...query });
const names = async (query: object = {}): Promise<string[]> =>
  (await gaps(query)).items.map(({ learnerName }: { learnerName: string }) => learnerName);

/** Two people who hold an achievement, two who do not, and excluded ones; and the same in another organization. */
async function seedExample() {
  const cast: Record<string, SeededMember> = {};
  const tickets: Record<string, string> = {};
  const globex = await app.seed.company('globex');
  const theirs = await globex.achievement('H2S Alive', { measurement: 11 });
  for (const [company, achievement] of [
    [globex, theirs],
    [acme, alive],
  ] as const) {
    const member = async (name: string, facts: object = {}) => {
      const account = cast[name]?.account;
      return (cast[name] = await company.member(name, {
        personType: 'Operator',
        email: `${name}-${company.handle}@example.org`,
        ...(account && { account }),
        ...facts,
      }));
    };
    const ada = await member('Ada', { code: 'E-1', jobTitle: 'Lead' });
    const grace = await member('Grace', { code: 'E-2', jobTitle: 'Fitter' });
    await member('Linus', { personType: 'Contractor' });
    const margaret = await member('Margaret', { personType: null });
    const ken = await member('Ken', { hasAccess: false });
    const dennis = await member('Dennis');
    await company.ticket(ada, achievement, 'Valid', { expiresAt: JUST_AFTER });
    tickets.grace = await company.ticket(grace, achievement, 'Valid', {
      issuedAt: '2023-11-21T12:00:00Z',
      expiresAt: NOW,
    });
    await company.ticket(margaret, achievement, 'Valid');
    await company.ticket(ken, achievement, 'Valid');
    tickets.dennis = await company.ticket(dennis, achievement, 'Valid', {});
  }
  return { cast, tickets };
}

test('returns the achievement, counts of the roster, and the gaps by name', async () => {
  const { cast, tickets } = await seedExample();
  expect(await gaps()).toEqual({
    achievement: {
      achievementId: alive.uuid,
      achievementName: 'H2S Alive',
      achievementType: 'Orientations',
      companyId: acme.uuid,
    },
    summary: {
      roster: 4,
      excludedNoPersonType: 1,
      valid: 2,
      gaps: 2,
      standings: [
        { status: 'missing', hasTicket: false, people: 1 },
        { status: 'Expired', hasTicket: true, people: 1 },
      ],
    },
    items: [
      {
        learnerAccountId: cast.Grace?.account.uuid,
        learnerName: 'Grace',
        email: cast.Grace?.account.email,
        personCode: 'E-2',
        personType: 'Operator',
        jobTitle: 'Fitter',
        hasTicket: true,
        ticketId: tickets.grace,
        status: 'Expired',
        issuedAt: '2023-11-21T12:00:00.000+00:00',
        expiresAt: '2026-11-21T12:00:00.000+00:00',
        memberId: cast.Grace?.uuid,
        isRequired: true,
      },
      {
        learnerAccountId: cast.Linus?.account.uuid,
        learnerName: 'Linus',
        email: cast.Linus?.account.email,
        personCode: null,
        personType: 'Contractor',
        jobTitle: null,
        hasTicket: false,
        ticketId: null,
        status: null,
        issuedAt: null,
        expiresAt: null,
        memberId: cast.Linus?.uuid,
        isRequired: false,
      },
    ],
    total: 2,
    page: 1,
    pageSize: 25,
  });
});

test('CSV and XLSX contain all gaps, with the columns of the specification', async () => {
  const { cast, tickets } = await seedExample();
  const [grace, linus] = [cast.Grace!.account, cast.Linus!.account];
  const [graceId, linusId] = [cast.Grace!.uuid, cast.Linus!.uuid];
  for (const name of ['Drilling', 'Catering'])
    await acme.affiliate(cast.Grace!, await acme.department(name));
  const query = { achievementId: alive.uuid, pageSize: 1, page: 9 };
  const response = `${alive.uuid},H2S Alive,${acme.handle},2026-11-21T12:00:00.000+00:00`;
  expect(await reader.csv('achievement-gaps', query)).toEqual([
    'learnerAccountId,learnerName,email,personCode,personType,jobTitle,hasTicket,ticketId,status,issuedAt,expiresAt,achievementId,achievementName,companyHandle,asOf,memberId,isRequired,departments',
    `${grace.uuid},Grace,${grace.email},E-2,Operator,Fitter,true,${tickets.grace},Expired,2023-11-21T12:00:00.000+00:00,2026-11-21T12:00:00.000+00:00,${response},${graceId},true,"Catering; Drilling"`,
    `${linus.uuid},Linus,${linus.email},,Contractor,,false,,missing,,,${response},${linusId},false,`,
  ]);
  const [, ...rows] = await reader.xlsx('achievement-gaps', query);
  const now = new Date(NOW);
  const issued = new Date('2023-11-21T12:00:00Z');
  expect(rows).toEqual([
    [
      ...['Grace', grace.email, 'E-2', 'Operator', 'Fitter', true, 'Expired', issued, now],
      ...['H2S Alive', acme.handle, now, true, 'Catering; Drilling'],
      ...[grace.uuid, tickets.grace, alive.uuid, graceId],
    ],
    [
      ...['Linus', linus.email, null, 'Contractor', null, false, 'missing', null, null],
      ...['H2S Alive', acme.handle, now, false, null, linus.uuid, null, alive.uuid, linusId],
    ],
  ]);
});

test('a file is named after the organization and the achievement, and describes the request', async () => {
  await seedExample();
  const query = { achievementId: alive.uuid, status: 'missing', format: 'xlsx' };
  const response = await reader.get('achievement-gaps', query);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename=achievement-gaps-${acme.handle}-h2s-alive-2026-11-21.xlsx`,
  );
  const [about] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
  expect(about?.data.slice(0, 9)).toEqual([
    ['Achievement gaps', null],
    ['Organization', `acme (${acme.handle})`],
    ['As of (UTC)', new Date(NOW)],
    ['Rows', '1'],
    ['Achievement', 'H2S Alive'],
    ['Person types', 'all'],
    ['Departments', 'all'],
    ['Required only', 'No'],
    ['Status', 'missing'],
  ]);
  // The description of the field in JSON.
  expect(about?.data).toContainEqual(['Email', "The person's e-mail address, or empty."]);
});

test('requiredOnly includes people of any person type who are required to hold it', async () => {
  const drilling = await acme.department('Drilling');
  const catering = await acme.department('Catering');
  const driller = await acme.profile('Driller', [], { achievements: [alive] });
  const ada = await acme.member('Ada', { personType: null });
  await acme.affiliate(ada, drilling);
  await acme.assign(ada, drilling, driller);
  const grace = await operator('Grace');
  await acme.affiliate(grace, catering);
  await acme.ticket(grace, alive, 'Expired');
  const linus = await operator('Linus');
  await acme.affiliate(linus, drilling);
  await acme.assign(linus, drilling, driller, { requiresCompliance: false });
  await acme.ticket(linus, alive, 'Expired', { isRequired: false });

  const { items, summary } = await gaps({ requiredOnly: 'true' });
  expect(items).toMatchObject([
    { learnerName: 'Ada', personType: null, isRequired: true },
    { learnerName: 'Grace', isRequired: true },
  ]);
  expect(summary).toMatchObject({ roster: 2, excludedNoPersonType: 0, gaps: 2 });
  expect(await names({ requiredOnly: 'true', departments: drilling.uuid })).toEqual(['Ada']);
  expect(await names({ requiredOnly: 'true', personTypes: 'Operator' })).toEqual(['Grace']);
  expect(await names({ departments: drilling.uuid })).toEqual(['Linus']);
});

test('a ticket is Pending until it is issued', async () => {
  const ada = await operator('Ada');
  await acme.ticket(ada, alive, 'Valid', { issuedAt: JUST_AFTER });
  expect((await gaps()).items).toMatchObject([{ learnerName: 'Ada', status: 'Pending' }]);
});

test('CSV and XLSX of the achievements contain all of them with their holders', async () => {
  await seedExample();
  await acme.achievement('First Aid');
  const [header, first, second] = await reader.csv('achievement-gaps/achievements', {
    pageSize: 1,
  });
  expect(header).toBe('achievementId,achievementName,achievementType,companyId,holders');
  expect(first).toBe(`${alive.uuid},H2S Alive,Orientations,${acme.uuid},3`);
  expect(second).toMatch(/,First Aid,Time-Sensitive Safety Certificates,.*,0$/);
  const [titles, ...rows] = await reader.xlsx('achievement-gaps/achievements', { q: 'first' });
  expect(titles?.slice(0, 3)).toEqual(['Achievement name', 'Achievement type', 'Holders']);
  expect(rows).toHaveLength(1);
});

test('achievements that most people lack can be listed first', async () => {
  const drilling = await acme.department('Drilling');
  const boots = await acme.achievement('Boots');
  for (const [name, isHeld] of [
    ['Ada', true],
    ['Grace', false],
    ['Linus', false],
  ] as const) {
    const member = await operator(name);
    await acme.affiliate(member, drilling);
    await acme.ticket(member, alive, 'Valid');
    const status = isHeld ? 'Valid' : 'Expired';
    await acme.ticket(member, boots, status, { isRequired: true });
  }
  const [header, ...lines] = await reader.csv('achievement-gaps/achievements', { sort: 'lacking' });
  expect(header).toBe('achievementId,achievementName,achievementType,companyId,holders,lacking');
  expect(lines.map(line => line.split(',').slice(-2))).toEqual([
    ['1', '2'],
    ['3', '0'],
  ]);
  const { items } = await reader.json('achievement-gaps/achievements', { sort: 'lacking' });
  expect(items[0]).toMatchObject({ achievementId: boots.uuid, holders: 1, lacking: 2 });
});

test.each([
  ['Valid', null, null],
  ['Valid', JUST_AFTER, null],
  ['Valid', NOW, 'Expired'],
  ['Valid', JUST_BEFORE, 'Expired'],
  ['Expired', JUST_AFTER, 'Expired'],
  ['Expired', null, 'Expired'],
  ['Pending', JUST_BEFORE, 'Pending'],
  ['Submitted', JUST_BEFORE, 'Submitted'],
] as const)('a %s ticket that expires at %s is the gap %s', async (status, expiresAt, gap) => {
  await acme.ticket(await operator('Ada'), alive, status, { expiresAt });
  const { items, summary } = await gaps();
  expect(items.map((item: { status: string }) => item.status)).toEqual(gap ? [gap] : []);
  expect(summary).toMatchObject({ roster: 1, valid: gap ? 0 : 1, gaps: gap ? 1 : 0 });
});

type Ticket = readonly [
  'Valid' | 'Submitted' | 'Pending' | 'Expired',
  { expiresAt?: string; issuedAt?: string }?,
];

test.each<[string, Ticket, Ticket]>([
  ['Valid before Submitted', ['Valid'], ['Submitted']],
  ['Submitted before Pending', ['Submitted', { expiresAt: JUST_BEFORE }], ['Pending']],
  ['Pending before Expired', ['Pending', { expiresAt: JUST_BEFORE }], ['Expired']],
  ['Pending before an expired Valid one', ['Pending'], ['Valid', { expiresAt: NOW }]],
  ['no expiry before any', ['Pending'], ['Pending', { expiresAt: '9999-12-31T00:00:00Z' }]],
  ['the later expiry', ['Expired', { expiresAt: JUST_AFTER }], ['Expired', { expiresAt: NOW }]],
  ['the later issue', ['Pending', { issuedAt: NOW }], ['Pending', { issuedAt: JUST_BEFORE }]],
  ['an issue before none', ['Pending', { issuedAt: JUST_BEFORE }], ['Pending']],
  ['the lower ID', ['Pending'], ['Pending']],
])('the best of several tickets counts: %s', async (rule, best, other) => {
  for (const [name, tickets] of [
    ['Ada', [best, other]],
    ['Grace', [other, best]],
  ] as const) {
    const member = await operator(name);
    const [low, high] = [randomUUID(), randomUUID()].sort();
    const idOfBest = rule === 'the lower ID' ? low : high;
    for (const ticket of tickets) {
      const [status, facts] = ticket;
      const uuid = (ticket === best) === (rule === 'the lower ID') ? low! : high!;
      await acme.ticket(member, alive, status, { ...facts, uuid });
    }
    const { items } = await gaps({ q: name });
    expect(items.map((item: { ticketId: string }) => item.ticketId)).toEqual(
      best[0] === 'Valid' ? [] : [idOfBest],
    );
  }
});

describe('the roster', () => {
  beforeEach(async () => {
    await acme.member('Ada', { personType: 'Operator' });
    await acme.member('Grace', { personType: 'Contractor' });
    await acme.member('Linus', { personType: 'operator' });
    await acme.member('Margaret', { personType: null });
    await acme.member('Ken', { personType: 'Operator', hasAccess: false });
    await acme.member('Dennis', { personType: null, hasAccess: false });
  });

  test.each([
    [{}, ['Ada', 'Grace', 'Linus']],
    [{ personTypes: 'Operator' }, ['Ada']],
    [{ personTypes: ['Operator', 'Contractor'] }, ['Ada', 'Grace']],
  ])(
    'of %j is %j, and people without a person type are counted separately',
    async (query, people) => {
      expect(await names(query)).toEqual(people);
      const { summary, total } = await gaps(query);
      expect(summary).toMatchObject({
        roster: people.length,
        excludedNoPersonType: 1,
        gaps: people.length,
      });
      expect(total).toBe(people.length);
    },
  );

  test.each(['Visitor', 'Operato', 'OPERATOR'])(
    'of the unknown person type %s is 400',
    async type => {
      const query = { achievementId: alive.uuid, personTypes: ['Operator', type] };
      const response = await reader.get('achievement-gaps', query);
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: unknown };
      expect(errors).toEqual([{ field: 'personTypes[1]', message: expect.stringContaining(type) }]);
    },
  );

  test('person types are those of members with access, by folded name', async () => {
    const types = ['Contractor', 'Operator', 'operator'];
    expect(await reader.json('achievement-gaps/person-types')).toEqual(types);
    expect(await reader.csv('achievement-gaps/person-types')).toEqual(['personType', ...types]);
  });
});

describe('filters and pages', () => {
  /** Name, ticket and expiry, sorted by name. */
  const CAST = [
    ['Ada', 'Expired', '2026-01-03'],
    ['Bo', 'Pending', '2026-01-01'],
    ['Cy', null, null],
    ['Di', 'Submitted', null],
    ['Ed', 'Expired', '2026-01-01'],
    ['Flo', 'Pending', null],
    ['Guy', null, null],
  ] as const;

  beforeEach(async () => {
    for (const [name, status, day] of CAST) {
      const member = await operator(name);
      const expiresAt = day && `${day}T00:00:00Z`;
      if (status) await acme.ticket(member, alive, status, { expiresAt });
    }
    await acme.ticket(await operator('Held'), alive, 'Valid');
  });

  test.each([
    ['name', 'asc', 'Ada Bo Cy Di Ed Flo Guy'],
    ['name', 'desc', 'Guy Flo Ed Di Cy Bo Ada'],
    ['status', 'asc', 'Cy Guy Bo Flo Di Ada Ed'],
    ['status', 'desc', 'Ada Ed Di Bo Flo Cy Guy'],
    ['expires', 'asc', 'Bo Ed Ada Cy Di Flo Guy'],
    ['expires', 'desc', 'Ada Bo Ed Cy Di Flo Guy'],
  ])('sort %s %s', async (sort, direction, people) => {
    expect((await names({ sort, direction })).join(' ')).toBe(people);
    const [, ...lines] = await reader.csv('achievement-gaps', {
      achievementId: alive.uuid,
      sort,
      direction,
    });
    expect(lines.map(line => line.split(',')[1]).join(' ')).toBe(people);
  });

  test.each([
    ['missing', ['Cy', 'Guy']],
    ['Pending', ['Bo', 'Flo']],
    ['Expired', ['Ada', 'Ed']],
    ['Submitted', ['Di']],
  ])('status %s filters the gaps, not the summary', async (status, people) => {
    const { items, total, summary } = await gaps({ status });
    expect(items.map(({ learnerName }: { learnerName: string }) => learnerName)).toEqual(people);
    expect(total).toBe(people.length);
    expect(summary).toEqual({
      roster: 8,
      excludedNoPersonType: 0,
      valid: 1,
      gaps: 7,
      standings: [
        { status: 'missing', hasTicket: false, people: 2 },
        { status: 'Pending', hasTicket: true, people: 2 },
        { status: 'Expired', hasTicket: true, people: 2 },
        { status: 'Submitted', hasTicket: true, people: 1 },
      ],
    });
  });

  test.each([
    [{ page: 2, pageSize: 3 }, { page: 2, pageSize: 3 }, 'Di Ed Flo'],
    [{ page: 3, pageSize: 3 }, { page: 3, pageSize: 3 }, 'Guy'],
    [{ page: 4, pageSize: 3 }, { page: 4, pageSize: 3 }, ''],
    [{ page: 0, pageSize: 3 }, { page: 1, pageSize: 3 }, 'Ada Bo Cy'],
    [{ page: -7, pageSize: 3 }, { page: 1, pageSize: 3 }, 'Ada Bo Cy'],
    [{ pageSize: 0 }, { page: 1, pageSize: 1 }, 'Ada'],
    [{ pageSize: -1 }, { page: 1, pageSize: 1 }, 'Ada'],
    [{ pageSize: 200 }, { page: 1, pageSize: 200 }, 'Ada Bo Cy Di Ed Flo Guy'],
    [{ pageSize: 201 }, { page: 1, pageSize: 200 }, 'Ada Bo Cy Di Ed Flo Guy'],
    [{ page: '', pageSize: '' }, { page: 1, pageSize: 25 }, 'Ada Bo Cy Di Ed Flo Guy'],
  ])('page %j is read as page %j', async (requested, used, people) => {
    const response = await gaps(requested);
    expect(response).toMatchObject({ ...used, total: 7, summary: { roster: 8 } });
    expect(
      response.items.map(({ learnerName }: { learnerName: string }) => learnerName).join(' '),
    ).toBe(people);
  });

  test('a page past the end is empty', async () => {
    expect(await gaps({ page: '99999999999999999999' })).toMatchObject({ items: [], total: 7 });
  });
});

test('people with the same name are sorted by account ID, in both directions', async () => {
  const people = [await operator('Ada'), await operator('ÁDA'), await operator('ada')];
  const ids = people.map(({ account }) => account.uuid).sort();
  for (const direction of ['asc', 'desc']) {
    for (const sort of ['name', 'status', 'expires']) {
      const { items } = await gaps({ sort, direction });
      expect(
        items.map(({ learnerAccountId }: { learnerAccountId: string }) => learnerAccountId),
      ).toEqual(ids);
    }
  }
});

test.each([
  ['ada', ['Ada Łovelace_King', 'Adam 100% Smith']],
  ['LOVELACE ada', ['Ada Łovelace_King']],
  ['łove', ['Ada Łovelace_King']],
  ['  king   ', ['Ada Łovelace_King']],
  ['e_k', ['Ada Łovelace_King']],
  ['0%', ['Adam 100% Smith']],
  ['%', ['Adam 100% Smith']],
  ['_', ['Ada Łovelace_King']],
  ['a%m', []],
  ['ada jones', []],
  ['\\', []],
])('q %j finds %j', async (q, people) => {
  await operator('Ada Łovelace_King');
  await operator('Adam 100% Smith');
  await operator('Zoë Jones');
  expect(await names({ q })).toEqual(people);
  expect((await gaps({ q })).summary.roster).toBe(3);
});

test('an organization without people has an empty roster', async () => {
  expect(await gaps()).toMatchObject({
    summary: { roster: 0, excludedNoPersonType: 0, valid: 0, gaps: 0, standings: [] },
    items: [],
    total: 0,
  });
  expect(await reader.csv('achievement-gaps', { achievementId: alive.uuid })).toHaveLength(1);
});

test.each(['json', 'csv', 'xlsx'])(
  'an achievement that does not exist or belongs to another organization is unknown (%s)',
  async format => {
    const theirs = await (await app.seed.company('globex')).achievement('H2S Alive');
    for (const achievementId of [theirs.uuid, '00000000-0000-0000-0000-000000000000']) {
      const response = await reader.get('achievement-gaps', { achievementId, format });
      expect(response.status).toBe(404);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.json()).toMatchObject({ code: 'unknown-achievement' });
    }
  },
);

test.each([
  ['achievementId', undefined],
  ['achievementId', 'H2S'],
  ['status', 'Valid'],
  ['status', 'pending'],
  ['sort', 'email'],
  ['direction', 'down'],
  ['page', 'abc'],
  ['page', '1.5'],
  ['pageSize', 'all'],
  ['format', 'pdf'],
  ['format', 'CSV'],
  ['q', '\u0000'],
  ['personTypes', '\u0000'],
  ['personTypes', ''],
  ['colour', 'red'],
])('the parameter %s is rejected if it is %j', async (field, value) => {
  const given: Record<string, string> =
    value === undefined ? {} : { achievementId: alive.uuid, [field]: value };
  const response = await reader.get('achievement-gaps', given);
  expect(response.status).toBe(400);
  const { code, errors } = (await response.json()) as any;
  expect(code).toBe('invalid-request');
  expect(errors[0].field).toMatch(new RegExp(`^${field}`));
});

test('the error for an unknown format lists the formats', async () => {
  const response = await reader.get('achievement-gaps', {
    achievementId: alive.uuid,
    format: 'pdf',
  });
  expect(((await response.json()) as { detail: string }).detail).toMatch(/json, csv, xlsx/);
});

test('report access is not required, and responses may not be stored', async () => {
  const ada = await acme.member('Ada', { apiAccess: true });
  const response = await fetch(
    `${app.url}/reporting/achievement-gaps?achievementId=${alive.uuid}&format=csv`,
    { headers: { 'X-Api-Key': await app.seed.secret(ada.account, acme) } },
  );
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

test('reports fail with 503 if all slots and waiting places are taken, while lists succeed', async () => {
  const release = holdSlots(app.context.slots.reports);
  for (const format of ['json', 'csv']) {
    const response = await reader.get('achievement-gaps', { achievementId: alive.uuid, format });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ title: 'Busy', code: 'busy' });
  }
  expect((await reader.get('achievement-gaps/achievements')).status).toBe(200);
  await release();
  expect((await reader.get('achievement-gaps', { achievementId: alive.uuid })).status).toBe(200);
});

test('achievements are sorted by number of holders, then by name', async () => {
  const { cast } = await seedExample();
  const first = await acme.achievement('first aid', { measurement: 1 });
  const fire = await acme.achievement('Fire Watch', { measurement: 5 });
  const boots = await acme.achievement('Boots', { measurement: 12 });
  const { Ada, Grace, Linus, Ken } = cast;
  for (const member of [Ada!, Grace!, Linus!, Ken!]) await acme.ticket(member, first, 'Valid');
  // two tickets of one person count once
  await acme.ticket(Ada!, first, 'Valid');
  await acme.ticket(Ada!, fire, 'Valid', { expiresAt: NOW });
  await acme.ticket(Grace!, fire, 'Submitted');

  const { items, ...page } = await reader.json('achievement-gaps/achievements');
  expect(page).toEqual({ total: 4, page: 1, pageSize: 25 });
  // of H2S Alive: Ada, Dennis, and Margaret who has no person type
  expect(items).toEqual(
    [
      { ...first, name: 'first aid', type: 'Time-Sensitive Safety Certificates', holders: 3 },
      { ...alive, name: 'H2S Alive', type: 'Orientations', holders: 3 },
      { ...boots, name: 'Boots', type: 'Operating Procedures', holders: 0 },
      { ...fire, name: 'Fire Watch', type: 'Codes of Practice', holders: 0 },
    ].map(({ uuid, name, type, holders }) => ({
      achievementId: uuid,
      achievementName: name,
      achievementType: type,
      companyId: acme.uuid,
      holders,
    })),
  );
  const found = async (query: object) =>
    (await reader.json('achievement-gaps/achievements', query as any)).items.map(
      ({ achievementName }: { achievementName: string }) => achievementName,
    );
  expect(await found({ q: 'AID first' })).toEqual(['first aid']);
  expect(await found({ q: '%' })).toEqual([]);
  expect(await found({ page: 2, pageSize: 3 })).toEqual(['Fire Watch']);
  expect(await reader.json('achievement-gaps/achievements', { page: 3, pageSize: 3 })).toEqual({
    items: [],
    total: 4,
    page: 3,
    pageSize: 3,
  });
});
