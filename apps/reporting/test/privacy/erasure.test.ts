import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { importRecords } from '../../src/import/import-records';
import { erasePeople, listErasures } from '../../src/privacy/erasure';
import { sourcesOf } from '../import/test-folder';
import { runReporting } from '../run-program';
import { createSeed, type SeededMember } from '../seed';
import { runCommand } from '../start-process';

const PEOPLE = 12;
const BY_COMMAND = {
  doneBy: { actor: 'command line', actorAccountId: null, address: null },
  wait: null,
  mayLeaveNoOperator: true,
} as const;

let folder: string;
let server: TestDatabase;
let backupUrl: string;
let db: Database;
let erased: SeededMember[];
let remainingPerson: SeededMember;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'erasure-'));
  server = await createTestDatabase();
  db = connect(server.url);
  ({ erased, remainingPerson } = await createPlant(db));
  await db.close();
  backupUrl = await cloneOf(server.url);
  db = connect(server.url);
});
afterAll(async () => {
  await db.pool.query(`drop database if exists ${nameOf(backupUrl)} with (force)`);
  await db.close();
  await server.drop();
  await rm(folder, { recursive: true });
});

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Creates a copy of the database as a backup, without connections to it. */
async function cloneOf(url: string): Promise<string> {
  const other = await createTestDatabase();
  const admin = connect(other.url);
  const copy = `${nameOf(url)}_older`;
  await admin.pool.query(`create database ${copy} template ${nameOf(url)}`);
  await admin.close();
  await other.drop();
  const result = new URL(url);
  result.pathname = copy;
  return result.href;
}

/** People with rows in every table, and one who remains. */
async function createPlant({ prisma, pool }: Database) {
  const seed = createSeed({ prisma } as Database);
  const acme = await seed.company('acme');
  const site = await acme.department('Site');
  const competency = await acme.competency('Weld');
  const achievement = await acme.achievement('First Aid');
  const profile = await acme.profile('Welder', [competency], { achievements: [achievement] });
  const everybody: SeededMember[] = [];
  for (let n = 0; n < PEOPLE + 1; n++) {
    const member = await acme.member(`Xaverius Quellbach ${n}th`, {
      email: `quellbach${n}x@example.org`,
      code: `QB-${n}-CODE`,
      reportAccess: true,
    });
    await acme.affiliate(member, site);
    await acme.assign(member, site, profile, { isPrimary: true });
    const { name } = member.account;
    const said = { certificateNumber: name, note: `Seen by ${name}` };
    await acme.ticket(member, achievement, n % 2 ? 'Valid' : 'Expired', said);
    everybody.push(member);
  }
  const [remainingPerson, ...erased] = everybody as [SeededMember, ...SeededMember[]];
  for (const [n, member] of everybody.entries()) {
    const validator = everybody[(n + 1) % everybody.length]!;
    await acme.standing(member, competency, n % 3 ? 'Validated' : 'Expired', { validator });
    await addTraces({ prisma } as Database, acme.id, member, remainingPerson);
  }
  await addSchedules({ prisma } as Database, acme.id, remainingPerson, erased);
  await addScheduleRun({ prisma } as Database, erased[0]!);
  await takeSnapshot({ pool } as Database, acme.id, new Date());
  await addFormerMembers(pool);
  return { erased, remainingPerson };
}

/** Snapshots of former memberships, in which each person had a different ID in 2020. */
async function addFormerMembers(pool: Database['pool']) {
  await pool.query(`with former as materialized (
      select uuid, gen_random_uuid() as former_uuid, company_id, account_id from reporting.member
    ),
    moved as (
      update reporting.monthly_statistic set month = '2020-01-01', member_uuid = former_uuid
      from former where member_uuid = uuid and item_number = 2
    )
    insert into reporting.former_member (member_uuid, company_id, account_id)
    select former_uuid, company_id, account_id from former`);
}

