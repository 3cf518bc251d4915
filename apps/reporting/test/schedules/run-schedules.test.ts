import { transaction } from '@platform/db';
import { waitUntil } from '@platform/http/testing';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { erasePeople } from '../../src/privacy/erasure';
import { bearer } from '../cast';
import { MONDAY, type Scheduling, startScheduling } from './schedule-cast';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_REPORTS: 'off' });
});
afterEach(async () => {
  scheduling.setTime(MONDAY.toISOString());
  scheduling.smtp.mails.length = 0;
  await prisma().reportSchedule.deleteMany();
  await prisma().mail.deleteMany();
});
afterAll(() => scheduling.close());

const DUE = '2026-11-23T06:00:00.000Z';

/** Runs due schedules and sends their emails. */
async function runAndSend(time = DUE) {
  scheduling.setTime(time);
  await scheduling.run();
  await scheduling.send();
}

const prisma = () => scheduling.service.context.db.prisma;

const erase = (uuid: string) =>
  erasePeople(scheduling.service.context.db, [uuid], {
    doneBy: { actor: 'operator', actorAccountId: null, address: null },
    wait: 1_000,
    mayLeaveNoOperator: true,
  });

test.each(['csv', 'xlsx'])(
  'a due schedule sends the same %s file as a download, byte for byte',
  async format => {
    const { account, secret, grace, firstAid, call, add } = await scheduling.acme();
    const id = await add({ format });
    await runAndSend();
    const path = `/reporting/achievement-gaps?achievementId=${firstAid.uuid}&format=${format}`;
    const download = await fetch(scheduling.service.url + path, {
      headers: { Authorization: `Bearer ${secret}` },
    });
    const file = Buffer.from(await download.arrayBuffer());
    expect(scheduling.smtp.mails.flatMap(mail => mail.recipients).sort()).toEqual(
      [account.email, grace.account.email].sort(),
    );
    for (const mail of scheduling.smtp.mails) {
      const [attachment] = mail.attachments;
      expect(attachment!.filename).toBe(
        /filename="?([^";]+)/.exec(download.headers.get('Content-Disposition')!)![1],
      );
      expect(attachment!.content.equals(file)).toBe(true);
    }
    expect((await call('GET', `/${id}`)).body).toMatchObject({
      nextRunAt: '2026-11-30T06:00:00.000+00:00',
      lastRun: { outcome: 'sent', rows: 2, sentTo: 2, leftOut: [], error: null },
    });
  },
);

test('its emails have the title, filters and count, but no rows', async () => {
  const { company, grace, firstAid, add } = await scheduling.acme();
  await add({
    recipients: [grace.uuid],
    parameters: { achievementId: firstAid.uuid, status: 'missing', personTypes: ['Operator'] },
  });
  await runAndSend();
  const [mail] = scheduling.smtp.mails;
  expect(mail!.subject).toBe('acme: Gaps of First Aid');
  expect(mail!.text).toContain('The report “Achievement gaps” for acme has 2 rows.');
  expect(mail!.text).toMatch(/Achievement +First Aid\n/);
  expect(mail!.text).toMatch(/Person types +Operator\n/);
  expect(mail!.text).toContain(
    `https://reports.example.org/console/achievement-gaps?organization=${company.handle}&achievement=${firstAid.uuid}&required=all&types=Operator&status=missing`,
  );
  expect(mail!.text).toContain('every Monday at 07:00 (Europe/Berlin)');
  for (const text of [mail!.text, mail!.html as string]) {
    expect(text).not.toContain(grace.account.email);
    expect(text).not.toContain('Grace');
  }
});

test('the email of an overview of all profiles has no comparison', async () => {
  const { company, grace, add } = await scheduling.acme();
  await company.affiliate(grace, await company.department('Drilling'));
  await company.ticket(grace, await company.achievement('H2S Alive'), 'Valid');
  const parameters = { profileCondition: 'all' };
  await add({ recipients: [grace.uuid], report: 'compliance-overview', parameters });
  await runAndSend();
  expect(scheduling.smtp.mails[0]!.text).toContain('of what is required is satisfied');
  expect(scheduling.smtp.mails[0]!.text).not.toContain('points since');
});

