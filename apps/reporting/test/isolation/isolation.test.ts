import { randomUUID } from 'node:crypto';
import { type ServiceProcess, startServiceProcess } from '@platform/service/testing';
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

/** `npm run -s drill isolation` combines every id with every naming, in both directions. */
const IS_FULL = process.env.ISOLATION === 'full';

let service: TestApp;
let acme: MarkedOrganization;
let globex: MarkedOrganization;
beforeAll(async () => {
  // Without a mail server what sends mails would refuse everything.
  const mail = { SMTP_URL: 'file:///nowhere', MAIL_FROM: 'reporting@example.org' };
  service = await startTestApp({ SESSION_SECRET, ...UNLIMITED, ...mail });
  const cast = castOf(service);
  acme = await markOrganization(service, cast, 'acme');
  globex = await markOrganization(service, cast, 'globex');
}, 60_000);
afterAll(() => service.close());

/** What ends the caller's own credentials, or makes more of them, when it is not refused. */
const OWN = /^(POST|DELETE) (\/me\/client-secrets?|\/auth\/logout)$/;

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
 * Every operation with every credential of `caller`, aimed at `target` by every name it has, and by every id if `IS_FULL`;
 * the test of foreign ids sends each of them with one credential.
 */
function attempts(caller: MarkedOrganization, target: MarkedOrganization): Attempt[] {
  return documentCalls(caller.ids, target.ids)
    .filter(({ aimedBy }) => IS_FULL || aimedBy === null)
    .flatMap(call =>
      Object.entries(caller.credentials).flatMap(([kind, credential]) => {
        const separator = call.path.includes('?') ? '&' : '?';
        const withoutName = credential.filter(([name]) => name !== 'X-Company');
        const namings: [string, Headers, string][] = [
          ['', credential, call.path],
          [', X-Company', [...withoutName, ...xCompany(target.handle)], call.path],
          [', companyId', credential, `${call.path}${separator}companyId=${target.uuid}`],
        ];
        return namings
          .filter(([naming]) => naming !== '' || !OWN.test(`${call.method} ${call.route}`))
          .map(([naming, headers, path]) => ({
            call,
            headers,
            path,
            title: `${call.method} ${path}${naming} by ${kind}`,
          }));
      }),
    );
}

const send = (url: string, { call, headers, path }: Attempt): Promise<Reply> =>
  sendJson(url + path, { method: call.method, headers, body: call.body });

/** What of an organization an answer shows that the request did not send itself. */
function leaked({ call, path }: Attempt, { text }: Reply, of: MarkedOrganization): string[] {
  const sent = path + JSON.stringify(call.body ?? null);
  return [of.mark, ...Object.values(of.ids)].filter(
    known => text.includes(known) && !sent.includes(known),
  );
}

/** Two at once: an account runs no more reports. */
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
  'no operation, parameter, id or credential of %s shows or changes %s',
  async caller => {
    const [own, other] = caller === 'acme' ? [acme, globex] : [globex, acme];
    const before = await stateOf(other);
    const all = attempts(own, other);
    expect(all.length).toBeGreaterThan(300);
    if (IS_FULL) process.stdout.write(`${all.length} requests\n`);
    const faults: string[] = [];
    await eachOf(all, async attempt => {
      const answer = await send(service.url, attempt);
      const leaks = leaked(attempt, answer, other);
      if (leaks.length > 0) faults.push(`${attempt.title} shows ${leaks.join(', ')}`);
      if (answer.status === 429 || (answer.status >= 500 && answer.status !== 501)) {
        faults.push(`${attempt.title} answers ${answer.status}`);
      }
      const isNamed = attempt.title.includes(', ');
      if (isNamed && answer.status < 400 && !isOpen(attempt.call)) {
        faults.push(`${attempt.title} answers ${answer.status}`);
      }
    });
    expect(faults).toEqual([]);
    expect(await stateOf(other)).toBe(before);
  },
  300_000,
);

