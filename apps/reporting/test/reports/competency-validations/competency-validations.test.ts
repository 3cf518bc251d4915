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
interface Row {
  readonly id: number;
  readonly uuid: string;
}

let acme: Company;
let drilling: Row;
let muster: Row;
let reader: ReportReader;
beforeEach(async () => {
  acme = await app.seed.company('acme');
  drilling = await acme.department('Drilling');
  muster = await acme.competency('Muster point', { number: 'C-1' });
  reader = await reportReader(app, acme);
});

const PATH = 'competency-validations';
type Query = Parameters<ReportReader['json']>[1];

/** A member in Drilling. */
async function driller(name: string, facts: object = {}): Promise<SeededMember> {
  const member = await acme.member(name, facts);
  await acme.affiliate(member, drilling);
  return member;
}

/** `Ada C-1` for each row, in order. */
async function found(query: Query = {}): Promise<string[]> {
  const { items } = await reader.json(PATH, query);
  return items.map(
    ({ memberName, competencyNumber }: { memberName: string; competencyNumber: string }) =>
      `${memberName} ${competencyNumber}`,
  );
}

/** Ada and Grace in Drilling, with their records; Linus and others are not reported on. */
async function seedExample() {
  const cast: Record<string, SeededMember> = {};
  const ids: Record<string, string> = {};
  const globex = await app.seed.company('globex');
  for (const company of [globex, acme]) {
    const isOurs = company === acme;
    const department = isOurs ? drilling : await company.department('Drilling');
    const point = isOurs ? muster : await company.competency('Muster point', { number: 'C-1' });
    const valve = await company.competency('Close a valve', {
      number: 'C-2',
      criticality: 'NonCritical',
    });
    ids.valve = valve.uuid;
    const member = async (
      name: string,
      as: 'Department' | 'Employee' | null,
      facts: object = {},
    ) => {
      const account = cast[name]?.account;
      cast[name] = await company.member(name, { ...facts, ...(account && { account }) });
      if (as) await company.affiliate(cast[name], department, as);
      return cast[name];
    };
    const grace = await member('Grace', 'Department');
    const ken = await member('Ken', 'Department', { hasAccess: false });
    const ada = await member('Ada', 'Department');
    await company.standing(ada, valve, 'NeedsTraining');
    await company.standing(ada, point, 'Validated', {
      validatedAt: '2025-03-01T15:30:00Z',
      expiresAt: '2027-03-01T00:00:00Z',
      validator: ken,
    });
    await company.standing(grace, point, 'Validated', {
      validatedAt: '2023-11-21T12:00:00Z',
      expiresAt: NOW,
      validator: ada,
    });
    await company.standing(ken, point, 'Validated');
    await company.standing(await member('Linus', 'Employee'), point, 'Validated');
    await company.standing(await member('Dennis', null), point, 'Validated');
  }
  return { cast, ids };
}

test('has a row per record of a reported member, with its current status', async () => {
  const { cast, ids } = await seedExample();
  const point = {
    competencyId: muster.uuid,
    competencyNumber: 'C-1',
    competencyName: 'Muster point',
    criticality: 'Critical',
  };
  expect(await reader.json(PATH)).toEqual({
    items: [
      {
        memberId: cast.Ada?.uuid,
        memberName: 'Ada',
        ...point,
        status: 'Validated',
        validatedAt: '2025-03-01T15:30:00.000+00:00',
        expiresAt: '2027-03-01T00:00:00.000+00:00',
        validatorId: cast.Ken?.uuid,
        validatorName: 'Ken',
        memberCode: null,
      },
      {
        memberId: cast.Ada?.uuid,
        memberName: 'Ada',
        competencyId: ids.valve,
        competencyNumber: 'C-2',
        competencyName: 'Close a valve',
        criticality: 'Non-Critical',
        status: 'Needs Training',
        validatedAt: null,
        expiresAt: null,
        validatorId: null,
        validatorName: null,
        memberCode: null,
      },
      {
        memberId: cast.Grace?.uuid,
        memberName: 'Grace',
        ...point,
        status: 'Expired',
        validatedAt: '2023-11-21T12:00:00.000+00:00',
        expiresAt: '2026-11-21T12:00:00.000+00:00',
        validatorId: cast.Ada?.uuid,
        validatorName: 'Ada',
        memberCode: null,
      },
    ],
    total: 3,
    page: 1,
    pageSize: 25,
  });
});