test('the email of an overview has its figures, their changes and the heat map', async () => {
  const { company, grace, add } = await scheduling.acme();
  const alive = await company.achievement('H2S Alive');
  for (const [name, status] of [
    ['Drilling', 'Valid'],
    ['Catering', 'Expired'],
  ] as const) {
    const department = await company.department(name);
    for (const person of [`${name} One`, `${name} Two`]) {
      const member = await company.member(person);
      await company.affiliate(member, department);
      await company.ticket(member, alive, person.endsWith('Two') ? 'Valid' : status);
    }
  }
  await takeSnapshot(scheduling.service.context.db, company.id, new Date('2026-10-25T02:00:00Z'));
  await prisma().ticket.updateMany({
    where: { companyId: company.id, status: 'Expired' },
    data: { status: 'Valid' },
  });
  const { id } = await prisma().member.findFirstOrThrow({
    where: { account: { name: 'Drilling One' } },
  });
  await prisma().ticket.updateMany({ where: { memberId: id }, data: { status: 'Pending' } });
  await add({ recipients: [grace.uuid], report: 'compliance-overview', parameters: {} });
  await runAndSend();
  const { text, html } = scheduling.smtp.mails[0]!;
  const headline =
    '75.0% of what is required is satisfied (3 of 4), 0.0 points since October 2026.';
  for (const body of [text, html as string]) expect(body).toContain(headline);
  expect(text).toMatch(
    /Lowest\n\nDepartment +Satisfied +Of\nDrilling +50\.0% +2\nCatering +100\.0%/,
  );
  expect(text).toMatch(
    /Changed most since October 2026\n\n.*\n(Catering +\+50\.0|Drilling +-50\.0)/,
  );
  expect(text).toMatch(/All departments\n\nDepartment +All +Time-Sensitive Safety Certificates\n/);
  expect(html).toContain('bgcolor="#33788e" style="background:#33788e;color:#ffffff');
  expect(html).not.toContain('Drilling One');
});

test('times in its filters have minutes only', async () => {
  const { add } = await scheduling.acme();
  await add({ report: 'expirations', parameters: {} });
  await runAndSend();
  expect(scheduling.smtp.mails.at(-1)!.text).toMatch(/After +\d{4}-\d\d-\d\d \d\d:\d\d UTC\n/);
});

test.each([
  // On 23 November, the previous month is October.
  ['monthly-statistics', {}, 'monthly-statistics', { month: '2026-10' }],
  ['expirations', { days: 30 }, 'expiring', { period: '30' }],
  [
    'expirations',
    { period: 'next-quarter' },
    'expiring',
    { period: 'dates', since: '2027-01-01', until: '2027-03-31' },
  ],
  ['expirations', { days: 7 }, 'expiring', { since: '2026-11-23', until: '2026-11-30' }],
  [
    'expirations',
    { from: '2026-11-30T23:59:59.999Z', to: '2027-01-01T01:00:00+05:00' },
    'expiring',
    { since: '2026-12-01', until: '2026-12-31' },
  ],
  ['compliance-trends', { period: 'last-quarter' }, 'trends', { months: '2026-07..2026-09' }],
  [
    'compliance-trends',
    { from: '2026-01', to: '2026-05' },
    'trends',
    { months: '2026-01..2026-05' },
  ],
  ['compliance-trends', { months: 24 }, 'trends', { months: '24' }],
  [
    'competency-validations',
    { expiresBefore: '2026-12-31T20:00:00-05:00' },
    'validations',
    { until: '2027-01-02' },
  ],
  [
    'competency-validations',
    { expiresBefore: '2027-01-01T00:00:00Z' },
    'validations',
    { until: '2027-01-01' },
  ],
  // Parameters of a query can be texts, as in a URL.
  ['expirations', { requiredOnly: 'false' }, 'expiring', { required: 'all' }],
  ['monthly-statistics', { requiredOnly: 'false' }, 'monthly-statistics', { required: 'all' }],
])('the email of %s %j links to the page of the run', async (report, parameters, page, filters) => {
  const { add } = await scheduling.acme();
  await add({ report, parameters });
  await runAndSend();
  const { text } = scheduling.smtp.mails[0]!;
  const link = new URL(/https:\/\/reports\.example\.org\/console\/\S+/.exec(text!)![0]);
  expect(link.pathname).toBe(`/console/${page}`);
  expect(Object.fromEntries(link.searchParams)).toMatchObject(filters);
  expect(text).not.toContain('shows more');
});

