import { randomUUID } from 'node:crypto';
import { startServiceProcess } from '@platform/service/testing';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { bearer, castOf, type Headers, xCompany } from '../cast';
import { type Reply, sendJson } from '../send-json';
import { startTestApp, type TestApp } from '../start-test-app';
import { type DocumentedCall, documentCalls } from './document-calls';
import { type MarkedOrganization, markOrganization } from './marked-organization';
import { buildWithoutFilters } from './unfiltered-build';

const SESSION_SECRET = 'a session secret that only the tests know';
const UNLIMITED = {
  RATE_LIMIT_DEFAULT: 'off',
  RATE_LIMIT_REPORTS: 'off',
  RATE_LIMIT_SIGN_IN: 'off',
  RATE_LIMIT_FAILED_AUTH: 'off',
};

/** Nightly builds combine every ID with every way to specify an organization, in both directions. */
const IS_FULL = process.env.ISOLATION === 'full';

let service: TestApp;
let acme: MarkedOrganization;
let globex: MarkedOrganization;
beforeAll(async () => {
  // Without a mail server, operations that send emails would always fail.
  const mail = { SMTP_URL: 'file:///nowhere', MAIL_FROM: 'reporting@example.org' };
  service = await startTestApp({ SESSION_SECRET, ...UNLIMITED, ...mail });
  const cast = castOf(service);
  acme = await markOrganization(service, cast, 'acme');
  globex = await markOrganization(service, cast, 'globex');
}, 60_000);
afterAll(() => service.close());

/** Operations that end or issue credentials of the caller. */
const CREDENTIALS = /^(POST|DELETE) (\/me\/client-secrets?|\/auth\/logout)$/;

const isOpen = ({ route }: DocumentedCall) =>
  /^\/(diagnostic\/(health|version)|auth\/(methods|login|sso|password-reset)|swagger|openapi|console)/.test(
    route,
  );

interface Attempt {
  readonly call: DocumentedCall;
  readonly headers: Headers;
  readonly path: string;
  readonly title: string;
}

/**
 * Returns calls to every operation with every credential of `caller` and every way to specify the organization
 * `target`; if `IS_FULL`, also with each of its IDs, which a separate test sends with one credential each.
 */
function attempts(caller: MarkedOrganization, target: MarkedOrganization): Attempt[] {
  return documentCalls(caller.ids, target.ids)
    .filter(({ replaced }) => IS_FULL || replaced === null)
    .flatMap(call =>
      Object.entries(caller.credentials).flatMap(([kind, credential]) => {
        const separator = call.path.includes('?') ? '&' : '?';
        const withoutName = credential.filter(([name]) => name !== 'X-Company');
        const variants: [string, Headers, string][] = [
          ['', credential, call.path],
          [', X-Company', [...withoutName, ...xCompany(target.handle)], call.path],
          [', companyId', credential, `${call.path}${separator}companyId=${target.uuid}`],
        ];
        return variants
          .filter(
            ([variant]) => variant !== '' || !CREDENTIALS.test(`${call.method} ${call.route}`),
          )
          .map(([variant, headers, path]) => ({
            call,
            headers,
            path,
            title: `${call.method} ${path}${variant} by ${kind}`,
          }));
      }),
    );
}

const send = (url: string, { call, headers, path }: Attempt): Promise<Reply> =>
  sendJson(url + path, { method: call.method, headers, body: call.body });

/** Returns data of an organization that is in a response but not in its request. */
function leaked(
  { call, path }: Attempt,
  { text }: Reply,
  { mark, ids }: MarkedOrganization,
): string[] {
  const sent = path + JSON.stringify(call.body ?? null);
  return [mark, ...Object.values(ids)].filter(
    known => text.includes(known) && !sent.includes(known),
  );
}