/** Two schedules of a person who is erased, and three of one who remains, of which one continues. */
async function addSchedules(
  { prisma }: Database,
  companyId: number,
  remainingPerson: SeededMember,
  [one, other]: readonly SeededMember[],
) {
  const common = { companyId, report: 'expirations', format: 'csv', whenEmpty: 'send' };
  const schedule = { ...common, recurrence: {}, nextRunAt: new Date() };
  const own = { ...schedule, accountId: remainingPerson.account.id };
  await prisma.reportSchedule.createMany({
    data: [
      {
        ...schedule,
        accountId: one!.account.id,
        name: 'a',
        parameters: {},
        recipients: [remainingPerson.uuid],
      },
      {
        ...schedule,
        accountId: one!.account.id,
        name: 'b',
        parameters: {},
        recipients: [one!.uuid],
      },
      {
        ...own,
        name: `For ${one!.name}`,
        parameters: { members: [one!.uuid, remainingPerson.uuid], days: 30 },
        recipients: [one!.uuid, remainingPerson.uuid],
      },
      {
        ...own,
        name: 'c',
        parameters: { members: [one!.uuid] },
        recipients: [remainingPerson.uuid],
      },
      { ...own, name: 'd', parameters: { q: other!.name }, recipients: [other!.uuid] },
    ],
  });
}

/** Data of the schedule that continues. */
async function addScheduleRun({ prisma }: Database, { name, uuid }: SeededMember) {
  const schedule = await prisma.reportSchedule.findFirstOrThrow({ where: { name: `For ${name}` } });
  await prisma.scheduleRun.create({
    data: {
      scheduleId: schedule.id,
      leftOut: [{ memberId: uuid, reason: 'disabled' }],
      about: {
        filters: [
          ['Words of the name', name],
          ['Search', name],
        ],
        page: `/console/?organization=acme&q=${name}`,
        fileName: 'a.csv',
      },
    },
  });
}

async function addTraces(
  { prisma }: Database,
  companyId: number,
  { account, id, uuid }: SeededMember,
  remainingPerson: SeededMember,
) {
  const accountId = account.id;
  const own = { accountId, actor: account.email.toUpperCase(), address: '192.0.2.7' };
  const byOther = {
    accountId,
    actor: remainingPerson.account.email,
    actorAccountId: remainingPerson.account.id,
  };
  const { email, name } = account;
  await prisma.auditEvent.createMany({
    data: [
      { ...own, kind: 'sign-in', companyId },
      { ...own, kind: 'secret-generated', detail: { name: `laptop of ${name}`, prefix: 'vsk_' } },
      { ...own, actor: `former-${email}`, kind: 'sign-in' },
      {
        ...byOther,
        kind: 'account-updated',
        detail: { before: { email: `old-${email}`, name: 'Maiden' }, after: { email, name } },
      },
      {
        kind: 'grants-changed',
        actor: email,
        actorAccountId: accountId,
        accountId: remainingPerson.account.id,
      },
      {
        kind: 'account-created',
        actor: 'command line',
        accountId: remainingPerson.account.id,
        detail: { by: 'import', startedBy: email },
      },
      {
        kind: 'organization-access-changed',
        actor: email,
        accountId: remainingPerson.account.id,
        companyId,
        detail: { by: 'import', startedBy: email, hasAccess: true },
      },
      { ...own, kind: 'refused', detail: { code: 'report-access-required', route: '/reporting' } },
    ],
  });
  await prisma.session.create({
    data: { accountId, companyId, expiresAt: new Date(Date.now() + 3_600_000) },
  });
  await prisma.accountIdentity.create({
    data: { accountId, issuer: 'https://id.example.org', subject: `sub-of-${email}` },
  });
  await prisma.clientSecret.create({
    data: { accountId, companyId, name, prefix: 'vsk_x', hash: randomBytes(32) },
  });
  await prisma.mail.createMany({
    data: [
      { accountId, kind: 'test', reason: `test:${id}`, data: { name }, error: `550 ${email}` },
    ],
  });
  await prisma.passwordResetRequest.create({ data: { email } });
  const run = await prisma.importRun.create({
    data: {
      name: `From ${name}`,
      source: 'http',
      status: 'refused',
      startedBy: email,
      accountId,
      startedAt: new Date(),
      finishedAt: new Date(),
      reason: 'Nothing was imported: 3 faults.',
      files: [
        { file: 'members.csv', deleted: 1, notices: [`1 member loses it: ${email}.`] },
        { file: 'tickets.csv', deleted: 0 },
      ],
      ignored: [`HR/${name}.pdf`, 'HR/plan.pdf'],
      hasBefore: true,
    },
  });
  const failed = { source: 'http', status: 'failed', finishedAt: new Date() } as const;
  await prisma.importRun.create({
    data: { ...failed, name: 'upload', startedBy: 'x', reason: name },
  });
  await prisma.importFault.createMany({
    data: [
      { runId: run.id, number: 1, file: 'accounts.csv', value: email, expected: `not ${email}` },
      {
        runId: run.id,
        number: 2,
        file: 'members.csv',
        expected: 'x',
        rowText: `1,QB-${n(email)}-CODE,y`,
      },
      { runId: run.id, number: 3, file: 'members.csv', expected: 'x', remedy: `Ask ${name}.` },
    ],
  });
  const change = { runId: run.id, columns: 1 };
  await prisma.importChange.createMany({
    data: [
      {
        ...{
          ...change,
          number: 1,
          file: 'accounts.csv',
          key: [account.uuid],
          person: account.uuid,
        },
        ...{ before: { name }, after: { email } },
      },
      {
        ...{ ...change, number: 2, file: 'competency-standings.csv', key: [remainingPerson.uuid] },
        ...{
          person: remainingPerson.uuid,
          before: { validator_id: uuid },
          after: { status: 'Submitted' },
        },
      },
    ],
  });
  await prisma.importBefore.create({
    data: { runId: run.id, number: 1, bytes: Buffer.from(name) },
  });
}