test('CSV and XLSX contain all rows, with the columns of the specification', async () => {
  const { cast, ids } = await seedExample();
  const [ada, grace, ken] = [cast.Ada!.uuid, cast.Grace!.uuid, cast.Ken!.uuid];
  const where = ({ account }: SeededMember) => `${account.email},Drilling,`;
  expect(await reader.csv(PATH, { pageSize: 1 })).toEqual([
    'memberId,memberName,competencyId,competencyNumber,competencyName,criticality,status,validatedAt,expiresAt,validatorId,validatorName,memberEmail,departments,memberCode',
    `${ada},Ada,${muster.uuid},C-1,Muster point,Critical,Validated,2025-03-01T15:30:00.000+00:00,2027-03-01T00:00:00.000+00:00,${ken},Ken,${where(cast.Ada!)}`,
    `${ada},Ada,${ids.valve},C-2,Close a valve,Non-Critical,Needs Training,,,,,${where(cast.Ada!)}`,
    `${grace},Grace,${muster.uuid},C-1,Muster point,Critical,Expired,2023-11-21T12:00:00.000+00:00,2026-11-21T12:00:00.000+00:00,${ada},Ada,${where(cast.Grace!)}`,
  ]);
  const [, first, ...others] = await reader.xlsx(PATH, { page: 7 });
  expect(first).toEqual([
    ...['Ada', 'C-1', 'Muster point', 'Critical', 'Validated'],
    ...[new Date('2025-03-01T15:30:00Z'), new Date('2027-03-01T00:00:00Z'), 'Ken'],
    ...[cast.Ada!.account.email, 'Drilling', null],
    ...[ada, muster.uuid, ken],
  ]);
  expect(others).toHaveLength(2);
});

test.each([
  ['Validated', false, null, 'Validated'],
  ['Validated', true, JUST_AFTER, 'Validated'],
  ['Validated', true, NOW, 'Expired'],
  ['Validated', true, JUST_BEFORE, 'Expired'],
  ['NotApplicable', true, JUST_AFTER, 'Not Applicable'],
  ['NotApplicable', true, NOW, 'Expired'],
  ['NotApplicable', false, NOW, 'Not Applicable'],
  ['NotCompleted', false, NOW, 'Not Completed'],
  ['SelfAssessed', false, NOW, 'Self-Assessed'],
  ['Submitted', false, NOW, 'Submitted'],
  ['NeedsTraining', false, NOW, 'Needs Training'],
  ['Expired', false, JUST_AFTER, 'Expired'],
] as const)(
  '%s (validated: %s) until %s stands as %s',
  async (status, wasValidated, expiresAt, now) => {
    const isValidated = wasValidated || status === 'Validated';
    await acme.standing(await driller('Ada'), muster, status, { isValidated, expiresAt });
    const { items } = await reader.json(PATH);
    expect(items[0].status).toBe(now);
    for (const requested of ['Validated', 'Expired', 'Not Applicable', 'Not Completed', now]) {
      expect(await found({ status: requested })).toHaveLength(requested === now ? 1 : 0);
    }
  },
);

test('rows are sorted by folded name, number (bytewise) and IDs', async () => {
  const numbers = ['C-10', 'C-2', 'c-1'];
  const competencies = [muster];
  for (const number of numbers) competencies.push(await acme.competency('Any', { number }));
  for (const name of ['Zoë', 'ábel', 'Bo', 'bo']) {
    const member = await driller(name);
    for (const competency of competencies) await acme.standing(member, competency, 'Submitted');
  }
  const { items } = await reader.json(PATH);
  type Item = Record<'memberName' | 'memberId' | 'competencyNumber', string>;
  const rows = (items as Item[]).map(item => `${item.memberName} ${item.competencyNumber}`);
  expect(rows.slice(0, 4)).toEqual(['ábel C-1', 'ábel C-10', 'ábel C-2', 'ábel c-1']);
  expect(rows.slice(12)).toEqual(['Zoë C-1', 'Zoë C-10', 'Zoë C-2', 'Zoë c-1']);
  // the two with the same name, by number
  const bos = (items as Item[]).slice(4, 12);
  expect(bos.map(item => item.competencyNumber)).toEqual(
    ['C-1', 'C-10', 'C-2', 'c-1'].flatMap(number => [number, number]),
  );
  for (let first = 0; first < 8; first += 2) {
    expect(bos[first]!.memberId < bos[first + 1]!.memberId).toBe(true);
  }
  const lines = (await reader.csv(PATH)).slice(1).map(line => line.split(','));
  expect(lines.map(([, name, , number]) => [name, number].join(' '))).toEqual(rows);
  // every page is a slice of it, also if it starts or ends within a name
  for (const pageSize of [1, 3, 5, 7, 16]) {
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(16 / pageSize); page++) {
      paged.push(...(await found({ page, pageSize })));
    }
    expect(paged).toEqual(rows);
  }
});