/** Processes two items at a time, because an account can run only two reports concurrently. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all([worker(), worker()]);
}

const stateOf = async ({ mark }: MarkedOrganization) => {
  const { prisma } = service.context.db;
  const account = await prisma.account.findFirst({
    where: { email: `${mark}@example.org` },
    include: {
      ...{ personalSecret: true, clientSecrets: true, sessions: true, members: true },
      ...{ reportSchedules: true, mails: true, passwordLinks: true },
    },
  });
  return JSON.stringify(account, (name, value: unknown) =>
    name === 'lastUsedAt' || typeof value === 'bigint' ? null : value,
  );
};

test.each([['acme', 'globex'], ...(IS_FULL ? [['globex', 'acme']] : [])])(
  'no operation, parameter, ID or credential of %s shows or changes data of %s',
  async caller => {
    const [own, other] = caller === 'acme' ? [acme, globex] : [globex, acme];
    const before = await stateOf(other);
    const all = attempts(own, other);
    expect(all.length).toBeGreaterThan(300);
    if (IS_FULL) process.stdout.write(`${all.length} requests\n`);
    const faults: string[] = [];
    await eachOf(all, async attempt => {
      const response = await send(service.url, attempt);
      const leaks = leaked(attempt, response, other);
      if (leaks.length > 0) faults.push(`${attempt.title} shows ${leaks.join(', ')}`);
      if (response.status === 429 || (response.status >= 500 && response.status !== 501)) {
        faults.push(`${attempt.title} answers ${response.status}`);
      }
      const isNamed = attempt.title.includes(', ');
      if (isNamed && response.status < 400 && !isOpen(attempt.call)) {
        faults.push(`${attempt.title} answers ${response.status}`);
      }
    });
    expect(faults).toEqual([]);
    expect(await stateOf(other)).toBe(before);
  },
  300_000,
);

test('an operator who specifies an organization does not reach data of another', async () => {
  const { secret } = await castOf(service).grace();
  const headers: Headers = [...bearer(secret), ...xCompany(acme.handle)];
  const before = await stateOf(globex);
  const calls = documentCalls(acme.ids, globex.ids).filter(
    ({ method, route, replaced }) =>
      /^\/(me|notification|reporting)\//.test(route) &&
      !CREDENTIALS.test(`${method} ${route}`) &&
      replaced?.kind !== 'company',
  );
  const faults: string[] = [];
  let succeeded = 0;
  await eachOf(calls, async call => {
    const attempt = { call, headers, path: call.path, title: `${call.method} ${call.path}` };
    const response = await send(service.url, attempt);
    if (call.route.startsWith('/notification/') && response.status < 400) succeeded++;
    const leaks = leaked(attempt, response, globex);
    if (leaks.length > 0) faults.push(`${attempt.title} shows ${leaks.join(', ')}`);
  });
  expect(faults).toEqual([]);
  expect(await stateOf(globex)).toBe(before);
  // Errors alone would prove little.
  expect(succeeded).toBeGreaterThan(5);
}, 120_000);

test('an ID of another organization has the same response as an unknown one, and shows or changes nothing', async () => {
  const unknownId = randomUUID();
  const foreign = documentCalls(acme.ids, globex.ids).filter(({ replaced }) => replaced);
  const unknown = documentCalls(acme.ids, { any: unknownId });
  const credentials = Object.values(acme.credentials);
  const faults: string[] = [];
  const before = await stateOf(globex);
  const responseTo = async (call: DocumentedCall, headers: Headers, id: string) => {
    const attempt = { call, headers, path: call.path, title: '' };
    const reply = await send(service.url, attempt);
    for (const leak of leaked(attempt, reply, globex))
      faults.push(`${call.method} ${call.path} shows ${leak}`);
    return `${reply.status} ${withoutTimes(reply.text).replaceAll(id, 'ID')}`;
  };
  /** The responses to an unknown ID, by operation, parameter and credential. */
  const expected = new Map<string, Promise<string>>();
  await eachOf([...foreign.entries()], async ([index, call]) => {
    const { kind, parameter } = call.replaced!;
    const own = CREDENTIALS.test(`${call.method} ${call.route}`) ? 0 : index % credentials.length;
    const headers = credentials[own]!;
    const isSame = ({ method, route, replaced }: DocumentedCall) =>
      method === call.method && route === call.route && replaced?.parameter === parameter;
    const key = `${call.method} ${call.route} ${parameter} ${own}`;
    if (!expected.has(key))
      expected.set(key, responseTo(unknown.find(isSame)!, headers, unknownId));
    const [actual, other] = [
      await responseTo(call, headers, globex.ids[kind]!),
      await expected.get(key)!,
    ];
    if (actual !== other || /^5(?!01)/.test(actual))
      faults.push(`${call.method} ${call.path}: ${actual}, not ${other}`);
  });
  expect(expected.size).toBeGreaterThan(100);
  expect(faults).toEqual([]);
  expect(await stateOf(globex)).toBe(before);
}, 300_000);

async function repliesTo(url: string, calls: readonly DocumentedCall[], headers: Headers) {
  const replies = new Map<DocumentedCall, Reply>();
  await eachOf(calls, async call => {
    replies.set(call, await send(url, { call, headers, path: call.path, title: '' }));
  });
  return replies;
}

/** Returns calls to every report, also as CSV, and as JSON with each of these IDs; if `IS_FULL`, all as CSV. */
const reportCalls = (ids: Readonly<Record<string, string>>) =>
  documentCalls(acme.ids, ids)
    // Schedules are not reports; only their runs are.
    .filter(({ route }) => /^\/reporting\/(?!schedules)/.test(route))
    .flatMap(call => {
      const separator = call.path.includes('?') ? '&' : '?';
      const csv = { ...call, path: `${call.path}${separator}format=csv` };
      return IS_FULL || call.replaced === null ? [call, csv] : [call];
    });