const n = (email: string) => /\d+/.exec(email)![0];

/** Returns the tables with one of the words in any column. */
async function findWords({ pool }: Database, words: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) if (await hasWord(pool, name, 't', words)) found.push(name);
  return found;
}

async function hasWord(
  pool: Database['pool'],
  table: string,
  what: string,
  words: readonly string[],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${table} as t
    where exists (select from unnest($1::text[]) as word where position(word in lower(${what}::text)) > 0)
    limit 1`,
    [words.map(word => word.toLowerCase())],
  );
  return rowCount !== 0;
}

/** Text columns that never name people. The test must fill all others. */
const NAMES_NOBODY = new RegExp(
  [
    '(achievement|company|competency|department|list_source|measurement_name|profile|job_schedule|reminder|reminder_settings)[.].*',
    'account[.]password_hash|account_identity[.]issuer|audit_event[.]kind|(client|personal)_secret[.]prefix',
    'import_change[.](file|key)|import_fault[.](file|column_name)|import_run[.](idempotency_key|key_owner|options|reason|source)|known_import[.]table_rows|mail[.](kind|reason)',
    'member[.](job_title|person_type)|monthly_statistic[.](company|department)_name(_folded)?',
    'report_schedule[.](format|pause_reason|recurrence|report|when_empty)|schedule_run[.](error|left_out)',
    'service_account[.]name|service_secret[.](name|prefix)',
  ]
    .map(names => `^(${names})$`)
    .join('|'),
);

/** Returns the text columns that may name people, as `table.column`. */
async function columnsOfPeople({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select concat_ws('.', table_name, column_name) as name
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'reporting'
      and table_type = 'BASE TABLE'
      and udt_name in ('text', '_text', 'varchar', '_varchar', 'json', 'jsonb')
    order by 1`,
  );
  return rows.map(({ name }) => name).filter(name => !NAMES_NOBODY.test(name));
}

const personal = (people: readonly SeededMember[]) =>
  people.flatMap(({ account: { email, name } }) => [email, name, `QB-${n(email)}-CODE`]);
const idsOf = (people: readonly SeededMember[]) =>
  people.flatMap(({ uuid, account }) => [uuid, account.uuid]);

const sums = async ({ pool }: Database) => {
  const { rows } = await pool.query(
    `select month::text, department_uuid, item_number, count(*), count(distinct member_uuid) as members,
      sum(required) as required, sum(validated) as validated, sum(expired) as expired
    from reporting.monthly_statistic group by 1, 2, 3 order by 1, 2, 3`,
  );
  const snapshots = await pool.query(
    'select * from reporting.compliance_snapshot order by department_uuid, measurement, profile_condition',
  );
  return { statistics: rows, snapshots: snapshots.rows };
};

