import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { startTestApp, type TestApp } from '../start-test-app';

const now = new Date('2026-11-15T12:00:00.000Z');
const taken = new Date('2026-10-25T02:00:00.000Z');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' }, { clock: () => now });
});
afterAll(() => app.close());

interface Past {
  readonly path: string;
  readonly body?: object;
}

const month: Past = { path: 'monthly-statistics?year=2026&month=10' };
const history: Past = { path: 'monthly-statistics/history?from=2026-01&to=2026-10' };
const trends: Past = { path: 'compliance-trends?', body: { from: '2026-01', to: '2026-10' } };

/** Ada and Grace in two departments, each with requirements, and a snapshot of October. */
async function acme() {
  const company = await app.seed.company('acme');
  const competency = await company.competency('Muster point');
  const profile = await company.profile('Operator', [competency]);
  const [drilling, catering] = [
    await company.department('Drilling'),
    await company.department('Catering'),
  ];
  const ada = await company.member('Ada', { reportAccess: true });
  const grace = await company.member('Grace');
  for (const [member, department] of [
    [ada, drilling],
    [grace, catering],
  ] as const) {
    await company.affiliate(member, department);
    await company.assign(member, department, profile, { isPrimary: true });
  }
  await takeSnapshot(app.context.db, company.id, taken);
  const secret = await app.seed.secret(ada.account, company);
  return { company, competency, drilling, ada, grace, secret };
}

type Acme = Awaited<ReturnType<typeof acme>>;

function request({ path, body }: Past, { secret }: Pick<Acme, 'secret'>, headers = {}) {
  return fetch(`${app.url}/reporting/${path}`, {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
}

async function tagOf(past: Past, caller: Pick<Acme, 'secret'>): Promise<string> {
  const response = await request(past, caller);
  expect(response.status).toBe(200);
  return response.headers.get('etag')!;
}

const PAST = [
  ['a month', month],
  ['several months', history],
  ['trends', trends],
] as const;

test.each(PAST)('%s of the past is 304 while it is unchanged', async (_, past) => {
  const caller = await acme();
  const tag = await tagOf(past, caller);
  expect(tag).toMatch(/^W\/"[\w-]{24}"$/);
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'if-none-match': `"other", ${tag}`, 'accept-encoding': encoding };
    const same = await request(past, caller, headers);
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(Object.fromEntries(same.headers)).toMatchObject({
      etag: tag,
      vary: 'Origin, Accept-Encoding, Authorization, Cookie, X-Api-Key, X-Company',
      'cache-control': 'private, no-cache',
    });
  }
});

test('compressed and plain responses have the same tag, and formats have different tags', async () => {
  const caller = await acme();
  const tags = await Promise.all(
    ['json', 'csv', 'ndjson', 'xlsx', 'csv&legacy=true'].map(format =>
      tagOf({ path: `${month.path}&format=${format}` }, caller),
    ),
  );
  expect(new Set(tags).size).toBe(5);
  const compressed = await request(month, caller, { 'accept-encoding': 'gzip' });
  expect(compressed.headers.get('etag')).toBe(tags[0]);
});

test.each([
  ['a month', { path: 'monthly-statistics?year=2026&month=11' }],
  ['several months', { path: 'monthly-statistics/history?from=2026-01&to=2026-11' }],
  ['trends', { path: 'compliance-trends?', body: {} }],
])('%s including the current month has no tag', async (_, past: Past) => {
  const response = await request(past, await acme(), { 'if-none-match': '*' });
  expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
});

const WITH_PEOPLE = [month, history];
const ALL = [...WITH_PEOPLE, trends];

/** Changes of the past, and the reports that they affect. */
const CHANGES: [string, readonly Past[], (acme: Acme) => Promise<unknown>][] = [
  [
    'a person is erased',
    WITH_PEOPLE,
    ({ grace }) => {
      const where = { memberUuid: grace.uuid };
      return app.context.db.prisma.monthlyStatistic.deleteMany({ where });
    },
  ],
  [
    'retention removes the month',
    ALL,
    async ({ company }) => {
      const where = { companyId: company.id };
      await app.context.db.prisma.monthlyStatistic.deleteMany({ where });
      await app.context.db.prisma.complianceSnapshot.deleteMany({ where });
    },
  ],
  [
    'the snapshot is taken again',
    ALL,
    async ({ company, competency, ada }) => {
      await company.standing(ada, competency, 'Validated');
      await takeSnapshot(app.context.db, company.id, taken);
    },
  ],
  [
    'the organization is renamed',
    ALL,
    ({ company: { id } }) =>
      app.context.db.prisma.company.update({ where: { id }, data: { name: 'Acme Inc.' } }),
  ],
  [
    'a department is renamed',
    [trends],
    ({ drilling: { id } }) =>
      app.context.db.prisma.department.update({ where: { id }, data: { name: 'Rigs' } }),
  ],
  [
    'reports show the caller other departments',
    ALL,
    ({ ada: { id }, drilling }) =>
      app.context.db.prisma.member.update({
        where: { id },
        data: { reportScope: 'departments', reportDepartments: [drilling.uuid] },
      }),
  ],
];

test.each(CHANGES)('the tag changes once %s', async (_, reports, change) => {
  const caller = await acme();
  const tags = await Promise.all(reports.map(past => tagOf(past, caller)));
  await change(caller);
  for (const [place, past] of reports.entries()) {
    const response = await request(past, caller, { 'if-none-match': tags[place]! });
    expect(response.status).toBe(200);
    expect(response.headers.get('etag')).not.toBe(tags[place]);
  }
});
