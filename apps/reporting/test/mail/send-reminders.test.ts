import { createLog } from '@platform/http';
import { sendMailsJob } from '../../src/mail/send-mails';
import { createMailTransport } from '../../src/mail/transport';
import { createUnsubscribeUrl } from '../../src/mail/unsubscribe/unsubscribe';
import { composeReminders } from '../../src/reminders/reminder-mail';
import { sendReminders } from '../../src/reminders/send-reminders';
import type { AffiliationFunction, MemberFacts } from '../seed';
import { startTestApp, type TestApp } from '../start-test-app';
import { type ReceivedMail, startSmtpServer } from './smtp';

const log = createLog({ service: 'test', level: 'silent' });
const DAY = 86_400_000;

/** A Monday at 07:00 in Berlin. */
const monday = new Date('2026-11-23T06:00:00.000Z');

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
beforeEach(async () => {
  app = await startTestApp();
  smtp = await startSmtpServer();
});
afterEach(async () => {
  await smtp.close();
  await app.close();
});

const after = (days: number, from = monday) => new Date(from.getTime() + days * DAY);
const expiring = (days: number) => ({ expiresAt: after(days).toISOString() });

const signal = new AbortController().signal;
const decide = (now: Date) =>
  sendReminders({ db: app.context.db, log, enqueue: () => Promise.resolve(), signal, now });

/** Sends enqueued emails, and returns those received since the last call. */
async function deliver(): Promise<ReceivedMail[]> {
  const before = smtp.mails.length;
  const transport = createMailTransport({ url: smtp.url, from: 'a@example.org', connections: 3 });
  const address = 'https://example.org';
  const unsubscribeUrl = createUnsubscribeUrl(address, app.context.sessionSecrets[0]);
  const compose = composeReminders({ address, unsubscribeUrl });
  const job = sendMailsJob({ transport, compose, count: () => undefined });
  await job.run({ data: {}, db: app.context.db, log, signal, enqueue: () => Promise.resolve() });
  transport.close();
  return smtp.mails.slice(before);
}

async function remind(now: Date): Promise<ReceivedMail[]> {
  await decide(now);
  return deliver();
}

const recipients = (mails: readonly ReceivedMail[]) =>
  mails.flatMap(mail => mail.recipients).sort();

async function organization(name: string, settings: object = {}) {
  const company = await app.seed.company(name);
  await app.context.db.prisma.company.update({ where: { id: company.id }, data: { name } });
  await app.context.db.prisma.reminderSettings.create({
    data: {
      companyId: company.id,
      isEnabled: true,
      daysBefore: [60, 30, 7],
      afterExpiry: 7,
      requiredOnly: true,
      toMember: true,
      toDepartments: ['Administration'],
      at: '07:00',
      timeZone: 'Europe/Berlin',
      weekdays: [1, 2, 3, 4, 5],
      nextAt: monday,
      ...settings,
    },
  });
  const yard = await company.department('Yard');
  const achievement = await company.achievement('H2S Alive');
  const member = async (
    who: string,
    as: AffiliationFunction = 'Department',
    facts: MemberFacts = {},
  ) => {
    const added = await company.member(who, facts);
    await company.affiliate(added, yard, as);
    return added;
  };
  return { company, yard, achievement, member };
}

test('members receive one email about their items, and function holders one about their departments', async () => {
  const { company, yard, achievement, member } = await organization('Acme');
  const bob = await member('Bob');
  const ada = await member('Ada', 'Administration', { reportAccess: true });
  await company.ticket(bob, achievement, 'Valid', expiring(29.5));
  const rigging = await company.competency('Rigging');
  await company.assign(bob, yard, await company.profile('Rigger', [rigging]));
  await company.standing(bob, rigging, 'Validated', expiring(5.5));
  const mails = await remind(monday);
  expect(recipients(mails)).toEqual([ada.account.email, bob.account.email].sort());
  const own = mails.find(mail => mail.recipients[0] === bob.account.email)!;
  expect(own.subject).toBe('Acme: 2 items are expiring or have expired');
  expect(own.text).toContain(
    'What       Expires\nRigging    28 Nov 2026, in 5 days\nH2S Alive  22 Dec 2026, in 29 days',
  );
  expect(own.text).toContain(
    `https://example.org/console/my-compliance?organization=${company.handle}`,
  );
  expect(own.headers.get('list')).toMatchObject({
    'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
  });
  const departments = mails.find(mail => mail.recipients[0] === ada.account.email)!;
  expect(departments.subject).toBe(
    'Acme: in your departments, 2 items are expiring or have expired',
  );
  expect(departments.text).toContain('Bob  H2S Alive  22 Dec 2026, in 29 days');
});