describe('filters', () => {
  let catering: Row;
  let cast: Record<string, SeededMember>;
  beforeEach(async () => {
    catering = await acme.department('Catering');
    cast = {
      Ada: await driller('Ada Łovelace_King'),
      Grace: await acme.member('Grace 100% Hopper'),
      Linus: await driller('Linus'),
    };
    await acme.affiliate(cast.Grace!, catering, 'Administration');
    await acme.affiliate(cast.Grace!, drilling, 'Employee');
    await acme.affiliate(cast.Linus!, catering, 'Organization');
    await acme.standing(cast.Ada!, muster, 'Validated', { expiresAt: NOW });
    await acme.standing(cast.Grace!, muster, 'Validated', { expiresAt: JUST_AFTER });
    await acme.standing(cast.Linus!, muster, 'Submitted');
  });

  const who = async (query: Query) => (await found(query)).map(row => row.split(' ')[0]);

  test('departments are those in which a function is counted', async () => {
    expect(await who({ departments: drilling.uuid })).toEqual(['Ada', 'Linus']);
    expect(await who({ departments: catering.uuid })).toEqual(['Grace', 'Linus']);
    expect(await who({ departments: [drilling.uuid, catering.uuid] })).toEqual([
      'Ada',
      'Grace',
      'Linus',
    ]);
    expect(await who({ departments: (await acme.department('Empty')).uuid })).toEqual([]);
  });

  test('members are limited to reported ones', async () => {
    const ken = await driller('Ken', { hasAccess: false });
    await acme.standing(ken, muster, 'Validated');
    expect(await who({ members: [cast.Ada!.uuid, ken.uuid] })).toEqual(['Ada']);
    expect(await who({ members: cast.Grace!.uuid, departments: drilling.uuid })).toEqual([]);
  });

  test.each([
    ['2026-11-21T12:00:00Z', []],
    ['2026-11-21T12:00:00.001Z', ['Ada']],
    ['2026-11-21T13:00:00.002+01:00', ['Ada', 'Grace']],
    ['9999-12-31T00:00:00Z', ['Ada', 'Grace']],
  ])('records that expire before %s are those of %j', async (expiresBefore, people) => {
    expect(await who({ expiresBefore })).toEqual(people);
  });

  test.each([
    ['lovelace ADA', ['Ada']],
    ['%', ['Grace']],
    ['_', ['Ada']],
    ['ada hopper', []],
    ['n', ['Ada', 'Linus']],
  ])('q %j finds %j', async (q, people) => {
    expect(await who({ q })).toEqual(people);
    expect(await reader.json(PATH, { q })).toMatchObject({ total: people.length });
  });

  test('IDs of other organizations are rejected', async () => {
    const globex = await app.seed.company('globex');
    const theirs = [await globex.department('Drilling'), await globex.member('Ada')] as const;
    for (const format of ['json', 'csv']) {
      const response = await reader.get(PATH, {
        departments: [drilling.uuid, theirs[0].uuid],
        members: theirs[1].uuid,
        format,
      });
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).toEqual(['departments[1]', 'members[0]']);
    }
  });

  test.each([
    [{ page: 0, pageSize: 2 }, { page: 1, pageSize: 2 }, ['Ada', 'Grace']],
    [{ page: 2, pageSize: 2 }, { page: 2, pageSize: 2 }, ['Linus']],
    [{ page: 3, pageSize: 2 }, { page: 3, pageSize: 2 }, []],
    [{ page: 9_999_999_999 }, { page: 1_000_000_000, pageSize: 25 }, []],
    [{ pageSize: 0 }, { page: 1, pageSize: 1 }, ['Ada']],
    [{ pageSize: 201 }, { page: 1, pageSize: 200 }, ['Ada', 'Grace', 'Linus']],
  ])('page %j is read as page %j', async (requested, used, people) => {
    expect(await reader.json(PATH, requested)).toMatchObject({ ...used, total: 3 });
    expect(await who(requested)).toEqual(people);
  });
});

test('an organization without recorded standings has an empty page', async () => {
  await driller('Ada');
  expect(await reader.json(PATH)).toEqual({ items: [], total: 0, page: 1, pageSize: 25 });
  expect(await reader.json(PATH, { page: 2 })).toMatchObject({ items: [], total: 0 });
  expect(await reader.csv(PATH)).toHaveLength(1);
});

test.each([
  ['departments', 'Drilling'],
  ['members', ''],
  ['status', 'NotCompleted'],
  ['status', 'missing'],
  ['expiresBefore', 'tomorrow'],
  ['page', 'abc'],
  ['pageSize', '2.5'],
  ['format', 'xml'],
  ['sort', 'name'],
])('the parameter %s is rejected if it is %j', async (field, value) => {
  const response = await reader.get(PATH, { [field]: value });
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: { field: string }[] };
  expect(errors[0]?.field).toMatch(new RegExp(`^${field}`));
});

test('needs report access', async () => {
  const ada = await acme.member('Ada', { apiAccess: true });
  const response = await fetch(`${app.url}/reporting/${PATH}`, {
    headers: { 'X-Api-Key': await app.seed.secret(ada.account, acme) },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'report-access-required' });
});