test('an operator who names an organization reaches nothing of another', async () => {
  const { secret } = await castOf(service).grace();
  const headers: Headers = [...bearer(secret), ...xCompany(acme.handle)];
  const before = await stateOf(globex);
  const calls = documentCalls(acme.ids, globex.ids).filter(
    ({ method, route, aimedBy }) =>
      /^\/(me|notification|reporting)\//.test(route) &&
      !OWN.test(`${method} ${route}`) &&
      aimedBy?.kind !== 'company',
  );
  const faults: string[] = [];
  let answered = 0;
  await eachOf(calls, async call => {
    const attempt = { call, headers, path: call.path, title: `${call.method} ${call.path}` };
    const answer = await send(service.url, attempt);
    if (call.route.startsWith('/notification/') && answer.status < 400) answered++;
    const leaks = leaked(attempt, answer, globex);
    if (leaks.length > 0) faults.push(`${attempt.title} shows ${leaks.join(', ')}`);
  });
  expect(faults).toEqual([]);
  expect(await stateOf(globex)).toBe(before);
  // Refusals would prove little.
  expect(answered).toBeGreaterThan(5);
}, 120_000);

test('an id of another organization is answered as one that nobody has, and shows or changes nothing of it', async () => {
  const nobodys = randomUUID();
  const aimed = documentCalls(acme.ids, globex.ids).filter(({ aimedBy }) => aimedBy);
  const unknown = documentCalls(acme.ids, { any: nobodys });
  const credentials = Object.values(acme.credentials);
  const faults: string[] = [];
  const before = await stateOf(globex);
  const answer = async (call: DocumentedCall, headers: Headers, id: string) => {
    const attempt = { call, headers, path: call.path, title: '' };
    const answered = await send(service.url, attempt);
    for (const leak of leaked(attempt, answered, globex))
      faults.push(`${call.method} ${call.path} shows ${leak}`);
    return `${answered.status} ${withoutTimes(answered.text).replaceAll(id, 'ID')}`;
  };
  /** What each parameter answers to an id that nobody has, with each credential. */
  const expected = new Map<string, Promise<string>>();
  await eachOf([...aimed.entries()], async ([index, call]) => {
    const { kind, parameter } = call.aimedBy!;
    const own = OWN.test(`${call.method} ${call.route}`) ? 0 : index % credentials.length;
    const headers = credentials[own]!;
    const isSame = ({ method, route, aimedBy }: DocumentedCall) =>
      method === call.method && route === call.route && aimedBy?.parameter === parameter;
    const key = `${call.method} ${call.route} ${parameter} ${own}`;
    if (!expected.has(key)) expected.set(key, answer(unknown.find(isSame)!, headers, nobodys));
    const [answered, other] = [
      await answer(call, headers, globex.ids[kind]!),
      await expected.get(key)!,
    ];
    if (answered !== other || /^5(?!01)/.test(answered))
      faults.push(`${call.method} ${call.path}: ${answered}, not ${other}`);
  });
  expect(expected.size).toBeGreaterThan(100);
  expect(faults).toEqual([]);
  expect(await stateOf(globex)).toBe(before);
}, 300_000);