test('every column that may name people contains them before the erasure', async () => {
  const columns = await columnsOfPeople(db);
  const lacking: string[] = [];
  for (const column of columns) {
    const [table, name] = column.split('.');
    const hasName = await hasWord(db.pool, `reporting.${table}`, `t.${name}`, personal(erased));
    if (!hasName) lacking.push(column);
  }
  expect([columns.length > 15, lacking]).toEqual([true, []]);
});

test('the tables contain the people before the erasure', async () => {
  expect(await findWords(db, personal(erased))).toEqual(
    expect.arrayContaining([
      'reporting.account',
      'reporting.account_identity',
      'reporting.audit_event',
      'reporting.client_secret',
      'reporting.import_fault',
      'reporting.import_run',
      'reporting.mail',
      'reporting.member',
      'reporting.monthly_statistic',
    ]),
  );
});

test('a dry run counts what the erasure then deletes, without changing anything', async () => {
  const before = await sums(db);
  const ids = erased.map(({ account }) => account.uuid);
  const planned = await erasePeople(db, ids, { ...BY_COMMAND, isDryRun: true });
  expect(await db.prisma.account.count()).toBe(PEOPLE + 1);
  expect(await listErasures(db)).toEqual([]);
  const counts = await erasePeople(db, ids, BY_COMMAND);
  expect(counts).toEqual(planned);
  expect(counts).toMatchObject({
    accounts: PEOPLE,
    memberships: PEOPLE,
    standings: PEOPLE,
    tickets: PEOPLE,
    validations: 1,
    secrets: PEOPLE,
    identities: PEOPLE,
    schedules: 4,
    mails: PEOPLE,
    importArchives: PEOPLE + 1,
  });
  expect(await sums(db)).toEqual(before);
});

test('afterwards, no names, e-mails or codes remain, and IDs only in the audit log and the list', async () => {
  expect(await findWords(db, personal(erased))).toEqual([]);
  expect(await findWords(db, idsOf(erased))).toEqual([
    'reporting.audit_event',
    'reporting.erasure',
  ]);
  expect(await findWords(db, ['maiden', 'former-quellbach'])).toEqual(['reporting.audit_event']);
  const events = await db.pool.query<{ text: string }>(
    "select e::text as text from reporting.audit_event as e where lower(e::text) ~ 'maiden|former-quellbach'",
  );
  // All remaining rows belong to the person who remains.
  expect(events.rows).toHaveLength(2);
});

test('an import run keeps its counts, but nothing that may name people', async () => {
  const run = await db.prisma.importRun.findFirst({ where: { startedBy: 'Former member' } });
  expect(run).toMatchObject({
    name: 'upload',
    files: [
      { file: 'members.csv', deleted: 1 },
      { file: 'tickets.csv', deleted: 0 },
    ],
    ignored: [],
    hasBefore: false,
  });
});

test('the audit log keeps actors and subjects by ID', async () => {
  const [person] = erased;
  const uuid = person!.account.uuid;
  const { rows } = await db.pool.query<{ kind: string; actor: string; is_own: boolean }>(
    'select kind, actor, is_own, actor_name from reporting.described_event where account_uuid = $1 order by id',
    [uuid],
  );
  const actors = rows.map(({ kind, actor, is_own }) => [kind, actor, is_own]);
  expect(actors).toEqual([
    ['sign-in', uuid, true],
    ['secret-generated', uuid, true],
    ['sign-in', uuid, true],
    ['account-updated', remainingPerson.account.email, false],
    ['refused', uuid, true],
    ['schedule-deleted', 'command line', false],
    ['schedule-deleted', 'command line', false],
    ['account-erased', 'command line', false],
  ]);
});

test('an audit event has the counts of the erasure, and denials keep their codes', async () => {
  const { detail } = await db.prisma.auditEvent.findFirstOrThrow({
    where: { kind: 'account-erased' },
  });
  expect(detail).toMatchObject({ memberships: PEOPLE, schedules: 4, importArchives: PEOPLE + 1 });
  const refused = await db.prisma.auditEvent.findFirst({
    where: { kind: 'refused', erasedAccountUuid: erased[0]!.account.uuid },
  });
  expect(refused?.detail).toEqual({ code: 'report-access-required', route: '/reporting' });
});