/** Sends calls to reports whose statements lack their conditions. */
const withoutConditions: typeof repliesTo = async (_, calls, headers) => {
  const build = await buildWithoutFilters();
  expect(build.removed).toBeGreaterThan(10);
  const unfiltered = await startServiceProcess(
    { cli: build.cli, health: '/diagnostic/health' },
    { DATABASE_URL: service.databaseUrl, SESSION_SECRET, ...UNLIMITED },
  );
  try {
    return await repliesTo(unfiltered.url, calls, headers);
  } finally {
    await unfiltered.kill('SIGTERM');
    await build.remove();
  }
};

const withoutPolicies: typeof repliesTo = async (...request) => {
  const { pool } = service.context.db;
  const { rows } = await pool.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relrowsecurity',
  );
  const tables = rows.map(({ name }) => name);
  expect(tables.length).toBeGreaterThan(20);
  const alter = (change: string) =>
    pool.query(tables.map(name => `alter table ${name} ${change} row level security`).join(';'));
  await alter('disable');
  try {
    return await repliesTo(...request);
  } finally {
    await alter('enable');
  }
};

describe.each([
  ['row-level security', withoutConditions],
  ['the conditions of statements', withoutPolicies],
])('%s alone', (_, bareRepliesTo) => {
  /** Responses must not show anything of `outside`, and some must show `own`: empty reports would pass trivially. */
  async function expectSame(
    ids: Readonly<Record<string, string>>,
    headers: Headers,
    { own, outside }: { own: string; outside: readonly string[] },
  ) {
    const calls = reportCalls(ids);
    const usual = await repliesTo(service.url, calls, headers);
    const bare = await bareRepliesTo(service.url, calls, headers);
    const faults = calls.flatMap(call => {
      const sent = call.path + JSON.stringify(call.body ?? null);
      const [expected, actual] = [usual, bare].map(replies => {
        const { status, text } = replies.get(call)!;
        return `${status} ${withoutTimes(text)}`;
      });
      const shown = outside.filter(known => expected!.includes(known) && !sent.includes(known));
      if (actual === expected && shown.length === 0) return [];
      return [`${call.method} ${call.path} shows ${shown.join(', ')}: ${actual!.slice(0, 200)}`];
    });
    expect(faults).toEqual([]);
    expect(calls.filter(call => usual.get(call)!.text.includes(own)).length).toBeGreaterThan(5);
  }

  test('keeps every report the same', async () => {
    const { mark, ids } = globex;
    const outside = [mark, ...Object.values(ids)];
    const headers = acme.credentials['personal secret']!;
    await expectSame(ids, headers, { own: acme.mark, outside });
  }, 120_000);

  test('hides other departments from a reader of one department', async () => {
    const { ids, headers } = await addDepartmentReader();
    const outside = Object.values(ids);
    await expectSame(ids, headers, { own: `${acme.mark} learner`, outside });
  }, 120_000);
});

/** Adds a reader whose reports show the first department of acme, and records in another department. */
async function addDepartmentReader(): Promise<{ ids: Record<string, string>; headers: Headers }> {
  const { seed, context } = service;
  const { prisma } = context.db;
  const company = await seed.existingCompany(acme.uuid);
  const head = await company.member(`${acme.mark} head`, {
    reportAccess: true,
    reportScope: 'departments',
    reportDepartments: [{ uuid: acme.ids.department! }],
  });
  const mark = `outside-${randomUUID().slice(0, 8)}`;
  const facts = { code: `${mark} code`, personType: `${mark} type`, jobTitle: `${mark} job` };
  const member = await company.member(`${mark} member`, { ...facts, email: `${mark}@example.org` });
  const department = await company.department(`${mark} department`);
  await company.affiliate(member, department);
  const { member: owner, competency, profile, achievement } = acme.ids;
  const [inBoth, ownCompetency, ownProfile, ownAchievement] = await Promise.all([
    prisma.member.findUniqueOrThrow({ where: { uuid: owner! } }),
    prisma.competency.findUniqueOrThrow({ where: { uuid: competency! } }),
    prisma.profile.findUniqueOrThrow({ where: { uuid: profile! } }),
    prisma.achievement.findUniqueOrThrow({ where: { uuid: achievement! } }),
  ]);
  const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  await company.assign(member, department, ownProfile, { isPrimary: true });
  await company.affiliate(inBoth, department);
  await company.assign(inBoth, department, ownProfile);
  await company.standing(member, ownCompetency, 'Validated', { expiresAt });
  const ticket = await company.ticket(member, ownAchievement, 'Valid', { expiresAt });
  await takeSnapshot(context.db, company.id, new Date());
  const secret = await seed.secret(head.account, company);
  const ids = { member: member.uuid, department: department.uuid, account: member.account.uuid };
  return { ids: { ...ids, ticket, mark }, headers: bearer(secret) };
}

/** Removes times, which differ between two calls. */
function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\+00:00|Z)/g, 'TIME');
}