test('the link of gaps that are required shows these alone', async () => {
  const { firstAid, add } = await scheduling.acme();
  await add({ parameters: { achievementId: firstAid.uuid, requiredOnly: 'true' } });
  await runAndSend();
  expect(scheduling.smtp.mails[0]!.text).not.toContain('required=all');
});

test.each([5, true, ['5']])('parameters of a query can be %j in place of a text', async q => {
  const { add } = await scheduling.acme();
  await add({ report: 'expirations', parameters: { q } });
  await runAndSend();
  expect(scheduling.smtp.mails).toHaveLength(2);
});

test('an email has the days of a relative period', async () => {
  const { add } = await scheduling.acme();
  await add({ report: 'expirations', parameters: { period: 'next-month' } });
  await runAndSend();
  const { text } = scheduling.smtp.mails[0]!;
  expect(text).toMatch(/Period +Next month, 2026-12-01 to 2026-12-31\n/);
});

test.each(['Department', ['Department']])(
  'an email mentions filters that the page does not support, such as %j',
  async functions => {
    const { add } = await scheduling.acme();
    await add({ report: 'directory-contacts', parameters: { functions } });
    await runAndSend();
    expect(scheduling.smtp.mails[0]!.text).toContain(
      'The console page does not support all of its filters and therefore shows more.',
    );
  },
);

test.each([
  [{ emptyScore: 'excluded' }, true],
  [{ memberMustHaveProfile: true }, true],
  [{ emptyScore: 'notScored', memberMustHaveProfile: false }, false],
])('an email of a summary with %j mentions that the page shows more: %s', async (more, isWider) => {
  const { company, ada, grace, add } = await scheduling.acme();
  await company.affiliate(ada, await company.department('Yard'));
  const parameters = { members: [ada.uuid], measurements: [1], ...more };
  await add({ report: 'compliance-summaries', parameters, recipients: [grace.uuid] });
  await runAndSend();
  expect(scheduling.smtp.mails[0]!.text!.includes('therefore shows more')).toBe(isWider);
});

test('a file above MAIL_MAX_ATTACHMENT is sent as a link', async () => {
  const small = await startScheduling({ MAIL_MAX_ATTACHMENT: '100' });
  const { grace, add } = await small.acme();
  await add({ recipients: [grace.uuid] });
  small.setTime(DUE);
  await small.run();
  await small.send();
  const [mail] = small.smtp.mails;
  expect(mail!.attachments).toEqual([]);
  expect(mail!.text).toContain('2 rows. The file is not attached');
  expect(mail!.text).toContain('https://reports.example.org/console/achievement-gaps?');
  await small.close();
});

test('a run is audited as a report run of its owner', async () => {
  const { company, account, add } = await scheduling.acme();
  await add();
  await prisma().auditEvent.deleteMany();
  await runAndSend();
  expect(await prisma().auditEvent.findMany()).toMatchObject([
    {
      kind: 'report-run',
      actor: account.email,
      accountId: account.id,
      companyId: company.id,
      address: null,
      detail: { route: '/reporting/achievement-gaps', credential: 'schedule' },
    },
  ]);
});

