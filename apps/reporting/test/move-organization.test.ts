import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseStatement, query, readStatement, transaction } from '@platform/db';
import { untilConnection } from '@platform/db/testing';
import { takeSnapshot } from '../src/compliance/snapshots/take-snapshot';
import { bearer, castOf } from './cast';
import { runReporting } from './run-program';
import { startTestApp, type TestApp } from './start-test-app';

const root = path.join(__dirname, '../../..');
const DEBIAN = '/usr/lib/postgresql';
const [version] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
const testWithPsql = version === undefined ? test.skip : test;

/** The commands of docs/installations.md, which are run as printed. */
const page = readFileSync(path.join(root, 'docs/installations.md'), 'utf8');
const [, endRange = '', setRange = '', move = '', remove = ''] = [
  ...page.matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, commands]) => commands!);

/** Schedules require a mail server. */
const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'reporting@example.org',
  PUBLIC_URL: 'https://reports.example.org',
};

let [old, other] = [] as unknown as [TestApp, TestApp];
beforeEach(async () => {
  [old, other] = await Promise.all([startTestApp(MAIL), startTestApp(MAIL)]);
});
afterEach(() => Promise.all([old.close(), other.close()]));

async function run(commands: string, COMPANY = ''): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: root,
    env: {
      ...{ PATH: `${DEBIAN}/${version}/bin:${process.env.PATH}`, COMPANY },
      ...{ REPORTING_DB: old.databaseUrl, NEW_REPORTING_DB: other.databaseUrl },
    },
  });
  return stdout;
}

const ROWS = 'apps/reporting/test/statements/rows-of-organization.sql';

/** Returns a line per table: its name, the number of rows of an organization, and their hash. */
async function rowsOf({ databaseUrl }: TestApp, company: string): Promise<string[]> {
  const output = await run(`psql -XAtq --set company='${company}' --file ${ROWS} '${databaseUrl}'`);
  return output.trim().split('\n');
}

const statements = path.join(__dirname, 'statements');
const writeRest = readStatement(statements, 'write-rest.sql');
const insertCopy = parseStatement(
  'insert-copy.sql',
  `insert into reporting.company (id, uuid, handle, name) overriding system value
  values ($organization::integer, gen_random_uuid(), 'a-copy', 'A copy')`,
);
const setJobTitle = parseStatement(
  'set-job-title.sql',
  "update reporting.member set job_title = 'Astronaut' where id = $member::integer",
);

/** Creates an organization with a row in each table. Its member Linus also belongs to another one. */
async function acme() {
  const cast = castOf(old);
  const { acme: company, account, secret, session } = await cast.ada();
  const ada = await old.context.db.prisma.member.findFirstOrThrow({
    where: { accountId: account.id },
  });
  const [plant, office] = [await company.department('Plant'), await company.department('Office')];
  const firstAid = await company.competency('First Aid');
  const diploma = await company.achievement('Diploma');
  const operator = await company.profile('Operator', [firstAid], { achievements: [diploma] });
  const linus = await company.member('Linus', {
    ...{ reportAccess: true, reportScope: 'departments', reportDepartments: [office] },
  });
  await company.member('Grace', { hasAccess: false });
  for (const [member, department] of [
    [ada, plant],
    [linus, office],
  ] as const) {
    await company.affiliate(member, department);
    await company.assign(member, department, operator, { isPrimary: true });
    await company.standing(member, firstAid, 'Validated', { validator: ada });
    await company.ticket(member, diploma, 'Valid');
  }
  const scoped = await old.seed.secret(linus.account, company);
  const program = await old.seed.serviceSecret(company);
  const client = await cast.clientSecret(secret);
  const added = await cast.call('/reporting/schedules', bearer(secret), {
    method: 'POST',
    body: {
      ...{ name: 'Gaps', report: 'achievement-gaps', format: 'csv', recipients: [ada.uuid] },
      parameters: { achievementId: diploma.uuid },
      recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'Europe/Berlin' },
    },
  });
  expect(added.status).toBe(201);
  await takeSnapshot(old.context.db, company.id, new Date());
  await query(old.context.db, writeRest, {
    ...{ member: ada.id, account: account.id, organization: company.id },
  });
  const cookie = await session();
  const grace = await cast.grace();
  const { status } = await cast.call('/security/service-accounts', bearer(grace.secret), {
    method: 'POST',
    body: { name: 'power-bi', company: company.handle },
  });
  expect(status).toBe(201);
  const globex = await old.seed.company('globex');
  await globex.member('Linus', { account: linus.account });
  return { company, globex, ada, linus, account, secret, scoped, program, client, cookie };
}