describe('without the conditions of the statements of reports', () => {
  let build: Awaited<ReturnType<typeof buildWithoutFilters>> | undefined;
  let unfiltered: ServiceProcess | undefined;
  beforeAll(async () => {
    build = await buildWithoutFilters();
    unfiltered = await startServiceProcess(
      { cli: build.cli, health: '/diagnostic/health' },
      { DATABASE_URL: service.databaseUrl, SESSION_SECRET, ...UNLIMITED },
    );
  }, 60_000);
  afterAll(async () => {
    await unfiltered?.kill('SIGTERM');
    await build?.remove();
  });

  test('row-level security alone gives every report the same answer', async () => {
    expect(build!.removed).toBeGreaterThan(10);
    const headers = acme.credentials['personal secret']!;
    // Schedules are no reports: their runs are.
    const reports = documentCalls(acme.ids, globex.ids).filter(({ route }) =>
      /^\/reporting\/(?!schedules)/.test(route),
    );
    const formats = reports.flatMap(call => {
      const separator = call.path.includes('?') ? '&' : '?';
      const csv = { ...call, path: `${call.path}${separator}format=csv` };
      return call.aimedBy === null ? [call, csv] : [call];
    });
    const faults: string[] = [];
    let rows = 0;
    await eachOf(formats, async call => {
      const attempt = { call, headers, path: call.path, title: `${call.method} ${call.path}` };
      const [usual, bare] = [
        await send(service.url, attempt),
        await send(unfiltered!.url, attempt),
      ];
      if (usual.text.includes(acme.mark)) rows++;
      if (leaked(attempt, bare, globex).length > 0) faults.push(`${attempt.title} shows globex`);
      if (usual.status !== bare.status || withoutTimes(usual.text) !== withoutTimes(bare.text)) {
        faults.push(`${attempt.title} answers ${bare.status}: ${bare.text.slice(0, 200)}`);
      }
    });
    expect(faults).toEqual([]);
    // Reports that show nothing could not show anything foreign either.
    expect(rows).toBeGreaterThan(10);
  }, 120_000);

  test('it alone shows whoever is shown one department nothing of another', async () => {
    const { ids, headers } = await startHead();
    const outside = Object.values(ids);
    const faults: string[] = [];
    let rows = 0;
    const reports = documentCalls(acme.ids, ids).filter(({ route }) =>
      /^\/reporting\/(?!schedules)/.test(route),
    );
    const formats = reports.flatMap(call => {
      const separator = call.path.includes('?') ? '&' : '?';
      return [call, { ...call, path: `${call.path}${separator}format=csv` }];
    });
    await eachOf(formats, async call => {
      const attempt = { call, headers, path: call.path, title: `${call.method} ${call.path}` };
      const sent = call.path + JSON.stringify(call.body ?? null);
      const [usual, bare] = [
        await send(service.url, attempt),
        await send(unfiltered!.url, attempt),
      ];
      if (usual.text.includes(`${acme.mark} learner`)) rows++;
      for (const { text } of [usual, bare]) {
        const shown = outside.filter(known => text.includes(known) && !sent.includes(known));
        if (shown.length > 0) faults.push(`${attempt.title} shows ${shown.join(', ')}`);
      }
      if (usual.status !== bare.status || withoutTimes(usual.text) !== withoutTimes(bare.text)) {
        faults.push(`${attempt.title} answers ${bare.status}: ${bare.text.slice(0, 200)}`);
      }
    });
    expect(faults).toEqual([]);
    expect(rows).toBeGreaterThan(5);
  }, 120_000);
});

/** Somebody who is shown the first department of acme, and what there is in another. */
async function startHead(): Promise<{ ids: Record<string, string>; headers: Headers }> {
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
  const { competency, profile, achievement } = acme.ids;
  const [ownCompetency, ownProfile, ownAchievement] = await Promise.all([
    prisma.competency.findUniqueOrThrow({ where: { uuid: competency! } }),
    prisma.profile.findUniqueOrThrow({ where: { uuid: profile! } }),
    prisma.achievement.findUniqueOrThrow({ where: { uuid: achievement! } }),
  ]);
  const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  await company.assign(member, department, ownProfile, { isPrimary: true });
  await company.standing(member, ownCompetency, 'Validated', { expiresAt });
  const ticket = await company.ticket(member, ownAchievement, 'Valid', { expiresAt });
  await takeSnapshot(context.db, company.id, new Date());
  const secret = await seed.secret(head.account, company);
  const ids = { member: member.uuid, department: department.uuid, account: member.account.uuid };
  return { ids: { ...ids, ticket, mark }, headers: bearer(secret) };
}

/** Two calls are made at two instants. */
function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\+00:00|Z)/g, 'TIME');
}