test('a run waits for a report slot', async () => {
  const { add, call } = await scheduling.acme();
  const id = await add();
  const { reports } = scheduling.service.context.slots;
  let release: () => void = () => undefined;
  const held = Array.from({ length: 8 }, () =>
    reports.run({}, () => new Promise<void>(resolve => (release = join(release, resolve)))),
  );
  scheduling.setTime(DUE);
  const run = scheduling.run();
  await waitUntil(() => reports.waiting > 0);
  expect((await call('GET', `/${id}`)).body.lastRun).toBeNull();
  release();
  await Promise.all([run, ...held]);
  expect((await call('GET', `/${id}`)).body.lastRun).toMatchObject({ outcome: 'sent' });
});

const join = (one: () => void, other: () => void) => () => {
  one();
  other();
};

test('a run without rows is skipped or sent, depending on the schedule', async () => {
  const { grace, firstAid, call, add } = await scheduling.acme();
  const parameters = { achievementId: firstAid.uuid, status: 'Expired' };
  const skipped = await add({ parameters, whenEmpty: 'skip' });
  const sent = await add({ parameters, whenEmpty: 'send', recipients: [grace.uuid] });
  await runAndSend();
  expect((await call('GET', `/${skipped}`)).body.lastRun).toMatchObject({
    ...{ outcome: 'skipped', rows: 0, sentTo: 0 },
  });
  expect((await call('GET', `/${sent}`)).body.lastRun).toMatchObject({ outcome: 'sent', rows: 0 });
  expect(scheduling.smtp.mails).toHaveLength(1);
  expect(scheduling.smtp.mails[0]!.text).toContain('has no rows');
});

test('recipients who have lost access are omitted and listed', async () => {
  const { company, account, ada, grace, call, add } = await scheduling.acme();
  const others = await Promise.all(
    ['Left', 'Disabled', 'Gone'].map(name => company.member(name, { reportAccess: true })),
  );
  const [left, disabled, gone] = others as [typeof grace, typeof grace, typeof grace];
  const id = await add({ recipients: [ada, grace, left, disabled, gone].map(({ uuid }) => uuid) });
  await runAndSend();
  expect(scheduling.smtp.mails).toHaveLength(5);
  await prisma().account.update({
    where: { id: grace.account.id },
    data: { reportAccess: false },
  });
  await prisma().member.update({ where: { id: left.id }, data: { hasAccess: false } });
  await prisma().account.update({
    where: { id: disabled.account.id },
    data: { disabledAt: new Date() },
  });
  await prisma().member.delete({ where: { id: gone.id } });
  await runAndSend('2026-11-30T06:00:00.000Z');
  expect(scheduling.smtp.mails.slice(5).flatMap(mail => mail.recipients)).toEqual([account.email]);
  expect((await call('GET', `/${id}`)).body.lastRun).toMatchObject({
    outcome: 'sent',
    sentTo: 1,
    leftOut: [
      { memberId: grace.uuid, reason: 'no-report-access' },
      { memberId: left.uuid, reason: 'not-a-member' },
      { memberId: disabled.uuid, reason: 'disabled' },
      { memberId: gone.uuid, reason: 'not-a-member' },
    ],
  });
});

test('a recipient who loses access between run and email receives none', async () => {
  const { account, grace, add } = await scheduling.acme();
  await add();
  scheduling.setTime(DUE);
  await scheduling.run();
  await prisma().account.update({
    where: { id: grace.account.id },
    data: { reportAccess: false },
  });
  await scheduling.send();
  expect(scheduling.smtp.mails.map(({ recipients }) => recipients)).toEqual([[account.email]]);
});

test.each([{ disabledAt: new Date() }, { reportAccess: false }])(
  'nobody receives the report of an owner who changed to %j between run and email',
  async data => {
    const { account, add } = await scheduling.acme();
    await add();
    scheduling.setTime(DUE);
    await scheduling.run();
    await prisma().account.update({ where: { id: account.id }, data });
    await scheduling.send();
    expect(scheduling.smtp.mails).toEqual([]);
  },
);

test('nobody receives the report of an owner who leaves the organization between run and email', async () => {
  const { account, ada, add } = await scheduling.acme();
  await (await scheduling.service.seed.company('globex')).member('Ada', { account });
  await add();
  scheduling.setTime(DUE);
  await scheduling.run();
  await prisma().member.update({ where: { id: ada.id }, data: { hasAccess: false } });
  await scheduling.send();
  expect(scheduling.smtp.mails).toEqual([]);
});