test('over 120 days, each stage is sent once, until there is a newer ticket', async () => {
  const { company, achievement, member } = await organization('Acme', {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    toDepartments: [],
  });
  const first = await company.achievement('First Aid');
  const bob = await member('Bob');
  await company.ticket(bob, achievement, 'Valid', expiring(70.5));
  await company.ticket(bob, first, 'Valid', expiring(70.5));
  const said: [number, number][] = [];
  for (let day = 0; day < 120; day++) {
    if (day === 35) await company.ticket(bob, first, 'Valid', expiring(500));
    for (const mail of await remind(after(day))) {
      said.push([day, mail.text!.split('\n').filter(line => /ago|in \d+ days/.test(line)).length]);
    }
  }
  expect(said).toEqual([
    [10, 2],
    [40, 1],
    [63, 1],
    [77, 1],
  ]);
}, 240_000);

test('reminders are sent once a day, even with two replicas and a clock that is set back', async () => {
  const { company, achievement, member } = await organization('Acme');
  for (const name of ['Bob', 'Cyd', 'Dan']) {
    await company.ticket(await member(name), achievement, 'Valid', expiring(29.5));
  }
  const runs = await Promise.all([decide(monday), decide(monday)]);
  expect(runs.map(({ mails }) => mails).sort()).toEqual([0, 3]);
  const { prisma } = app.context.db;
  await prisma.reminderSettings.updateMany({ data: { nextAt: after(-1) } });
  await prisma.reminder.deleteMany();
  expect(await decide(after(0.1))).toMatchObject({ mails: 0 });
  expect((await prisma.reminderSettings.findFirstOrThrow()).nextAt).toEqual(after(1));
});

test('a missed time is made up on the same day, or else with the next one', async () => {
  const { company, achievement, member } = await organization('Acme');
  await company.ticket(await member('Bob'), achievement, 'Valid', expiring(29.5));
  const { prisma } = app.context.db;
  const nextAt = async () => (await prisma.reminderSettings.findFirstOrThrow()).nextAt;
  // Nothing is sent on Saturday; Monday makes up for it.
  expect(await decide(after(5.2))).toMatchObject({ organizations: 1, mails: 0 });
  expect(await nextAt()).toEqual(after(7));
  expect(await decide(after(7.4))).toMatchObject({ mails: 1 });
  expect(await nextAt()).toEqual(after(8));
});

test('an organization whose reminders fail does not affect others', async () => {
  await organization('Acme', { timeZone: 'Nowhere/Gone', nextAt: after(-0.1) });
  const { company, achievement, member } = await organization('Globex');
  await company.ticket(await member('Bob'), achievement, 'Valid', expiring(29.5));
  await expect(decide(monday)).rejects.toThrow('1 of 2 organizations');
  expect(await app.context.db.prisma.mail.count()).toBe(1);
});