test('others keep their records, without the name of the validator', async () => {
  const standing = await db.prisma.competencyStanding.findFirstOrThrow({
    where: { memberId: remainingPerson.id },
  });
  expect(standing).toMatchObject({ status: 'Expired', validatorId: null });
  expect(await db.prisma.ticket.count()).toBe(1);
  expect(await db.prisma.reportSchedule.findMany()).toMatchObject([
    {
      name: 'Schedule',
      parameters: { members: [remainingPerson.uuid], days: 30 },
      recipients: [remainingPerson.uuid],
    },
  ]);
  expect(await findWords(db, personal([remainingPerson]))).toContain('reporting.account');
});

test('bitmaps match the remaining standings', async () => {
  const { stdout, code } = await runReporting(['verify'], { DATABASE_URL: server.url });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^All .* match/)]);
});

const files = (person: SeededMember, company: string) => ({
  'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\n${person.account.uuid},back@example.org,Back,false,false,false\n`,
  'members.csv': `id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper\n${person.uuid},${company},${person.account.uuid},,,,true,false\n`,
});

async function importBack(person: SeededMember, options: { allowErased?: boolean } = {}) {
  const { uuid } = await db.prisma.company.findFirstOrThrow();
  return importRecords(db, sourcesOf(files(person, uuid)), { source: 'test', ...options });
}

test('an import with an erased ID is rejected, unless allowed', async () => {
  const person = erased[1]!;
  await expect(importBack(person)).rejects.toThrow(
    /accounts\.csv, line 2, column id: .*nobody who was erased[\s\S]*members\.csv, line 2, column id/,
  );
  await importBack(person, { allowErased: true });
  const ids = await listErasures(db);
  expect(ids).not.toContain(person.account.uuid);
  expect(ids).not.toContain(person.uuid);
  await importBack(person);
  await erasePeople(db, [person.account.uuid], BY_COMMAND);
});

test('the list repeats all erasures on an older backup', async () => {
  const list = path.join(folder, 'erasures');
  const { stdout } = await runReporting(['erasures'], { DATABASE_URL: server.url });
  await writeFile(list, stdout);
  expect(stdout).not.toMatch(/quellbach|@/i);
  const restored = connect(backupUrl);
  try {
    const before = await sums(restored);
    const again = () => runReporting(['erase-again', list, '--json'], { DATABASE_URL: backupUrl });
    expect(JSON.parse((await again()).stdout)).toMatchObject({ accounts: PEOPLE });
    expect(JSON.parse((await again()).stdout)).toMatchObject({ accounts: 0 });
    expect(await findWords(restored, personal(erased))).toEqual([]);
    expect(await findWords(restored, idsOf(erased))).toEqual([
      'reporting.audit_event',
      'reporting.erasure',
    ]);
    expect(await sums(restored)).toEqual(before);
    expect((await listErasures(restored)).sort()).toEqual((await listErasures(db)).sort());
  } finally {
    await restored.close();
  }
});

test('a list with an invalid line erases nobody, and the error names the line', async () => {
  const list = `${remainingPerson.account.uuid}\nquellbach\n`;
  const { code, stderr } = await runCommand(['erase-again'], { DATABASE_URL: server.url }, list);
  expect([code, stderr]).toEqual([1, expect.stringContaining('standard input, line 2: not an ID')]);
  expect(await db.prisma.account.count({ where: { uuid: remainingPerson.account.uuid } })).toBe(1);
});