test('a run without eligible recipients fails without reading the report', async () => {
  const { grace, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid] });
  await prisma().member.update({ where: { id: grace.id }, data: { hasAccess: false } });
  await prisma().auditEvent.deleteMany();
  await runAndSend();
  expect((await call('GET', `/${id}`)).body.lastRun).toMatchObject({
    outcome: 'failed',
    sentTo: 0,
    error: 'None of the recipients may receive the report.',
  });
  expect(await prisma().auditEvent.count()).toBe(0);
});

test.each([
  ['lost report access', { account: { reportAccess: false } }],
  ['left the organization', { member: { hasAccess: false } }],
  ['is disabled', { account: { disabledAt: new Date() } }],
])(
  'a schedule whose owner %s is paused, and sends nothing',
  async (_, {
    account: rights,
    member,
  }: {
    account?: object;
    member?: object;
  }) => {
    const { account, ada, grace, add } = await scheduling.acme();
    const id = await add({ recipients: [grace.uuid] });
    if (rights) await prisma().account.update({ where: { id: account.id }, data: rights });
    if (member) await prisma().member.update({ where: { id: ada.id }, data: member });
    await runAndSend();
    await runAndSend('2026-11-30T06:00:00.000Z');
    const schedule = await prisma().reportSchedule.findUniqueOrThrow({
      where: { uuid: id },
      include: { runs: true },
    });
    expect(schedule.nextRunAt).toBeNull();
    expect(schedule.runs).toMatchObject([{ outcome: 'failed', sentTo: 0 }]);
    // The owner receives one email, unless the account cannot receive any.
    const isDisabled = rights !== undefined && 'disabledAt' in rights;
    expect(scheduling.smtp.mails.map(({ recipients, subject }) => [recipients, subject])).toEqual(
      isDisabled ? [] : [[[account.email], 'acme: “Gaps of First Aid” is paused']],
    );
  },
);

test('runs of a schedule that is already paused keep its reason, and send nothing to its owner', async () => {
  const { account, grace, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid], isPaused: true });
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  await prisma().account.update({ where: { id: account.id }, data: { reportAccess: false } });
  await scheduling.run();
  await scheduling.send();
  expect(
    await prisma().reportSchedule.findUniqueOrThrow({
      where: { uuid: id },
      include: { runs: true },
    }),
  ).toMatchObject({ pauseReason: 'owner', runs: [{ outcome: 'failed' }] });
  expect(scheduling.smtp.mails).toEqual([]);
});

test('a run whose parameters have become invalid fails with the error of the report', async () => {
  const { company, firstAid, call, add } = await scheduling.acme();
  const department = await company.department('Drilling');
  const id = await add({
    parameters: { achievementId: firstAid.uuid, departments: [department.uuid] },
  });
  await prisma().department.delete({ where: { id: department.id } });
  await runAndSend();
  const { body } = await call('GET', `/${id}`);
  expect(body.lastRun).toMatchObject({ outcome: 'failed', rows: null, sentTo: 0 });
  expect(body.lastRun.error).toContain(`parameters.departments[0] names ${department.uuid}`);
  expect(body.nextRunAt).toBe('2026-11-30T06:00:00.000+00:00');
  expect(scheduling.smtp.mails).toEqual([]);
});

test('missed runs are made up once', async () => {
  const { grace, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid] });
  await runAndSend('2026-12-23T12:00:00.000Z');
  await runAndSend('2026-12-23T12:01:00.000Z');
  expect(scheduling.smtp.mails).toHaveLength(1);
  expect((await call('GET', `/${id}`)).body.nextRunAt).toBe('2026-12-28T06:00:00.000+00:00');
});

test('a clock that is set back does not repeat runs', async () => {
  const { grace, schedule, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid] });
  await runAndSend();
  scheduling.setTime('2026-11-22T00:00:00.000Z');
  await call('PUT', `/${id}`, { ...schedule, recipients: [grace.uuid] });
  await runAndSend();
  expect(scheduling.smtp.mails).toHaveLength(1);
});