test('reminders stop at an outage, and all remain due', async () => {
  for (const name of ['Acme', 'Globex']) {
    const { company, achievement, member } = await organization(name);
    await company.ticket(await member('Bob'), achievement, 'Valid', expiring(29.5));
  }
  // It waits for the rollback, which releases the locks.
  const { db } = app.context;
  const endBackend = async () => {
    await db.prisma.$executeRaw`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
  };
  const run = sendReminders({ db, log, enqueue: endBackend, signal, now: monday });
  await expect(run).rejects.toThrow(/connection/i);
  expect(await decide(monday)).toEqual({ organizations: 2, mails: 2, stages: 2 });
});

test.each([
  ['Europe/Berlin', '02:30', '2026-03', ['28T01:30', '29T01:30', '30T00:30']],
  ['Europe/Berlin', '02:30', '2026-10', ['24T00:30', '25T01:30', '26T01:30']],
  ['America/New_York', '02:30', '2026-03', ['07T07:30', '08T07:30', '09T06:30']],
  ['America/New_York', '01:30', '2026-11', ['01T06:30', '02T06:30', '03T06:30']],
  ['Australia/Lord_Howe', '02:15', '2026-10', ['02T15:45', '03T15:45', '04T15:15']],
  ['Australia/Lord_Howe', '01:45', '2026-04', ['03T14:45', '04T15:15', '05T15:15']],
  ['Europe/Berlin', '07:00', '2028-02', ['28T06:00', '29T06:00']],
])(
  'reminders are due once when %s changes its clocks at %s (%s)',
  async (timeZone, at, month, days) => {
    const [first, ...others] = days.map(day => new Date(`${month}-${day}:00Z`));
    await organization('Acme', { timeZone, at, weekdays: [1, 2, 3, 4, 5, 6, 7], nextAt: first });
    const { prisma } = app.context.db;
    const nextAt = async () => (await prisma.reminderSettings.findFirstOrThrow()).nextAt;
    let time = first!;
    for (const next of others) {
      expect(await decide(new Date(time.getTime() - 60_000))).toMatchObject({ organizations: 0 });
      const runs = await Promise.all([decide(time), decide(time)]);
      expect(runs.map(({ organizations }) => organizations).sort()).toEqual([0, 1]);
      expect(await nextAt()).toEqual(next);
      // An hour later, the local time may be the same again.
      expect(await decide(new Date(time.getTime() + 3_600_000))).toMatchObject({
        organizations: 0,
      });
      time = next;
    }
  },
);

test.each([
  ['America/Nuuk', '23:30', '2027-03', '28T01:30', '29T00:30'],
  ['America/Havana', '00:30', '2027-03', '14T05:30', '15T04:30'],
  ['Africa/Cairo', '00:30', '2027-04', '29T22:30', '30T21:30'],
  ['Asia/Beirut', '00:30', '2027-03', '27T22:30', '28T21:30'],
])(
  'reminders are sent when %s changes its clocks at midnight, which skips %s (%s)',
  async (timeZone, at, month, skipped, following) => {
    const [time, next] = [skipped, following].map(day => new Date(`${month}-${day}:00Z`));
    const { company, achievement, member } = await organization('Acme', {
      timeZone,
      at,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      nextAt: after(-1, time),
    });
    const { prisma } = app.context.db;
    const nextAt = async () => (await prisma.reminderSettings.findFirstOrThrow()).nextAt;
    const minutesLater = (minutes: number) => new Date(time!.getTime() + minutes * 60_000);
    const ticketOf = async (name: string) =>
      company.ticket(await member(name), achievement, 'Valid', {
        expiresAt: after(29.5, time).toISOString(),
      });
    await ticketOf('Bob');
    expect(await decide(minutesLater(-1))).toMatchObject({ mails: 0 });
    expect(await nextAt()).toEqual(time);
    expect(await decide(minutesLater(2))).toMatchObject({ mails: 1 });
    expect(await nextAt()).toEqual(next);
    await ticketOf('Cyd');
    expect(await decide(next!)).toMatchObject({ mails: 1 });
  },
);

test('people without access or an e-mail, or who have left, are disabled or have unsubscribed, receive no email', async () => {
  const { company, achievement, member } = await organization('Acme');
  const { prisma } = app.context.db;
  const names = ['No access', 'Disabled', 'Unsubscribed', 'Present'];
  const [locked, disabled, unsubscribed, present] = await Promise.all(
    names.map(name => member(name, 'Department', { reportAccess: true })),
  );
  const silent = await member('No e-mail', 'Department', { email: null });
  for (const one of [locked, disabled, unsubscribed, present, silent]) {
    await company.ticket(one!, achievement, 'Valid', expiring(29.5));
  }
  await prisma.member.update({ where: { id: locked!.id }, data: { hasAccess: false } });
  await prisma.account.update({
    where: { id: disabled!.account.id },
    data: { disabledAt: new Date() },
  });
  await prisma.unsubscription.create({
    data: {
      accountId: unsubscribed!.account.id,
      topic: 'reminders',
      targetUuid: company.uuid,
      companyId: company.id,
    },
  });
  // Has no report access.
  await member('Boss', 'Administration');
  expect(await decide(monday)).toMatchObject({ mails: 1 });
  expect(recipients(await deliver())).toEqual([present!.account.email]);
});

test('an email is dropped if rights are withdrawn before it is sent', async () => {
  const { company, achievement, member } = await organization('Acme');
  const { prisma } = app.context.db;
  const [bob, cyd, dan] = [await member('Bob'), await member('Cyd'), await member('Dan')];
  for (const one of [bob, cyd, dan]) {
    await company.ticket(one, achievement, 'Valid', expiring(29.5));
  }
  const boss = await member('Boss', 'Administration', { reportAccess: true });
  const former = await member('Former boss', 'Administration', { reportAccess: true });
  const other = await member('Other boss', 'Administration', { reportAccess: true });
  expect(await decide(monday)).toMatchObject({ mails: 6 });
  await prisma.account.update({ where: { id: boss.account.id }, data: { reportAccess: false } });
  await prisma.affiliation.updateMany({
    where: { memberId: former.id },
    data: { function: 'Employee' },
  });
  await prisma.member.update({ where: { id: bob.id }, data: { hasAccess: false } });
  await prisma.account.update({ where: { id: cyd.account.id }, data: { disabledAt: new Date() } });
  const mails = await deliver();
  expect(recipients(mails)).toEqual([dan.account.email, other.account.email].sort());
  const departments = mails.find(mail => mail.recipients[0] === other.account.email)!;
  // Bob has left.
  expect(departments.text).not.toContain('Bob');
  expect(departments.text).toContain('Cyd');
});

test('an email lists 200 entries and links to the rest', async () => {
  const { company, member } = await organization('Acme', { toDepartments: [] });
  const bob = await member('Bob');
  for (let number = 0; number < 205; number++) {
    const achievement = await company.achievement(`Achievement ${number}`);
    await company.ticket(bob, achievement, 'Valid', expiring(20.5));
  }
  const [mail] = await remind(monday);
  expect(mail!.subject).toBe('Acme: 205 items are expiring or have expired');
  expect(mail!.text).toContain('The first 200 of 205 are listed; follow the link for the rest.');
  expect(mail!.text!.match(/^Achievement \d+/gm)).toHaveLength(200);
}, 60_000);

test('an email does not mention other organizations of the same people', async () => {
  const acme = await organization('Acme');
  const globex = await organization('Globex');
  const { account } = await acme.member('Ada', 'Administration', { reportAccess: true });
  const abroad = await globex.member('Ada', 'Administration', { account });
  await globex.company.ticket(abroad, globex.achievement, 'Valid', expiring(29.5));
  const secret = await globex.company.achievement('Globex secret');
  await globex.company.ticket(await globex.member('Gus'), secret, 'Valid', expiring(29.5));
  await acme.company.ticket(await acme.member('Amy'), acme.achievement, 'Valid', expiring(29.5));
  const mails = (await remind(monday)).filter(({ subject }) => subject!.startsWith('Acme'));
  expect(mails).toHaveLength(2);
  for (const { text, html } of mails) {
    for (const foreign of ['Globex', 'Gus'])
      expect(`${text}${html as string}`).not.toContain(foreign);
  }
});

test('the one-click link only ends reminders of its organization', async () => {
  const acme = await organization('Acme');
  const globex = await organization('Globex');
  const bob = await acme.member('Bob');
  const there = await globex.member('Bob', 'Department', { account: bob.account });
  await acme.company.ticket(bob, acme.achievement, 'Valid', expiring(29.5));
  await globex.company.ticket(there, globex.achievement, 'Valid', expiring(29.5));
  const mails = await remind(monday);
  expect(mails).toHaveLength(2);
  const link = /Unsubscribe: (\S+)/.exec(
    mails.find(({ subject }) => subject!.startsWith('Acme'))!.text!,
  )![1]!;
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const local = link.replace('https://example.org', app.url);
  expect((await fetch(local, { method: 'POST', body })).status).toBe(200);
  const later = await remind(after(23));
  expect(later.map(({ subject }) => subject)).toEqual(['Globex: H2S Alive expires soon']);
});