/** Returns the rows of all tables except audit events, their sequence, and erasures. */
async function everyRow({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
    where schemaname = 'reporting' and tablename not in ('audit_event', 'audit_sequence', 'erasure')`,
  );
  const dumps = rows.map(({ name }) =>
    pool.query<{ row: string }>(`select '${name}' || t::text as row from reporting.${name} as t`),
  );
  return (await Promise.all(dumps)).flatMap(dump => dump.rows.map(({ row }) => row)).toSorted();
}

/** Other people in two organizations, whose data contains the names as values and in texts. */
async function addOthers({ prisma }: Database, name: string) {
  const seed = createSeed({ prisma } as Database);
  const companies = [await seed.company('acme'), await seed.company('globex')] as const;
  for (const company of companies) {
    const other = await company.member(`Alice ${name} Limelight`, { code: name, jobTitle: name });
    const namesake = await company.member(name, { personType: name });
    const parameters = { requiredOnly: true, until: null, days: 1, q: name, personTypes: [name] };
    const schedule = {
      ...{ companyId: company.id, accountId: other.account.id, format: 'csv', whenEmpty: 'send' },
      ...{ report: 'expirations', recurrence: {}, parameters, recipients: [namesake.uuid] },
    };
    await prisma.reportSchedule.createMany({
      data: [
        { ...schedule, name },
        { ...schedule, name: `For ${name}`, recipients: [namesake.uuid, other.uuid] },
      ],
    });
    await prisma.mail.create({
      data: {
        ...{ accountId: other.account.id, companyId: company.id, kind: 'schedule-paused' },
        ...{ reason: randomUUID(), data: { name }, error: `550 ${name}` },
      },
    });
    await prisma.monthlyStatistic.create({ data: statisticOf(company, randomUUID(), name) });
    await prisma.auditEvent.create({
      data: {
        ...{ kind: 'account-updated', actor: other.account.email, accountId: namesake.account.id },
        ...{ actorAccountId: other.account.id, detail: { before: { name: 'x' }, after: { name } } },
      },
    });
  }
  return companies;
}

function statisticOf(company: { id: number }, memberUuid: string, memberName: string) {
  const counts = { required: 1, validated: 1, expired: 0, notCompleted: 0, notApplicable: 0 };
  const others = { notApplicableValidated: 0, needsTraining: 0, selfAssessed: 0, submitted: 0 };
  return {
    ...{ companyId: company.id, month: new Date('2024-01-01'), departmentUuid: randomUUID() },
    ...{ memberUuid, itemNumber: 1, departmentRole: 'Department' as const, memberName },
    ...{ companyName: 'x', departmentName: 'x', asAt: new Date('2024-01-31') },
    ...counts,
    ...others,
  };
}

test.each(['e', 'Li', 'True', 'null', '1'])(
  'erasing a person named %j deletes only their data',
  async name => {
    const [acme, globex] = await addOthers(db, name);
    const others = await everyRow(db);
    const events = await db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
    const member = await acme.member(name, { code: name, isOperator: true });
    const { id: accountId, uuid, email } = member.account;
    const own = { accountId, actor: email, companyId: acme.id };
    const detail = { method: 'GET', route: '/reporting/achievement-gaps', credential: 'session' };
    await db.prisma.auditEvent.create({ data: { ...own, kind: 'report-run', detail } });
    await db.prisma.reportSchedule.create({
      data: {
        ...{ companyId: acme.id, accountId, name: `Mine, ${name}`, report: 'expirations' },
        ...{ parameters: {}, format: 'csv', recurrence: {}, recipients: [member.uuid] },
        whenEmpty: 'send',
      },
    });
    const former = await globex.member(name, { account: member.account });
    await db.prisma.member.delete({ where: { id: former.id } });
    await db.prisma.monthlyStatistic.create({ data: statisticOf(globex, former.uuid, name) });

    await erasePeople(db, [uuid], {
      ...BY_COMMAND,
      doneBy: { ...own, actorAccountId: accountId, address: null },
    });

    const left = await everyRow(db);
    const added = left.filter(row => !others.includes(row));
    expect(others.filter(row => !left.includes(row))).toEqual([]);
    expect(added).toEqual([expect.stringMatching(/^monthly_statistic.*Former member/)]);
    expect(added[0]).not.toContain(former.uuid);
    const after = await db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } });
    expect(after.slice(0, events.length)).toEqual(events);
    expect(after.slice(events.length)).toMatchObject([
      { kind: 'report-run', actor: uuid, erasedAccountUuid: uuid, detail },
      { kind: 'schedule-deleted', actor: uuid, erasedAccountUuid: uuid, companyId: acme.id },
      { kind: 'account-erased', actor: uuid, erasedAccountUuid: uuid },
    ]);
  },
);