test('two concurrent replicas share the runs', async () => {
  const { grace, add } = await scheduling.acme();
  for (let n = 0; n < 6; n++) await add({ name: `Schedule ${n}`, recipients: [grace.uuid] });
  scheduling.setTime(DUE);
  await Promise.all([scheduling.run(), scheduling.run()]);
  await scheduling.send();
  expect(scheduling.smtp.mails.map(({ subject }) => subject).sort()).toEqual(
    Array.from({ length: 6 }, (_, n) => `acme: Schedule ${n}`),
  );
});

test('a run whose process died is taken again, and sends once', async () => {
  const { grace, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid] });
  scheduling.setTime(DUE);
  // The state left by a process that died after taking the run.
  await prisma().$executeRaw`
    insert into reporting.schedule_run (schedule_id, due_at, attempts, next_attempt_at)
    select id, next_run_at, 1, now() + interval '25 minutes' from reporting.report_schedule`;
  await scheduling.run();
  expect((await call('GET', `/${id}`)).body.lastRun).toBeNull();
  await prisma().scheduleRun.updateMany({ data: { nextAttemptAt: new Date(0) } });
  await scheduling.run();
  await scheduling.run();
  await scheduling.send();
  expect(scheduling.smtp.mails).toHaveLength(1);
  expect(await prisma().mail.count()).toBe(1);
});

test('a run interrupted by a shutdown is left to the next replica', async () => {
  const { add } = await scheduling.acme();
  await add();
  const { reports } = scheduling.service.context.slots;
  let release: () => void = () => undefined;
  const held = Array.from({ length: 8 }, () =>
    reports.run({}, () => new Promise<void>(resolve => (release = join(release, resolve)))),
  );
  scheduling.setTime(DUE);
  const stopping = new AbortController();
  const run = scheduling.run(stopping.signal);
  await waitUntil(() => reports.waiting > 0);
  stopping.abort();
  await expect(run).rejects.toThrow();
  expect(await prisma().scheduleRun.findFirst()).toMatchObject({ attempts: 0, outcome: null });
  release();
  await Promise.all(held);
  await scheduling.run();
  expect(await prisma().scheduleRun.findFirst()).toMatchObject({ attempts: 1, outcome: 'sent' });
});

test('a run that has not finished is not yet the last one', async () => {
  const { call, add } = await scheduling.acme();
  const id = await add();
  scheduling.setTime(DUE);
  await scheduling.run();
  await prisma().$executeRaw`
    insert into reporting.schedule_run (schedule_id, due_at, attempts)
    select id, next_run_at, 1 from reporting.report_schedule`;
  expect((await call('GET', `/${id}`)).body.lastRun).toMatchObject({ outcome: 'sent' });
});

test('a run fails after its fifth attempt', async () => {
  const { call, add } = await scheduling.acme();
  const id = await add();
  const { pool } = scheduling.service.context.db;
  await pool.query('alter table reporting.achievement rename to gone');
  scheduling.setTime(DUE);
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect((await call('GET', `/${id}`)).body.lastRun).toBeNull();
    await prisma().scheduleRun.updateMany({ data: { nextAttemptAt: new Date(0) } });
    await scheduling.run();
  }
  expect((await call('GET', `/${id}`)).body.lastRun).toMatchObject({
    ...{ outcome: 'failed', sentTo: 0, error: 'The report failed after five attempts.' },
  });
  await pool.query('alter table reporting.gone rename to achievement');
});

test('the file is deleted once its emails are sent', async () => {
  const { add } = await scheduling.acme();
  await add();
  scheduling.setTime(DUE);
  await scheduling.run();
  expect((await prisma().scheduleRun.findFirstOrThrow()).file).not.toBeNull();
  await scheduling.run();
  expect((await prisma().scheduleRun.findFirstOrThrow()).file).not.toBeNull();
  await scheduling.send();
  await scheduling.run();
  expect((await prisma().scheduleRun.findFirstOrThrow()).file).toBeNull();
});