testWithPsql('every row of an organization is moved, and no row of another', async () => {
  const { company, globex, account, linus } = await acme();
  await run(setRange);
  const [rows, others] = [await rowsOf(old, company.handle), await rowsOf(old, globex.handle)];
  expect(rows.filter(row => row.includes('|0|'))).toEqual([]);
  await run(move, company.handle);
  expect(await rowsOf(other, company.handle)).toEqual(rows);
  expect(await rowsOf(old, globex.handle)).toEqual(others);
  const { prisma } = old.context.db;
  expect(await prisma.company.count({ where: { id: company.id } })).toBe(0);
  expect(await prisma.account.findUnique({ where: { id: account.id } })).toBeNull();
  expect(await prisma.account.findUnique({ where: { id: linus.account.id } })).not.toBeNull();
  const events = await other.context.db.prisma.auditEvent.findMany({
    where: { companyId: company.id },
    select: { kind: true, actorAccountId: true },
    orderBy: { id: 'asc' },
  });
  expect(events).toContainEqual({ kind: 'schedule-saved', actorAccountId: account.id });
  expect(events).toContainEqual({ kind: 'service-account-created', actorAccountId: null });
  const verified = await runReporting(['verify'], { DATABASE_URL: other.databaseUrl });
  expect(verified).toMatchObject({ code: 0 });
});

testWithPsql('secrets, sessions, scopes and schedules only work in the new database', async () => {
  const { company, secret, scoped, program, client, cookie } = await acme();
  await run(setRange);
  const call = (service: TestApp, path: string, headers: ReturnType<typeof bearer>) =>
    castOf(service).call(path, headers);
  const callers = [secret, scoped, program, client.secret].map(bearer).concat([cookie]);
  const responses = (service: TestApp) =>
    Promise.all(
      callers.map(async headers => {
        const { status, body } = await call(service, '/reporting/directory-contacts', headers);
        return [status, body.members?.map(({ name }: { name: string }) => name)];
      }),
    );
  const before = await responses(old);
  expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(before[1]).toEqual([200, ['Linus']]);
  await run(move, company.handle);
  expect(await responses(other)).toEqual(before);
  expect((await responses(old)).map(([status]) => status)).toEqual([401, 401, 401, 401, 401]);
  const { body } = await call(other, '/reporting/schedules', bearer(secret));
  expect(body).toMatchObject([{ name: 'Gaps' }]);
});

testWithPsql(
  'an organization can be moved back, even with people who are still in the old database',
  async () => {
    const { company } = await acme();
    await run(endRange);
    await run(setRange);
    const rows = await rowsOf(old, company.handle);
    await run(move, company.handle);
    [old, other] = [other, old];
    await run(move, company.handle);
    expect(await rowsOf(other, company.handle)).toEqual(rows);
  },
);

testWithPsql('a move waits for a concurrent change, and includes it', async () => {
  const { company, ada } = await acme();
  await run(setRange);
  let moved: Promise<string> | undefined;
  await transaction(old.context.db, async tx => {
    await query(tx, setJobTitle, { member: ada.id });
    moved = run(move, company.handle);
    await untilConnection(
      old.databaseUrl,
      "application_name = 'psql' and wait_event_type = 'Lock'",
    );
  });
  await moved;
  const found = await other.context.db.prisma.member.findUniqueOrThrow({ where: { id: ada.id } });
  expect(found.jobTitle).toBe('Astronaut');
});

testWithPsql('a move that the new database rejects changes nothing', async () => {
  const { company } = await acme();
  await expect(run(move, company.handle)).rejects.toThrow('would hand out ids');
  await run(setRange);
  await other.seed.account('Ada', { email: 'ada@example.org' });
  await old.context.db.prisma.account.updateMany({
    where: { name: 'Ada' },
    data: { email: 'ADA@example.org' },
  });
  await expect(run(move, company.handle)).rejects.toThrow('account_email');
  expect(await other.context.db.prisma.company.count()).toBe(0);
  await query(other.context.db, insertCopy, { organization: company.id });
  await expect(run(move, company.handle)).rejects.toThrow('has the organization already');
  expect(await old.context.db.prisma.company.count({ where: { id: company.id } })).toBe(1);
  await expect(run(move, 'nobody')).rejects.toThrow('no rows');
  const unexported = run(`export -n NEW_REPORTING_DB\n${move}`, company.handle);
  await expect(unexported).rejects.toThrow(/NEW_REPORTING_DB: parameter (null or )?not set/);
});

testWithPsql('an organization is deleted without being copied', async () => {
  const { company } = await acme();
  const commands = remove.replace('$NEW_REPORTING_DB', '$REPORTING_DB');
  await run(commands, company.handle);
  const { prisma } = old.context.db;
  expect(await prisma.company.count({ where: { id: company.id } })).toBe(0);
  expect(await prisma.company.count()).toBe(2);
  expect(await other.context.db.prisma.company.count()).toBe(0);
});