test('POST …/run runs a schedule, even a paused one', async () => {
  const { grace, call, add } = await scheduling.acme();
  const id = await add({ recipients: [grace.uuid], isPaused: true });
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  await scheduling.run();
  await scheduling.send();
  expect(scheduling.smtp.mails).toHaveLength(1);
  expect((await call('GET', `/${id}`)).body).toMatchObject({
    ...{ isPaused: true, nextRunAt: null, lastRun: { outcome: 'sent', sentTo: 1 } },
  });
});

test('the link in an email unsubscribes only its recipient, and only from its schedule', async () => {
  const { account, grace, call, add } = await scheduling.acme();
  const id = await add();
  await runAndSend();
  const mail = scheduling.smtp.mails.find(
    ({ recipients }) => recipients[0] === grace.account.email,
  );
  const { url } = (mail!.headers.get('list') as unknown as { unsubscribe: { url: string } })
    .unsubscribe;
  expect(url).toContain('https://reports.example.org/unsubscribe/');
  const ended = await fetch(url.replace('https://reports.example.org', scheduling.service.url), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(ended.status).toBe(200);
  const other = await add();
  await runAndSend('2026-11-30T06:00:00.000Z');
  expect(
    scheduling.smtp.mails
      .slice(2)
      .flatMap(({ recipients }) => recipients)
      .sort(),
  ).toEqual([account.email, account.email, grace.account.email].sort());
  const leftOut = async (schedule: string) =>
    (await call('GET', `/${schedule}`)).body.lastRun.leftOut;
  expect(await leftOut(id)).toEqual([{ memberId: grace.uuid, reason: 'unsubscribed' }]);
  expect(await leftOut(other)).toEqual([]);
});

test('an operator can schedule reports of an organization without being a member', async () => {
  const { company, grace, schedule, firstAid } = await scheduling.acme();
  const operator = await scheduling.cast.grace();
  const body = {
    ...schedule,
    recipients: [grace.uuid],
    parameters: { achievementId: firstAid.uuid },
  };
  const headers = [...bearer(operator.secret), ['X-Company', company.handle] as const];
  const added = await scheduling.cast.call('/reporting/schedules', headers, {
    method: 'POST',
    body,
  });
  expect(added.status).toBe(201);
  await runAndSend();
  expect(scheduling.smtp.mails.map(({ recipients }) => recipients)).toEqual([
    [grace.account.email],
  ]);
});

test('its emails contain nothing from other organizations, whatever recipients are stored', async () => {
  const { grace, add } = await scheduling.acme();
  const other = await scheduling.service.seed.company('other');
  const eve = await other.member('Eve', { reportAccess: true, personType: 'Operator' });
  const id = await add({ recipients: [grace.uuid] });
  await prisma().reportSchedule.update({
    where: { uuid: id },
    data: { recipients: [grace.uuid, eve.uuid] },
  });
  await runAndSend();
  expect(scheduling.smtp.mails.map(({ recipients }) => recipients)).toEqual([
    [grace.account.email],
  ]);
  const [mail] = scheduling.smtp.mails;
  const everything = JSON.stringify(mail) + mail!.attachments[0]!.content.toString();
  for (const foreign of [eve.uuid, eve.account.email, other.handle]) {
    expect(everything).not.toContain(foreign);
  }
});

test('a waiting email omits what names a person who is erased', async () => {
  const { company, ada, grace, add } = await scheduling.acme();
  const cal = await company.member('Cal', { reportAccess: true });
  const bea = await company.member('Bea Quellbach', { reportAccess: true });
  await add({
    report: 'compliance-summaries',
    parameters: { members: [ada.uuid, bea.uuid], measurements: [1] },
    recipients: [grace.uuid, bea.uuid, cal.uuid],
  });
  await prisma().account.updateMany({
    where: { id: { in: [bea.account.id, cal.account.id] } },
    data: { disabledAt: new Date() },
  });
  scheduling.setTime(DUE);
  await scheduling.run();
  await erase(bea.account.uuid);
  await scheduling.send();
  const [mail] = scheduling.smtp.mails;
  expect(mail!.text).toMatch(/Profiles +compliance\n/);
  expect(mail!.text).toContain(
    `https://reports.example.org/console/compliance?organization=${company.handle}\n`,
  );
  expect(mail!.text).toContain('The console page does not support all of its filters');
  expect(JSON.stringify(mail)).not.toContain('Quellbach');
  expect(JSON.stringify(mail)).not.toContain(bea.uuid);
  expect((await prisma().scheduleRun.findFirstOrThrow()).leftOut).toEqual([
    { memberId: cal.uuid, reason: 'disabled' },
  ]);
});

const contentOf = async () => {
  await scheduling.send();
  return scheduling.smtp.mails.flatMap(({ attachments }) =>
    attachments.map(({ content }) => content.toString()),
  );
};

test('a waiting file is not attached after an erasure in the organization', async () => {
  const { company, grace, add } = await scheduling.acme();
  const bea = await company.member('Bea Quellbach', { personType: 'Operator' });
  await add({ recipients: [grace.uuid] });
  scheduling.setTime(DUE);
  await scheduling.run();
  await erase(bea.account.uuid);
  expect(await contentOf()).toEqual([]);
  const [mail] = scheduling.smtp.mails;
  expect(mail!.text).toContain('has 3 rows. The file is not attached: open the report');
  expect(mail!.text).toContain('https://reports.example.org/console/achievement-gaps?');
});

test('the file of a different organization is still attached after an erasure', async () => {
  const { grace, add } = await scheduling.acme();
  const other = await scheduling.service.seed.company('other');
  const bea = await other.member('Bea Quellbach');
  await add({ recipients: [grace.uuid] });
  scheduling.setTime(DUE);
  await scheduling.run();
  await erase(bea.account.uuid);
  expect(await contentOf()).toHaveLength(1);
});

/** Resolves once this many statements are waiting for locks. */
async function waiting(count: number) {
  const { pool } = scheduling.service.context.db;
  const statement =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await waitUntil(async () => (await pool.query(statement)).rowCount === count);
}

/** Runs work while all schedules are locked. */
async function whileLocked(work: () => Promise<void>) {
  await transaction(scheduling.service.context.db, async tx => {
    await tx.client.query('select from reporting.report_schedule for update');
    await work();
  });
}

test('a report read before an erasure is read again after it', async () => {
  const { company, grace, add } = await scheduling.acme();
  const bea = await company.member('Bea Quellbach', { personType: 'Operator' });
  await add({ recipients: [grace.uuid] });
  await prisma().$executeRaw`
    insert into reporting.schedule_run (schedule_id, due_at)
    select id, next_run_at from reporting.report_schedule`;
  const done: Promise<unknown>[] = [];
  await whileLocked(async () => {
    done.push(erase(bea.account.uuid));
    await waiting(1);
    done.push(scheduling.run());
    await waiting(2);
  });
  await Promise.all(done);
  const [content, ...others] = await contentOf();
  expect(others).toEqual([]);
  expect(content).toContain('Grace');
  expect(content).not.toContain('Quellbach');
  expect(await prisma().scheduleRun.findMany()).toMatchObject([{ attempts: 1, rowCount: 2 }]);
});

test('a file stored while an erasure is waiting is not attached', async () => {
  const { company, grace, add } = await scheduling.acme();
  const bea = await company.member('Bea Quellbach', { reportAccess: true });
  await add({ recipients: [grace.uuid, bea.uuid] });
  await prisma().$executeRaw`
    insert into reporting.schedule_run (schedule_id, due_at)
    select id, next_run_at from reporting.report_schedule`;
  const done: Promise<unknown>[] = [];
  await whileLocked(async () => {
    done.push(scheduling.run());
    await waiting(1);
    done.push(erase(bea.account.uuid));
    await waiting(2);
  });
  await Promise.all(done);
  expect(await contentOf()).toEqual([]);
  expect(scheduling.smtp.mails).toHaveLength(1);
});
